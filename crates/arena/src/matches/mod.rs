//! Matches of two players.
//!
//! [`play_match`] takes openings ([`Openings`]), plays two games from each with colours swapped, and counts pairs. With a
//! [`Sprt`] it looks at the test after each pair, in the order of their numbers, and ends at the first pair that decides:
//! games that other threads have played beyond it are left out. So the result depends on the seed alone.

mod config;
mod error;
mod play;
mod report;

pub use config::MatchConfig;
pub use error::MatchError;
pub use play::{MatchResult, Progress, play_match};
pub use report::{ForfeitReport, MatchReport, SprtReport};

pub(crate) use config::check_pace;

#[cfg(doc)]
use crate::{Openings, Sprt};
