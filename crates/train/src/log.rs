//! What is written down of each phase, as JSON: the source of TensorBoard's curves and of a run's counters.

use std::path::Path;

use bashni_arena::MatchReport;
use bashni_selfplay::{Rate, Resignations};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::TrainError;

/// The self-play of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfPlayLog {
    /// Which generation, from 1.
    pub generation: u64,
    /// When it ended, in seconds since 1970.
    pub wall_time: f64,
    /// How long it took.
    pub seconds: f64,
    /// Optimiser steps behind the network that played.
    pub network_step: u64,
    /// Games played.
    pub games: u64,
    /// Games won by White.
    pub white_wins: u64,
    /// Games won by Black.
    pub black_wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Whole moves of all games.
    pub plies: u64,
    /// Rows: decisions that were searched.
    pub rows: u64,
    /// Positions that the network evaluated.
    pub evaluations: u64,
    /// Rows with a full search; nothing in a log from before there were others.
    #[serde(default)]
    pub full_rows: Option<u64>,
    /// Games that began at a position of the file.
    #[serde(default)]
    pub from_file: u64,
    /// Games that forked.
    #[serde(default)]
    pub forked: u64,
    /// Resignations; nothing where sides do not resign.
    #[serde(default)]
    pub resignations: Option<ResignationLog>,
}

/// The resignations of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResignationLog {
    /// How many there were, and would have been.
    #[serde(flatten)]
    pub counts: Resignations,
    /// The share of them that is wrong, with its 95 % interval; nothing if no game tells.
    pub false_positives: Option<Rate>,
}

impl From<Resignations> for ResignationLog {
    fn from(counts: Resignations) -> ResignationLog {
        ResignationLog { counts, false_positives: counts.false_positives() }
    }
}

/// A round of learning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnLog {
    /// Which generation, from 1.
    pub generation: u64,
    /// When it ended, in seconds since 1970.
    pub wall_time: f64,
    /// How long it took.
    pub seconds: f64,
    /// Steps of this round.
    pub steps: u64,
    /// Steps of all rounds up to this one.
    pub total_steps: u64,
    /// Rows in the window.
    pub window: u64,
    /// Mean loss: the policy's and, weighted, the value's.
    pub loss: f64,
    /// Mean cross-entropy of the policy, over rows with a full search.
    pub policy_loss: f64,
    /// Mean cross-entropy of win, draw and loss.
    pub value_loss: f64,
    /// Mean norm of the gradient before clipping.
    pub gradient: f64,
    /// Learning rate at the end.
    pub rate: f64,
}

/// Matches of a checkpoint against fixed opponents.
#[derive(Clone, Debug, Serialize)]
pub struct RatingLog {
    /// Generation of the checkpoint.
    pub generation: u64,
    /// When they ended, in seconds since 1970.
    pub wall_time: f64,
    /// How long they took.
    pub seconds: f64,
    /// Optimiser steps behind the checkpoint.
    pub network_step: u64,
    /// One a match; player A is the checkpoint.
    pub matches: Vec<MatchReport>,
}

/// Seconds since 1970.
pub(crate) fn now() -> f64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64())
}

pub(crate) fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<(), TrainError> {
    let text = serde_json::to_string_pretty(value).map_err(|e| TrainError::io(path, e))? + "\n";
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|e| TrainError::io(folder, e))?;
    }
    bashni_files::write_atomically(path, text.as_bytes()).map_err(|e| TrainError::io(path, e))
}

pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, TrainError> {
    let text = std::fs::read_to_string(path).map_err(|e| TrainError::Run {
        path: path.to_owned(),
        message: format!("cannot be read ({e}): restore the file from a copy, or start another run"),
    })?;
    serde_json::from_str(&text).map_err(|e| TrainError::Run {
        path: path.to_owned(),
        message: format!("damaged: {e}; restore the file from a copy, or start another run"),
    })
}
