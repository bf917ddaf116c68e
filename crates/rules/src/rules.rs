use thiserror::Error;

use crate::fields::{RuleFields, *};
use crate::known::Kind;
use crate::{Board, Color, Column, PRESETS, Position, PositionError, Setup, presets};

/// Why a set of rules cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// A board outside the sizes that are supported.
    #[error(
        "files = {files}, ranks = {ranks}: both must be 3 to 12, with at most 64 playable squares \
         (this board has {squares})"
    )]
    Size {
        /// The `files` given.
        files: u8,
        /// The `ranks` given.
        ranks: u8,
        /// Playable squares that this board would have.
        squares: usize,
    },
    /// More rows of men than the board holds.
    #[error("rows = {rows}: a board of {ranks} ranks holds 1 to {} rows of men a side", ranks / 2)]
    Rows {
        /// The `rows` given.
        rows: u8,
        /// The ranks of the board.
        ranks: u8,
    },
    /// The start position is refused.
    #[error("start: {0}")]
    Start(PositionError),
    /// The start position carries a move counter.
    #[error(
        "start: the suffix :H… (plies without progress) has no meaning in a start position; leave it out"
    )]
    StartCounter,
    /// One occurrence cannot be a repetition.
    #[error("repetition = 1: every position would be a draw; give 2 or more, or 0 for never")]
    Repetition,
    /// No such preset.
    #[error("no rules are called `{name}`; built in are: {}", preset_names())]
    UnknownPreset {
        /// The name asked for.
        name: String,
    },
    /// A rules file that cannot be read.
    #[cfg(feature = "serde")]
    #[error("cannot read the rules file {}: {source}", path.display())]
    Io {
        /// The file.
        path: std::path::PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A rules file that cannot be used.
    #[cfg(feature = "serde")]
    #[error("rules file {}: {message}", path.display())]
    File {
        /// The file.
        path: std::path::PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A rules file or a `key=value` that cannot be read.
    #[cfg(feature = "serde")]
    #[error("{0}")]
    Syntax(String),
}

fn preset_names() -> String {
    PRESETS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// A checked set of rules, with the tables of its board and its start position.
#[derive(Clone, Debug)]
pub struct Rules {
    name: String,
    fields: RuleFields,
    board: Board,
    start: Position,
    kind: Kind,
}

impl Rules {
    /// Checks `fields` and builds the tables.
    ///
    /// # Errors
    /// If the board is of a size that is not supported, does not hold the rows of men, or `start` is refused.
    pub fn new(name: impl Into<String>, fields: RuleFields) -> Result<Rules, RulesError> {
        let RuleFields { files, ranks, rows, .. } = fields;
        let board = Board::new(files, ranks).ok_or(RulesError::Size {
            files,
            ranks,
            squares: (usize::from(files) * usize::from(ranks)).div_ceil(2),
        })?;
        if fields.repetition == 1 {
            return Err(RulesError::Repetition);
        }
        if fields.start.is_none() && !(1..=ranks / 2).contains(&rows) {
            return Err(RulesError::Rows { rows, ranks });
        }
        let mut setup = Setup::empty(Color::White);
        if fields.start.is_none() {
            for square in board.iter() {
                let (_, rank) = board.coordinates(square);
                if rank < rows {
                    setup.put(square, Color::White, Column::MAN);
                } else if rank >= ranks - rows {
                    setup.put(square, Color::Black, Column::MAN);
                }
            }
        }
        let kind = Kind::of(&fields);
        let mut rules = Rules { name: name.into(), fields, board, start: Position::nothing(), kind };
        if let Some(text) = &rules.fields.start {
            let counter;
            (setup, counter) = Setup::from_fen(text, &rules.board).map_err(RulesError::Start)?;
            if counter.is_some() {
                return Err(RulesError::StartCounter);
            }
        }
        rules.start = Position::new(&setup, &rules).map_err(RulesError::Start)?;
        Ok(rules)
    }

    /// Built-in rules by name; [`PRESETS`] lists them.
    ///
    /// # Errors
    /// If there are none of this name; the message lists the names.
    pub fn preset(name: &str) -> Result<Rules, RulesError> {
        let fields =
            presets::preset(name).ok_or_else(|| RulesError::UnknownPreset { name: name.to_owned() })?;
        Rules::new(name, fields)
    }

    /// Rules by name: built-in ones, perhaps with changes as in `bashni+rejump=never`, or those of a TOML file, whose path
    /// is taken from `folder` if it is relative.
    ///
    /// A file's rules are called by its stem; by its whole name where the stem is a preset's that says something else.
    ///
    /// # Errors
    /// If the name is neither, or the file cannot be read or used.
    #[cfg(feature = "serde")]
    pub fn load(name: &str, folder: &std::path::Path) -> Result<Rules, RulesError> {
        if let Some((preset, changes)) = name.split_once('+')
            && presets::preset(preset).is_some()
        {
            return Rules::preset(preset)?.with(&changes.split('+').collect::<Vec<_>>());
        }
        let path = folder.join(name);
        let looks_like_a_file = path.is_file() || name.contains(['/', '\\']) || name.ends_with(".toml");
        if presets::preset(name).is_some() || !looks_like_a_file {
            return Rules::preset(name);
        }
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(source) => return Err(RulesError::Io { path, source }),
        };
        let stem = path.file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
        let rules = Rules::from_toml(stem.as_ref(), &text)
            .map_err(|e| RulesError::File { path: path.clone(), message: e.to_string() })?;
        match presets::preset(&stem) {
            Some(preset) if preset != rules.fields => Ok(Rules { name: name.to_owned(), ..rules }),
            _ => Ok(rules),
        }
    }

    /// Rules from the text of a TOML file with the keys of [`RuleFields`].
    ///
    /// # Errors
    /// If the text is no such file (the message carries line and column), or as for [`Rules::new`].
    #[cfg(feature = "serde")]
    pub fn from_toml(name: impl Into<String>, text: &str) -> Result<Rules, RulesError> {
        let fields = toml::from_str(text)
            .map_err(|error| RulesError::Syntax(error.to_string().trim_end().to_owned()))?;
        Rules::new(name, fields)
    }

    /// The same rules with some fields changed, each given as `key=value`; the name tells what was changed.
    ///
    /// ```
    /// let rules = bashni_rules::Rules::preset("bashni").unwrap().with(&["rejump=never", "rows=2"]).unwrap();
    /// assert_eq!(rules.name(), "bashni+rejump=never+rows=2");
    /// ```
    ///
    /// # Errors
    /// If a key or value is none, or as for [`Rules::new`].
    #[cfg(feature = "serde")]
    pub fn with<S: AsRef<str>>(&self, changes: &[S]) -> Result<Rules, RulesError> {
        let syntax = |error: String| RulesError::Syntax(error);
        let mut table = toml::Table::try_from(&self.fields).map_err(|e| syntax(e.to_string()))?;
        let mut name = self.name.clone();
        for change in changes {
            let change = change.as_ref();
            let Some((key, text)) = change.split_once('=') else {
                return Err(syntax(format!("`{change}`: expected KEY=VALUE")));
            };
            let (key, text) = (key.trim(), text.trim());
            if !RuleFields::KEYS.contains(&key) {
                let keys = RuleFields::KEYS.join(", ");
                return Err(syntax(format!("`{change}`: there is no field `{key}`; the fields are: {keys}")));
            }
            // A bare word is a string: `rejump=never`, not `rejump="never"`.
            let value = text
                .parse::<i64>()
                .map(toml::Value::from)
                .unwrap_or_else(|_| toml::Value::from(text.trim_matches('"')));
            table.insert(key.to_owned(), value);
            // One change at a time, so that the error names the one at fault.
            toml::Value::Table(table.clone())
                .try_into::<RuleFields>()
                .map_err(|error| syntax(format!("`{change}`: {}", error.message())))?;
            name = format!("{name}+{key}={text}");
        }
        let fields: RuleFields =
            toml::Value::Table(table).try_into().map_err(|error| syntax(error.to_string()))?;
        Rules::new(if fields == self.fields { self.name.clone() } else { name }, fields)
    }

    /// The fields as a TOML document, readable by [`Rules::from_toml`].
    #[cfg(feature = "serde")]
    pub fn to_toml(&self) -> String {
        // Plain integers and strings: serialising them cannot fail.
        toml::to_string(&self.fields).unwrap_or_default()
    }

    /// What these rules are called: the preset or file, and the fields changed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The fields.
    pub fn fields(&self) -> &RuleFields {
        &self.fields
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// True if captured commanders stay on the board.
    #[inline]
    pub fn stacks(&self) -> bool {
        self.fields.captured == Captured::Stack
    }

    /// What code may be made for these rules.
    #[inline]
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    #[inline]
    pub(crate) fn flying(&self) -> bool {
        self.fields.king == King::Flying
    }

    #[inline]
    pub(crate) fn turkish(&self) -> bool {
        self.fields.rejump == Rejump::Turkish
    }
}
