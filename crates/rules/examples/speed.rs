//! Perft and random games a second: `cargo run --release -p bashni-rules --example speed -- PRESET`.

use std::time::{Duration, Instant};

use bashni_rules::{Count, Encoding, Game, Rules, perft};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn main() {
    let name = std::env::args().nth(1).unwrap_or_else(|| "bashni".to_owned());
    let rules = Rules::preset(&name).expect("a preset");
    let mode = std::env::args().nth(2).unwrap_or_default();
    let start = Instant::now();
    let mut depth = 1;
    let mut count = 0;
    while mode != "r" && start.elapsed() < Duration::from_secs(1) {
        count += perft(rules.start(), &rules, depth, Count::Moves);
        depth += 1;
    }
    println!("perft: {:.1} million moves/s", count as f64 / start.elapsed().as_secs_f64() / 1e6);

    let mut random = Pcg64::seed_from_u64(1);
    let (start, mut moves, mut games) = (Instant::now(), 0u64, 0u64);
    let mut list = Vec::new();
    while mode != "p" && start.elapsed() < Duration::from_secs(2) {
        for _ in 0..100 {
            let mut game = Game::new(&rules);
            loop {
                game.position().legal_moves_into(&rules, &mut list);
                if list.is_empty() || game.draw_by_rule(&rules) {
                    break;
                }
                game.play(&rules, &list[random.random_range(0..list.len())]);
                moves += 1;
            }
            games += 1;
        }
    }
    let rate = moves as f64 / start.elapsed().as_secs_f64();
    println!(
        "random games: {:.2} million moves/s, {:.1} moves a game",
        rate / 1e6,
        moves as f64 / games as f64
    );

    let encoding = Encoding::new(&rules).expect("an encoding");
    let mut planes = vec![0.0; encoding.len()];
    let game = Game::new(&rules);
    let (start, mut encoded) = (Instant::now(), 0u64);
    while mode.is_empty() && start.elapsed() < Duration::from_secs(1) {
        encoding.write(&game, &rules, std::hint::black_box(&mut planes));
        encoded += 1;
    }
    println!("encodings: {:.2} million/s", encoded as f64 / start.elapsed().as_secs_f64() / 1e6);
}
