//! What random games are like: `cargo run --release -p bashni-rules --example random_games -- 5000 bashni`.
//!
//! The games are the same every time, so that `valgrind --tool=callgrind` counts the same instructions.

#[path = "../benches/support/mod.rs"]
mod support;

use bashni_rules::{Game, MoveList, Rules};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use support::random_game;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().map_or(Ok(5_000), |text| text.parse()).expect("a number of games");
    let name = arguments.next().unwrap_or_else(|| "bashni".to_owned());
    let rules = Rules::preset(&name).expect("a preset");
    let (start, mut moves) = (Game::new(&rules), MoveList::new());
    let (mut game, mut random) = (start.clone(), Pcg64Mcg::seed_from_u64(1));
    let (mut played, mut captures, mut chains) = (0, 0u64, 0u64);
    for _ in 0..games {
        game.clone_from(&start);
        played += random_game(&rules, &mut game, &mut moves, &mut random, |_, moves| {
            captures += u64::from(moves[0].is_capture());
            chains += u64::from(moves.iter().any(|played| played.captures() > 1));
        });
    }
    let share = |number: u64| 100.0 * number as f64 / played as f64;
    println!(
        "{games} random games of {name}: {played} moves; a capture in {:.1} %, a chain in {:.1} % of positions",
        share(captures),
        share(chains)
    );
}
