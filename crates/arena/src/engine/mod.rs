//! What thinks about a position while it can be watched and stopped.
//!
//! A [`Player`](crate::Player) is asked for moves of many games and answers when it is done: that is what matches need. An
//! [`Engine`] thinks about one position, says what it has found so far, and can be stopped at any time: that is what
//! analysis, a game against a person and the [UGI protocol](crate::ugi) need. [`PlayerFactory`](crate::PlayerFactory)
//! makes both from the same text.

mod alphabeta;
mod clock;
mod go;
mod info;
mod minimax;
mod player;
mod tree;

use std::sync::atomic::AtomicBool;

use bashni_rules::Rules;

pub use alphabeta::AlphaBetaEngine;
pub use clock::time_for_move;
pub use go::Go;
pub use info::{Info, Line};
pub use minimax::MinimaxEngine;
pub use player::{EnginePlayer, PlayerEngine};
pub use tree::TreeEngine;

use crate::{GameHistory, PlayerError};

/// Thinks about one position at a time, and can be watched and stopped while it does.
///
/// It lives on the thread that made it.
pub trait Engine {
    /// Thinks until a limit of `go` is reached, or soon after `stop` is set by another thread, and returns what it has found
    /// in the end. There is always a line with a move, the best first, also if it is stopped at once.
    ///
    /// `report` is called with what is known so far: as often as there is something new, not more than some ten times a
    /// second for long.
    ///
    /// # Errors
    /// If the game is over, or the engine cannot go on, for instance because its network fails.
    fn think(
        &mut self,
        rules: &Rules,
        history: &GameHistory,
        go: &Go,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Info, PlayerError>;

    /// Forgets what it knows of earlier games.
    fn new_game(&mut self) {}
}

/// How an engine is set up; each takes what it can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineSetup {
    /// Megabytes for a transposition table.
    pub hash_mb: usize,
    /// Threads that search together.
    pub threads: usize,
    /// The randomness of engines that have some.
    pub seed: u64,
}

impl Default for EngineSetup {
    /// 64 MB, one thread.
    fn default() -> EngineSetup {
        EngineSetup { hash_mb: 64, threads: 1, seed: 1 }
    }
}

/// The error of an engine that is asked about a game that is over.
pub(crate) fn game_over() -> PlayerError {
    PlayerError::new("asked for a move in a game that is over")
}
