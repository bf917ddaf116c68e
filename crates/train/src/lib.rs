//! Training from self-play: the run's folder, the loop of self-play and learning, losses and optimiser, logs.
//!
//! A run is a folder. [`Run::open`] makes or continues it, [`train`] is the loop over it. Each phase (the self-play of
//! a generation, the learning on it) is published whole by one rename, so that a run killed at any moment repeats the
//! phase that it was in, and then equals a run that was never killed. [`self_play`] is the first of the two phases alone,
//! a [`Series`] is self-play without a run, and [`replay`] plays one game of either again.

mod batch;
mod config;
mod error;
mod folder;
mod keep;
mod learn;
mod log;
mod optimizer;
mod players;
mod rating;
mod run;
mod run_rating;
mod seed;
mod self_play;
mod tensorboard;
mod training;

pub use batch::Batch;
pub use config::{
    ArenaConfig, BackendChoice, InferenceConfig, LearnConfig, LearnPrecision, PrecisionChoice, RunConfig,
};
pub use error::TrainError;
pub use keep::{KeepConfig, KeepLog};
pub use learn::{Learned, Learner, Losses};
pub use log::{LearnLog, RatingLog, ResignationLog, SelfPlayLog};
pub use optimizer::AdamW;
pub use players::Players;
pub use rating::{RatingOrder, rate};
pub use run::{Counters, Machine, Measured, Run, RunRecord};
pub use run_rating::{CheckpointRating, RunRating, RunRatingOrder, rate_run};
pub use self_play::{
    Difference, Limits, Network, Plain, Provenance, Replay, Searched, SearchedStep, SelfPlayed, Series,
    SeriesEvent, SeriesOrder, SeriesPlayer, SeriesReport, replay, self_play,
};
pub(crate) use training::prepare;
pub use training::{Event, Options, Report, Standing, train};
