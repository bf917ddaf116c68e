use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use bashni_rules::Rules;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};

use super::{Opening, OpeningError, random_openings};
use crate::Book;

/// In which order the openings of a book are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BookOrder {
    /// At random, by the seed of the match.
    #[default]
    Random,
    /// As in the file.
    File,
}

impl fmt::Display for BookOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            BookOrder::Random => "random",
            BookOrder::File => "file",
        })
    }
}

impl FromStr for BookOrder {
    type Err = String;

    fn from_str(text: &str) -> Result<BookOrder, String> {
        [BookOrder::Random, BookOrder::File]
            .into_iter()
            .find(|order| order.to_string() == text)
            .ok_or_else(|| format!("`{text}`: expected random or file"))
    }
}

/// Where the openings of a match are from.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Random lines from the start position.
    Random {
        /// Their length.
        plies: u32,
    },
    /// Those of a book.
    Book {
        /// The book.
        book: Arc<Book>,
        /// In which order.
        order: BookOrder,
    },
}

impl Openings {
    /// The first `count` openings, which follow from the seed. None is there twice, and more of them begin with the same
    /// ones.
    ///
    /// # Errors
    /// If there are not that many, or the book was read under other rules.
    pub fn take(&self, rules: &Rules, count: usize, seed: u64) -> Result<Vec<Arc<Opening>>, OpeningError> {
        match self {
            Openings::Random { plies } => random_openings(rules, count, *plies, seed),
            Openings::Book { book, order } => {
                if !book.is_for(rules) {
                    let (book, played) = (book.rules().to_owned(), rules.name().to_owned());
                    return Err(OpeningError::OtherRules { book, played });
                }
                let mut openings = book.openings().to_vec();
                if openings.len() < count {
                    return Err(OpeningError::BookTooSmall { wanted: count, found: openings.len() });
                }
                if *order == BookOrder::Random {
                    openings.shuffle(&mut Pcg64::seed_from_u64(seed));
                }
                openings.truncate(count);
                Ok(openings)
            }
        }
    }
}
