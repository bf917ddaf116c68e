use std::fmt;

use bashni_rules::Rules;
use rayon::prelude::*;
use thiserror::Error;

use super::balance::Verdict;
use super::{Balance, Book};
use crate::Opening;
use crate::openings::{Candidates, Passed};

/// More lines than this make no book with all of them.
const MOST: usize = 200_000;

/// Openings that are judged at the same time. The book does not depend on it.
const CHUNK: usize = 256;

/// Which lines go into a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All lines, in the order of their moves.
    All,
    /// Lines drawn at random.
    Sample {
        /// How many.
        count: usize,
        /// Which ones.
        seed: u64,
    },
}

/// How to make a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookConfig {
    /// Moves of each opening.
    pub plies: u32,
    /// Which lines.
    pub extent: Extent,
    /// Which of them are balanced; `None` for any.
    pub balance: Option<Balance>,
}

/// What did not get into a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Dropped {
    passed: Passed,
    unbalanced: u64,
    forced_wins: u64,
    /// True if openings were judged.
    judged: bool,
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Passed { repeated, over } = self.passed;
        write!(f, "{repeated} to a position that is there already, {over} over")?;
        if self.judged {
            write!(f, ", {} not balanced, {} with a forced win", self.unbalanced, self.forced_wins)?;
        }
        Ok(())
    }
}

/// Why there is no such book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// More lines than can be listed.
    #[error(
        "there are more than {MOST} positions after {plies} plies; take a sample with --count, or fewer plies"
    )]
    TooMany {
        /// Length of the lines.
        plies: u32,
    },
    /// Fewer openings than asked for.
    #[error(
        "only {found} of {wanted} openings of {plies} plies were found; dropped: {dropped}; ask for fewer, for another \
         length, or for a wider balance"
    )]
    TooFew {
        /// Openings asked for.
        wanted: usize,
        /// Openings found.
        found: usize,
        /// Length of the lines.
        plies: u32,
        /// What was dropped, as text.
        dropped: String,
    },
    /// The threads for judging openings could not be started.
    #[error("openings cannot be judged: {0}")]
    Threads(String),
}

impl Book {
    /// Makes a book from the start position of the rules. The notes say how, and what was dropped on the way. The
    /// result depends on the rules and `config` alone, not on `threads`, on which openings are judged.
    ///
    /// # Errors
    /// If there are too many lines to list, or fewer than asked for.
    ///
    /// ```
    /// use bashni_arena::{Balance, Book, BookConfig, Extent};
    /// use bashni_rules::Rules;
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let balance = Some(Balance { limit: 50, depth: 3 });
    /// let config = BookConfig { plies: 4, extent: Extent::Sample { count: 20, seed: 1 }, balance };
    /// let book = Book::make(&rules, &config, 1).unwrap();
    /// assert_eq!(book.openings().len(), 20);
    /// ```
    pub fn make(rules: &Rules, config: &BookConfig, threads: usize) -> Result<Book, BookError> {
        let &BookConfig { plies, extent, balance } = config;
        let (mut candidates, wanted) = match extent {
            Extent::All => (Candidates::all(rules, plies, MOST).ok_or(BookError::TooMany { plies })?, None),
            Extent::Sample { count, seed } => (Candidates::sampled(rules, plies, seed), Some(count)),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().map_err(|error| BookError::Threads(error.to_string()))?;
        let mut dropped = Dropped { judged: balance.is_some(), ..Dropped::default() };
        let mut openings: Vec<Opening> = Vec::new();
        let is_enough = |openings: &Vec<Opening>| wanted.is_some_and(|count| openings.len() >= count);
        while !is_enough(&openings) {
            let left = wanted.map_or(CHUNK, |count| count - openings.len());
            let chunk: Vec<Opening> = candidates.by_ref().take(left.min(CHUNK)).collect();
            if chunk.is_empty() {
                break;
            }
            let Some(balance) = balance else {
                openings.extend(chunk);
                continue;
            };
            let judge = |search: &mut _, opening: &Opening| balance.judge(search, rules, opening);
            let verdicts: Vec<Verdict> =
                pool.install(|| chunk.par_iter().map_init(Balance::search, judge).collect());
            for (opening, verdict) in chunk.into_iter().zip(verdicts) {
                match verdict {
                    Verdict::Balanced => openings.push(opening),
                    Verdict::Unbalanced => dropped.unbalanced += 1,
                    Verdict::ForcedWin => dropped.forced_wins += 1,
                }
            }
        }
        dropped.passed = candidates.passed();
        let found = openings.len();
        if found == 0 || wanted.is_some_and(|count| count > found) {
            let wanted = wanted.unwrap_or(1);
            return Err(BookError::TooFew { wanted, found, plies, dropped: dropped.to_string() });
        }
        let program = concat!("bashni ", env!("CARGO_PKG_VERSION"));
        let made = match extent {
            Extent::All => format!("all lines, by {program}"),
            Extent::Sample { count, seed } => format!("{count} random lines, seed {seed}, by {program}"),
        };
        let balanced = balance.map(|balance| ("balanced", balance.to_string()));
        let notes = [("plies", plies.to_string()), ("made", made)].into_iter().chain(balanced);
        let notes = notes.chain([("dropped", dropped.to_string())]);
        let notes = notes.map(|(key, value)| (key.to_owned(), value)).collect();
        Ok(Book { notes, ..Book::new(rules, openings) })
    }
}
