//! Networks on libtorch: their parameters, their forward pass in training and in inference, and checkpoints.
//!
//! A [`Network`] is a list of named f32 parameters and a [`NetConfig`]; [`Network::forward`] computes it in the
//! precision asked for. [`Inference`] is a way to compute it without learning, of which there may be several; [`fastest_inference`]
//! times them. [`NetEvaluator`] serves one to the search in batches. A [`Checkpoint`] is a folder that holds a network, with a
//! manifest of what it belongs to.

mod checkpoint;
mod device;
mod evaluator;
mod inference;
mod network;
mod timing;

pub use checkpoint::{
    CHECKPOINT_FORMAT, Checkpoint, CheckpointError, Manifest, publish_folder, remove_folder, remove_leftovers,
};
pub use device::{DeviceError, Precision, available, describe_build, parse_device, usual_precision};
pub use evaluator::NetEvaluator;
pub use inference::{
    Backend, Inference, InferenceCandidates, InferenceRate, InferenceSetup, InferenceTrial, NativeInference,
    RowSizes, TorchInference, fastest_inference,
};
pub use network::{NetConfig, NetError, Network, Outputs, first_line};
pub use timing::{compare_precisions, time_in_turns};
