use std::time::Duration;

use bashni_rules::Rules;
use bashni_search::minimax::{Limits, Minimax, SearchResult};

use crate::{Choice, MinimaxLimits, Player, PlayerError, Score, Thinking, Turn};

/// Plays the best move that alpha-beta finds within its limits. It uses no randomness.
pub struct MinimaxPlayer {
    search: Minimax,
    limits: Limits,
}

impl MinimaxPlayer {
    /// Megabytes of the transposition table.
    pub const TABLE_MB: usize = 16;

    /// A player with these limits.
    pub fn new(limits: MinimaxLimits) -> MinimaxPlayer {
        let MinimaxLimits { depth, ms, nodes } = limits;
        let limits = Limits { depth, time: ms.map(Duration::from_millis), nodes };
        MinimaxPlayer { search: Minimax::new(MinimaxPlayer::TABLE_MB), limits }
    }
}

impl Player for MinimaxPlayer {
    fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Choice>, PlayerError> {
        turns.iter().map(|turn| choice(&self.search.search(rules, turn.game, self.limits))).collect()
    }
}

fn choice(found: &SearchResult) -> Result<Choice, PlayerError> {
    let played = found.best.ok_or_else(|| PlayerError::new("asked for a move in a game that is over"))?;
    let score = match (found.win_in(), found.loss_in()) {
        (Some(plies), _) => Score::WinIn(plies),
        (_, Some(plies)) => Score::LossIn(plies),
        _ => Score::Material(found.score),
    };
    let thinking = Thinking {
        score: Some(score),
        depth: Some(found.depth),
        nodes: Some(found.nodes),
        ..Thinking::default()
    };
    Ok(Choice { played, thinking })
}
