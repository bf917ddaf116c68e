//! Makes the positions of `tests/data`: of games that the engine plays against itself from random openings.
//!
//!     cargo run --release -p bashni-search --example positions -- middle-game 40 > tests/data/middle_game.txt
//!     cargo run --release -p bashni-search --example positions -- wins 200 > tests/data/forced_wins.txt

use std::collections::HashSet;

use bashni_rules::{Game, Position, Rules};
use bashni_search::alphabeta::{AlphaBeta, Features, Limits, Settings};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Random plies with which each game begins.
const OPENING: u32 = 8;
/// Nodes a move of the games; one move in so many is random.
const NODES: u64 = 1_500;
const RANDOM: u32 = 12;
/// Proof lengths that are looked for: shorter ones are found by quiescence alone.
const LENGTHS: [u32; 3] = [5, 7, 9];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, count] = arguments.as_slice() else { return Err("expected: middle-game|wins COUNT".into()) };
    let (rules, count) = (Rules::preset("bashni")?, count.parse()?);
    match what.as_str() {
        "middle-game" => middle_game(&rules, count),
        "wins" => wins(&rules, count),
        other => return Err(format!("`{other}`: expected middle-game or wins").into()),
    }
    Ok(())
}

/// The positions of one game.
fn play(rules: &Rules, seed: u64) -> Vec<Position> {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut engine =
        AlphaBeta::new(Settings { hash_mb: 1, ..Settings::default() }).expect("memory for the table");
    let (mut game, mut positions) = (Game::new(rules), Vec::new());
    while game.outcome(rules).is_none() {
        let moves = game.position().legal_moves(rules);
        let played = if game.ply() < OPENING || random.random_range(0..RANDOM) == 0 {
            moves[random.random_range(0..moves.len())]
        } else {
            engine.search(rules, &game, Limits::nodes(NODES)).best().unwrap_or(moves[0])
        };
        game.play(rules, &played);
        positions.push(game.position().clone());
    }
    positions
}

/// One position of each game, with several moves, most columns still on the board.
fn middle_game(rules: &Rules, count: usize) {
    println!(
        "# Middle-game positions of bashni, from games of the engine: crates/search/examples/positions.rs"
    );
    let found = (0..).filter_map(|seed| {
        let ply = 14 + (seed as usize * 7) % 30;
        let position = play(rules, seed).into_iter().nth(ply)?;
        (position.count_moves(rules) > 3 && position.columns() >= 8).then_some(position)
    });
    found.take(count).for_each(|position| println!("{}", position.fen(rules)));
}

/// Positions with a forced win, as `FEN | plies`: the shortest, and none that is there without it.
fn wins(rules: &Rules, count: usize) {
    println!("# Forced wins in bashni and their length in plies: crates/search/examples/positions.rs");
    let exact = Features { repeats: true, ..Features::NONE };
    let exact = Features { history: true, ..exact };
    let mut prover = AlphaBeta::new(Settings { hash_mb: 64, features: exact, ..Settings::default() })
        .expect("memory for the table");
    let mut finder =
        AlphaBeta::new(Settings { hash_mb: 16, ..Settings::default() }).expect("memory for the table");
    let (mut seen, mut found) = (HashSet::new(), 0);
    let quota = count.div_ceil(LENGTHS.len());
    let mut by_length = [0; LENGTHS.len()];
    for seed in 1_000.. {
        // At most one of a game, so that no two are alike.
        for position in play(rules, seed).into_iter().rev().skip(2).take(16) {
            if position.count_moves(rules) < 3 || !seen.insert(position.hash()) {
                continue;
            }
            let game = Game::from_position(position);
            // Found fast, with guesses; then proven without.
            let limits = Limits { depth: Some(LENGTHS[2]), nodes: Some(200_000), ..Limits::default() };
            if !finder.search(rules, &game, limits).win_in().is_some_and(|plies| LENGTHS.contains(&plies)) {
                continue;
            }
            let limits = Limits { depth: Some(LENGTHS[2]), nodes: Some(20_000_000), ..Limits::default() };
            let result = prover.search(rules, &game, limits);
            let Some(length) = result.win_in().and_then(|plies| LENGTHS.iter().position(|n| *n == plies))
            else {
                continue;
            };
            if by_length[length] < quota && result.depth >= LENGTHS[length] {
                by_length[length] += 1;
                found += 1;
                println!("{} | {}", game.position().fen(rules), LENGTHS[length]);
                break;
            }
        }
        if found >= count {
            return;
        }
    }
}
