use std::fmt;

use crate::Place;

/// Why a text is not PDN, or not a legal game: where, what was found, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdnError {
    /// Where in the file.
    pub place: Place,
    /// The ply, from 1, if a move is at fault.
    pub ply: Option<usize>,
    /// What is wrong and what was expected.
    pub message: String,
}

impl PdnError {
    pub(crate) fn new(place: Place, message: impl Into<String>) -> PdnError {
        PdnError { place, ply: None, message: message.into() }
    }
}

impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ply {
            None => write!(f, "{}: {}", self.place, self.message),
            Some(ply) => write!(f, "{}, ply {ply}: {}", self.place, self.message),
        }
    }
}

impl std::error::Error for PdnError {}
