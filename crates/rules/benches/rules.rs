//! `cargo bench -p bashni-rules`: perft, random games, encodings, and the worst positions that random games reach.

mod support;

use std::hint::black_box;

use bashni_rules::{Count, Encoding, Game, MoveList, Position, Rules, perft};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use support::random_game;

fn preset(name: &str) -> Rules {
    Rules::preset(name).expect("a preset")
}

fn counting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for (name, depth) in [("bashni", 8), ("russian", 8), ("lasca", 12), ("bashni-10x10", 6)] {
        let rules = preset(name);
        group.throughput(Throughput::Elements(perft(rules.start(), &rules, depth, Count::Moves)));
        group.bench_function(name, |bencher| {
            bencher.iter(|| perft(black_box(rules.start()), &rules, depth, Count::Moves));
        });
    }
    group.finish();
}

fn random_games(criterion: &mut Criterion) {
    const GAMES: u64 = 100;
    let mut group = criterion.benchmark_group("random games");
    for name in ["bashni", "russian", "lasca", "bashni-10x10"] {
        let rules = preset(name);
        let start = Game::new(&rules);
        let mut moves = MoveList::new();
        let mut games = || {
            let mut random = Pcg64Mcg::seed_from_u64(1);
            (0..GAMES)
                .map(|_| random_game(&rules, &mut start.clone(), &mut moves, &mut random, |_, _| ()))
                .sum::<u64>()
        };
        group.throughput(Throughput::Elements(games()));
        group.bench_function(name, |bencher| bencher.iter(&mut games));
    }
    group.finish();
}

fn encodings(criterion: &mut Criterion) {
    let rules = preset("bashni");
    let encoding = Encoding::new(&rules).expect("an encoding");
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut planes = vec![0.0; encoding.len()];
    let mut game = Game::new(&rules);
    for _ in 0..40 {
        let steps = game.legal_steps(&rules);
        if game.outcome(&rules).is_none() {
            game.play_step(&rules, steps[random.random_range(0..steps.len())]);
        }
    }
    criterion.bench_function("encode", |bencher| {
        bencher.iter(|| encoding.write(black_box(&game), &rules, &mut planes));
    });
    criterion.bench_function("clone a game", |bencher| {
        bencher.iter_batched(|| (), |()| black_box(&game).clone(), BatchSize::SmallInput);
    });
}

/// The positions of the data file, each of which must be generated in less than 50 microseconds.
fn worst_positions(criterion: &mut Criterion) {
    let rules = preset("bashni");
    let data = include_str!("../../../tests/data/worst_positions.txt");
    let mut moves = MoveList::new();
    let mut group = criterion.benchmark_group("worst positions");
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let text = line.split(" | ").next().unwrap_or_default();
        let position = Position::from_fen(text, &rules).expect("a position");
        group.bench_function(text, |bencher| {
            bencher.iter(|| black_box(&position).legal_moves_into(&rules, &mut moves));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = counting, random_games, encodings, worst_positions
}
criterion_main!(benches);
