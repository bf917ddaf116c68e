//! A change of how a kind of player plays must be noticed, since ratings would be mixed that are not of one player.

mod common;

use bashni_arena::{MatchConfig, PlayerIdentity};
use common::{play, rules};

/// Fowler-Noll-Vo, which is the same everywhere.
#[derive(Default)]
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([b'\n']) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

#[test]
fn kinds_play_as_their_version_says() {
    for (player, version, expected) in [
        ("random", 1, 4753766569453051315),
        ("rollout:sims=20", 2, 600177307207545804),
        ("minimax:depth=3", 1, 4257197412107249),
        ("alphabeta:depth=5", bashni_search::alphabeta::VERSION, 3498610677892646077),
    ] {
        let config = MatchConfig { games: 4, seed: 11, ..MatchConfig::default() };
        let result = play(&rules("bashni"), player, "random", &config).unwrap();
        let mut moves = Fnv::default();
        result.games.iter().for_each(|game| moves.add(&game.moves.join(" ")));
        let PlayerIdentity { version: stated, .. } = &result.report.players[0];
        assert_eq!(
            (*stated, moves.0),
            (version, expected),
            "{player} plays otherwise than before (or the openings do, or random): if that is meant, raise the version \
             of its kind in players/builtin.rs and write both here"
        );
    }
}
