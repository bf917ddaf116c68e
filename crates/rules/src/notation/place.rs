use std::fmt;

use thiserror::Error;

/// A place in a text: line and column, both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
}

impl Place {
    /// Where a text begins.
    pub const START: Place = Place { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is not a position: where, what was found, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {message}")]
pub struct TextError {
    /// Where in the text.
    pub place: Place,
    /// What is wrong and what was expected.
    pub message: String,
}

impl TextError {
    pub(crate) fn new(place: Place, message: impl Into<String>) -> TextError {
        TextError { place, message: message.into() }
    }
}
