//! Ways to compute a network's outputs, behind one interface.

mod backend;
mod choice;
mod native;
mod setup;
mod torch;

pub use backend::Backend;
pub use choice::{InferenceCandidates, InferenceRate, InferenceTrial, fastest_inference};
pub use native::NativeInference;
pub use setup::InferenceSetup;
pub use torch::TorchInference;

use bashni_rules::Encoding;

use crate::NetError;

/// Computes one network, with the weights that it had when this was made.
///
/// A row's outputs depend on that row alone: not on the other rows, on its place among them or on their number. (On a GPU
/// that is not so for their number, since libraries compute batches of different sizes differently.)
///
/// It may be made on one thread and used on another, but then only there; it computes on the thread that calls it.
pub trait Inference: Send {
    /// Computes `batch` positions.
    ///
    /// `planes` is `[batch][height][width][planes]`, as [`Encoding::write`] writes them one after the other. It fills
    /// `policy`, `[batch][actions]`, with logits, and `value`, `[batch][3]`, with the probabilities of win, draw and loss
    /// for the side that acts.
    ///
    /// # Errors
    /// If a length does not fit the batch, or the computation fails.
    fn run(
        &mut self,
        batch: usize,
        planes: &[f32],
        policy: &mut [f32],
        value: &mut [f32],
    ) -> Result<(), NetError>;
}

/// How many numbers a position has in each of the slices that [`Inference::run`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowSizes {
    /// Numbers of the planes.
    pub planes: usize,
    /// Actions of the board.
    pub actions: usize,
}

impl RowSizes {
    /// Those of an encoding.
    pub fn new(encoding: &Encoding) -> RowSizes {
        RowSizes { planes: encoding.len(), actions: encoding.actions() }
    }

    /// Compares the slices with the size of the batch.
    ///
    /// # Errors
    /// Names the slice whose length does not fit.
    pub fn check(self, batch: usize, planes: &[f32], policy: &[f32], value: &[f32]) -> Result<(), NetError> {
        for (slice, found, row) in [
            ("planes", planes.len(), self.planes),
            ("policy", policy.len(), self.actions),
            ("value", value.len(), 3),
        ] {
            if batch.checked_mul(row) != Some(found) {
                return Err(NetError::Length { slice, batch, row, found });
            }
        }
        Ok(())
    }
}
