use bashni_rules::{MoveError, Rules};
use thiserror::Error;

use super::Book;
use crate::Opening;

/// Why a text is no opening book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookSyntaxError {
    /// A move that cannot be played.
    #[error("line {line}, ply {ply}: {source}")]
    Move {
        /// The line, from 1.
        line: usize,
        /// The move's place in it, from 1.
        ply: usize,
        /// What is wrong.
        source: MoveError,
    },
    /// An opening after which nothing is left to play.
    #[error("line {line}: the game is over after ply {ply}; leave this opening out, or make it shorter")]
    Over {
        /// The line, from 1.
        line: usize,
        /// Moves until the end.
        ply: usize,
    },
    /// The book is of another game.
    #[error(
        "line {line}: the book is for the rules {book}, but was read for {played}; choose its own with --rules \
         {book}, or another book"
    )]
    Rules {
        /// The line, from 1.
        line: usize,
        /// Rules that the book names.
        book: String,
        /// Rules under which it is read.
        played: String,
    },
    /// Nothing but comments.
    #[error("no opening in it; expected one a line, as c3-b4 b6-a5")]
    Empty,
}

impl Book {
    /// Reads a book and checks every move. An opening that leads to the position of an earlier one is left out and counted
    /// in [`duplicates`](Book::duplicates).
    ///
    /// # Errors
    /// The first line at fault, and what is wrong with it.
    ///
    /// ```
    /// use bashni_arena::Book;
    /// use bashni_rules::Rules;
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let book = Book::read("c3-b4 b6-a5\nc3-b4 b6-c5 # a comment\n", &rules).unwrap();
    /// assert_eq!(book.openings().len(), 2);
    /// let error = Book::read("c3-b4 b6-a5\nc3-c4\n", &rules).unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, ply 1: `c3-c4`"));
    /// ```
    pub fn read(text: &str, rules: &Rules) -> Result<Book, BookSyntaxError> {
        let mut notes: Vec<(String, String)> = Vec::new();
        let mut openings = Vec::new();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, content) in (1..).zip(text.lines()) {
            let (moves, comment) = content.split_once('#').unwrap_or((content, ""));
            if !moves.trim().is_empty() {
                openings.push(opening(moves, number, rules)?);
            } else if let Some((key, value)) = comment.split_once(": ") {
                let (key, value) = (key.trim(), value.trim());
                if key == "rules" && value != rules.name() {
                    let (book, played) = (value.to_owned(), rules.name().to_owned());
                    return Err(BookSyntaxError::Rules { line: number, book, played });
                }
                // The title has a colon too, and a blank before it.
                if !key.contains(' ') {
                    notes.push((key.to_owned(), value.to_owned()));
                }
            }
        }
        if openings.is_empty() {
            return Err(BookSyntaxError::Empty);
        }
        Ok(Book { notes, ..Book::new(rules, openings) })
    }
}

fn opening(text: &str, line: usize, rules: &Rules) -> Result<Opening, BookSyntaxError> {
    let mut opening = Opening::start(rules);
    let is_number = |word: &str| word.strip_suffix('.').is_some_and(|n| n.parse::<u32>().is_ok());
    for (ply, word) in (1..).zip(text.split_whitespace().filter(|word| !is_number(word))) {
        let played = rules.parse_move(opening.game.position(), word);
        let played = played.map_err(|source| BookSyntaxError::Move { line, ply, source })?;
        opening.play(rules, &played);
        if opening.is_over(rules) {
            return Err(BookSyntaxError::Over { line, ply });
        }
    }
    Ok(opening)
}
