use bashni_rules::Move;

use super::score::{LEAST_WIN, WIN};

/// One way to go on, and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move, in hundredths of a man; [`WIN`] less the distance for a win, and the negative of that
    /// for a loss.
    pub score: i32,
    /// The moves that both sides are expected to play; the first is there always.
    pub pv: Vec<Move>,
}

impl Line {
    /// Plies to a proven win of the side to move, if the line is one.
    pub fn win_in(&self) -> Option<u32> {
        win_in(self.score)
    }

    /// Plies to a proven loss of the side to move, if the line is one.
    pub fn loss_in(&self) -> Option<u32> {
        win_in(-self.score)
    }
}

/// What a search has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The best moves, as many as were asked for and are there, the best first. Empty where there is no legal move (the
    /// game is lost) and inside a chain, since this search plays whole moves.
    pub lines: Vec<Line>,
    /// The last depth that was finished.
    pub depth: u32,
    /// The longest line that was looked at, in plies.
    pub longest: u32,
    /// Positions visited, by all threads.
    pub nodes: u64,
}

impl SearchResult {
    /// The best move.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.pv.first().copied())
    }

    /// The score of the best line; that of a lost game if there is none.
    pub fn score(&self) -> i32 {
        self.lines.first().map_or(-WIN, |line| line.score)
    }

    /// Plies to a proven win of the side to move, if one was found.
    pub fn win_in(&self) -> Option<u32> {
        win_in(self.score())
    }

    /// Plies to a proven loss of the side to move, if one was found.
    pub fn loss_in(&self) -> Option<u32> {
        win_in(-self.score())
    }
}

/// Plies to the win that a score stands for.
fn win_in(score: i32) -> Option<u32> {
    (score >= LEAST_WIN).then(|| (WIN - score) as u32)
}
