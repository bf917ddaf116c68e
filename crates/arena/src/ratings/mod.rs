//! Ratings of many players from the games between them.

mod bootstrap;
mod crosstable;
mod cycles;
mod davidson;
mod dispersion;
mod error;
mod fit;
mod goodness;
mod groups;
mod options;
mod payoff;
mod rating;
mod schedule;

pub use bootstrap::Bootstrap;
pub use crosstable::{Crosstable, GameCounts};
pub use cycles::{Cycle, cycles};
pub use error::RatingError;
pub use goodness::GoodnessOfFit;
pub use options::{Anchor, RatingOptions};
pub use payoff::PayoffMatrix;
pub use rating::{EloInterval, Rating, Ratings};
pub(crate) use schedule::next_pairings_within;
pub use schedule::{Aim, next_pairing, next_pairings};
