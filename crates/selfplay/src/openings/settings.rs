use std::path::Path;

use bashni_rules::Rules;
use rand::RngExt;
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};

use super::{StartError, Starts};
use crate::{ConfigError, SelfPlayError};

/// How games begin, beside the random moves of [`SelfPlayConfig::opening_plies`](crate::SelfPlayConfig::opening_plies).
///
/// A game begins at the start of the rules or at a position of a file, with random moves, then moves of the network's policy,
/// then perhaps a fork. From there on its decisions are searched and recorded. All of it follows from the seed of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpeningConfig {
    /// After the random moves come 0 to this many whole moves drawn from the network's policy, without a search.
    pub policy_plies: u32,
    /// Temperature of these draws: 1 draws as the policy says, more is flatter, 0 takes the likeliest step.
    pub policy_temperature: f64,
    /// Share of games that fork: at an early move, a few random moves are each judged by the network once, and the best of
    /// them is played (Wu 2019, as KataGo's early forks). So there are games from positions that nobody would have chosen, but
    /// hardly ones that are lost at once. Up to the fork, moves are drawn from the network's policy.
    pub fork_share: f64,
    /// Mean of the number of whole moves before the fork, which is drawn from an exponential distribution.
    pub fork_ply: f64,
    /// Random moves that the network judges at a fork.
    pub fork_moves: u32,
    /// File of start positions, in the one-line form, one a line; its path starts from the folder of the config. Empty for none.
    pub file: String,
    /// Share of games that begin at a position of the file; the others begin at the start of the rules.
    pub file_share: f64,
    /// Hash of the file's positions ([`Starts::sha256`]). Written into resolved configs, so that a run cannot change without
    /// being told; empty to take the file as it is.
    pub sha256: String,
    /// The positions of the file, once it has been [read](OpeningConfig::load).
    #[serde(skip)]
    pub starts: Starts,
}

impl Default for OpeningConfig {
    fn default() -> OpeningConfig {
        OpeningConfig {
            policy_plies: 0,
            policy_temperature: 1.0,
            fork_share: 0.0,
            fork_ply: 8.0,
            fork_moves: 4,
            file: String::new(),
            file_share: 1.0,
            sha256: String::new(),
            starts: Starts::default(),
        }
    }
}

impl OpeningConfig {
    /// The name under which [`load`](OpeningConfig::load) has the file from then on: a run's folder keeps its positions in it.
    pub const FILE: &'static str = "start-positions.txt";

    /// Reads the file, if one is named. From then on `file` is [`FILE`](OpeningConfig::FILE) and `sha256` is set: whoever writes the
    /// config down writes [`Starts::text`] beside it, under that name.
    ///
    /// # Errors
    /// If the file cannot be read, a line is no position under these rules (it is named), or `sha256` is that of other positions.
    pub fn load(&mut self, folder: &Path, rules: &Rules) -> Result<(), StartError> {
        if self.file.is_empty() {
            return Ok(());
        }
        let path = folder.join(&self.file);
        let starts = Starts::read(&path, rules)?;
        let found = starts.sha256();
        if !self.sha256.is_empty() && self.sha256 != found {
            return Err(StartError::Changed { path, found, expected: self.sha256.clone() });
        }
        (self.file, self.sha256, self.starts) = (OpeningConfig::FILE.to_owned(), found, starts);
        Ok(())
    }

    /// Draws where a game begins: a position of the file, or empty for the start of the rules.
    pub(crate) fn draw_start(&self, random: &mut Pcg64) -> Result<String, SelfPlayError> {
        if self.file.is_empty() {
            return Ok(String::new());
        }
        let positions = self.starts.positions();
        if positions.is_empty() {
            return Err(SelfPlayError::StartsNotRead { file: self.file.clone() });
        }
        match random.random_bool(self.file_share) {
            true => Ok(positions[random.random_range(0..positions.len())].clone()),
            false => Ok(String::new()),
        }
    }

    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let share = |x: f64| (0.0..=1.0).contains(&x);
        let checks = [
            ("policy_plies", f64::from(self.policy_plies), self.policy_plies <= 10_000, "0 to 10000"),
            (
                "policy_temperature",
                self.policy_temperature,
                (0.0..=10.0).contains(&self.policy_temperature),
                "0 to 10",
            ),
            ("fork_share", self.fork_share, share(self.fork_share), "0 to 1"),
            ("fork_ply", self.fork_ply, (0.0..=1000.0).contains(&self.fork_ply), "0 to 1000"),
            ("fork_moves", f64::from(self.fork_moves), (1..=1000).contains(&self.fork_moves), "1 to 1000"),
            ("file_share", self.file_share, share(self.file_share), "0 to 1"),
        ];
        match checks.into_iter().find(|(_, _, right, _)| !right) {
            Some((key, value, _, expected)) => {
                Err(ConfigError(format!("openings.{key} = {value}: expected {expected}")))
            }
            None => Ok(()),
        }
    }
}
