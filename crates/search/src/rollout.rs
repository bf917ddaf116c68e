use bashni_rules::{Game, Outcome, Rules, Step};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::{Evaluation, Evaluator, EvaluatorError, Query, Wdl, White, next_decision};

/// Judges a state by random games from it: every legal step is equally likely, and the value is the share of
/// wins, draws and losses. The logits are all equal.
///
/// The random numbers come from the seed and the state's hash, so the answer depends on neither the batch nor the
/// order of calls.
#[derive(Clone, Debug)]
pub struct RolloutEvaluator {
    rollouts: u32,
    seed: u64,
    scratch: Option<Game>,
    steps: Vec<Step>,
}

impl RolloutEvaluator {
    /// Decisions after which a random game counts as a draw. Games end long before under the usual rules; without
    /// a no-progress rule they might not in any useful time.
    pub const MAX_DECISIONS: u32 = 2_000;

    /// An evaluator that plays `rollouts` random games (at least one) a state.
    pub fn new(rollouts: u32, seed: u64) -> RolloutEvaluator {
        RolloutEvaluator { rollouts: rollouts.max(1), seed, scratch: None, steps: Vec::new() }
    }

    fn value(&mut self, rules: &Rules, query: &Query<'_>) -> Wdl<White> {
        let mut rng = Pcg64Mcg::seed_from_u64(self.seed ^ query.game.hash());
        let game = self.scratch.get_or_insert_with(|| query.game.clone());
        let mut total = Wdl::<White>::default();
        for _ in 0..self.rollouts {
            game.clone_from(query.game);
            self.steps.clear();
            self.steps.extend_from_slice(query.steps);
            let result = Wdl::<White>::from(random_game(rules, game, &mut self.steps, &mut rng));
            total.win += result.win;
            total.draw += result.draw;
            total.loss += result.loss;
        }
        let games = self.rollouts as f32;
        Wdl::new(total.win / games, total.draw / games, total.loss / games)
    }
}

/// Plays at random to the end, from a state whose legal steps are `steps`.
fn random_game(rules: &Rules, game: &mut Game, steps: &mut Vec<Step>, rng: &mut Pcg64Mcg) -> Outcome {
    for _ in 0..RolloutEvaluator::MAX_DECISIONS {
        // A u32, not a usize, so that 32-bit machines draw the same games.
        let pick = rng.random_range(0..steps.len() as u32);
        game.play_step(rules, steps[pick as usize]);
        if let Some(outcome) = next_decision(rules, game, steps, |_| {}) {
            return outcome;
        }
    }
    Outcome::Draw
}

impl Evaluator for RolloutEvaluator {
    fn evaluate(
        &mut self,
        rules: &Rules,
        queries: &[Query<'_>],
        out: &mut Vec<Evaluation>,
    ) -> Result<(), EvaluatorError> {
        out.resize_with(queries.len(), Evaluation::default);
        for (query, evaluation) in queries.iter().zip(out) {
            if query.steps.is_empty() {
                return Err(EvaluatorError::new("a state without legal steps was given to be judged"));
            }
            evaluation.logits.clear();
            evaluation.logits.resize(query.steps.len(), 0.0);
            evaluation.value = self.value(rules, query).for_mover(query.game.turn());
        }
        Ok(())
    }
}
