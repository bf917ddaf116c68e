//! The options of everything that thinks about a position: which player, with how much memory and how many threads.

use std::sync::Arc;

use anyhow::Result;
use bashni_arena::{EngineSetup, Go, PlayerFactory, PlayerSpec};
use bashni_net::parse_device;
use bashni_rules::Rules;
use bashni_train::Players;
use clap::Args;

use crate::error::{OrUsage, UsageError};
use crate::match_args::rules_for;
use crate::rules_args::RulesArgs;

/// The player that thinks where none is chosen.
pub const PLAYER: &str = "alphabeta";

/// What thinks.
#[derive(Args)]
pub struct EngineArgs {
    /// What thinks: a player as `arena` has them, also engine:COMMAND; limits in it hold besides others
    #[arg(long, value_name = "PLAYER", default_value = PLAYER, value_parser = player)]
    player: String,

    /// Megabytes for a transposition table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,

    /// Threads that search together, for players that can [default: 1]
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Seed of what is random in the player
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Where networks compute: cpu, cuda or cuda:N
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    device: String,
}

fn player(text: &str) -> Result<String, String> {
    Go::given(text).map(|_| text.to_owned()).map_err(|error| error.to_string())
}

impl EngineArgs {
    /// The player as it was given.
    pub fn text(&self) -> &str {
        &self.player
    }

    /// The player, and the limits that its text has.
    ///
    /// # Errors
    /// If the text is no player, which the options' own rules have refused before.
    pub fn player(&self) -> Result<(PlayerSpec, Go)> {
        Go::given(&self.player).or_usage("--player")
    }

    /// Memory, threads, randomness.
    pub fn setup(&self) -> EngineSetup {
        EngineSetup { hash_mb: self.hash as usize, threads: self.threads.into(), seed: self.seed }
    }

    /// What makes players and engines.
    ///
    /// # Errors
    /// If there is no such device.
    pub fn factory(&self) -> Result<Arc<dyn PlayerFactory>> {
        let device = parse_device(&self.device).map_err(UsageError::new)?;
        Ok(Arc::new(Players::new(device)))
    }

    /// The rules asked for, or else those of the network that plays.
    ///
    /// # Errors
    /// If the rules or the network's checkpoint cannot be read.
    pub fn rules(&self, rules: &RulesArgs) -> Result<Rules> {
        rules_for(rules, &[self.player()?.0])
    }
}
