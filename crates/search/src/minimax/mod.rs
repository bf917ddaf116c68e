//! The baseline player: iterative-deepening alpha-beta over whole moves.
//!
//! It is meant to be read, and to stay as it is: a fixed point to measure others against. It has a transposition table,
//! a quiescence search through forced captures, and move ordering by table, killers and history, and nothing else: no
//! windows, reductions or pruning by guess.
//!
//! The answer depends on the game and the limits alone, not on earlier searches; with a depth or node limit it is the
//! same on every machine.
//!
//! ```
//! use bashni_rules::{Game, Rules};
//! use bashni_search::minimax::{Limits, Minimax};
//!
//! let rules = Rules::preset("bashni").unwrap();
//! let game = Game::from_fen("W:Wa1=1:Bb2=00", &rules).unwrap();
//! let result = Minimax::new(1).search(&rules, &game, Limits::depth(2));
//! assert_eq!(result.win_in(), Some(1));
//! assert_eq!(game.position().move_text(&rules, &result.best.unwrap()), "a1:c3:a1");
//! ```

mod eval;
mod limits;
mod order;
mod score;
mod search;
mod table;

pub use eval::evaluate;
pub use limits::Limits;
pub use score::{DRAW, MAX_PLY, SearchResult, WIN};
pub use search::Minimax;

#[cfg(test)]
mod tests;
