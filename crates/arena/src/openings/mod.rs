//! Distinct openings: random lines from the start position, or those of a book.

mod candidates;
mod source;

use std::sync::Arc;

use bashni_rules::{Game, Move, Position, Rules};
pub(crate) use candidates::{Candidates, Passed};
pub use source::{BookOrder, Openings};
use thiserror::Error;

/// A line from which both games of a pair go on. It is not over.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position from which the moves start.
    pub start: Arc<Position>,
    /// The state after the line, with its history.
    pub game: Game,
    /// The moves of the line.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The opening of no moves, from the start position.
    pub fn start(rules: &Rules) -> Opening {
        Opening { start: Arc::new(rules.start().clone()), game: Game::new(rules), moves: Vec::new() }
    }

    /// The line with a legal move more.
    #[must_use]
    pub(crate) fn followed_by(&self, rules: &Rules, played: &Move) -> Opening {
        let mut longer = self.clone();
        longer.play(rules, played);
        longer
    }

    pub(crate) fn play(&mut self, rules: &Rules, played: &Move) {
        self.game.play(rules, played);
        self.moves.push(*played);
    }

    /// The moves of the line as text.
    pub fn move_texts(&self, rules: &Rules) -> Vec<String> {
        let mut position = Position::clone(&self.start);
        let text = |played: &Move| {
            let text = position.move_text(rules, played);
            position.play(rules, played);
            text
        };
        self.moves.iter().map(text).collect()
    }

    pub(crate) fn is_over(&self, rules: &Rules) -> bool {
        self.game.outcome(rules).is_some()
    }
}

/// Why there are no such openings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The game has fewer distinct openings of this length than asked for.
    #[error(
        "{wanted} openings of {plies} plies are needed (one for two games), but {} only {found} distinct ones that \
         are not yet decided; ask for at most {} games, or for openings of another length",
        if *.exact { "there are" } else { "a long search found" },
        2 * found
    )]
    TooFew {
        /// Openings asked for.
        wanted: usize,
        /// Openings found.
        found: usize,
        /// Their length.
        plies: u32,
        /// True if all openings were counted, false if the search gave up.
        exact: bool,
    },
    /// The book has fewer openings than asked for.
    #[error(
        "{wanted} openings are needed (one for two games), but the book has {found}; ask for at most {} games, or \
         for a larger book",
        2 * found
    )]
    BookTooSmall {
        /// Openings asked for.
        wanted: usize,
        /// Openings in the book.
        found: usize,
    },
    /// The book was read under other rules than those that are played.
    #[error(
        "the book was read under the rules {book}, but {played} is to be played; read it again under those"
    )]
    OtherRules {
        /// Rules of the book.
        book: String,
        /// Rules of the match.
        played: String,
    },
}

impl OpeningError {
    /// How many openings there are, where that is what is wrong.
    pub fn found(&self) -> Option<usize> {
        match *self {
            OpeningError::TooFew { found, .. } | OpeningError::BookTooSmall { found, .. } => Some(found),
            OpeningError::OtherRules { .. } => None,
        }
    }
}

/// `count` openings of `plies` random moves from the start, no two of which lead to the same position and none of
/// which is over. The same seed gives the same openings, and more of them begin with the same ones.
///
/// # Errors
/// If the game does not have that many.
///
/// ```
/// use bashni_arena::random_openings;
/// use bashni_rules::Rules;
///
/// let rules = Rules::preset("bashni").unwrap();
/// assert_eq!(random_openings(&rules, 49, 2, 1).unwrap().len(), 49);
/// assert!(random_openings(&rules, 50, 2, 1).is_err());
/// ```
pub fn random_openings(
    rules: &Rules,
    count: usize,
    plies: u32,
    seed: u64,
) -> Result<Vec<Arc<Opening>>, OpeningError> {
    let mut candidates = Candidates::sampled(rules, plies, seed);
    let found: Vec<_> = candidates.by_ref().take(count).map(Arc::new).collect();
    if found.len() < count {
        let exact = candidates.is_exhausted();
        return Err(OpeningError::TooFew { wanted: count, found: found.len(), plies, exact });
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
