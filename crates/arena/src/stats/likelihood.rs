//! The most likely distribution of pair scores under a condition on it (empirical likelihood).

/// Scores of a pair, a game's worth each.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Counts of pairs, all positive, as fractions of one distribution.
pub(super) struct Pairs {
    counts: [f64; 5],
    total: f64,
}

/// A distribution and its log-likelihood, less that of the observed frequencies: never above 0.
pub(super) struct Fit {
    /// Probability of each score.
    pub distribution: [f64; 5],
    /// Logarithm of the likelihood ratio to the observed frequencies.
    pub log_likelihood: f64,
}

impl Pairs {
    /// What a score that did not occur counts: something, so that no distribution is impossible, and next to nothing.
    const UNSEEN: f64 = 1e-3;

    pub fn new(pairs: &[u64; 5]) -> Pairs {
        let counts = pairs.map(|n| if n == 0 { Self::UNSEEN } else { n as f64 });
        Pairs { counts, total: counts.iter().sum() }
    }

    /// The most likely distribution with mean `score`, in (0, 1).
    pub fn with_mean(&self, score: f64) -> Fit {
        self.with_zero(&SCORES.map(|x| x - score))
    }

    /// The most likely distribution whose mean is `t` of its own standard deviations above one half.
    ///
    /// The standard deviation is the least value of (s + E(x - c)²/s) / 2 over c and s, taken at the mean and the
    /// deviation. So with c and s those of a distribution near the solution the condition is linear; the distribution
    /// that it gives has a new mean and deviation, and so on until they stay.
    pub fn with_t(&self, t: f64) -> Fit {
        let mut near = self.start(t);
        let mut rounds = 0;
        loop {
            let (c, s) = moments(&near);
            let fit = self.with_zero(&SCORES.map(|x| x - 0.5 - t * (s + (x - c).powi(2) / s) / 2.0));
            let change = (0..5).map(|i| (fit.distribution[i] - near[i]).abs()).fold(0.0, f64::max);
            near = fit.distribution;
            rounds += 1;
            // With counts of very different size rounding does not let it come to rest. Where two distributions are all but
            // as likely it creeps past a saddle first, for some hundred rounds.
            let at_rest = change < 1e-12 || rounds >= Self::ROUNDS && change < 1e-6;
            if at_rest || rounds == 100 * Self::ROUNDS {
                return fit;
            }
        }
    }

    const ROUNDS: usize = 200;

    /// A distribution that satisfies the condition of [`with_t`](Pairs::with_t): the observed frequencies, mixed with
    /// as much certain victory or defeat as it takes.
    fn start(&self, t: f64) -> [f64; 5] {
        let observed = self.counts.map(|n| n / self.total);
        let excess = |p: &[f64; 5]| {
            let (mean, deviation) = moments(p);
            mean - 0.5 - t * deviation
        };
        let certain = if excess(&observed) < 0.0 { 4 } else { 0 };
        let mixed = |share: f64| {
            let mut p = observed.map(|x| x * (1.0 - share));
            p[certain] += share;
            p
        };
        let (mut low, mut high) = (0.0, 1.0);
        let below = excess(&observed) < 0.0;
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if (excess(&mixed(middle)) < 0.0) == below { low = middle } else { high = middle }
        }
        mixed(low)
    }

    /// The most likely distribution under which `values`, of both signs, have mean 0.
    ///
    /// Its probabilities are n / N(1 + λ·value), with the λ for which the mean is 0 (Owen, "Empirical Likelihood"):
    /// between the values of λ at which a probability would be infinite the mean falls strictly, so that there is one.
    fn with_zero(&self, values: &[f64; 5]) -> Fit {
        let largest = values.iter().copied().fold(f64::MIN, f64::max);
        let smallest = values.iter().copied().fold(f64::MAX, f64::min);
        let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
        let mut lambda = 0.0;
        for _ in 0..Self::ROUNDS {
            let (mut mean, mut slope) = (0.0, 0.0);
            for (n, value) in self.counts.iter().zip(values) {
                let part = value / (1.0 + lambda * value);
                mean += n * part;
                slope -= n * part * part;
            }
            if mean > 0.0 {
                low = lambda
            } else {
                high = lambda
            }
            let newton = lambda - mean / slope;
            let next = if low < newton && newton < high { newton } else { (low + high) / 2.0 };
            if (next - lambda).abs() <= f64::EPSILON * lambda.abs() {
                break;
            }
            lambda = next;
        }
        let weights = values.map(|value| 1.0 + lambda * value);
        let of = |i: usize| self.counts[i] / (self.total * weights[i]);
        Fit {
            distribution: [0, 1, 2, 3, 4].map(of),
            log_likelihood: -self.counts.iter().zip(weights).map(|(n, weight)| n * weight.ln()).sum::<f64>(),
        }
    }
}

/// Mean and standard deviation.
fn moments(distribution: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = distribution.iter().zip(SCORES).map(|(p, x)| p * x).sum();
    let variance: f64 = distribution.iter().zip(SCORES).map(|(p, x)| p * (x - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Log-likelihood of a distribution, less that of the observed frequencies.
    fn log_likelihood(pairs: &Pairs, distribution: &[f64; 5]) -> f64 {
        (0..5).map(|i| pairs.counts[i] * (distribution[i] * pairs.total / pairs.counts[i]).ln()).sum()
    }

    /// A distribution near `p` that satisfies the condition `excess` = 0, by mixing in the score at one end.
    fn repaired(p: [f64; 5], excess: impl Fn(&[f64; 5]) -> f64) -> [f64; 5] {
        let end = if excess(&p) < 0.0 { 4 } else { 0 };
        let mixed = |share: f64| {
            let mut q = p.map(|x| x * (1.0 - share));
            q[end] += share;
            q
        };
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            if (excess(&mixed(middle)) < 0.0) == (end == 4) { low = middle } else { high = middle }
        }
        mixed(low)
    }

    fn counts() -> impl Strategy<Value = [u64; 5]> {
        prop::array::uniform5(prop_oneof![Just(0), 0..10_u64, 0..100_000_u64])
    }

    #[test]
    fn a_solution_beyond_a_saddle_is_found() {
        // After 200 rounds it is still on its way, and what it has by then is not the most likely one.
        let (pairs, t) = (Pairs::new(&[0, 39_455, 0, 0, 76_870]), -0.82);
        let Fit { distribution, log_likelihood } = pairs.with_t(t);
        let (mean, deviation) = moments(&distribution);
        assert!((mean - 0.5 - t * deviation).abs() < 1e-9);
        assert!(log_likelihood > -111_722.5, "{log_likelihood}");
    }

    proptest! {
        #[test]
        fn the_mean_is_the_one_asked_for_and_nothing_nearby_is_likelier(
            pairs in counts(), score in 0.01..0.99, noise in prop::array::uniform5(-0.3..0.3)
        ) {
            let pairs = Pairs::new(&pairs);
            let Fit { distribution, log_likelihood: best } = pairs.with_mean(score);
            prop_assert!((distribution.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{distribution:?}");
            prop_assert!((moments(&distribution).0 - score).abs() < 1e-6, "{distribution:?}");
            prop_assert!((best - log_likelihood(&pairs, &distribution)).abs() < 1e-6 * (1.0 + best.abs()));
            let other = repaired(disturbed(distribution, noise), |p| moments(p).0 - score);
            prop_assert!(log_likelihood(&pairs, &other) <= best + 1e-6 * (1.0 + best.abs()));
        }

        #[test]
        fn the_normalised_mean_is_the_one_asked_for_and_nothing_nearby_is_likelier(
            pairs in counts(), t in -4.0..4.0, noise in prop::array::uniform5(-0.3..0.3)
        ) {
            let pairs = Pairs::new(&pairs);
            let excess = |p: &[f64; 5]| {
                let (mean, deviation) = moments(p);
                mean - 0.5 - t * deviation
            };
            let Fit { distribution, log_likelihood: best } = pairs.with_t(t);
            prop_assert!((distribution.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{distribution:?}");
            prop_assert!(excess(&distribution).abs() < 1e-6, "{distribution:?} {}", excess(&distribution));
            let other = repaired(disturbed(distribution, noise), excess);
            prop_assert!(log_likelihood(&pairs, &other) <= best + 1e-6 * (1.0 + best.abs()));
        }
    }

    fn disturbed(distribution: [f64; 5], noise: [f64; 5]) -> [f64; 5] {
        let mut p = distribution;
        for i in 0..5 {
            p[i] *= 1.0 + noise[i];
        }
        let total: f64 = p.iter().sum();
        p.map(|x| x / total)
    }
}
