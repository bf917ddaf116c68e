//! What judges positions for the tree search.

use std::error::Error;

use bashni_rules::{Game, Rules, Step};

use crate::{Mover, Wdl};

/// A state to be judged: not the end of a game, with at least two legal steps.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The state, with its history and, inside a move, its chain.
    pub game: &'a Game,
    /// Its legal steps, in the order of [`Game::legal_steps`].
    pub steps: &'a [Step],
}

/// What an evaluator thinks of one state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// One number a legal step, in the order of [`Query::steps`]; their softmax is the prior. Must be finite.
    pub logits: Vec<f32>,
    /// The result that is expected, for the side that acts. Must be a distribution.
    pub value: Wdl<Mover>,
}

/// Judges states in batches.
///
/// The evaluation of a state must not depend on which others are in the batch, or games would depend on each
/// other.
pub trait Evaluator {
    /// Writes one evaluation a query to `out`, in the same order.
    ///
    /// `out` may come in with any length and content, and its vectors are meant to be used again; on success it
    /// must have the length of `queries`.
    fn evaluate(
        &mut self,
        rules: &Rules,
        queries: &[Query<'_>],
        out: &mut Vec<Evaluation>,
    ) -> Result<(), EvaluatorError>;
}

impl<E: Evaluator + ?Sized> Evaluator for &mut E {
    fn evaluate(
        &mut self,
        rules: &Rules,
        queries: &[Query<'_>],
        out: &mut Vec<Evaluation>,
    ) -> Result<(), EvaluatorError> {
        (**self).evaluate(rules, queries, out)
    }
}

impl<E: Evaluator + ?Sized> Evaluator for Box<E> {
    fn evaluate(
        &mut self,
        rules: &Rules,
        queries: &[Query<'_>],
        out: &mut Vec<Evaluation>,
    ) -> Result<(), EvaluatorError> {
        (**self).evaluate(rules, queries, out)
    }
}

/// Why an evaluator could not answer. Wraps whatever error it met.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct EvaluatorError(Box<dyn Error + Send + Sync>);

impl EvaluatorError {
    /// Wraps an error, or a plain message.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> EvaluatorError {
        EvaluatorError(error.into())
    }
}
