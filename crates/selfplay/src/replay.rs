use std::sync::atomic::Ordering;

use bashni_rules::{Encoding, Rules};
use bashni_search::Evaluator;
use bashni_search::mcts::Tree;

use crate::gate::Gate;
use crate::generation::Worker;
use crate::{Generation, Order, Progress, SelfPlayConfig, SelfPlayError};

/// Plays one game of a run again, alone. `searched` is shown the search of each decision when it is complete, before
/// its step is played. Returns the game as a generation of one.
///
/// With the settings, the seed and an evaluator that judges as the one did with which the game was played, it is the same
/// game.
///
/// # Errors
/// As for [`play_games`](crate::play_games).
pub fn replay_game(
    rules: &Rules,
    config: &SelfPlayConfig,
    order: &Order,
    game: u64,
    evaluator: &mut dyn Evaluator,
    searched: &mut dyn FnMut(&Tree),
) -> Result<Generation, SelfPlayError> {
    let encoding = Encoding::new(rules)?;
    let (progress, gate) = (Progress::default(), Gate::new(game, 1));
    let worker = Worker { rules, encoding: &encoding, config, order, progress: &progress, gate: &gate };
    let mut finished = None;
    worker.play(std::iter::once(game).peekable(), evaluator, &mut |game| finished = Some(game), searched)?;
    Ok(Generation::new(finished.into_iter().collect(), progress.evaluations.load(Ordering::Relaxed)))
}
