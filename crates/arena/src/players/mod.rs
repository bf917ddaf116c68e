//! The players that need no network.

mod alphabeta;
mod builtin;
mod mcts;
mod minimax;
mod random;
mod rollout;

pub use alphabeta::AlphaBetaPlayer;
pub use builtin::BuiltinPlayers;
pub use mcts::MctsPlayer;
pub use minimax::MinimaxPlayer;
pub use random::RandomPlayer;
pub use rollout::RolloutPlayer;
