//! Self-play: many games at once through one batched evaluator a thread.
//!
//! [`play_games`] plays a generation of games and returns a training row for every decision that was searched. Every
//! game follows from its own seed, and each thread owns a fixed share of the games: the same seed, network and
//! number of threads give the same rows.

mod config;
mod decision;
mod finished;
mod game;
mod generation;
mod openings;
mod resign;

pub use config::{ConfigError, SelfPlayConfig};
pub use generation::{Generation, Order, Progress, SelfPlayError, Summary, play_games};
pub use openings::{OpeningConfig, StartError, Starts};
pub use resign::{Rate, ResignConfig, Resignations};
