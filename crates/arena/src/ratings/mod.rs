//! Ratings of many players from the games between them.
//!
//! # The model
//! Bradley and Terry's, with Davidson's draws and an advantage of the first move (Davidson and Beaver, "On Extending
//! the Bradley-Terry Model to Incorporate Within-Pair Order Effects"). White wins, draws and loses in the proportion
//! exp(x/2) : ν : exp(-x/2), where x is White's strength, plus the first move's, less Black's.
//!
//! # The scale
//! In this model the score grows more slowly with strength where draws are common, so that a strength is not yet Elo as a
//! match shows it. Ratings are strengths times 400 / ln 10 · 2 / (2 + ν): for players of nearly equal strength a
//! difference of ratings is then the Elo of the expected score, that of [`Estimate`](crate::Estimate), however
//! often they draw; without draws it is at any distance. (BayesElo scales in the same way.)
//!
//! # Finite in any case
//! Strengths are those of greatest likelihood, where there are such. Otherwise, if the players fall into groups of which
//! one has never scored against the other, or has not met it, every player has one more game, half won and half lost, against an
//! imaginary one of average strength, which does not end in colour nor draw. The first move and ν always have one
//! imaginary game between equals, half of it drawn and a quarter won by either side.

mod bootstrap;
mod crosstable;
mod cycles;
mod davidson;
mod error;
mod fit;
mod goodness;
mod groups;
mod payoff;
mod rating;
mod schedule;

pub use bootstrap::Bootstrap;
pub use crosstable::{Crosstable, GameCounts};
pub use cycles::{Cycle, cycles};
pub use error::RatingError;
pub use goodness::GoodnessOfFit;
pub use payoff::PayoffMatrix;
pub use rating::{Anchor, EloInterval, Rating, RatingOptions, Ratings};
pub use schedule::{Aim, next_pairing, next_pairings};
