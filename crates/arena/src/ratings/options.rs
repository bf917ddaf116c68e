use serde::Serialize;

use super::Bootstrap;

/// Which ratings the others are relative to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// The mean of all players is at so many Elo points.
    Mean(f64),
    /// A player is at so many Elo points, and so has no interval.
    Player {
        /// The player's number.
        player: usize,
        /// Its rating.
        elo: f64,
    },
}

/// How to rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RatingOptions {
    /// What ratings are relative to.
    pub anchor: Anchor,
    /// Intervals from resampled games, not from the curvature of the likelihood.
    pub bootstrap: Option<Bootstrap>,
}

impl Default for RatingOptions {
    /// Mean 0, intervals from the curvature.
    fn default() -> RatingOptions {
        RatingOptions { anchor: Anchor::Mean(0.0), bootstrap: None }
    }
}
