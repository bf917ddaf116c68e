use std::ops::ControlFlow;

use bashni_data::{Row, Window};
use bashni_net::{NetError, Network, Precision, compare_precisions};
use bashni_rules::{Encoding, Game, Rules};
use rand::RngExt;
use rand_pcg::Pcg64;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use tch::{Kind, Tensor};

use crate::{AdamW, Batch, LearnConfig, TrainError};

/// Losses, in nats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Of the policy and, weighted, of the value.
    pub total: f64,
    /// Cross-entropy of the policy with the search's, over rows with a full search.
    pub policy: f64,
    /// Cross-entropy of win, draw and loss with their target.
    pub value: f64,
}

/// What a round of learning brought.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Learned {
    /// Means over the round.
    pub losses: Losses,
    /// Steps of the optimiser in this round.
    pub steps: u64,
    /// Mean norm of the gradient before clipping.
    pub gradient: f64,
    /// Learning rate at the end.
    pub rate: f64,
}

/// A network that is being trained, and its optimiser.
///
/// A batch is split over replicas, one a thread, that share the weights but have gradients of their own; the gradients
/// are added up in a fixed order. (libtorch's own threads meet at a barrier after every operation, which is ruinous where
/// other programs use the processors too.)
#[derive(Debug)]
pub struct Learner<'a> {
    network: Network,
    replicas: Vec<Network>,
    pool: ThreadPool,
    optimizer: AdamW,
    rules: &'a Rules,
    encoding: Encoding,
    config: LearnConfig,
    precision: Precision,
}

impl<'a> Learner<'a> {
    /// A learner for a network, which computes in `precision` on `threads` threads (at least 1) and keeps its weights in
    /// f32.
    ///
    /// # Errors
    /// If the board has no encoding or libtorch fails.
    pub fn new(
        network: Network,
        rules: &'a Rules,
        config: &LearnConfig,
        precision: Precision,
        threads: usize,
    ) -> Result<Learner<'a>, TrainError> {
        let replicas = (0..threads.max(1)).map(|_| network.replica()).collect::<Result<_, _>>()?;
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads.max(1))
            .start_handler(|_| tch::set_num_threads(1))
            .build()?;
        let optimizer = AdamW::new(network.parameters(), config.decay)?;
        let encoding = Encoding::new(rules).map_err(NetError::from)?;
        Ok(Learner { network, replicas, pool, optimizer, rules, encoding, config: config.clone(), precision })
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The optimiser.
    pub fn optimizer(&self) -> &AdamW {
        &self.optimizer
    }

    /// The optimiser, to restore its state.
    pub fn optimizer_mut(&mut self) -> &mut AdamW {
        &mut self.optimizer
    }

    /// Checks that the network still gives finite numbers, on the start position.
    ///
    /// # Errors
    /// If it does not: training has diverged.
    pub fn check(&self) -> Result<(), TrainError> {
        let mut planes = vec![0.0; self.encoding.len()];
        self.encoding.write(&Game::new(self.rules), self.rules, &mut planes);
        let sum = tch::no_grad(|| -> Result<f64, TrainError> {
            let planes = Tensor::f_from_slice(&planes)?.f_to_device(self.network.device())?;
            let outputs = self.network.forward(&self.network.prepare(self.precision.kind()?)?, &planes)?;
            let sum = outputs
                .policy
                .f_abs()?
                .f_sum(Kind::Float)?
                .f_add(&outputs.value.f_abs()?.f_sum(Kind::Float)?)?;
            Ok(sum.f_double_value(&[])?)
        })?;
        if sum.is_finite() {
            return Ok(());
        }
        Err(TrainError::Diverged { what: "the network's output", value: sum, step: self.optimizer.steps() })
    }

    /// The learning rate of a step, counted from 1.
    fn rate(&self, step: u64) -> f64 {
        let LearnConfig { rate, warmup, halflife, .. } = self.config;
        let warm = if warmup == 0 { 1.0 } else { (step as f64 / warmup as f64).min(1.0) };
        let decay = if halflife == 0 { 1.0 } else { 1.0 / (1.0 + step as f64 / halflife as f64) };
        rate * warm * decay
    }

    /// Steps of a round after `new_rows` rows, such that each row is used `reuse` times on average.
    pub fn steps_for(&self, new_rows: u64) -> u64 {
        (new_rows as f64 * self.config.reuse / self.config.batch as f64).ceil() as u64
    }

    /// Makes `steps` steps on batches drawn from the window; `seed` decides which. `progress` is told the losses after
    /// each step and may break the round off.
    ///
    /// # Errors
    /// If a row makes no sense, libtorch fails, a loss is no finite number, or the round was broken off.
    pub fn round(
        &mut self,
        window: &Window,
        steps: u64,
        seed: u64,
        mut progress: impl FnMut(u64, &Losses) -> ControlFlow<()>,
    ) -> Result<Learned, TrainError> {
        let mut learned = Learned { steps, ..Learned::default() };
        let mut random = Pcg64::new(u128::from(seed), 0x1d3a_56e8_7f0c_9b24);
        for i in 0..steps {
            let rate = self.rate(self.optimizer.steps() + 1);
            let (losses, gradient) = self.step(window, random.random(), rate)?;
            learned.losses.total += losses.total / steps as f64;
            learned.losses.policy += losses.policy / steps as f64;
            learned.losses.value += losses.value / steps as f64;
            learned.gradient += gradient / steps as f64;
            learned.rate = rate;
            if progress(i + 1, &losses).is_break() {
                return Err(TrainError::Stopped);
            }
        }
        Ok(learned)
    }

    fn step(&mut self, window: &Window, seed: u64, rate: f64) -> Result<(Losses, f64), TrainError> {
        let rows = window.batch(self.config.batch, seed);
        let share = rows.len().div_ceil(self.replicas.len()).max(1);
        let part = Part {
            rules: self.rules,
            encoding: &self.encoding,
            config: &self.config,
            precision: self.precision,
            rows: rows.len(),
            full: rows.iter().filter(|row| row.full).count(),
        };
        let replicas = &mut self.replicas;
        let results: Vec<Result<(f64, f64), TrainError>> = self.pool.install(|| {
            let parts = replicas.par_iter_mut().zip(rows.par_chunks(share));
            parts.map(|(replica, rows)| part.gradients(replica, rows)).collect()
        });
        let step = self.optimizer.steps() + 1;
        let mut losses = Losses::default();
        let used = results.len();
        for result in results {
            let (policy, value) = result?;
            losses.policy += policy;
            losses.value += value;
        }
        losses.total = losses.policy + self.config.value_weight * losses.value;
        if !losses.total.is_finite() {
            return Err(TrainError::Diverged { what: "the loss", value: losses.total, step });
        }
        let mut gradients = Vec::with_capacity(self.network.parameters().len());
        for i in 0..self.network.parameters().len() {
            let mut sum: Option<Tensor> = None;
            for replica in &self.replicas[..used] {
                let mut parameter = replica.parameters()[i].1.shallow_clone();
                let gradient = parameter.grad();
                sum = Some(match sum {
                    // A new tensor, since the gradient's own is about to be cleared.
                    None => gradient.f_mul_scalar(1.0)?,
                    Some(sum) => sum.f_add(&gradient)?,
                });
                parameter.zero_grad();
            }
            gradients.extend(sum);
        }
        let norm = self.optimizer.step(self.network.parameters(), &gradients, rate, self.config.clip)?;
        if !norm.is_finite() {
            return Err(TrainError::Diverged { what: "the gradient", value: norm, step });
        }
        Ok((losses, norm))
    }
}

/// What the replicas of a step have in common.
#[derive(Clone, Copy)]
struct Part<'a> {
    rules: &'a Rules,
    encoding: &'a Encoding,
    config: &'a LearnConfig,
    precision: Precision,
    /// Rows of the whole batch.
    rows: usize,
    /// Those of them that had a full search.
    full: usize,
}

impl Part<'_> {
    /// Leaves a replica with the gradients of its rows' part in the mean loss of the batch, and returns that part of the
    /// policy's loss and of the value's.
    fn gradients(&self, replica: &mut Network, rows: &[Row]) -> Result<(f64, f64), TrainError> {
        tch::set_num_threads(1);
        let batch = Batch::new(rows, self.rules, self.encoding, self.config.search_share, replica.device())?;
        let prepared = replica.prepare(self.precision.kind()?)?;
        let outputs = replica.forward(&prepared, &batch.planes)?;
        let (policy, value) = batch.losses(&outputs)?;
        let full = rows.iter().filter(|row| row.full).count();
        // Each loss is a mean over its own rows, so their weights do not depend on how many searches were quick.
        let policy = policy.f_mul_scalar(full as f64 / self.full.max(1) as f64)?;
        let value = value.f_mul_scalar(rows.len() as f64 / self.rows as f64)?;
        policy.f_add(&value.f_mul_scalar(self.config.value_weight)?)?.f_backward()?;
        Ok((policy.f_double_value(&[])?, value.f_double_value(&[])?))
    }
}

/// Times forward and backward passes of a network in both precisions, on one thread, and returns the faster with rows a
/// second of (f32, bf16).
///
/// # Errors
/// If libtorch fails.
pub(crate) fn fastest_learning_precision(
    network: &Network,
    rules: &Rules,
    batch: usize,
) -> Result<(Precision, [f64; 2]), TrainError> {
    let encoding = Encoding::new(rules).map_err(NetError::from)?;
    let zeros = |width: usize| Tensor::f_zeros([batch as i64, width as i64], (Kind::Float, network.device()));
    let batch_of_zeros = Batch {
        planes: zeros(encoding.len())?,
        policy: zeros(encoding.actions())?,
        mask: zeros(encoding.actions())?,
        value: zeros(3)?,
        policy_weight: Tensor::f_ones([batch as i64], (Kind::Float, network.device()))?,
    };
    tch::set_num_threads(1);
    let network = network.replica()?;
    compare_precisions(batch, |precision| {
        let prepared = network.prepare(precision.kind()?)?;
        let outputs = network.forward(&prepared, &batch_of_zeros.planes)?;
        let (policy, value) = batch_of_zeros.losses(&outputs)?;
        let total = policy.f_add(&value)?;
        total.f_backward()?;
        // Reading a value back waits for a GPU.
        total.f_double_value(&[])?;
        Ok(())
    })
}
