//! What several tests share.
#![allow(dead_code, reason = "each test uses a part")]

pub mod random;

use std::collections::HashSet;

use bashni_rules::{Game, PRESETS, Position, Rules};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Rules with a few positions of random games and a few filled at random.
#[derive(Debug)]
pub struct Case {
    pub rules: Rules,
    pub positions: Vec<Position>,
}

/// Captures with more states than this are left out: boards filled at random, with up to 64 pieces in towers, can have
/// more results than memory holds, and no game comes near them.
const MOST_STATES: usize = 20_000;

/// True if the captures of a position pass through few states. They are walked step by step, so that the moves need not be
/// generated to know it.
fn has_few_captures(position: &Position, rules: &Rules) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![Game::from_position(position.clone())];
    while let Some(game) = open.pop() {
        for step in game.legal_steps(rules) {
            let mut next = game.clone();
            next.play_step(rules, step);
            if seen.len() > MOST_STATES {
                return false;
            }
            if seen.insert(next.hash()) && next.chain().is_some() {
                open.push(next);
            }
        }
    }
    true
}

/// Presets and random rules in equal parts. A case is its seed: there is nothing to shrink.
pub fn cases() -> impl Strategy<Value = Case> {
    any::<u64>().no_shrink().prop_map(|seed| {
        let mut rng = Pcg64::seed_from_u64(seed);
        let rules = if rng.random_bool(0.5) {
            Rules::preset(PRESETS[rng.random_range(0..PRESETS.len())].0).unwrap()
        } else {
            random::rules(&mut rng)
        };
        let mut positions = random::game(&rules, &mut rng);
        while positions.len() > 8 {
            positions.swap_remove(rng.random_range(0..positions.len()));
        }
        positions.extend((0..4).map(|_| random::position(&rules, &mut rng)));
        positions.retain(|position| has_few_captures(position, &rules));
        Case { rules, positions }
    })
}
