use std::time::Duration;

use bashni_rules::{Encoding, Game, Rules};
use serde::{Deserialize, Serialize};
use tch::Device;

use crate::timing::time_in_turns;
use crate::{Backend, Inference, InferenceSetup, NetError, Network, Precision};

/// How long the choice takes, all in all, where single batches do not take a good part of it.
const BUDGET: Duration = Duration::from_secs(2);

/// How much faster 16 bits must be than f32, which computes what was learned more exactly.
const GAIN: f64 = 1.1;

/// Which ways of computing a network are to be compared; nothing fixed means all that this machine can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InferenceCandidates {
    /// Only this backend.
    pub backend: Option<Backend>,
    /// Only this precision.
    pub precision: Option<Precision>,
    /// Only this batch.
    pub batch: Option<usize>,
    /// Positions that there are to evaluate at once: larger batches make no sense.
    pub most: usize,
}

impl InferenceCandidates {
    /// The ways in question on a device: by batch, then in the order of [`Backend::ALL`] and [`Backend::precisions`]. Batches double from 32
    /// to 512 (4096 on a GPU, which has to be filled), as far as there are positions for them.
    pub fn list(&self, device: Device) -> Vec<InferenceSetup> {
        let top = if device == Device::Cpu { 512 } else { 4096 };
        let most = self.most.clamp(1, top);
        let batches = match self.batch {
            Some(batch) => vec![batch.max(1)],
            None => std::iter::successors(Some(32), |batch| Some(2 * batch))
                .take_while(|&batch| batch < most)
                .chain([most])
                .collect(),
        };
        let mut setups = Vec::new();
        for batch in batches {
            for backend in Backend::ALL {
                for &precision in backend.precisions(device) {
                    let wanted = self.backend.is_none_or(|only| only == backend)
                        && self.precision.is_none_or(|only| only == precision);
                    if wanted {
                        setups.push(InferenceSetup { backend, precision, batch });
                    }
                }
            }
        }
        setups
    }
}

/// How fast one way of computing a network was.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct InferenceRate {
    /// The way.
    #[serde(flatten)]
    pub setup: InferenceSetup,
    /// Positions a second on one thread; 0 if it was not timed, since one batch would have taken too long.
    pub per_second: f64,
}

/// Times ways of computing a network on the calling thread, and returns the fastest with all rates. One with 16 bits must
/// be a tenth faster than all in f32.
///
/// They take turns over about two seconds and the fastest run of each counts, so that what else the machine does decides as
/// little as possible. A single candidate is chosen without timing it, and no rates are returned.
///
/// # Errors
/// If there is no candidate, or one fails.
pub fn fastest_inference(
    network: &Network,
    rules: &Rules,
    candidates: &[InferenceSetup],
) -> Result<(InferenceSetup, Vec<InferenceRate>), NetError> {
    match candidates {
        [] => return Err(NetError::NoCandidate),
        [only] => return Ok((*only, Vec::new())),
        _ => {}
    }
    let mut trial = Trial::new(rules, candidates)?;
    // One of each kind, for all batches.
    let mut loaded: Vec<(Backend, Precision, Box<dyn Inference>)> = Vec::new();
    for setup in candidates {
        if !loaded
            .iter()
            .any(|&(backend, precision, _)| (backend, precision) == (setup.backend, setup.precision))
        {
            let inference = setup.backend.load(network, setup.precision)?;
            loaded.push((setup.backend, setup.precision, inference));
        }
    }
    let rows: Vec<usize> = candidates.iter().map(|setup| setup.batch).collect();
    let rates = time_in_turns(&rows, BUDGET, |i| {
        let setup = candidates[i];
        let kind = (setup.backend, setup.precision);
        match loaded.iter_mut().find(|(backend, precision, _)| (*backend, *precision) == kind) {
            Some((_, _, inference)) => trial.run(inference.as_mut(), setup.batch),
            None => Err(NetError::NoCandidate),
        }
    })?;
    let rates: Vec<InferenceRate> = candidates
        .iter()
        .zip(rates)
        .map(|(&setup, per_second)| InferenceRate { setup, per_second })
        .collect();
    Ok((fastest(&rates).ok_or(NetError::NoCandidate)?, rates))
}

/// The fastest, one with 16 bits only if it is clearly so; of equals the first.
fn fastest(rates: &[InferenceRate]) -> Option<InferenceSetup> {
    let weighted = |rate: &InferenceRate| match rate.setup.precision {
        Precision::F32 => GAIN * rate.per_second,
        Precision::Bf16 | Precision::I16 => rate.per_second,
    };
    rates.iter().rev().max_by(|a, b| weighted(a).total_cmp(&weighted(b))).map(|rate| rate.setup)
}

/// One way of computing a network, over and over for the board's first position: for whoever measures.
pub struct InferenceTrial {
    inference: Box<dyn Inference>,
    batch: usize,
    trial: Trial,
}

impl InferenceTrial {
    /// Gets the network ready.
    ///
    /// # Errors
    /// As for [`InferenceSetup::evaluator`].
    pub fn new(network: &Network, rules: &Rules, setup: InferenceSetup) -> Result<InferenceTrial, NetError> {
        let inference = setup.backend.load(network, setup.precision)?;
        Ok(InferenceTrial { inference, batch: setup.batch, trial: Trial::new(rules, &[setup])? })
    }

    /// Computes one batch and returns how many positions that were.
    ///
    /// # Errors
    /// If the computation fails.
    pub fn run(&mut self) -> Result<u64, NetError> {
        self.trial.run(self.inference.as_mut(), self.batch)?;
        Ok(self.batch as u64)
    }
}

/// Memory for batches of the board's first position.
struct Trial {
    size: usize,
    actions: usize,
    planes: Vec<f32>,
    policy: Vec<f32>,
    value: Vec<f32>,
}

impl Trial {
    fn new(rules: &Rules, candidates: &[InferenceSetup]) -> Result<Trial, NetError> {
        let encoding = Encoding::new(rules)?;
        let (size, actions) = (encoding.len(), encoding.actions());
        let batch = candidates.iter().map(|setup| setup.batch).max().unwrap_or(0);
        let mut planes = vec![0.0; size];
        encoding.write(&Game::new(rules), rules, &mut planes);
        Ok(Trial {
            size,
            actions,
            planes: planes.repeat(batch),
            policy: vec![0.0; batch * actions],
            value: vec![0.0; batch * 3],
        })
    }

    fn run(&mut self, inference: &mut dyn Inference, batch: usize) -> Result<(), NetError> {
        inference.run(
            batch,
            &self.planes[..batch * self.size],
            &mut self.policy[..batch * self.actions],
            &mut self.value[..batch * 3],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(precision: Precision, batch: usize, per_second: f64) -> InferenceRate {
        InferenceRate { setup: InferenceSetup { backend: Backend::Torch, precision, batch }, per_second }
    }

    #[test]
    fn the_fastest_wins_and_one_with_16_bits_only_if_it_is_clearly_faster() {
        let full = [rate(Precision::F32, 32, 80.0), rate(Precision::F32, 64, 100.0)];
        for half in [Precision::Bf16, Precision::I16] {
            let with = |rate_of_half| fastest(&[full[0], full[1], rate(half, 32, rate_of_half)]).unwrap();
            assert_eq!(with(109.0), full[1].setup);
            assert_eq!(with(111.0).precision, half);
        }
    }

    #[test]
    fn of_equally_fast_ones_the_smaller_batch_wins() {
        let rates = [64, 128, 256].map(|batch| rate(Precision::F32, batch, 100.0));
        assert_eq!(fastest(&rates).unwrap().batch, 64);
        assert_eq!(fastest(&[]), None);
    }
}
