use std::fmt;

use bashni_rules::Rules;
use serde::{Deserialize, Serialize};
use tch::Device;

use crate::{Backend, NetError, NetEvaluator, Network, Precision, usual_precision};

/// How a network is computed, of several ways that give nearly the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InferenceSetup {
    /// What computes it.
    pub backend: Backend,
    /// In which number format.
    pub precision: Precision,
    /// Most positions at once; at least 1.
    pub batch: usize,
}

impl InferenceSetup {
    /// Positions at once where nothing is timed. Sizes around it are about equally fast on a processor.
    const USUAL_BATCH: usize = 128;

    /// What is used where nothing is timed, the same on every call: the first of [`Backend::ALL`] that can compute
    /// there, in the first of its precisions; libtorch in [`usual_precision`]. Batches of 128.
    pub fn usual(device: Device) -> InferenceSetup {
        let usual = usual_precision(device);
        let usable = Backend::ALL.into_iter().find_map(|backend| {
            let first = backend.precisions(device).first().copied();
            first.map(|first| (backend, if backend == Backend::Torch { usual } else { first }))
        });
        // Where none can be used, a network has no weights either; whoever tries nevertheless hears of it then.
        let (backend, precision) = usable.unwrap_or((Backend::Torch, usual));
        InferenceSetup { backend, precision, batch: Self::USUAL_BATCH }
    }

    /// Serves a network to the search in this way.
    ///
    /// # Errors
    /// If it cannot be computed in this way on this machine, or the rules have no encoding.
    pub fn evaluator(&self, network: &Network, rules: &Rules) -> Result<NetEvaluator, NetError> {
        NetEvaluator::new(self.backend.load(network, self.precision)?, rules, self.batch)
    }
}

impl fmt::Display for InferenceSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, batches of {}", self.backend, self.precision, self.batch)
    }
}
