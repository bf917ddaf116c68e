use thiserror::Error;

use super::Bootstrap;

/// Why there are no ratings.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RatingError {
    /// A table without players, or with one alone.
    #[error("{0} players: ratings need at least 2")]
    TooFewPlayers(usize),
    /// Two players of one name.
    #[error("two players are called `{0}`: give each a name of its own")]
    SameName(String),
    /// A number that is no player's.
    #[error("player number {player}: the table has players 0 to {last}")]
    NoSuchPlayer {
        /// The number.
        player: usize,
        /// The last player's.
        last: usize,
    },
    /// A game of a player against itself.
    #[error("player `{0}` against itself: a game needs two players")]
    AgainstItself(String),
    /// A result that is none.
    #[error("{0} half points in a game: expected 0 (lost), 1 (drawn) or 2 (won)")]
    HalfPoints(u8),
    /// The anchor's rating is not a finite number.
    #[error("anchor at {0} Elo: expected a finite number")]
    Anchor(f64),
    /// Too few samples for an interval, or more than there is any use for.
    #[error(
        "{0} bootstrap samples: expected {least} to {most}, better 1000",
        least = Bootstrap::LEAST_SAMPLES, most = Bootstrap::MOST_SAMPLES
    )]
    Samples(usize),
}
