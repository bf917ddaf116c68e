use bashni_net::Precision;
use bashni_selfplay::SelfPlayConfig;
use serde::{Deserialize, Serialize};

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
    /// The number format that it computed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<Precision>,
    /// Where it computed, as in a config.
    pub device: String,
    /// Settings of self-play.
    pub selfplay: SelfPlayConfig,
}

impl Provenance {
    pub(crate) fn new(config: &RunConfig, judge: &Judge) -> Provenance {
        let (player, network, precision) = match judge {
            Judge::Network { hash, precision, .. } => ("net", Some(hash.clone()), Some(*precision)),
            Judge::Plain(plain) => (plain.name(), None, None),
        };
        Provenance {
            seed: config.seed,
            player: player.to_owned(),
            network,
            network_step: judge.step(),
            precision,
            device: config.device.clone(),
            selfplay: config.selfplay.clone(),
        }
    }

    /// The seed that the seeds of games follow from.
    pub(crate) fn games_seed(&self) -> u64 {
        derive(self.seed, "games", 0)
    }
}
