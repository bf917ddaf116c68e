//! Finds the game that an evaluation belongs to which no search can use.

use bashni_rules::{Rules, Square};
use bashni_search::mcts::SearchError;
use bashni_search::{Evaluation, Query};

use crate::game::Playing;
use crate::{BadEvaluation, SelfPlayError};

/// Makes of the error of a tree that refused its evaluations one that says which game it was, if an evaluation is at fault.
pub(crate) fn blame(
    rules: &Rules,
    game: &Playing,
    evaluations: &[Evaluation],
    error: SearchError,
) -> SelfPlayError {
    // A tree that refuses goes on waiting.
    let mut answers = game.tree().queries().zip(evaluations);
    let Some((query, evaluation)) = answers.find(|(query, evaluation)| !is_sound(query, evaluation)) else {
        return error.into();
    };
    let name = |square: Square| rules.board().name(square).to_string();
    let (game_id, game_seed, state) = game.whereabouts(rules);
    let chain = query.game.chain();
    SelfPlayError::BadEvaluation(Box::new(BadEvaluation {
        game_id,
        game_seed,
        state,
        position: query.game.position().fen(rules),
        chain_at: chain.map(|chain| name(chain.square())),
        barred: chain.map(|chain| chain.barred().into_iter().map(name).collect()).unwrap_or_default(),
        no_progress: query.game.no_progress(),
        repetitions: query.game.repetitions(),
        steps: query.steps.iter().map(|step| format!("{}-{}", name(step.from), name(step.to))).collect(),
        evaluation: evaluation.clone(),
        source: error,
    }))
}

fn is_sound(query: &Query<'_>, evaluation: &Evaluation) -> bool {
    evaluation.logits.len() == query.steps.len()
        && evaluation.logits.iter().all(|logit| logit.is_finite())
        && evaluation.value.is_distribution()
}
