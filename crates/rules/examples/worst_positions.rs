//! The positions of random games whose captures have the most paths, those with the most captures, and those that take
//! longest to generate.
//!
//! `cargo run --release -p bashni-rules --example worst_positions -- 1000000 bashni` plays a million games under the preset
//! and prints a line for each of the worst positions: one-line form, moves, paths, microseconds.

#[path = "../benches/support/mod.rs"]
mod support;

use std::time::Instant;

use bashni_rules::{Game, MoveList, Position, Rules};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use support::random_game;

/// Positions kept of each kind.
const KEPT: usize = 10;
/// Times that the moves of each are generated; the median counts.
const REPEATS: usize = 201;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().map_or(Ok(1_000_000), |text| text.parse()).expect("a number of games");
    let name = arguments.next().unwrap_or_else(|| "bashni".to_owned());
    let rules = Rules::preset(&name).expect("a preset");
    println!("# {games} random games of {name}: position | moves | paths | microseconds");
    for position in worst(&rules, games) {
        let mut moves = MoveList::new();
        let mut times: Vec<u64> = (0..REPEATS).map(|_| nanoseconds(&position, &rules, &mut moves)).collect();
        times.sort_unstable();
        let paths = moves.iter().map(|played| played.paths()).fold(0, u64::saturating_add);
        println!(
            "{} | {} | {paths} | {:.1}",
            position.fen(&rules),
            moves.len(),
            times[REPEATS / 2] as f64 / 1e3
        );
    }
}

/// How long it takes to generate the moves.
fn nanoseconds(position: &Position, rules: &Rules, moves: &mut MoveList) -> u64 {
    let begun = Instant::now();
    position.legal_moves_into(rules, std::hint::black_box(moves));
    begun.elapsed().as_nanos() as u64
}

/// The positions with the largest numbers of something, the largest first.
#[derive(Default)]
struct Largest(Vec<(u64, Position)>);

impl Largest {
    fn has_place_for(&self, number: u64) -> bool {
        self.0.len() < KEPT || number > self.0[KEPT - 1].0
    }

    fn offer(&mut self, number: u64, position: &Position) {
        if self.has_place_for(number) {
            let Largest(kept) = self;
            kept.insert(kept.partition_point(|(larger, _)| *larger >= number), (number, position.clone()));
            kept.truncate(KEPT);
        }
    }
}

/// The positions with the most paths, those with the most captures, and those that take longest.
fn worst(rules: &Rules, games: u64) -> Vec<Position> {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let [mut most_paths, mut most_captures, mut slowest] = [(); 3].map(|()| Largest::default());
    let (start, mut moves) = (Game::new(rules), MoveList::new());
    let mut game = start.clone();
    let mut scratch = MoveList::new();
    for _ in 0..games {
        game.clone_from(&start);
        random_game(rules, &mut game, &mut moves, &mut random, |game, moves| {
            if !moves[0].is_capture() {
                return;
            }
            let position = game.position();
            let paths = moves.iter().map(|played| played.paths()).fold(0, u64::saturating_add);
            most_paths.offer(paths, position);
            most_captures.offer(moves.len() as u64, position);
            let mut time = nanoseconds(position, rules, &mut scratch);
            if slowest.has_place_for(time) {
                // Once may be chance: something else may have run.
                let again = (0..4).map(|_| nanoseconds(position, rules, &mut scratch));
                time = again.fold(time, u64::min);
                slowest.offer(time, position);
            }
        });
    }
    [most_paths, most_captures, slowest]
        .into_iter()
        .flat_map(|largest| largest.0)
        .map(|(_, position)| position)
        .collect()
}
