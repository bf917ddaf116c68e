use bashni_infer::{Arithmetic, Engine, Layer, ResidualNet, Sizes};
use tch::{Device, Tensor};

use crate::{Backend, Inference, NetError, Network, Precision, RowSizes};

/// The engine of `bashni-infer`: no libtorch, and the same bits on every processor.
#[derive(Debug)]
pub struct NativeInference {
    engine: Engine,
    sizes: RowSizes,
}

impl NativeInference {
    /// Copies the weights of a network into the engine's layout.
    ///
    /// # Errors
    /// If libtorch fails, the network is larger than the engine takes, or the engine does not compute in that precision.
    pub fn new(network: &Network, precision: Precision) -> Result<NativeInference, NetError> {
        let arithmetic = match precision {
            Precision::F32 => Arithmetic::F32,
            Precision::I16 => Arithmetic::I16,
            Precision::Bf16 => {
                let (backend, device) = (Backend::Native, "cpu".to_owned());
                return Err(NetError::Backend { backend, precision, device });
            }
        };
        let engine = Engine::new(&residual_net(network)?, arithmetic)?;
        Ok(NativeInference { engine, sizes: network.row_sizes() })
    }

    /// The precisions for which this processor has the instructions that the engine is made for, the fastest first.
    pub fn precisions() -> &'static [Precision] {
        match (Engine::is_fast(Arithmetic::I16), Engine::is_fast(Arithmetic::F32)) {
            (true, _) => &[Precision::I16, Precision::F32],
            (false, true) => &[Precision::F32],
            (false, false) => &[],
        }
    }
}

impl Inference for NativeInference {
    fn run(
        &mut self,
        batch: usize,
        planes: &[f32],
        policy: &mut [f32],
        value: &mut [f32],
    ) -> Result<(), NetError> {
        self.sizes.check(batch, planes, policy, value)?;
        Ok(self.engine.run(batch, planes, policy, value)?)
    }
}

/// A network as the engine takes it.
fn residual_net(network: &Network) -> Result<ResidualNet, NetError> {
    let config = network.config();
    let [height, width, planes] = network.board_sizes();
    let layer = |name: &str| -> Result<Layer, NetError> {
        let values = |part: &str| numbers(network.parameter(&format!("{name}.{part}"))?);
        Ok(Layer { weight: values("weight")?, bias: values("bias")? })
    };
    let policy_output = layer("policy.output")?;
    let index: Vec<i64> = network.policy_index().f_to_device(Device::Cpu)?.try_into()?;
    Ok(ResidualNet {
        sizes: Sizes {
            height,
            width,
            planes,
            channels: config.channels as usize,
            policy_planes: policy_output.bias.len(),
            value_channels: config.value_channels as usize,
            value_hidden: config.value_hidden as usize,
        },
        stem: layer("stem")?,
        blocks: (0..config.blocks)
            .map(|block| {
                Ok([layer(&format!("blocks.{block}.first"))?, layer(&format!("blocks.{block}.second"))?])
            })
            .collect::<Result<_, NetError>>()?,
        policy_hidden: layer("policy.hidden")?,
        policy_output,
        policy_index: index.into_iter().map(|index| index as usize).collect(),
        value_reduce: layer("value.reduce")?,
        value_hidden: layer("value.hidden")?,
        value_output: layer("value.output")?,
    })
}

fn numbers(tensor: &Tensor) -> Result<Vec<f32>, NetError> {
    let flat = tensor.f_detach()?.f_to_device(Device::Cpu)?.f_contiguous()?.f_view([-1])?;
    Ok(flat.try_into()?)
}
