use bashni_rules::Rules;
use bashni_search::RolloutEvaluator;
use bashni_search::mcts::SearchConfig;

use super::MctsPlayer;
use crate::{Choice, MctsLimits, Player, PlayerError, Turn};

/// Plays by tree search, judging each new state by one random game from it.
#[derive(Clone, Copy, Debug)]
pub struct RolloutPlayer {
    limits: MctsLimits,
}

impl RolloutPlayer {
    /// A player with these limits.
    pub fn new(limits: MctsLimits) -> RolloutPlayer {
        RolloutPlayer { limits }
    }
}

impl Player for RolloutPlayer {
    fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Choice>, PlayerError> {
        let mut choices = Vec::with_capacity(turns.len());
        // Turn by turn: the random games of a turn follow from its seed, and a batch would not make them faster.
        for turn in turns {
            let evaluator = RolloutEvaluator::new(1, turn.seed);
            let mut player = MctsPlayer::new(evaluator, SearchConfig::default(), vec![self.limits]);
            choices.append(&mut player.choose(rules, &[Turn { role: 0, ..*turn }])?);
        }
        Ok(choices)
    }
}
