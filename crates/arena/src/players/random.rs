use bashni_rules::Rules;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;

use crate::{Choice, Player, PlayerError, Turn};

/// Plays any legal move, each as likely as the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl Player for RandomPlayer {
    fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Choice>, PlayerError> {
        turns
            .iter()
            .map(|turn| {
                let moves = turn.game.position().legal_moves(rules);
                let chosen = moves.choose(&mut Pcg64::seed_from_u64(turn.seed)).copied();
                chosen
                    .map(Choice::from)
                    .ok_or_else(|| PlayerError::new("asked for a move in a game that is over"))
            })
            .collect()
    }

    /// A move takes less time than to ask for it.
    fn max_batch(&self) -> usize {
        64
    }
}
