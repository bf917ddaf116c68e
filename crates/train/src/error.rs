use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why training cannot start or go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainError {
    /// A file or folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A config that cannot be used.
    #[error("{}: {message}", path.display())]
    Config {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// The run was started with another config.
    #[error(
        "{path} was started with another config; different are {keys}; give another folder with --run, or the config \
         that it was started with ({path}/config.toml)",
        path = path.display(), keys = keys.join(", ")
    )]
    ConfigChanged {
        /// The run's folder.
        path: PathBuf,
        /// Keys with both values.
        keys: Vec<String>,
    },
    /// A folder of self-play was begun with other settings.
    #[error(
        "{path} was begun with other settings; different are {keys}; give another folder with --out, or the settings that \
         it was begun with ({path}/selfplay.toml)",
        path = path.display(), keys = keys.join(", ")
    )]
    SettingsChanged {
        /// The folder.
        path: PathBuf,
        /// Keys with both values.
        keys: Vec<String>,
    },
    /// It was asked for that the call ends.
    #[error("stopped")]
    Stopped,
    /// A network gave an evaluation that no search can use.
    #[error(
        "{}: {source}; {dump}; play with another checkpoint (for a run: delete this one, and start with a lower learn.rate), or \
         try inference.precision = \"f32\"",
        checkpoint.display()
    )]
    BadEvaluation {
        /// The checkpoint.
        checkpoint: PathBuf,
        /// What is wrong with the evaluation.
        source: bashni_search::mcts::SearchError,
        /// Where it was written down, or why it could not be.
        dump: String,
    },
    /// A game cannot be played again.
    #[error("{}: {message}", shard.display())]
    Replay {
        /// The shard.
        shard: PathBuf,
        /// What is wrong and what to do.
        message: String,
    },
    /// A folder that is no run, or a damaged one.
    #[error("{}: {message}", path.display())]
    Run {
        /// The folder or file.
        path: PathBuf,
        /// What is wrong and what to do.
        message: String,
    },
    /// Games without decisions.
    #[error(
        "{games} games of self-play had no decision to learn from: under these rules a game is over, or forced, from its \
         start (rules.start, rules.rows)"
    )]
    NoRows {
        /// Games played.
        games: u64,
    },
    /// A number that is none came out of the network.
    #[error(
        "{what} became {value} at step {step}: training has diverged; start another run with a lower learn.rate or \
         learn.clip"
    )]
    Diverged {
        /// What is not finite.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The step of the optimiser.
        step: u64,
    },
    /// A checkpoint cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] bashni_net::CheckpointError),
    /// A device cannot be used.
    #[error(transparent)]
    Device(#[from] bashni_net::DeviceError),
    /// A network failed.
    #[error(transparent)]
    Net(#[from] bashni_net::NetError),
    /// Self-play failed.
    #[error(transparent)]
    SelfPlay(#[from] bashni_selfplay::SelfPlayError),
    /// A shard cannot be read or written.
    #[error(transparent)]
    Shard(#[from] bashni_data::ShardError),
    /// A row of a shard makes no sense.
    #[error("a row of the window: {0}")]
    Row(#[from] bashni_data::RowError),
    /// A match failed.
    #[error(transparent)]
    Match(Box<bashni_arena::MatchError>),
    /// A tournament failed.
    #[error(transparent)]
    Tournament(Box<bashni_arena::TournamentError>),
    /// The threads of learning could not be started.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// libtorch failed.
    #[error("libtorch: {}", bashni_net::first_line(.0))]
    Torch(#[from] tch::TchError),
}

impl TrainError {
    /// True if nothing failed but the call was asked to end.
    pub fn is_stopped(&self) -> bool {
        match self {
            TrainError::Stopped | TrainError::SelfPlay(bashni_selfplay::SelfPlayError::Stopped) => true,
            TrainError::Match(error) => matches!(**error, bashni_arena::MatchError::Stopped),
            _ => false,
        }
    }

    pub(crate) fn io(path: &Path, source: impl Into<io::Error>) -> TrainError {
        TrainError::Io { path: path.to_owned(), source: source.into() }
    }
}

impl From<bashni_arena::MatchError> for TrainError {
    fn from(error: bashni_arena::MatchError) -> TrainError {
        TrainError::Match(Box::new(error))
    }
}

impl From<bashni_arena::TournamentError> for TrainError {
    fn from(error: bashni_arena::TournamentError) -> TrainError {
        TrainError::Tournament(Box::new(error))
    }
}
