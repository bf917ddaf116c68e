use std::sync::{Arc, OnceLock};

use bashni_arena::{BuiltinPlayers, MctsPlayer, Player, PlayerError, PlayerFactory, PlayerSpec};
use bashni_net::{Checkpoint, NetEvaluator, Precision, fastest_precision};
use bashni_rules::Rules;
use bashni_search::mcts::SearchConfig;
use tch::Device;

/// Makes all players: those of the arena, and `net:PATH,sims=N`.
#[derive(Clone, Debug)]
pub struct Players {
    device: Device,
    /// Chosen once: threads that chose for themselves might differ.
    precision: OnceLock<Precision>,
}

impl Players {
    /// Networks compute on `device`, in whichever precision the first of them is found to be faster in.
    pub fn new(device: Device) -> Players {
        Players { device, precision: OnceLock::new() }
    }

    /// Networks compute in this precision.
    #[must_use]
    pub fn in_precision(self, precision: Precision) -> Players {
        Players { precision: precision.into(), ..self }
    }
}

/// Batch for which the faster precision is looked for.
const USUAL_BATCH: usize = 64;

impl PlayerFactory for Players {
    fn create(&self, spec: &PlayerSpec, rules: &Arc<Rules>) -> Result<Box<dyn Player>, PlayerError> {
        let PlayerSpec::Net { path, sims } = spec else {
            return BuiltinPlayers.create(spec, rules);
        };
        let checkpoint = Checkpoint::open(path.as_ref()).map_err(PlayerError::new)?;
        let network = checkpoint.network(rules, self.device).map_err(PlayerError::new)?;
        // A match plays on threads of its own, each with players of its own.
        tch::set_num_threads(1);
        let precision = match self.precision.get() {
            Some(precision) => *precision,
            None => {
                let fastest = fastest_precision(&network, rules, USUAL_BATCH).map_err(PlayerError::new)?.0;
                *self.precision.get_or_init(|| fastest)
            }
        };
        let evaluator = NetEvaluator::new(&network, rules, precision).map_err(PlayerError::new)?;
        let config = SearchConfig { sims: *sims, ..SearchConfig::default() };
        Ok(Box::new(MctsPlayer::new(evaluator, config)))
    }
}
