use bashni_rules::{Move, Rules};
use bashni_search::RolloutEvaluator;
use bashni_search::mcts::SearchConfig;

use super::MctsPlayer;
use crate::{Player, PlayerError, Turn};

/// Plays by tree search, judging each new state by one random game from it.
#[derive(Clone, Copy, Debug)]
pub struct RolloutPlayer {
    sims: u32,
}

impl RolloutPlayer {
    /// A player with `sims` simulations a step.
    pub fn new(sims: u32) -> RolloutPlayer {
        RolloutPlayer { sims }
    }
}

impl Player for RolloutPlayer {
    fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Move>, PlayerError> {
        let config = SearchConfig { sims: self.sims, ..SearchConfig::default() };
        let mut moves = Vec::with_capacity(turns.len());
        // Turn by turn: the random games of a turn follow from its seed, and a batch would not make them faster.
        for turn in turns {
            let mut player = MctsPlayer::new(RolloutEvaluator::new(1, turn.seed), config);
            moves.append(&mut player.choose(rules, std::slice::from_ref(turn))?);
        }
        Ok(moves)
    }
}
