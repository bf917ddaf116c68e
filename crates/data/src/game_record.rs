use bashni_rules::{Game, Outcome, PositionError, Rules};

use crate::Ending;

/// What belongs to a self-play game and not to one of its decisions. The rows of a game share one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameRecord {
    /// Number of the game in its run.
    pub id: u64,
    /// Seed from which the whole game follows.
    pub seed: u64,
    /// Training step of the network that searched.
    pub network_step: u64,
    /// The position that the game began from, in the one-line form with its plies without progress ([`Game::fen`]); empty
    /// for the start position of the rules.
    pub start: String,
    /// The whole moves that were played before the move of the first row, in letters, with a space between two: those of
    /// an opening, and forced ones after it. They are as many as the first row's plies.
    pub opening: String,
    /// Whole moves of the game.
    pub plies: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// What ended it.
    pub ending: Ending,
    /// The position in which it ended, in the one-line form without a counter.
    pub final_position: String,
}

impl GameRecord {
    /// The game at its start.
    ///
    /// # Errors
    /// If `start` is not a position under these rules.
    pub fn start(&self, rules: &Rules) -> Result<Game, PositionError> {
        if self.start.is_empty() { Ok(Game::new(rules)) } else { Game::from_fen(&self.start, rules) }
    }
}
