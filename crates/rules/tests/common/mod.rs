//! What several tests share.
#![allow(dead_code, reason = "each test uses a part")]

pub mod random;

use bashni_rules::{PRESETS, Position, Rules};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Rules with a few positions of random games and a few filled at random.
#[derive(Debug)]
pub struct Case {
    pub rules: Rules,
    pub positions: Vec<Position>,
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
        Case { rules, positions }
    })
}
