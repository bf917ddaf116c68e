use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt::Write, fs, io};

use bashni_rules::{Game, PositionError, Rules};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// Positions that games of self-play begin from.
///
/// In a file each has a line, in the one-line form, with its plies without progress if it has any (`:H12`). What follows
/// a `#` is a comment. A position that is there twice is drawn twice as often.
///
/// ```
/// use std::path::Path;
///
/// use bashni_rules::Rules;
/// use bashni_selfplay::Starts;
///
/// let rules = Rules::preset("bashni").unwrap();
/// let text = "# Two kings against one\n W:Wa1=1,c1=1:Bh8=1/0:H4  # with a prisoner\n";
/// let starts = Starts::parse(text, Path::new("kings.txt"), &rules).unwrap();
/// assert_eq!(starts.text(), "W:Wa1=1,c1=1:Bh8=1/0:H4\n");
/// let error = Starts::parse("W:Wa1=1", Path::new("kings.txt"), &rules).unwrap_err();
/// assert!(error.to_string().starts_with("kings.txt:1: "));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Starts {
    /// In the one-line form, as the rules write it.
    positions: Arc<[String]>,
}

/// Why start positions cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A line is no position.
    #[error("{}:{line}: {source}", path.display())]
    Position {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: PositionError,
    },
    /// There is nothing to play in a position.
    #[error("{}:{line}: the game is over in {position}; expected a position that can be played on", path.display())]
    Over {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The position.
        position: String,
    },
    /// There is no position.
    #[error("{}: holds no position; expected one a line, in the one-line form, as W:Wc1=1/00,e3=0:Bb6=0", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The positions are not those that were meant.
    #[error(
        "{}: its positions have the hash {found}, where sha256 = \"{expected}\"; restore the file, or leave sha256 out to \
         take it as it is", path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// The hash of its positions.
        found: String,
        /// The hash that the config has.
        expected: String,
    },
}

impl Starts {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or [`parse`](Starts::parse) refuses what is in it.
    pub fn read(path: &Path, rules: &Rules) -> Result<Starts, StartError> {
        let text =
            fs::read_to_string(path).map_err(|source| StartError::Io { path: path.to_owned(), source })?;
        Starts::parse(&text, path, rules)
    }

    /// Reads the text of a file; `path` is for errors.
    ///
    /// # Errors
    /// If a line is no position under these rules, or one in which the game is over (the line is named), or there is none.
    pub fn parse(text: &str, path: &Path, rules: &Rules) -> Result<Starts, StartError> {
        let mut positions = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let (path, line_number) = (path.to_owned(), number + 1);
            let line = line.trim_start_matches('\u{feff}');
            let words = line.split_once('#').map_or(line, |(words, _)| words).trim();
            if words.is_empty() {
                continue;
            }
            let game = Game::from_fen(words, rules).map_err(|source| StartError::Position {
                path: path.clone(),
                line: line_number,
                source,
            })?;
            let position = game.fen(rules);
            if game.outcome(rules).is_some() {
                return Err(StartError::Over { path, line: line_number, position });
            }
            positions.push(position);
        }
        if positions.is_empty() {
            return Err(StartError::Empty { path: path.to_owned() });
        }
        Ok(Starts { positions: positions.into() })
    }

    /// The positions, in the one-line form.
    pub fn positions(&self) -> &[String] {
        &self.positions
    }

    /// The positions as a file has them, without comments.
    pub fn text(&self) -> String {
        self.positions.iter().fold(String::new(), |text, position| text + position + "\n")
    }

    /// Hash of [`text`](Starts::text), in hexadecimal digits: what the file says besides does not matter.
    pub fn sha256(&self) -> String {
        let mut digits = String::new();
        for byte in Sha256::digest(self.text()) {
            // A string takes all that is written to it.
            let _ = write!(digits, "{byte:02x}");
        }
        digits
    }
}
