use bashni_data::Origin;
use bashni_net::{Backend, InferenceSetup, Precision};
use bashni_selfplay::SelfPlayConfig;
use serde::{Deserialize, Serialize};
use tch::Device;

use super::Judge;
use crate::RunConfig;
use crate::seed::derive;

/// How the games of a shard were played: with it and the network each can be played again. In a shard's metadata it stands
/// as TOML.
///
/// Nothing in it depends on when, where or on how many threads the games were played, so that the same games are the same
/// bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// Seed of the run.
    pub seed: u64,
    /// What judged positions: `net`, or an evaluator without a network.
    pub player: String,
    /// Sha256 of the network's weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// Optimiser steps behind it.
    pub network_step: u64,
    /// What computed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend: Option<Backend>,
    /// The number format that it was computed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<Precision>,
    /// Where it computed, as in a config.
    pub device: String,
    /// Settings of self-play.
    pub selfplay: SelfPlayConfig,
}

impl Provenance {
    pub(crate) fn new(config: &RunConfig, judge: &Judge) -> Provenance {
        let (player, network, inference) = match judge {
            Judge::Network { hash, inference, .. } => ("net", Some(hash.clone()), Some(inference)),
            Judge::Plain(plain) => (plain.name(), None, None),
        };
        Provenance {
            seed: config.seed,
            player: player.to_owned(),
            network,
            network_step: judge.step(),
            backend: inference.map(|inference| inference.backend),
            precision: inference.map(|inference| inference.precision),
            device: config.device.clone(),
            selfplay: config.selfplay.clone(),
        }
    }

    /// As it is written into a shard, with the program that plays.
    pub(crate) fn origin(&self) -> Origin {
        // Seeds above the integers of TOML are the only thing that it cannot hold; a config has none.
        Origin { program: bashni_arena::program().to_owned(), provenance: toml::to_string(self).ok() }
    }

    /// What a shard says.
    ///
    /// # Errors
    /// If it says nothing, or nothing that is understood.
    pub(crate) fn of(origin: &Origin) -> Result<Provenance, String> {
        let text = origin.provenance.as_ref().ok_or("it does not say how its games were played")?;
        toml::from_str(text).map_err(|error| {
            let by = if origin.program.is_empty() { "another program" } else { &origin.program };
            let reason = error.to_string();
            format!(
                "what it says about how its games were played is not understood ({}); use the program that wrote it ({by})",
                reason.trim_end()
            )
        })
    }

    /// How the network is to be computed for a single game. Nothing depends on the size of batches.
    pub(crate) fn inference(&self, device: Device) -> InferenceSetup {
        let usual = InferenceSetup::usual(device);
        InferenceSetup {
            backend: self.backend.unwrap_or(usual.backend),
            precision: self.precision.unwrap_or(usual.precision),
            ..usual
        }
    }

    /// The seed that the seeds of games follow from.
    pub(crate) fn games_seed(&self) -> u64 {
        derive(self.seed, "games", 0)
    }
}
