//! Monte-Carlo tree search over single steps, guided by priors (PUCT), batched across games.
//!
//! Each game has a [`Tree`]. A tree walks down from its root until it meets a state that nobody has judged yet,
//! and waits; [`search_round`] collects the states of all waiting trees, has them judged in one call, and hands
//! the answers out. [`search_batch`] does so until every tree has finished its simulations.
//!
//! What is particular to this game:
//! - The edges are single steps. In a chain the same side acts again, so a value never changes its sign by going up
//!   a level: the tree keeps all sums for White, and selection asks for the value of whoever acts at the node.
//! - Forced steps are no nodes. A state with one legal step needs neither an evaluation nor a visit, so an edge leads
//!   to the next state with a choice, or to the end of the game.
//! - Ends by the rules (no legal move, repetition counted along the game and the path, no progress) have exact values
//!   and cost no evaluation.
//!
//! The formulas are those of AlphaZero (Silver et al. 2018, and its published pseudocode); first-play urgency is
//! Leela Chess Zero's, and Dirichlet noise scaled by the number of moves is KataGo's.
//!
//! ```
//! use bashni_rules::{Game, Rules};
//! use bashni_search::UniformEvaluator;
//! use bashni_search::mcts::{SearchConfig, Tree, search_batch};
//!
//! let rules = Rules::preset("bashni").unwrap();
//! let config = SearchConfig { sims: 50, ..SearchConfig::default() };
//! let mut trees = [Tree::new(&rules, Game::new(&rules), config, 1)];
//! search_batch(&rules, &mut trees, &mut UniformEvaluator).unwrap();
//! assert_eq!(trees[0].root_visits().iter().map(|(_, visits)| visits).sum::<u32>(), 50);
//! ```

mod arena;
mod choice;
mod config;
mod error;
mod noise;
mod root;
mod search;
mod select;
mod tally;
mod tree;

pub use choice::choose;
pub use config::{ConfigError, SearchConfig};
pub use error::SearchError;
pub use root::RootEdge;
pub use search::{search_batch, search_round};
pub use tally::Tally;
pub use tree::Tree;

#[cfg(test)]
mod tests;
