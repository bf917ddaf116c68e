use bashni_data::State;
use bashni_rules::{EncodingError, PositionError};
use bashni_search::Evaluation;
use bashni_search::mcts::SearchError;
use thiserror::Error;

/// Why self-play stopped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SelfPlayError {
    /// The board has no encoding.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// An evaluation that is none: an infinite number, no distribution, or another number of logits than of steps.
    #[error("game {}, ply {}: {}", .0.game_id, .0.state.ply, .0.source)]
    BadEvaluation(Box<BadEvaluation>),
    /// A start position is not possible under the rules.
    #[error("a start position: {0}")]
    Start(#[from] PositionError),
    /// A file of start positions is named, but was not read.
    #[error("the start positions of {file} were not read: OpeningConfig::load does that")]
    StartsNotRead {
        /// The file.
        file: String,
    },
    /// Nothing to evaluate positions with.
    #[error("self-play needs at least one evaluator, one for each thread")]
    NoEvaluator,
    /// A search ended without a step to play.
    #[error("a search ended without a step to play")]
    NoChoice,
    /// [`Progress::stop`](crate::Progress::stop) was set.
    #[error("self-play was stopped")]
    Stopped,
    /// A thread panicked.
    #[error("a self-play thread panicked; its message is above")]
    Thread,
}

/// An evaluation that no search can use, with all that is needed to ask for it again.
#[derive(Debug)]
pub struct BadEvaluation {
    /// Number of the game in its run.
    pub game_id: u64,
    /// Seed from which the whole game follows.
    pub game_seed: u64,
    /// The state that was being searched.
    pub state: State,
    /// The position that was evaluated, in the one-line form: one that the search has come to from there.
    pub position: String,
    /// In a chain of captures the square where the capturing column stands.
    pub chain_at: Option<String>,
    /// In a chain the squares that the next jump may not take.
    pub barred: Vec<String>,
    /// Plies without capture or promotion there.
    pub no_progress: u32,
    /// Earlier occurrences of the position.
    pub repetitions: u32,
    /// The legal steps, as `c3-d4`, in the order of the logits.
    pub steps: Vec<String>,
    /// What came back.
    pub evaluation: Evaluation,
    /// What is wrong with it.
    pub source: SearchError,
}
