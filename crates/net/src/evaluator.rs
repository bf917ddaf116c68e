use bashni_rules::prefetch::prefetch;
use bashni_rules::{Encoding, Rules};
use bashni_search::{Evaluation, Evaluator, EvaluatorError, Mover, Query, Wdl};

use crate::{Inference, NetError};

/// Serves a network to the search: encodes positions, has them computed, and reads off the legal actions.
///
/// It owns the memory of a batch, and evaluates without taking more.
pub struct NetEvaluator {
    inference: Box<dyn Inference>,
    encoding: Encoding,
    /// Most positions at once.
    batch: usize,
    /// Encoded positions, `[batch, height, width, planes]`; as long as the largest batch so far.
    planes: Vec<f32>,
    policy: Vec<f32>,
    value: Vec<f32>,
    evaluations: u64,
}

impl NetEvaluator {
    /// Computes with `inference`, `batch` positions at once (at least 1): more are taken in several batches.
    ///
    /// # Errors
    /// If the rules have no encoding.
    pub fn new(inference: Box<dyn Inference>, rules: &Rules, batch: usize) -> Result<NetEvaluator, NetError> {
        Ok(NetEvaluator {
            inference,
            encoding: Encoding::new(rules)?,
            batch: batch.max(1),
            planes: Vec::new(),
            policy: Vec::new(),
            value: Vec::new(),
            evaluations: 0,
        })
    }

    /// Positions evaluated so far.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Evaluates one batch.
    fn run(
        &mut self,
        rules: &Rules,
        queries: &[Query<'_>],
        out: &mut [Evaluation],
    ) -> Result<(), EvaluatorError> {
        let (size, actions, batch) = (self.encoding.len(), self.encoding.actions(), queries.len());
        if self.planes.len() < batch * size {
            self.planes.resize(batch * size, 0.0);
            self.policy.resize(batch * actions, 0.0);
            self.value.resize(batch * 3, 0.0);
        }
        let planes = &mut self.planes[..batch * size];
        let (policy, value) = (&mut self.policy[..batch * actions], &mut self.value[..batch * 3]);
        // What a thread's games hold lies far from the processor: the next one's is asked for ahead.
        for (i, (query, planes)) in queries.iter().zip(planes.chunks_exact_mut(size)).enumerate() {
            if let Some(next) = queries.get(i + 1) {
                next.game.prefetch(rules);
            }
            self.encoding.write(query.game, rules, planes);
        }
        self.inference.run(batch, planes, policy, value).map_err(EvaluatorError::new)?;
        let rows = policy.chunks_exact(actions).zip(value.chunks_exact(3));
        for (i, ((query, evaluation), (policy, value))) in queries.iter().zip(out).zip(rows).enumerate() {
            if let Some(next) = queries.get(i + 2) {
                prefetch(next.steps);
            }
            evaluation.logits.clear();
            for &step in query.steps {
                let action = self.encoding.action(rules, step, query.game.turn());
                let action =
                    action.ok_or_else(|| EvaluatorError::new("a step that is no action of this board"))?;
                evaluation.logits.push(policy[action]);
            }
            evaluation.value = Wdl::<Mover>::new(value[0], value[1], value[2]);
        }
        self.evaluations += batch as u64;
        Ok(())
    }
}

impl Evaluator for NetEvaluator {
    fn evaluate(
        &mut self,
        rules: &Rules,
        queries: &[Query<'_>],
        out: &mut Vec<Evaluation>,
    ) -> Result<(), EvaluatorError> {
        out.resize_with(queries.len(), Evaluation::default);
        let batch = self.batch;
        queries
            .chunks(batch)
            .zip(out.chunks_mut(batch))
            .try_for_each(|(queries, out)| self.run(rules, queries, out))
    }
}
