use std::fmt;

use serde::{Deserialize, Serialize};
use tch::Device;

use crate::{Inference, NativeInference, NetError, Network, Precision, TorchInference};

/// What computes a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Backend {
    /// The engine of `bashni-infer`, on processors with fused multiply-adds.
    Native,
    /// libtorch, one operation after the other.
    Torch,
}

impl Backend {
    /// All of them; where nothing is timed, the first that can be used is.
    pub const ALL: [Backend; 2] = [Backend::Native, Backend::Torch];

    /// Its name in configs and records.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Native => "native",
            Backend::Torch => "torch",
        }
    }

    /// The precisions in which it computes on a device, on this machine, the usual one first; none if it cannot be used
    /// there.
    pub fn precisions(self, device: Device) -> &'static [Precision] {
        match self {
            Backend::Native if device != Device::Cpu => &[],
            Backend::Native => NativeInference::precisions(),
            Backend::Torch if crate::available(device) => &[Precision::F32, Precision::Bf16],
            Backend::Torch => &[],
        }
    }

    /// Gets a network ready to be computed where its weights are.
    ///
    /// # Errors
    /// If this backend does not compute in that precision there, or it fails.
    pub fn load(self, network: &Network, precision: Precision) -> Result<Box<dyn Inference>, NetError> {
        if !self.precisions(network.device()).contains(&precision) {
            return Err(NetError::Backend {
                backend: self,
                precision,
                device: format!("{:?}", network.device()).to_lowercase(),
            });
        }
        match self {
            Backend::Native => Ok(Box::new(NativeInference::new(network, precision)?)),
            Backend::Torch => Ok(Box::new(TorchInference::new(network, precision)?)),
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Backend> for &'static str {
    fn from(backend: Backend) -> &'static str {
        backend.name()
    }
}

impl TryFrom<String> for Backend {
    type Error = String;

    fn try_from(name: String) -> Result<Backend, String> {
        Backend::ALL.into_iter().find(|backend| backend.name() == name).ok_or_else(|| {
            let known: Vec<&str> = Backend::ALL.into_iter().map(Backend::name).collect();
            format!("this program has no inference backend {name:?}, only {}", known.join(", "))
        })
    }
}
