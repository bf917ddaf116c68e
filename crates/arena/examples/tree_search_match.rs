//! A match between two settings of the tree search, whose leaves are judged by one random game each:
//!
//!     cargo run --release -p bashni-arena --example tree_search_match -- 400 \
//!         'kind="gumbel", sims=32' 'kind="puct", sims=32'
//!
//! Games are colour-swapped pairs from random openings of six plies. Both trees go along with the game, so `reuse=true`
//! keeps what is known. Settings that are left out are those of play without noise.

use std::error::Error;

use bashni_arena::{Counts, Estimate, random_openings};
use bashni_rules::{Game, Outcome, Rules};
use bashni_search::mcts::{SearchConfig, Tree, search_batch};
use bashni_search::{Evaluator, RolloutEvaluator};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, a, b] = &arguments[..] else { return Err("expected GAMES SETTINGS SETTINGS".into()) };
    let rules = Rules::preset("bashni")?;
    let settings = |text: &str| toml::from_str::<SearchConfig>(&text.replace(',', "\n"));
    let sides = [settings(a)?, settings(b)?];
    let mut counts = Counts::default();
    for (number, opening) in random_openings(&rules, games.parse::<usize>()? / 2, 6, 1)?.iter().enumerate() {
        let seed = number as u64;
        let first = play(&rules, &opening.game, sides, seed)?;
        let second = play(&rules, &opening.game, [sides[1], sides[0]], seed)?;
        counts.add_pair([half_points(first), 2 - half_points(second)]);
    }
    let Counts { wins, draws, losses, .. } = counts;
    let Estimate { elo, elo_low, elo_high, .. } = Estimate::new(&counts);
    println!("{a} against {b}: +{wins} ={draws} -{losses}, {elo:+.0} Elo ({elo_low:+.0} to {elo_high:+.0})");
    Ok(())
}

fn half_points(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::WhiteWins => 2,
        Outcome::Draw => 1,
        Outcome::BlackWins => 0,
    }
}

/// Plays a game; the settings are White's and Black's.
fn play(
    rules: &Rules,
    opening: &Game,
    sides: [SearchConfig; 2],
    seed: u64,
) -> Result<Outcome, Box<dyn Error>> {
    let mut trees = sides.map(|config| Tree::new(rules, opening.clone(), config, seed));
    let mut judge = RolloutEvaluator::new(1, seed);
    let evaluator: &mut dyn Evaluator = &mut judge;
    loop {
        if let Some(outcome) = trees[0].outcome() {
            return Ok(outcome);
        }
        let side = trees[0].turn().index();
        search_batch(rules, &mut trees[side..=side], evaluator)?;
        let step = trees[side].best_step().ok_or("a search without a step")?;
        for tree in &mut trees {
            tree.advance(rules, step)?;
        }
    }
}
