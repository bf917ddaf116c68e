//! Self-play: many games at once through one batched evaluator a thread.
//!
//! [`play_games`] plays a generation of games and returns a training row for every decision that was searched,
//! [`play_generations`] many of them without a pause between, and [`replay_game`] plays one game again. Every
//! game follows from its own seed, and each thread owns a fixed share of the games: the same seed and network give the
//! same rows, whatever the number of threads.

mod blame;
mod config;
mod decision;
mod error;
mod finished;
mod game;
mod gate;
mod generation;
mod openings;
mod replay;
mod resign;

pub use config::{ConfigError, SelfPlayConfig};
pub use error::{BadEvaluation, SelfPlayError};
pub use generation::{Generation, Order, Progress, Summary, play_games, play_generations};
pub use openings::{OpeningConfig, StartError, Starts};
pub use replay::replay_game;
pub use resign::{Rate, ResignConfig, Resignations};
