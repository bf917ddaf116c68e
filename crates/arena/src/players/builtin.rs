use std::sync::Arc;

use bashni_rules::Rules;
use bashni_search::RolloutEvaluator;
use bashni_search::alphabeta::{self, Weights};
use bashni_search::mcts::SearchConfig;

use super::{AlphaBetaPlayer, MinimaxPlayer, RandomPlayer, RolloutPlayer};
use crate::ugi::UgiEngine;
use crate::{
    AlphaBetaEngine, Engine, EnginePlayer, EngineSetup, Go, MinimaxEngine, Player, PlayerEngine, PlayerError,
    PlayerFactory, PlayerIdentity, PlayerSpec, TreeEngine,
};

/// Makes the players that need no network: `random`, `rollout`, `minimax`, `alphabeta`, and `engine:` of other programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltinPlayers;

/// Versions of the kinds: to be raised with any change of how a kind plays, which `tests/versions.rs` notices.
const RANDOM: u32 = 1;
const ROLLOUT: u32 = 2;
const MINIMAX: u32 = 1;
const ENGINE: u32 = 1;

impl PlayerFactory for BuiltinPlayers {
    fn create(&self, specs: &[PlayerSpec], rules: &Arc<Rules>) -> Result<Box<dyn Player>, PlayerError> {
        match specs {
            [PlayerSpec::Random] => Ok(Box::new(RandomPlayer)),
            [PlayerSpec::Rollout(limits)] => Ok(Box::new(RolloutPlayer::new(*limits))),
            [PlayerSpec::Minimax(limits)] => Ok(Box::new(MinimaxPlayer::new(*limits))),
            [PlayerSpec::AlphaBeta(spec)] => Ok(Box::new(AlphaBetaPlayer::new(spec)?)),
            [spec @ PlayerSpec::Engine { command, .. }] => {
                let engine = UgiEngine::start(command, rules, None)?;
                Ok(Box::new(EnginePlayer::new(Box::new(engine), Go::of(spec))))
            }
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
            PlayerSpec::Engine { command, .. } => {
                let engine = UgiEngine::start(command, rules, None)?;
                let identity = PlayerIdentity::new(spec, ENGINE).with("command", command);
                Ok(identity.with("name", engine.name()).with("author", engine.author()))
            }
            PlayerSpec::Net { .. } => Err(no_networks(spec)),
        }
    }

    fn engine(
        &self,
        spec: &PlayerSpec,
        rules: &Arc<Rules>,
        setup: &EngineSetup,
    ) -> Result<Box<dyn Engine>, PlayerError> {
        match spec {
            PlayerSpec::Random => Ok(Box::new(PlayerEngine::new(Box::new(RandomPlayer), setup.seed))),
            PlayerSpec::Rollout(_) => {
                let evaluator = RolloutEvaluator::new(1, setup.seed);
                Ok(Box::new(TreeEngine::new(evaluator, SearchConfig::default(), setup.seed)))
            }
            PlayerSpec::Minimax(_) => Ok(Box::new(MinimaxEngine::new(setup.hash_mb))),
            PlayerSpec::AlphaBeta(spec) => Ok(Box::new(AlphaBetaEngine::new(spec, setup)?)),
            PlayerSpec::Engine { command, .. } => {
                Ok(Box::new(UgiEngine::start(command, rules, Some(setup))?))
            }
            PlayerSpec::Net { .. } => Err(no_networks(spec)),
        }
    }
}

fn no_networks(spec: &PlayerSpec) -> PlayerError {
    PlayerError::new(format!(
        "`{spec}`: this program has no networks built in; only random, rollout, minimax, alphabeta and engine: can play here"
    ))
}
