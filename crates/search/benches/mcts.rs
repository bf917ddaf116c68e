//! `cargo bench -p bashni-search --bench mcts`: the tree search by kind, size and evaluator, from middle-game positions.

use std::hint::black_box;

use bashni_rules::Rules;
use bashni_search::mcts::{SearchConfig, SearchKind, SpeedTest};
use bashni_search::{Evaluator, RolloutEvaluator, UniformEvaluator};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const POSITIONS: usize = 20;

fn searches(criterion: &mut Criterion) {
    let rules = Rules::preset("bashni").expect("a preset");
    let base = SearchConfig { sims: SpeedTest::SIMS, ..SearchConfig::default() };
    let few = SearchConfig { sims: 32, ..base };
    let gumbel = |config| SearchConfig { kind: SearchKind::Gumbel, ..config };
    for (evaluator, judge) in [
        ("uniform", &mut UniformEvaluator as &mut dyn Evaluator),
        ("rollout", &mut RolloutEvaluator::new(1, 1)),
    ] {
        let mut group = criterion.benchmark_group(evaluator);
        for (name, config) in [
            ("puct, 800 simulations", base),
            ("puct, 32 simulations", few),
            ("puct, 800 simulations, 16 leaves", SearchConfig { leaves: 16, ..base }),
            ("gumbel, 800 simulations", gumbel(base)),
            ("gumbel, 32 simulations", gumbel(few)),
        ] {
            let test = SpeedTest::new(&rules, config, POSITIONS);
            group.throughput(Throughput::Elements(u64::from(config.sims) * POSITIONS as u64));
            group.bench_function(name, |bencher| {
                bencher.iter(|| black_box(&test).run_with(&rules, judge).expect("right settings"));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
