use bashni_rules::Rules;

use crate::{Evaluation, Evaluator, EvaluatorError, Query, Wdl};

/// Knows nothing: every step is as likely as any other, and every game a draw.
///
/// A search with it sees only what it proves by reaching the end of games.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformEvaluator;

impl Evaluator for UniformEvaluator {
    fn evaluate(
        &mut self,
        _rules: &Rules,
        queries: &[Query<'_>],
        out: &mut Vec<Evaluation>,
    ) -> Result<(), EvaluatorError> {
        out.resize_with(queries.len(), Evaluation::default);
        for (query, evaluation) in queries.iter().zip(out) {
            evaluation.logits.clear();
            evaluation.logits.resize(query.steps.len(), 0.0);
            evaluation.value = Wdl::DRAW;
        }
        Ok(())
    }
}
