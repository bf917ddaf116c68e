use std::io;
use std::path::PathBuf;

use bashni_rules::{PositionError, RulesError};
use parquet::errors::ParquetError;
use thiserror::Error;

use crate::SCHEMA_VERSION;

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RowError {
    /// Not as many probabilities as legal steps.
    #[error("{legal} legal steps, but {policy} probabilities")]
    Lengths {
        /// Number of legal steps.
        legal: usize,
        /// Number of probabilities.
        policy: usize,
    },
    /// The step that was played is not among the legal ones.
    #[error("the step played ({action}) is not among the legal ones")]
    Action {
        /// The step's policy index.
        action: u16,
    },
    /// A decision after the end of its game.
    #[error("the decision is at ply {ply}, but its game ended at ply {plies}")]
    Plies {
        /// Plies before the decision.
        ply: u32,
        /// Plies of the game.
        plies: u32,
    },
    /// A number that is none, or a negative probability.
    #[error("{column} = {value}: expected a number that is finite and not negative")]
    Number {
        /// The column.
        column: &'static str,
        /// The number, as text.
        value: String,
    },
    /// A value outside those that a column may have.
    #[error("{column} = `{value}`: expected {expected}")]
    Value {
        /// The column.
        column: &'static str,
        /// The value, as text.
        value: String,
        /// What the column may hold.
        expected: &'static str,
    },
    /// The position is refused.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The chain cannot be played from the position.
    #[error("chain `{chain}` cannot be played from `{position}`: {reason}")]
    Chain {
        /// The chain.
        chain: String,
        /// The position.
        position: String,
        /// Why.
        reason: &'static str,
    },
}

/// Why a shard cannot be written or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The file system refuses.
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the file system says.
        source: io::Error,
    },
    /// Not a Parquet file at all.
    #[error("{}: not a shard of games: it does not begin as a Parquet file (is it another file, or empty?)", path.display())]
    NotParquet {
        /// The file.
        path: PathBuf,
    },
    /// A Parquet file without its end.
    #[error(
        "{}: truncated: the end of the Parquet file is missing; restore it from a copy; a run cannot go on without it",
        path.display()
    )]
    Truncated {
        /// The file.
        path: PathBuf,
    },
    /// A Parquet file that this program did not write.
    #[error("{}: a Parquet file, but not a shard of games: it has no bashni checksum", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The content is not what was written.
    #[error(
        "{}: damaged: its checksum does not match; restore it from a copy; a run cannot go on without it",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The Parquet library refuses.
    #[error("{}: cannot be read as a shard of games: {source}", path.display())]
    Parquet {
        /// The file.
        path: PathBuf,
        /// What the library says.
        source: ParquetError,
    },
    /// A key of the metadata is missing or makes no sense.
    #[error("{}: metadata `{key}`: expected {expected}; the file was not written by this program", path.display())]
    Meta {
        /// The file.
        path: PathBuf,
        /// The key.
        key: &'static str,
        /// What should be there.
        expected: &'static str,
    },
    /// Another version of the columns.
    #[error(
        "{}: its columns are version {found}, this program reads version {SCHEMA_VERSION}; read it with the program \
         that wrote it, or play the games again (of a run: start another one)",
        path.display()
    )]
    Schema {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: String,
    },
    /// A column is missing or of another type.
    #[error("{}: column `{column}`: expected {expected}", path.display())]
    Column {
        /// The file.
        path: PathBuf,
        /// The column.
        column: &'static str,
        /// The type that it should have.
        expected: &'static str,
    },
    /// Games under other rules.
    #[error(
        "{}: its games were played under other rules (`{found}`; expected `{expected}`): {differences}; \
         give these rules, or take another run",
        path.display()
    )]
    Rules {
        /// The file.
        path: PathBuf,
        /// What its rules are called.
        found: String,
        /// What the rules asked for are called.
        expected: String,
        /// The fields that differ, with both values.
        differences: String,
    },
    /// Rules that cannot be played.
    #[error("{}: metadata `bashni.rules`: {source}; the file was not written by this program", path.display())]
    BadRules {
        /// The file.
        path: PathBuf,
        /// What is wrong with them.
        source: RulesError,
    },
    /// Policy indices of another encoding.
    #[error(
        "{}: written with encoding version {found}, this program has version {expected}; play the games again, or use \
         the program that wrote it",
        path.display()
    )]
    Encoding {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version of this program.
        expected: u32,
    },
    /// A row that makes no sense.
    #[error("{}: row {row}: {source}", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// Number of the row, from 0.
        row: usize,
        /// What is wrong with it.
        source: RowError,
    },
}
