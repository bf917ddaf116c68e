use std::time::Duration;

use bashni_rules::Move;
use bashni_search::{Mover, Wdl};

use crate::{Choice, PlayerError, Score, Thinking};

/// One way to go on, and what it is worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// What the side to move expects of it; `None` if the engine does not say.
    pub score: Option<Score>,
    /// The moves that both sides are expected to play; the first is always there.
    pub pv: Vec<Move>,
    /// Simulations that went through its first move or step, of a tree search.
    pub visits: Option<u64>,
}

/// What an engine has found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// The best moves, as many as were asked for and are known, the best first.
    pub lines: Vec<Line>,
    /// Depth in plies that was finished.
    pub depth: Option<u32>,
    /// Depth of the longest line that was looked at, in plies.
    pub longest: Option<u32>,
    /// Simulations so far.
    pub sims: Option<u64>,
    /// Positions visited so far; states in the tree of a tree search.
    pub nodes: Option<u64>,
    /// How full the transposition table is, in thousandths.
    pub hash_permille: Option<u32>,
    /// Time since the search began.
    pub time: Duration,
}

impl Info {
    /// The best move, if one is known.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.pv.first().copied())
    }

    /// What is expected of the best move.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().and_then(|line| line.score)
    }

    /// Puts the move that is to be played first, with what is known of it.
    pub(crate) fn put_first(&mut self, played: Move) {
        let known = self.lines.iter().position(|line| line.pv.first() == Some(&played));
        let line = match known {
            Some(index) => self.lines.remove(index),
            None => Line { score: self.score(), pv: vec![played], visits: None },
        };
        self.lines.insert(0, line);
    }

    /// Positions, or simulations, a second.
    pub fn rate(&self) -> Option<u64> {
        let seconds = self.time.as_secs_f64();
        let count = self.sims.or(self.nodes)?;
        (seconds > 0.0).then(|| (count as f64 / seconds) as u64)
    }

    /// What is said about the move beside it. The time is that of the engine.
    pub fn thinking(&self) -> Thinking {
        Thinking {
            score: self.score(),
            depth: self.depth,
            sims: self.sims,
            nodes: self.nodes,
            micros: u64::try_from(self.time.as_micros()).unwrap_or(u64::MAX),
        }
    }

    /// The best move as the answer of a player.
    ///
    /// # Errors
    /// If there is none.
    pub fn choice(&self) -> Result<Choice, PlayerError> {
        let played = self.best().ok_or_else(|| PlayerError::new("the engine found no move"))?;
        Ok(Choice { played, thinking: self.thinking() })
    }
}

/// A score from material, with proven wins and losses told from it.
pub(super) fn score(hundredths: i32, win_in: Option<u32>, loss_in: Option<u32>) -> Score {
    match (win_in, loss_in) {
        (Some(plies), _) => Score::WinIn(plies),
        (_, Some(plies)) => Score::LossIn(plies),
        _ => Score::Material(hundredths),
    }
}

/// A drawn game.
pub(super) fn draw() -> Score {
    Score::from(Wdl::<Mover>::DRAW)
}
