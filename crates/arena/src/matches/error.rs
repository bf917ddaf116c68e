use thiserror::Error;

use crate::{OpeningError, PlayerError, PlayerSpec};

/// Why a match could not be played. What a player does wrong during a game is no error, it loses the game
/// ([`Forfeit`](crate::Forfeit)).
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// An odd number of games, or none.
    #[error(
        "{0} games: the number of games must be even and at least 2, since every opening is played twice with colours \
         swapped"
    )]
    Games(u64),
    /// A number in the settings that must be at least 1.
    #[error("{0} = 0: expected at least 1")]
    Zero(&'static str),
    /// Rules without an end.
    #[error(
        "under the rules {0} games need not end (repetition = 0 and no_progress_plies = 0); set one of them, as \
         repetition=3"
    )]
    Endless(String),
    /// A player whose own time is not less than the limit.
    #[error(
        "player `{player}` thinks as long as the limit for a move, {limit} s, and would lose every game; raise \
         --move-limit, or lower its ms"
    )]
    SlowByDesign {
        /// The player.
        player: PlayerSpec,
        /// The limit in seconds.
        limit: f64,
    },
    /// There are not enough openings.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// A player cannot be made.
    #[error("player `{player}` cannot be set up: {source}")]
    Setup {
        /// The player.
        player: PlayerSpec,
        /// Why.
        source: PlayerError,
    },
    /// [`MatchConfig::stop`](crate::MatchConfig::stop) was set.
    #[error("the match was stopped")]
    Stopped,
    /// A thread that held games has panicked.
    #[error("a thread of the referee has panicked; this is a fault of the program, please report it")]
    Thread,
}
