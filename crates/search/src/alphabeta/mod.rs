//! The alpha-beta engine: the strong opponent that networks are measured against.
//!
//! A principal-variation search over whole moves with aspiration windows, a transposition table that several threads share,
//! quiescence through all forced captures, moves ordered by table and history, and late moves reduced
//! and pruned; see [`Features`] for the parts that can be left out. Its [`Evaluation`] is made for columns, with weights
//! tuned from games. Wins and losses are proven, with their distance, also those by blocking.
//!
//! With one thread and a depth or node limit the answer depends on the game and the limits alone, not on earlier
//! searches, and is the same on every machine. Draws by repetition and for want of progress are found as the rules have
//! them, and what the table keeps does not hide them: a score is stored only where it hangs on no position before its own,
//! and taken only where no line below it would come to the draw for want of progress.
//!
//! ```
//! use bashni_rules::{Game, Rules};
//! use bashni_search::alphabeta::{AlphaBeta, Limits, Settings};
//!
//! let rules = Rules::preset("bashni").unwrap();
//! let game = Game::from_fen("W:Wa1=1:Bb2=00", &rules).unwrap();
//! let mut engine = AlphaBeta::new(Settings { hash_mb: 1, ..Settings::default() }).unwrap();
//! let result = engine.search(&rules, &game, Limits::depth(2));
//! assert_eq!(result.win_in(), Some(1));
//! assert_eq!(game.position().move_text(&rules, &result.best().unwrap()), "a1:c3:a1");
//! ```

mod buckets;
mod eval;
mod features;
mod history;
mod node;
mod order;
mod path;
mod result;
mod root;
mod score;
mod search;
mod shared;
mod table;
pub mod tune;
mod worker;

pub use eval::{Evaluation, GROUPS, Group, Pair, TERMS, Weights, WeightsError, terms};
pub use features::{Features, UnknownFeature};
pub use result::{Line, SearchResult};
pub use score::{DRAW, MAX_PLY, WIN};
pub use search::{AlphaBeta, Control, Settings};
pub use table::TableError;

pub use crate::minimax::Limits;

/// The nodes that the engine visits in a fixed set of positions to a fixed depth: the version of how it plays. A test counts
/// them.
pub const VERSION: u32 = 259_147;

#[cfg(test)]
mod tests;
