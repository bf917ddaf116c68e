//! Searches over column draughts: PUCT Monte-Carlo tree search, batched over many games, and alpha-beta.
//!
//! - [`Wdl`]: win, draw and loss, typed by whose point of view they are.
//! - [`Evaluator`]: what judges positions for the tree search, in batches: a network, or the
//!   [`UniformEvaluator`] and the [`RolloutEvaluator`], which need none.
//! - [`mcts`]: the tree search. It acts in single steps (one jump of a chain at a time), as networks do.
//! - [`alphabeta`]: the engine to measure against. It acts in whole moves.
//! - [`minimax`]: a plain alpha-beta, which stays as it is: a fixed point.

pub mod alphabeta;
mod decision;
mod evaluator;
pub mod mcts;
pub mod minimax;
mod rollout;
#[cfg(test)]
mod testing;
mod uniform;
mod value;

pub use decision::next_decision;
pub use evaluator::{Evaluation, Evaluator, EvaluatorError, Query};
pub use rollout::RolloutEvaluator;
pub use uniform::UniformEvaluator;
pub use value::{Mover, PointOfView, Wdl, White};
