//! What a shard says about how its games were played.

use bashni_data::Origin;
use bashni_net::InferenceSetup;
use bashni_selfplay::SelfPlayConfig;
use serde::Serialize;

/// How the games of a generation were played: the TOML in a shard's metadata.
#[derive(Debug, Serialize)]
pub(crate) struct Provenance<'a> {
    /// Seed of the run.
    pub seed: u64,
    /// Hash of the checkpoint that searched.
    pub network: &'a str,
    /// Its training step.
    pub network_step: u64,
    /// How it was computed.
    pub inference: InferenceSetup,
    /// Settings of self-play.
    pub selfplay: &'a SelfPlayConfig,
}

impl Provenance<'_> {
    /// As it is written into a shard, with the program that plays.
    pub fn origin(&self) -> Origin {
        // Seeds above the integers of TOML are the only thing that it cannot hold; a config has none.
        Origin { program: bashni_arena::program().to_owned(), provenance: toml::to_string(self).ok() }
    }
}
