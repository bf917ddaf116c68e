use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::{MatchError, RatingError};

/// Why a tournament cannot be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// A file or folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A folder that is no tournament, or a damaged one.
    #[error("{}: {message}", path.display())]
    Folder {
        /// The folder or file.
        path: PathBuf,
        /// What is wrong and what to do.
        message: String,
    },
    /// Fewer than two players, or one of them twice.
    #[error("{0}")]
    Players(String),
    /// A number of games that does not make pairs.
    #[error(
        "{0} games: expected an even number, at least 2, since every opening is played twice with colours swapped"
    )]
    Games(u64),
    /// A setting that would mix games of different kinds.
    #[error(
        "{path} was started with other settings; different are {}; give the settings in {path}/tournament.toml, or begin \
         another tournament in a folder of its own",
        keys.join(", "), path = path.display()
    )]
    SettingsChanged {
        /// The folder.
        path: PathBuf,
        /// Settings with both values.
        keys: Vec<String>,
    },
    /// A player that is another one than in the games of the folder.
    #[error(
        "player `{player}` is another one now than in the games of {}: {}; their results must not be added up. Name a \
         checkpoint by its own folder, or begin another tournament in a folder of its own",
        path.display(), differences.join(", ")
    )]
    PlayerChanged {
        /// The folder.
        path: PathBuf,
        /// The player.
        player: String,
        /// What differs.
        differences: Vec<String>,
    },
    /// The openings of a pairing have run out.
    #[error("{pairing}: {source}")]
    Openings {
        /// The pairing, as `random against minimax:depth=2`.
        pairing: String,
        /// How many there are.
        source: crate::OpeningError,
    },
    /// The games could not be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The games could not be rated.
    #[error(transparent)]
    Ratings(#[from] RatingError),
}

impl TournamentError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> TournamentError + use<> {
        let path = path.to_owned();
        move |source| TournamentError::Io { path, source }
    }

    pub(super) fn folder(path: &Path, message: impl Into<String>) -> TournamentError {
        TournamentError::Folder { path: path.to_owned(), message: message.into() }
    }
}
