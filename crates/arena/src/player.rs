use std::error::Error;
use std::fmt;
use std::sync::Arc;

use bashni_rules::{Game, Move, Rules};

use crate::PlayerSpec;

/// One game in which a player is asked for a move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game, at the start of a move and not over.
    pub game: &'a Game,
    /// The randomness of this move. It follows from the game and its ply, so a player that takes all its
    /// randomness from here plays the same moves whatever games it is asked about together.
    pub seed: u64,
}

/// Something that chooses moves, in many games at once.
///
/// A player lives on the thread that made it. It must not let one game influence another, or results would depend
/// on how games are spread over threads.
pub trait Player {
    /// One legal move for each turn, in the same order.
    ///
    /// # Errors
    /// If the player cannot go on, for instance because its network fails. This ends the match.
    fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Move>, PlayerError>;
}

/// Makes players from their description.
pub trait PlayerFactory: Sync {
    /// Makes a player; called once on each thread that plays.
    ///
    /// # Errors
    /// If this factory knows no such player, or what the player needs cannot be loaded.
    fn create(&self, spec: &PlayerSpec, rules: &Arc<Rules>) -> Result<Box<dyn Player>, PlayerError>;
}

/// Why a player could not be made or could not choose: the error that it met, with its whole message.
#[derive(Debug)]
pub struct PlayerError(Box<dyn Error + Send + Sync>);

impl PlayerError {
    /// Wraps an error, or a plain text.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> PlayerError {
        PlayerError(error.into())
    }
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for PlayerError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}
