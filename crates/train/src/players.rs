use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bashni_arena::{
    BuiltinPlayers, Engine, EngineSetup, MctsLimits, MctsPlayer, Player, PlayerError, PlayerFactory,
    PlayerIdentity, PlayerSpec, TreeEngine,
};
use bashni_net::{Checkpoint, InferenceSetup, NetEvaluator, Network};
use bashni_rules::{RuleFields, Rules};
use bashni_search::mcts::SearchConfig;
use tch::Device;

/// Version of how `net:` plays: to be raised with any change of that, given the same network and limits. Since 2 the search
/// knows proven results.
const NET: u32 = 2;

/// States of one tree that an engine has judged together.
const LEAVES: u32 = 8;

/// Makes all players: those of the arena, and `net:PATH,sims=N`.
///
/// Each network is read once, when it is first asked for; all players with it share its weights, and those that differ only
/// in simulations share batches.
pub struct Players {
    device: Device,
    inference: InferenceSetup,
    networks: Mutex<HashMap<String, Loaded>>,
}

/// States of one tree in a batch. Who goes by the clock computes one game at a time, and a network judges eight states in
/// less than twice the time of one; the others have batches of many games.
const fn leaves(ms: Option<u64>) -> u32 {
    if ms.is_some() { 8 } else { 1 }
}

/// A network in memory.
struct Loaded {
    network: Network,
    rules: RuleFields,
    /// Sha256 of its weights.
    hash: String,
}

impl Players {
    /// Networks are computed on `device`, in the way that is [usual](InferenceSetup::usual) there. (Timing several might
    /// choose another one the next time, and the same match would have another result.)
    pub fn new(device: Device) -> Players {
        Players { device, inference: InferenceSetup::usual(device), networks: Mutex::default() }
    }

    /// Networks are computed in this way.
    #[must_use]
    pub fn computed_by(self, inference: InferenceSetup) -> Players {
        Players { inference, ..self }
    }

    /// The network at a path, to judge positions on the thread that this is called on.
    fn evaluator(&self, path: &str, rules: &Rules) -> Result<NetEvaluator, PlayerError> {
        self.with_network(path, rules, |loaded| {
            self.inference.evaluator(&loaded.network, rules).map_err(PlayerError::new)
        })
    }

    /// Does something with the network at a path. What is there later is not looked at again, so that one name is one
    /// player.
    fn with_network<T>(
        &self,
        path: &str,
        rules: &Rules,
        action: impl FnOnce(&Loaded) -> Result<T, PlayerError>,
    ) -> Result<T, PlayerError> {
        // A thread that panicked while it held the lock has changed nothing by halves.
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = networks.get(path).filter(|loaded| loaded.rules == *rules.fields()) {
            return action(loaded);
        }
        let checkpoint = Checkpoint::open(path.as_ref()).map_err(PlayerError::new)?;
        let network = checkpoint.network(rules, self.device).map_err(PlayerError::new)?;
        let loaded = Loaded { network, rules: rules.fields().clone(), hash: checkpoint.hash().to_owned() };
        let done = action(&loaded);
        networks.insert(path.to_owned(), loaded);
        done
    }
}

impl PlayerFactory for Players {
    fn create(&self, specs: &[PlayerSpec], rules: &Arc<Rules>) -> Result<Box<dyn Player>, PlayerError> {
        let Some(first @ PlayerSpec::Net { path, .. }) = specs.first() else {
            return BuiltinPlayers.create(specs, rules);
        };
        let limits = |spec: &PlayerSpec| match spec {
            PlayerSpec::Net { limits, .. } => Ok(*limits),
            other => Err(PlayerError::new(format!("`{other}` cannot share a player with a network"))),
        };
        let roles: Vec<MctsLimits> = specs.iter().map(limits).collect::<Result<_, _>>()?;
        let config = SearchConfig { leaves: leaves(first.ms()), ..SearchConfig::default() };
        Ok(Box::new(MctsPlayer::new(self.evaluator(path, rules)?, config, roles)))
    }

    fn engine(
        &self,
        spec: &PlayerSpec,
        rules: &Arc<Rules>,
        setup: &EngineSetup,
    ) -> Result<Box<dyn Engine>, PlayerError> {
        let PlayerSpec::Net { path, .. } = spec else {
            return BuiltinPlayers.engine(spec, rules, setup);
        };
        let evaluator = self.evaluator(path, rules)?;
        // One tree alone: a network is several times faster with some states at once, which cost the search little.
        let config = SearchConfig { leaves: LEAVES, ..SearchConfig::default() };
        Ok(Box::new(TreeEngine::new(evaluator, config, setup.seed)))
    }

    fn identify(&self, spec: &PlayerSpec, rules: &Arc<Rules>) -> Result<PlayerIdentity, PlayerError> {
        let PlayerSpec::Net { path, .. } = spec else {
            return BuiltinPlayers.identify(spec, rules);
        };
        let hash = self.with_network(path, rules, |loaded| Ok(loaded.hash.clone()))?;
        let identity = PlayerIdentity { checkpoint: Some(hash), ..PlayerIdentity::new(spec, NET) };
        let SearchConfig { c_puct, c_base, fpu_reduction, root_fpu_reduction, .. } = SearchConfig::default();
        Ok(identity
            .with("c_puct", c_puct)
            .with("c_base", c_base)
            .with("fpu_reduction", fpu_reduction)
            .with("root_fpu_reduction", root_fpu_reduction)
            .with("leaves", leaves(spec.ms()))
            .with("backend", self.inference.backend)
            .with("precision", self.inference.precision)
            .with("device", format!("{:?}", self.device).to_lowercase()))
    }

    /// Equal specs, and the same network with other numbers of simulations. Who goes by the clock computes alone.
    fn can_share(&self, a: &PlayerSpec, b: &PlayerSpec) -> bool {
        match (a, b) {
            (PlayerSpec::Net { path: a_path, .. }, PlayerSpec::Net { path: b_path, .. }) => {
                a == b || a_path == b_path && a.ms().is_none() && b.ms().is_none()
            }
            _ => a == b,
        }
    }
}
