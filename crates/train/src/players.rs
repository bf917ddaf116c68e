use std::sync::Arc;

use bashni_arena::{BuiltinPlayers, MctsPlayer, Player, PlayerError, PlayerFactory, PlayerSpec};
use bashni_net::{Checkpoint, NetEvaluator, Precision, usual_precision};
use bashni_rules::Rules;
use bashni_search::mcts::SearchConfig;
use tch::Device;

/// Makes all players: those of the arena, and `net:PATH,sims=N`.
#[derive(Clone, Copy, Debug)]
pub struct Players {
    device: Device,
    precision: Precision,
}

impl Players {
    /// Networks compute on `device`, in the precision that is usually faster there. (Timing both might choose another one
    /// the next time, and the same match would have another result.)
    pub fn new(device: Device) -> Players {
        Players { device, precision: usual_precision(device) }
    }

    /// Networks compute in this precision.
    #[must_use]
    pub fn in_precision(self, precision: Precision) -> Players {
        Players { precision, ..self }
    }
}

impl PlayerFactory for Players {
    fn create(&self, spec: &PlayerSpec, rules: &Arc<Rules>) -> Result<Box<dyn Player>, PlayerError> {
        let PlayerSpec::Net { path, sims } = spec else {
            return BuiltinPlayers.create(spec, rules);
        };
        let checkpoint = Checkpoint::open(path.as_ref()).map_err(PlayerError::new)?;
        let network = checkpoint.network(rules, self.device).map_err(PlayerError::new)?;
        // A match plays on threads of its own, each with players of its own.
        tch::set_num_threads(1);
        let evaluator = NetEvaluator::new(&network, rules, self.precision).map_err(PlayerError::new)?;
        let config = SearchConfig { sims: *sims, ..SearchConfig::default() };
        Ok(Box::new(MctsPlayer::new(evaluator, config)))
    }
}
