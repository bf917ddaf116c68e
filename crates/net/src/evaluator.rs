use bashni_rules::{Encoding, Rules};
use bashni_search::{Evaluation, Evaluator, EvaluatorError, Mover, Query, Wdl};
use tch::{Kind, Tensor};

use crate::{NetError, Network, Precision};

/// Batches are padded to a multiple of this. Rows of a forward pass do not depend on the rest of the batch from this
/// size on (f32 rows do in smaller ones), and libtorch meets few distinct shapes.
const BATCH_STEP: usize = 16;

/// Serves a network to the search: encodes a batch, computes it, and reads off the legal actions.
///
/// It computes on the calling thread alone: libtorch counts its own threads for each calling thread, and the first
/// evaluation sets them to one. So it may be made on one thread and used on another, but then only there.
pub struct NetEvaluator {
    network: Network,
    is_alone: bool,
    prepared: Vec<Tensor>,
    encoding: Encoding,
    /// Encoded games, `[batch, height, width, planes]`.
    planes: Vec<f32>,
    policy: Vec<f32>,
    value: Vec<f32>,
    evaluations: u64,
}

impl NetEvaluator {
    /// Converts the network's weights once for many evaluations.
    /// Later training of the network does not change what this evaluator computes with, if the precision is bf16;
    /// with f32 it may, so make a new one.
    ///
    /// # Errors
    /// If the rules have no encoding or libtorch fails.
    pub fn new(network: &Network, rules: &Rules, precision: Precision) -> Result<NetEvaluator, NetError> {
        Ok(NetEvaluator {
            network: network.share(),
            is_alone: false,
            prepared: tch::no_grad(|| network.prepare(precision.kind()))?,
            encoding: Encoding::new(rules)?,
            planes: Vec::new(),
            policy: Vec::new(),
            value: Vec::new(),
            evaluations: 0,
        })
    }

    /// Positions evaluated so far, padding not counted.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    fn run(&mut self, rules: &Rules, queries: &[Query<'_>]) -> Result<(), NetError> {
        if !self.is_alone {
            tch::set_num_threads(1);
            self.is_alone = true;
        }
        let (size, actions) = (self.encoding.len(), self.encoding.actions());
        let batch = queries.len().next_multiple_of(BATCH_STEP);
        self.planes.resize(batch * size, 0.0);
        for (query, planes) in queries.iter().zip(self.planes.chunks_exact_mut(size)) {
            self.encoding.write(query.game, rules, planes);
        }
        self.policy.resize(batch * actions, 0.0);
        self.value.resize(batch * 3, 0.0);
        tch::no_grad(|| {
            let planes = Tensor::f_from_slice(&self.planes)?.f_to_device(self.network.device())?;
            let outputs = self.network.forward(&self.prepared, &planes)?;
            outputs.policy.f_contiguous()?.f_copy_data(&mut self.policy, batch * actions)?;
            let value = outputs.value.f_softmax(1, Kind::Float)?.f_contiguous()?;
            value.f_copy_data(&mut self.value, batch * 3)?;
            Ok(())
        })
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
        if queries.is_empty() {
            return Ok(());
        }
        self.run(rules, queries).map_err(EvaluatorError::new)?;
        self.evaluations += queries.len() as u64;
        let actions = self.encoding.actions();
        for (i, (query, evaluation)) in queries.iter().zip(out).enumerate() {
            let policy = &self.policy[i * actions..(i + 1) * actions];
            evaluation.logits.clear();
            for &step in query.steps {
                let action = self.encoding.action(rules, step, query.game.turn());
                let action =
                    action.ok_or_else(|| EvaluatorError::new("a step that is no action of this board"))?;
                evaluation.logits.push(policy[action]);
            }
            let value = &self.value[3 * i..3 * i + 3];
            evaluation.value = Wdl::<Mover>::new(value[0], value[1], value[2]);
        }
        Ok(())
    }
}
