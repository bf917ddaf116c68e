use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bashni_rules::{Game, Move, Rules};

use crate::{Engine, EngineSetup, Fault, PlayerEngine, PlayerIdentity, PlayerSpec, Thinking};

/// One game in which a player is asked for a move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game, at the start of a move and not over.
    pub game: &'a Game,
    /// The game before its first move, that of the opening included.
    pub start: &'a Game,
    /// The moves from there to here.
    pub moves: &'a [Move],
    /// The randomness of this move. It follows from the game and its ply, so a player that takes all its
    /// randomness from here plays the same moves whatever games it is asked about together.
    pub seed: u64,
    /// As which of the specs that the player was made for it plays here.
    pub role: usize,
    /// Set when nobody waits for the answer any more. A player that holds something outside of this program should give
    /// it up then.
    pub cancelled: &'a AtomicBool,
}

/// A move, and what the player says about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub played: Move,
    /// How it was found; the time is filled in by the referee.
    pub thinking: Thinking,
}

impl From<Move> for Choice {
    /// A move about which nothing is said.
    fn from(played: Move) -> Choice {
        Choice { played, thinking: Thinking::default() }
    }
}

/// Something that chooses moves, in many games at once.
///
/// A player lives on the thread that made it, which the referee leaves behind if the player does not come back in time.
/// It must not let one game influence another, or results would depend on how games are spread over threads.
pub trait Player {
    /// One legal move for each turn, in the same order.
    ///
    /// # Errors
    /// If the player cannot go on, for instance because its network fails. This loses the game; where several were asked
    /// about, they are asked about again one by one, to find out which.
    fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Choice>, PlayerError>;

    /// How many games it is worth to ask about together: more than one for players that compute them in a batch.
    fn max_batch(&self) -> usize {
        1
    }
}

/// Makes players from their description.
pub trait PlayerFactory: Send + Sync {
    /// Makes a player that plays as each of some specs, which [`can_share`](PlayerFactory::can_share) has said may share
    /// one; there is at least one. Called on the thread that plays, and again after the player has broken down.
    ///
    /// # Errors
    /// If this factory knows no such player, or what the player needs cannot be loaded.
    fn create(&self, specs: &[PlayerSpec], rules: &Arc<Rules>) -> Result<Box<dyn Player>, PlayerError>;

    /// What exactly plays under this name now. Called before the first game, so it also has to find out whether the
    /// player can be made.
    ///
    /// # Errors
    /// As for [`create`](PlayerFactory::create).
    fn identify(&self, spec: &PlayerSpec, rules: &Arc<Rules>) -> Result<PlayerIdentity, PlayerError>;

    /// Makes an engine, which can be watched and stopped, from the text of a player. It has no limits of its own: those of
    /// the text are [`Go::of`](crate::Go::of) it.
    ///
    /// # Errors
    /// As for [`create`](PlayerFactory::create).
    fn engine(
        &self,
        spec: &PlayerSpec,
        rules: &Arc<Rules>,
        setup: &EngineSetup,
    ) -> Result<Box<dyn Engine>, PlayerError> {
        let player = self.create(std::slice::from_ref(spec), rules)?;
        Ok(Box::new(PlayerEngine::new(player, setup.seed)))
    }

    /// True if one player can serve both, so that their games come in one batch.
    fn can_share(&self, a: &PlayerSpec, b: &PlayerSpec) -> bool {
        a == b
    }
}

/// Why a player could not be made or could not choose: the error that it met, with its whole message.
#[derive(Debug)]
pub struct PlayerError {
    fault: Fault,
    error: Box<dyn Error + Send + Sync>,
}

impl PlayerError {
    /// Wraps an error, or a plain text.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> PlayerError {
        PlayerError::of(Fault::Crash, error)
    }

    /// An error of a certain kind.
    pub fn of(fault: Fault, error: impl Into<Box<dyn Error + Send + Sync>>) -> PlayerError {
        PlayerError { fault, error: error.into() }
    }

    /// What kind of fault it is where it loses a game.
    pub fn fault(&self) -> Fault {
        self.fault
    }
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for PlayerError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}
