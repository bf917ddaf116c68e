use thiserror::Error;

use super::ConfigError;
use crate::EvaluatorError;

/// Why a search could not go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The settings make no sense.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The evaluator failed.
    #[error("the evaluator failed: {0}")]
    Evaluator(#[from] EvaluatorError),
    /// The evaluator did not answer every query.
    #[error("the evaluator gave {got} evaluations for {expected} positions")]
    Count {
        /// Positions asked about.
        expected: usize,
        /// Evaluations that came back.
        got: usize,
    },
    /// The evaluator gave too few or too many logits.
    #[error("the evaluator gave {got} logits for the {expected} legal steps of {position}")]
    Logits {
        /// The position, in the one-line form.
        position: String,
        /// Legal steps.
        expected: usize,
        /// Logits that came back.
        got: usize,
    },
    /// A logit is infinite or not a number.
    #[error("the evaluator gave the logit {logit} for step {step} of {position}; expected a finite number")]
    Logit {
        /// The position, in the one-line form.
        position: String,
        /// The step, as text.
        step: String,
        /// What came back.
        logit: f32,
    },
    /// The value is no distribution.
    #[error(
        "the evaluator gave win {win}, draw {draw}, loss {loss} for {position}; \
         expected three numbers from 0 to 1 that sum to 1"
    )]
    Value {
        /// The position, in the one-line form.
        position: String,
        /// The win that came back.
        win: f32,
        /// The draw that came back.
        draw: f32,
        /// The loss that came back.
        loss: f32,
    },
}
