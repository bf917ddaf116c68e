use tch::{Device, Kind, Tensor};

use super::RowSizes;
use crate::{Inference, NetError, Network, Precision};

/// Batches are padded to a multiple of this. Rows of a forward pass do not depend on the rest of the batch from this
/// size on (f32 rows do in smaller ones), and libtorch meets few distinct shapes.
const BATCH_STEP: usize = 16;

/// libtorch, one operation after the other.
///
/// TorchScript, traced or frozen, was not faster: see `experiments/inference`.
#[derive(Debug)]
pub struct TorchInference {
    network: Network,
    /// Weights as the forward pass wants them.
    prepared: Vec<Tensor>,
    /// Planes of a batch that is not a multiple of [`BATCH_STEP`].
    padded: Vec<f32>,
    sizes: RowSizes,
    is_alone: bool,
}

impl TorchInference {
    /// Copies and converts the weights of a network; they stay on its device.
    ///
    /// # Errors
    /// If libtorch fails.
    pub fn new(network: &Network, precision: Precision) -> Result<TorchInference, NetError> {
        let prepared = tch::no_grad(|| -> Result<Vec<Tensor>, NetError> {
            // What is of the right kind already is not converted, so without a copy training would change it.
            network.prepare(precision.kind()?)?.iter().map(copy).collect()
        })?;
        Ok(TorchInference {
            network: network.share(),
            prepared,
            padded: Vec::new(),
            sizes: network.row_sizes(),
            is_alone: false,
        })
    }
}

/// A copy in memory of its own, in the same layout.
fn copy(tensor: &Tensor) -> Result<Tensor, NetError> {
    let mut copy = tensor.f_empty_like()?;
    copy.f_copy_(tensor)?;
    Ok(copy)
}

impl Inference for TorchInference {
    fn run(
        &mut self,
        batch: usize,
        planes: &[f32],
        policy: &mut [f32],
        value: &mut [f32],
    ) -> Result<(), NetError> {
        self.sizes.check(batch, planes, policy, value)?;
        if batch == 0 {
            return Ok(());
        }
        if !self.is_alone {
            // libtorch counts its own threads for each thread that calls it.
            tch::set_num_threads(1);
            self.is_alone = true;
        }
        let RowSizes { planes: size, actions } = self.sizes;
        let rows = batch.next_multiple_of(BATCH_STEP);
        let planes = if rows == batch {
            planes
        } else {
            self.padded.clear();
            self.padded.extend_from_slice(planes);
            self.padded.resize(rows * size, 0.0);
            &self.padded
        };
        let shape = [rows as i64, size as i64];
        // SAFETY: it borrows rows * size floats, which `planes` has. It is dropped within this call, during which they
        // are borrowed, and is only read: every layer of the forward pass makes a tensor of its own.
        let input =
            unsafe { Tensor::f_from_blob(planes.as_ptr().cast(), &shape, &[], Kind::Float, Device::Cpu) }?;
        tch::no_grad(|| {
            let input = input.f_to_device(self.network.device())?;
            let outputs = self.network.forward(&self.prepared, &input)?;
            // One tensor, so that a GPU is waited for and copied from once.
            let probabilities = outputs.value.f_softmax(1, Kind::Float)?;
            let outputs = Tensor::f_cat(&[outputs.policy, probabilities], 1)?.f_to_device(Device::Cpu)?;
            let actions = actions as i64;
            outputs.f_narrow(1, 0, actions)?.f_copy_data(policy, policy.len())?;
            outputs.f_narrow(1, actions, 3)?.f_copy_data(value, value.len())?;
            Ok(())
        })
    }
}
