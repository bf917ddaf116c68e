//! Weights from games: the evaluation, squeezed by a logistic curve, is fitted to results (Österlund's method of the chess
//! program Texel, 2014), by gradient descent with moments (Kingma and Ba, *Adam*, 2015) over all positions at once.

use bashni_rules::{Mobility, Position, PovOutcome, Rules};
use rayon::prelude::*;

use super::eval::{MAN, PHASES, phase};
use super::{Pair, TERMS, Weights, terms};

/// A quiet position and how its game ended.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Terms and how often they occur, each term once.
    terms: Box<[(u16, i16)]>,
    /// The share of the opening, 0 to 1.
    opening: f32,
    /// What the side to move got out of the game: 0, 1/2 or 1.
    result: f32,
    /// True if the position is kept apart, to see what the fit is worth.
    held_out: bool,
}

impl Sample {
    /// A position of a game that ended so for the side to move; `None` if that side can capture or is blocked, since no
    /// evaluation is asked for there. Positions of one game should all be held out or none.
    pub fn new(rules: &Rules, position: &Position, outcome: PovOutcome, held_out: bool) -> Option<Sample> {
        if position.mobility(rules) != Mobility::Quiet {
            return None;
        }
        let mut counts = [0i16; TERMS];
        terms(rules, position, |term, count| counts[term] += count as i16);
        let found = counts.iter().enumerate().filter(|(_, count)| **count != 0);
        let result = match outcome {
            PovOutcome::Loss => 0.0,
            PovOutcome::Draw => 0.5,
            PovOutcome::Win => 1.0,
        };
        Some(Sample {
            terms: found.map(|(term, count)| (term as u16, *count)).collect(),
            opening: phase(rules, position.columns()) as f32 / PHASES as f32,
            result,
            held_out,
        })
    }

    fn value(&self, weights: &[f64]) -> f64 {
        let (mut opening, mut ending) = (0.0, 0.0);
        for &(term, count) in &self.terms {
            opening += weights[2 * usize::from(term)] * f64::from(count);
            ending += weights[2 * usize::from(term) + 1] * f64::from(count);
        }
        let share = f64::from(self.opening);
        opening * share + ending * (1.0 - share)
    }
}

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuneConfig {
    /// Passes over all positions.
    pub epochs: u32,
    /// The largest step of a weight in one pass, in hundredths of a man.
    pub rate: f64,
    /// How strongly weights are held to those to begin with: added to the loss is this times the squared distance in men.
    pub pull: f64,
}

impl Default for TuneConfig {
    fn default() -> TuneConfig {
        TuneConfig { epochs: 400, rate: 1.0, pull: 1e-5 }
    }
}

/// The mean loss, in bits a position, over the positions fitted to and over those held out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Over the positions that weights are fitted to.
    pub fitted: f64,
    /// Over those held out, if there are any.
    pub held_out: Option<f64>,
}

/// What a fit has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The weights, such that a man is worth 100 on average.
    pub weights: Weights,
    /// The loss with the weights to begin with, at the best scale.
    pub before: Loss,
    /// The loss with the new ones.
    pub after: Loss,
    /// Hundredths of a man that make the expected result 10 to 1.
    pub ten_to_one: f64,
}

/// Fits weights to results, beginning with some. `progress` is told the epoch and the loss of the fit.
///
/// The same samples in the same order give the same weights, for any number of threads.
pub fn tune(
    samples: &[Sample],
    begin: &Weights,
    config: TuneConfig,
    progress: &mut dyn FnMut(u32, f64),
) -> Tuned {
    let prior: Vec<f64> =
        begin.terms().iter().flat_map(|pair| [pair.opening.into(), pair.ending.into()]).collect();
    let scale = best_scale(samples, &prior);
    let before = losses(samples, &prior, scale);
    let mut weights = prior.clone();
    let (mut first, mut second) = (vec![0.0; 2 * TERMS], vec![0.0; 2 * TERMS]);
    for epoch in 1..=config.epochs {
        let (loss, mut gradient) = gradient(samples, &weights, scale);
        progress(epoch, loss);
        for ((slope, weight), prior) in gradient.iter_mut().zip(&weights).zip(&prior) {
            *slope += 2.0 * config.pull * (weight - prior) / 1e4;
        }
        // Steps get shorter towards the end.
        let rate = config.rate * (1.0 - 0.9 * f64::from(epoch - 1) / f64::from(config.epochs));
        let unbiased = |decay: f64| 1.0 - decay.powi(epoch as i32);
        for i in 0..weights.len() {
            first[i] = 0.9 * first[i] + 0.1 * gradient[i];
            second[i] = 0.999 * second[i] + 0.001 * gradient[i] * gradient[i];
            let step = first[i] / unbiased(0.9) / ((second[i] / unbiased(0.999)).sqrt() + 1e-12);
            weights[i] -= rate * step;
        }
    }
    let men = &weights[2 * MAN.first..2 * (MAN.first + MAN.len - 1)];
    let man = men.iter().sum::<f64>() / men.len() as f64;
    let unit = if man > 1.0 { 100.0 / man } else { 1.0 };
    let rounded = |weight: f64| (weight * unit).round() as i32;
    let terms = weights.chunks(2).map(|pair| Pair::new(rounded(pair[0]), rounded(pair[1]))).collect();
    let after = losses(samples, &weights, scale);
    Tuned { weights: Weights::new(terms), before, after, ten_to_one: 10f64.ln() / (scale / unit) }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The loss of an expectation, in bits.
fn bits(expected: f64, result: f64) -> f64 {
    let p = expected.clamp(1e-9, 1.0 - 1e-9);
    -(result * p.log2() + (1.0 - result) * (1.0 - p).log2())
}

/// Samples summed up by one thread: large enough to be worth it, the same for any number of threads.
const CHUNK: usize = 4096;

/// Mean loss and slope over the samples that are not held out.
fn gradient(samples: &[Sample], weights: &[f64], scale: f64) -> (f64, Vec<f64>) {
    let chunks: Vec<(f64, usize, Vec<f64>)> = samples
        .par_chunks(CHUNK)
        .map(|chunk| {
            let (mut loss, mut count, mut slope) = (0.0, 0, vec![0.0; weights.len()]);
            for sample in chunk.iter().filter(|sample| !sample.held_out) {
                let expected = sigmoid(scale * sample.value(weights));
                let result = f64::from(sample.result);
                loss += bits(expected, result);
                count += 1;
                let error = (expected - result) * scale / std::f64::consts::LN_2;
                let share = f64::from(sample.opening);
                for &(term, n) in &sample.terms {
                    slope[2 * usize::from(term)] += error * f64::from(n) * share;
                    slope[2 * usize::from(term) + 1] += error * f64::from(n) * (1.0 - share);
                }
            }
            (loss, count, slope)
        })
        .collect();
    let count = chunks.iter().map(|(_, count, _)| count).sum::<usize>().max(1) as f64;
    let mut total = vec![0.0; weights.len()];
    for (_, _, slope) in &chunks {
        total.iter_mut().zip(slope).for_each(|(total, slope)| *total += slope / count);
    }
    (chunks.iter().map(|(loss, _, _)| loss).sum::<f64>() / count, total)
}

fn losses(samples: &[Sample], weights: &[f64], scale: f64) -> Loss {
    let mean = |held_out: bool| {
        let chosen = samples.iter().filter(|sample| sample.held_out == held_out);
        let losses: Vec<f64> =
            chosen.map(|sample| bits(sigmoid(scale * sample.value(weights)), sample.result.into())).collect();
        (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64)
    };
    Loss { fitted: mean(false).unwrap_or(0.0), held_out: mean(true) }
}

/// The factor that makes hundredths of a man logits, by golden section.
fn best_scale(samples: &[Sample], weights: &[f64]) -> f64 {
    let loss = |log: f64| losses(samples, weights, log.exp()).fitted;
    let (mut low, mut high) = (1e-4f64.ln(), 0.1f64.ln());
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    for _ in 0..30 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    ((low + high) / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::super::eval::KING;
    use super::*;
    use crate::alphabeta::Evaluation;
    use crate::testing::{random_games, rules};

    #[test]
    fn a_fit_finds_the_weight_that_the_results_were_drawn_with() {
        let rules = rules("bashni");
        let begin = Weights::for_rules(&rules);
        // The truth: kings in command are worth three men more than the weights to begin with say.
        let mut truth = begin.terms().to_vec();
        truth[KING.first] += Pair::new(300, 300);
        let evaluation = Evaluation::new(&rules, &Weights::new(truth));
        let mut random = Pcg64::seed_from_u64(1);
        let mut samples = Vec::new();
        for plies in (20..70).step_by(5) {
            for (number, game) in random_games(&rules, plies, 400).into_iter().enumerate() {
                let value = f64::from(evaluation.evaluate(&rules, game.position()));
                let won = random.random_bool(sigmoid(value / 150.0));
                let outcome = if won { PovOutcome::Win } else { PovOutcome::Loss };
                samples.extend(Sample::new(&rules, game.position(), outcome, number % 5 == 0));
            }
        }
        let config = TuneConfig { epochs: 150, rate: 4.0, pull: 1e-3 };
        let tuned = tune(&samples, &begin, config, &mut |_, _| ());
        assert!(tuned.after.held_out < tuned.before.held_out, "{tuned:?}");
        let king = |weights: &Weights| {
            let Pair { opening, ending } = weights.terms()[KING.first];
            opening + ending
        };
        assert!(king(&tuned.weights) > king(&begin) + 80, "{}", tuned.weights.to_toml());
        assert_eq!(tuned, tune(&samples, &begin, config, &mut |_, _| ()));
    }

    #[test]
    fn positions_with_captures_are_no_samples() {
        let rules = rules("bashni");
        let position = |fen| Position::from_fen(fen, &rules).unwrap();
        let sample = |fen| Sample::new(&rules, &position(fen), PovOutcome::Win, false);
        assert!(sample("W:Wa1=0:Bb2=0").is_none());
        assert!(sample("W:Wa1=0:Bb2=0,c3=0").is_none());
        assert!(sample("W:Wa1=0:Bh8=0").is_some());
    }
}
