//! How fast the tree search is on this machine, by kind and evaluator:
//! `cargo run --release -p bashni-search --example mcts_speed`.

use std::error::Error;
use std::time::Instant;

use bashni_rules::Rules;
use bashni_search::mcts::{SearchConfig, SearchKind, SpeedTest};
use bashni_search::{Evaluator, RolloutEvaluator, UniformEvaluator};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::preset("bashni")?;
    let base = SearchConfig { sims: SpeedTest::SIMS, ..SearchConfig::default() };
    let gumbel = SearchConfig { kind: SearchKind::Gumbel, ..base };
    for (name, config, count) in [
        ("puct, 800 simulations", base, 200),
        ("puct, 800 simulations, 16 leaves", SearchConfig { leaves: 16, ..base }, 200),
        ("puct, 100,000 simulations", SearchConfig { sims: 100_000, ..base }, 2),
        ("gumbel, 800 simulations", gumbel, 200),
        ("gumbel, 32 simulations", SearchConfig { sims: 32, ..gumbel }, 2000),
    ] {
        let test = SpeedTest::new(&rules, config, count);
        for (evaluator, judge) in [
            ("uniform", &mut UniformEvaluator as &mut dyn Evaluator),
            ("rollout", &mut RolloutEvaluator::new(1, 1)),
        ] {
            let begun = Instant::now();
            let sims = test.run_with(&rules, judge)?;
            let rate = sims as f64 / begun.elapsed().as_secs_f64();
            println!("{name}, {evaluator} evaluator: {rate:.0} simulations/s");
        }
    }
    Ok(())
}
