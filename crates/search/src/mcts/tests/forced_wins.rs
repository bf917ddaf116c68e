//! Forced wins that games led to: those that the alpha-beta engine is tested with.

use bashni_rules::Move;

use super::*;
use crate::UniformEvaluator;
use crate::alphabeta::{AlphaBeta, Limits, Settings};
use crate::testing::rules;

const WINS: &str = include_str!("../../../../../tests/data/forced_wins.txt");

/// Simulations that suffice for the most, and for all.
const USUAL: u32 = 30_000;
const MOST: u32 = 4_000_000;

/// True if a move wins by force, as alpha-beta proves.
fn wins(engine: &mut AlphaBeta, rules: &Rules, game: &Game, played: &Move) -> bool {
    let mut after = game.clone();
    after.play(rules, played);
    !after.position().has_legal_move(rules)
        || engine.search(rules, &after, Limits::nodes(1_000_000)).loss_in().is_some()
}

#[test]
fn forced_wins_are_found_and_nearly_all_are_proven() {
    let rules = rules("bashni");
    let mut engine = AlphaBeta::new(Settings { hash_mb: 16, ..Settings::default() }).unwrap();
    let (mut proven, mut found_soon, mut count) = (0, 0, 0);
    for line in WINS.lines().filter(|line| !line.starts_with('#')) {
        let (fen, plies) = line.split_once(" | ").unwrap();
        let game = Game::from_fen(fen, &rules).unwrap();
        let mut tree = [Tree::new(&rules, game.clone(), config(0), 1)];
        tree[0].search_past_forced_steps(&rules);
        let mut sims = USUAL;
        loop {
            tree[0].set_sims(sims);
            search_batch(&rules, &mut tree, &mut UniformEvaluator).unwrap();
            let best = tree[0].root_moves(&rules).first().map(|best| best.played);
            if best.is_some_and(|best| wins(&mut engine, &rules, &game, &best)) {
                break;
            }
            sims *= 2;
            assert!(sims <= MOST, "{fen}");
        }
        if let Some(proof) = tree[0].proof() {
            // The shortest way is not looked for.
            assert!(proof.plies >= Some(plies.parse().unwrap()), "{fen}");
            proven += 1;
        }
        found_soon += u32::from(sims == USUAL);
        count += 1;
    }
    assert_eq!(count, 201);
    assert!(
        proven >= 180 && found_soon >= 185,
        "{proven} proven, {found_soon} found with {USUAL} simulations"
    );
}
