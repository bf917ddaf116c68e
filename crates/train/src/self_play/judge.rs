use bashni_net::{Checkpoint, InferenceSetup, Network};
use bashni_rules::Rules;
use bashni_search::{Evaluator, RolloutEvaluator, UniformEvaluator};
use tch::Device;

use crate::TrainError;

/// What judges the positions of self-play.
///
/// A player that searches in another way, as alpha-beta does, would be a third kind of `Judge` beside these two kinds
/// of evaluators of the tree search; its games would go the same way into the same shards.
#[derive(Debug)]
pub(crate) enum Judge {
    /// A network.
    Network {
        /// Its weights.
        network: Network,
        /// Sha256 of its weights.
        hash: String,
        /// Optimiser steps behind it.
        step: u64,
        /// How it is computed.
        inference: InferenceSetup,
        /// Where it computes.
        device: Device,
    },
    /// An evaluator without a network.
    Plain(Plain),
}

/// An evaluator without a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    /// Every step is equally likely and every position a draw.
    Uniform,
    /// Every step is equally likely, and a position is worth what one random game from it brings.
    Rollout,
}

impl Plain {
    /// All of them, for messages and help.
    pub const ALL: [Plain; 2] = [Plain::Uniform, Plain::Rollout];

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Plain::Uniform => "uniform",
            Plain::Rollout => "rollout",
        }
    }
}

impl std::str::FromStr for Plain {
    type Err = String;

    fn from_str(text: &str) -> Result<Plain, String> {
        let named = Plain::ALL.into_iter().find(|plain| plain.name() == text);
        named.ok_or_else(|| format!("`{text}`: expected {}", Plain::ALL.map(Plain::name).join(" or ")))
    }
}

impl Judge {
    /// The network of a checkpoint.
    pub fn of_checkpoint(
        checkpoint: &Checkpoint,
        rules: &Rules,
        device: Device,
        inference: InferenceSetup,
    ) -> Result<Judge, TrainError> {
        Ok(Judge::Network {
            network: checkpoint.network(rules, device)?,
            hash: checkpoint.hash().to_owned(),
            step: checkpoint.manifest().steps,
            inference,
            device,
        })
    }

    /// Optimiser steps behind it.
    pub fn step(&self) -> u64 {
        match self {
            Judge::Network { step, .. } => *step,
            Judge::Plain(_) => 0,
        }
    }

    /// Evaluators for so many threads. A GPU gets one, however many threads there are: it is fastest with one large batch.
    pub fn evaluators(
        &self,
        rules: &Rules,
        threads: usize,
        seed: u64,
    ) -> Result<Vec<Box<dyn Evaluator + Send>>, TrainError> {
        let threads = match self {
            Judge::Network { device, .. } if *device != Device::Cpu => 1,
            _ => threads.max(1),
        };
        (0..threads).map(|_| self.evaluator(rules, seed)).collect()
    }

    fn evaluator(&self, rules: &Rules, seed: u64) -> Result<Box<dyn Evaluator + Send>, TrainError> {
        Ok(match self {
            Judge::Network { network, inference, .. } => Box::new(inference.evaluator(network, rules)?),
            Judge::Plain(Plain::Uniform) => Box::new(UniformEvaluator),
            Judge::Plain(Plain::Rollout) => Box::new(RolloutEvaluator::new(1, seed)),
        })
    }
}
