use std::sync::Arc;

use bashni_rules::Rules;
use bashni_search::alphabeta::{self, Weights};

use super::{AlphaBetaPlayer, MinimaxPlayer, RandomPlayer, RolloutPlayer};
use crate::{Player, PlayerError, PlayerFactory, PlayerIdentity, PlayerSpec};

/// Makes the players that need no network: `random`, `rollout`, `minimax` and `alphabeta`.
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
            [PlayerSpec::AlphaBeta(spec)] => Ok(Box::new(AlphaBetaPlayer::new(spec)?)),
            [spec @ PlayerSpec::Net { .. }] => Err(no_networks(spec)),
            _ => Err(PlayerError::new(format!("expected one player, got {}", specs.len()))),
        }
    }

    fn identify(&self, spec: &PlayerSpec, rules: &Arc<Rules>) -> Result<PlayerIdentity, PlayerError> {
        match spec {
            PlayerSpec::Random => Ok(PlayerIdentity::new(spec, RANDOM)),
            PlayerSpec::Rollout(_) => Ok(PlayerIdentity::new(spec, ROLLOUT)),
            PlayerSpec::Minimax(_) => {
                Ok(PlayerIdentity::new(spec, MINIMAX).with("table_mb", MinimaxPlayer::TABLE_MB))
            }
            PlayerSpec::AlphaBeta(settings) => {
                let weights = AlphaBetaPlayer::weights(settings)?;
                let weights = weights.unwrap_or_else(|| Weights::for_rules(rules));
                let weights = format!("{:016x}", weights.fingerprint());
                Ok(PlayerIdentity::new(spec, alphabeta::VERSION).with("weights", weights))
            }
            PlayerSpec::Net { .. } => Err(no_networks(spec)),
        }
    }
}

fn no_networks(spec: &PlayerSpec) -> PlayerError {
    PlayerError::new(format!(
        "`{spec}`: this program has no networks built in; only random, rollout, minimax and alphabeta can play here"
    ))
}
