//! Networks on libtorch: their parameters, their forward pass in training and in inference, and checkpoints.
//!
//! A [`Network`] is a list of named f32 parameters and a [`NetConfig`]; [`Network::forward`] computes it in the
//! precision asked for. [`NetEvaluator`] serves a network to the search in batches. A [`Checkpoint`] is a folder
//! that holds one, with a manifest of what it belongs to.

mod checkpoint;
mod device;
mod evaluator;
mod network;

pub use checkpoint::{
    CHECKPOINT_FORMAT, Checkpoint, CheckpointError, Manifest, publish_folder, remove_folder, remove_leftovers,
};
pub use device::{
    DeviceError, Precision, available, compare_precisions, describe_build, fastest_precision, parse_device,
    usual_precision,
};
pub use evaluator::NetEvaluator;
pub use network::{NetConfig, NetError, Network, Outputs, first_line};
