//! Scores: hundredths of a man for the side to move, and wins and losses by their distance.

/// A won game. A win in `n` plies scores `WIN - n`, so that the shortest is the best.
pub const WIN: i32 = 32_000;

/// A drawn game.
pub const DRAW: i32 = 0;

/// The longest line that is followed, captures and extensions included.
pub const MAX_PLY: usize = 192;

/// The least score that is a proven win.
pub(super) const LEAST_WIN: i32 = WIN - MAX_PLY as i32;

/// The highest score that an evaluation may give.
pub(super) const MOST_MATERIAL: i32 = LEAST_WIN - 1;

/// More than any score.
pub(super) const INFINITY: i32 = WIN + 1;

/// True for a proven win or loss.
pub(super) const fn is_decided(score: i32) -> bool {
    score >= LEAST_WIN || score <= -LEAST_WIN
}

/// The score of a side that has lost, `ply` plies from the root.
pub(super) const fn lost_at(ply: usize) -> i32 {
    ply as i32 - WIN
}
