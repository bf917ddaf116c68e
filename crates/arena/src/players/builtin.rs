use std::sync::Arc;

use bashni_rules::Rules;

use super::{MinimaxPlayer, RandomPlayer, RolloutPlayer};
use crate::{Player, PlayerError, PlayerFactory, PlayerSpec};

/// Makes the players that need no network: `random`, `rollout` and `minimax`.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltinPlayers;

impl PlayerFactory for BuiltinPlayers {
    fn create(&self, spec: &PlayerSpec, _rules: &Arc<Rules>) -> Result<Box<dyn Player>, PlayerError> {
        match spec {
            PlayerSpec::Random => Ok(Box::new(RandomPlayer)),
            PlayerSpec::Rollout { sims } => Ok(Box::new(RolloutPlayer::new(*sims))),
            PlayerSpec::Minimax(limits) => Ok(Box::new(MinimaxPlayer::new(*limits))),
            PlayerSpec::Net { .. } => Err(PlayerError::new(format!(
                "`{spec}`: this program has no networks built in; only random, rollout and minimax can play here"
            ))),
        }
    }
}
