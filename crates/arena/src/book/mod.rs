//! Opening books: openings as a text that a person can read and edit.
//!
//! ```text
//! # Opening book for bashni: one opening a line, moves from the start position.
//! # rules: bashni
//! # plies: 2
//! # made: all lines, by bashni 0.1.0
//! # dropped: 0 to a position that is there already, 0 over
//! c3-b4 b6-a5
//! c3-b4 b6-c5
//! ```
//!
//! Lines that begin with `#` say things: `key: value` pairs ([`Book::notes`]), of which `rules` is compared with the
//! rules under which the book is read, and anything else, which is passed over. Every other line that is not empty is one
//! opening. `#` ends a line, so an opening may have a comment behind it. Moves are written as anywhere
//! ([`Rules::parse_move`]); a move number (`1.`) is passed over.

mod balance;
mod make;
mod read;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;

pub use balance::Balance;
use bashni_rules::{RuleFields, Rules};
pub use make::{BookConfig, BookError, Extent};
pub use read::BookSyntaxError;

use crate::Opening;
use crate::seed::text_seed;

/// Openings, no two of which lead to the same position and none of which is over, with what is known of their origin.
#[derive(Clone, Debug)]
pub struct Book {
    rules: String,
    fields: RuleFields,
    notes: Vec<(String, String)>,
    openings: Vec<Arc<Opening>>,
    duplicates: usize,
}

impl Book {
    /// A book of these openings. Those that are over and those that lead to the position of an earlier one are left out.
    pub fn new(rules: &Rules, openings: impl IntoIterator<Item = Opening>) -> Book {
        let mut book = Book {
            rules: rules.name().to_owned(),
            fields: rules.fields().clone(),
            notes: Vec::new(),
            openings: Vec::new(),
            duplicates: 0,
        };
        let mut seen = HashSet::new();
        for opening in openings.into_iter().filter(|opening| !opening.is_over(rules)) {
            if seen.insert(opening.game.position().clone()) {
                book.openings.push(Arc::new(opening));
            } else {
                book.duplicates += 1;
            }
        }
        book
    }

    /// The openings in their order.
    pub fn openings(&self) -> &[Arc<Opening>] {
        &self.openings
    }

    /// What the head says, as keys and values.
    pub fn notes(&self) -> &[(String, String)] {
        &self.notes
    }

    /// Openings that were left out since they lead to the position of another.
    pub fn duplicates(&self) -> usize {
        self.duplicates
    }

    /// What the rules of the book are called.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// True if these are the rules of the book.
    pub fn is_for(&self, rules: &Rules) -> bool {
        self.fields == *rules.fields()
    }

    /// A number for the openings and their order, as 16 digits: books with the same openings have the same one.
    pub fn fingerprint(&self, rules: &Rules) -> String {
        format!("{:016x}", text_seed(&self.lines(rules)))
    }

    /// The book as it is written to a file.
    pub fn text(&self, rules: &Rules) -> String {
        let mut text = format!(
            "# Opening book for {}: one opening a line, moves from the start position.\n# rules: {}\n",
            self.rules, self.rules
        );
        for (key, value) in self.notes.iter().filter(|(key, _)| key != "rules") {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "# {key}: {value}");
        }
        text + &self.lines(rules)
    }

    fn lines(&self, rules: &Rules) -> String {
        self.openings.iter().map(|opening| opening.move_texts(rules).join(" ") + "\n").collect()
    }
}
