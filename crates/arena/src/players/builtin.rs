use std::sync::Arc;

use bashni_rules::Rules;

use super::{MinimaxPlayer, RandomPlayer, RolloutPlayer};
use crate::{Player, PlayerError, PlayerFactory, PlayerIdentity, PlayerSpec};

/// Makes the players that need no network: `random`, `rollout` and `minimax`.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltinPlayers;

/// Versions of the kinds: to be raised with any change of how a kind plays, which `tests/versions.rs` notices.
const RANDOM: u32 = 1;
const ROLLOUT: u32 = 2;
const MINIMAX: u32 = 1;

impl PlayerFactory for BuiltinPlayers {
    fn create(&self, specs: &[PlayerSpec], _rules: &Arc<Rules>) -> Result<Box<dyn Player>, PlayerError> {
        match specs {
            [PlayerSpec::Random] => Ok(Box::new(RandomPlayer)),
            [PlayerSpec::Rollout(limits)] => Ok(Box::new(RolloutPlayer::new(*limits))),
            [PlayerSpec::Minimax(limits)] => Ok(Box::new(MinimaxPlayer::new(*limits))),
            [spec @ PlayerSpec::Net { .. }] => Err(no_networks(spec)),
            _ => Err(PlayerError::new(format!("expected one player, got {}", specs.len()))),
        }
    }

    fn identify(&self, spec: &PlayerSpec, _rules: &Arc<Rules>) -> Result<PlayerIdentity, PlayerError> {
        match spec {
            PlayerSpec::Random => Ok(PlayerIdentity::new(spec, RANDOM)),
            PlayerSpec::Rollout(_) => Ok(PlayerIdentity::new(spec, ROLLOUT)),
            PlayerSpec::Minimax(_) => {
                Ok(PlayerIdentity::new(spec, MINIMAX).with("table_mb", MinimaxPlayer::TABLE_MB))
            }
            PlayerSpec::Net { .. } => Err(no_networks(spec)),
        }
    }
}

fn no_networks(spec: &PlayerSpec) -> PlayerError {
    PlayerError::new(format!(
        "`{spec}`: this program has no networks built in; only random, rollout and minimax can play here"
    ))
}
