//! Monte-Carlo tree search over single steps, guided by priors: PUCT and Gumbel, batched across games and within one.
//!
//! Each game has a [`Tree`]. A tree walks down from its root until it meets a state that nobody has judged yet,
//! and waits; [`search_round`] collects the states of all waiting trees, has them judged in one call, and hands
//! the answers out. [`search_batch`] does so until every tree has finished its simulations.
//!
//! What is particular to this game:
//! - The edges are single steps. In a chain the same side acts again, so a value never changes its sign by going up
//!   a level: the tree keeps all values for White, and selection asks for the value of whoever acts at the node.
//! - Forced steps are no nodes. A state with one legal step needs neither an evaluation nor a visit, so an edge leads
//!   to the next state with a choice, or to the end of the game.
//! - Ends by the rules (no legal move, repetition counted along the game and the path, no progress) have exact values
//!   and cost no evaluation. What follows from them for certain is kept and carried up ([`Proof`]): a root that is proven
//!   ends its search, refuted steps are not visited again and count in no mean.
//!
//! There are two rules of selection ([`SearchKind`]). PUCT is AlphaZero's (Silver et al. 2018, and its published pseudocode),
//! with the first-play urgency of Leela Chess Zero, and Dirichlet noise scaled by the number of moves, root temperature and
//! forced playouts as in KataGo. Gumbel
//! is that of Danihelka et al. 2022: better with few simulations, as in self-play.
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

mod ahead;
mod arena;
mod choice;
mod config;
mod error;
mod forced;
mod gumbel;
mod halving;
mod leaf;
mod lines;
mod moves;
mod noise;
mod proof;
mod reuse;
mod room;
mod root;
mod search;
mod select;
mod speed;
mod temperature;
mod tree;
mod walk;

pub use choice::choose;
pub use config::{ConfigError, SearchConfig, SearchKind};
pub use error::SearchError;
pub use lines::{Line, whole_moves};
pub use moves::RootMove;
pub use proof::Proof;
pub use root::RootEdge;
pub use search::{search_batch, search_round};
pub use speed::SpeedTest;
pub use tree::Tree;

#[cfg(test)]
mod tests;
