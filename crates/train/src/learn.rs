use std::time::{Duration, Instant};

use bashni_data::Window;
use bashni_net::{NetError, Network, Precision};
use bashni_rules::{Encoding, Rules};
use rand::RngExt;
use rand_pcg::Pcg64;

use tch::{Kind, Tensor};

use crate::{AdamW, Batch, LearnConfig, TrainError};

/// Losses, in nats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Of the policy and, weighted, of the value.
    pub total: f64,
    /// Cross-entropy of the policy with the search's.
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
#[derive(Debug)]
pub struct Learner<'a> {
    network: Network,
    optimizer: AdamW,
    rules: &'a Rules,
    encoding: Encoding,
    config: LearnConfig,
    precision: Precision,
}

impl<'a> Learner<'a> {
    /// A learner for a network, which computes in `precision` and keeps its weights in f32.
    ///
    /// # Errors
    /// If the board has no encoding or libtorch fails.
    pub fn new(
        network: Network,
        rules: &'a Rules,
        config: &LearnConfig,
        precision: Precision,
    ) -> Result<Learner<'a>, TrainError> {
        for (_, parameter) in network.parameters() {
            let _ = parameter.f_set_requires_grad(true)?;
        }
        let optimizer = AdamW::new(network.parameters(), config.decay)?;
        let encoding = Encoding::new(rules).map_err(bashni_net::NetError::from)?;
        Ok(Learner { network, optimizer, rules, encoding, config: config.clone(), precision })
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
    /// each step.
    ///
    /// # Errors
    /// If a row makes no sense, libtorch fails, or a loss is no finite number.
    pub fn round(
        &mut self,
        window: &Window,
        steps: u64,
        seed: u64,
        mut progress: impl FnMut(u64, &Losses),
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
            progress(i + 1, &losses);
        }
        Ok(learned)
    }

    fn step(&mut self, window: &Window, seed: u64, rate: f64) -> Result<(Losses, f64), TrainError> {
        let rows = window.batch(self.config.batch, seed);
        let device = self.network.device();
        let batch = Batch::new(&rows, self.rules, &self.encoding, self.config.search_share, device)?;
        let prepared = self.network.prepare(self.precision.kind())?;
        let outputs = self.network.forward(&prepared, &batch.planes)?;
        let (policy, value) = batch.losses(&outputs)?;
        let total = policy.f_add(&value.f_mul_scalar(self.config.value_weight)?)?;
        let losses = Losses {
            total: total.f_double_value(&[])?,
            policy: policy.f_double_value(&[])?,
            value: value.f_double_value(&[])?,
        };
        let step = self.optimizer.steps() + 1;
        if !losses.total.is_finite() {
            return Err(TrainError::Diverged { what: "the loss", value: losses.total, step });
        }
        total.f_backward()?;
        let gradient = self.optimizer.step(self.network.parameters(), rate, self.config.clip)?;
        if !gradient.is_finite() {
            return Err(TrainError::Diverged { what: "the gradient", value: gradient, step });
        }
        Ok((losses, gradient))
    }
}

/// Times forward and backward passes of a network in both precisions, on as many threads as libtorch was given, and
/// returns the faster with rows a second of (f32, bf16). The network's gradients are left cleared.
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
    };
    for (_, parameter) in network.parameters() {
        let _ = parameter.f_set_requires_grad(true)?;
    }
    let mut rates = [0.0; 2];
    for (rate, precision) in rates.iter_mut().zip([Precision::F32, Precision::Bf16]) {
        let run = || -> Result<(), TrainError> {
            let prepared = network.prepare(precision.kind())?;
            let outputs = network.forward(&prepared, &batch_of_zeros.planes)?;
            let (policy, value) = batch_of_zeros.losses(&outputs)?;
            let total = policy.f_add(&value)?;
            total.f_backward()?;
            // Reading a value back waits for a GPU.
            total.f_double_value(&[])?;
            Ok(())
        };
        run()?;
        let (start, mut runs) = (Instant::now(), 0);
        while runs < 2 || start.elapsed() < Duration::from_millis(300) {
            run()?;
            runs += 1;
        }
        *rate = (runs * batch) as f64 / start.elapsed().as_secs_f64();
    }
    for (_, parameter) in network.parameters() {
        parameter.shallow_clone().zero_grad();
    }
    let best = if rates[1] > rates[0] { Precision::Bf16 } else { Precision::F32 };
    Ok((best, rates))
}
