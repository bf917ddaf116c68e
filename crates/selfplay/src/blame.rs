//! Finds the game that an evaluation belongs to which no search can use.

use bashni_rules::{Rules, Square};
use bashni_search::mcts::{SearchError, Tree};
use bashni_search::{Evaluation, Query};

use crate::game::Playing;
use crate::{BadEvaluation, SelfPlayError};

/// Makes of a failed round's error one that says which game it was, if an evaluation is at fault.
///
/// Trees take their evaluations in order and keep waiting if one is refused, so the first that waits is the one that was
/// refused, and the last evaluations of the batch belong to it and to those behind it.
pub(crate) fn blame(
    rules: &Rules,
    playing: &[Playing],
    evaluations: &[Evaluation],
    error: SearchError,
) -> SelfPlayError {
    let at_fault =
        matches!(error, SearchError::Logit { .. } | SearchError::Logits { .. } | SearchError::Value { .. });
    let asked = |game: &Playing| tree(game).queries().len();
    let refused = playing.iter().find(|game| at_fault && asked(game) > 0);
    let Some(game) = refused else { return error.into() };
    let behind: usize = playing.iter().map(asked).sum();
    let own = &evaluations[evaluations.len().saturating_sub(behind)..];
    let mut answers = tree(game).queries().zip(own);
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

fn tree(game: &Playing) -> &Tree {
    std::borrow::Borrow::borrow(game)
}

fn is_sound(query: &Query<'_>, evaluation: &Evaluation) -> bool {
    evaluation.logits.len() == query.steps.len()
        && evaluation.logits.iter().all(|logit| logit.is_finite())
        && evaluation.value.is_distribution()
}
