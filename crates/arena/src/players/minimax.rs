use std::time::Duration;

use bashni_rules::{Move, Rules};
use bashni_search::minimax::{Limits, Minimax};

use crate::{MinimaxLimits, Player, PlayerError, Turn};

/// Megabytes of the transposition table.
const TABLE: usize = 16;

/// Plays the best move that alpha-beta finds within its limits. It uses no randomness.
pub struct MinimaxPlayer {
    search: Minimax,
    limits: Limits,
}

impl MinimaxPlayer {
    /// A player with these limits.
    pub fn new(limits: MinimaxLimits) -> MinimaxPlayer {
        let MinimaxLimits { depth, ms, nodes } = limits;
        let limits = Limits { depth, time: ms.map(Duration::from_millis), nodes };
        MinimaxPlayer { search: Minimax::new(TABLE), limits }
    }
}

impl Player for MinimaxPlayer {
    fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Move>, PlayerError> {
        turns
            .iter()
            .map(|turn| {
                let best = self.search.search(rules, turn.game, self.limits).best;
                best.ok_or_else(|| PlayerError::new("asked for a move in a game that is over"))
            })
            .collect()
    }
}
