use bashni_rules::Move;

/// A won game. A win in `n` plies scores `WIN - n`, so that the shortest is the best.
pub const WIN: i32 = 1_000_000;

/// A drawn game.
pub const DRAW: i32 = 0;

/// The longest line of whole moves that is followed, captures at its end included.
pub const MAX_PLY: usize = 128;

/// The least score that is a proven win, not an estimate.
pub(super) const LEAST_WIN: i32 = WIN - MAX_PLY as i32;

/// What a search has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; `None` where there is none (the game is lost) and inside a chain, since this search plays whole
    /// moves.
    pub best: Option<Move>,
    /// The score for the side to move, in hundredths of a man; [`WIN`] less the distance for a win, and the negative of
    /// that for a loss.
    pub score: i32,
    /// The last depth that was finished.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The line that both sides are expected to play, beginning with `best`.
    pub pv: Vec<Move>,
}

impl SearchResult {
    /// Plies to a proven win of the side to move, if one was found.
    pub fn win_in(&self) -> Option<u32> {
        (self.score >= LEAST_WIN).then(|| (WIN - self.score) as u32)
    }

    /// Plies to a proven loss of the side to move, if one was found.
    pub fn loss_in(&self) -> Option<u32> {
        (self.score <= -LEAST_WIN).then(|| (WIN + self.score) as u32)
    }
}
