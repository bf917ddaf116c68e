//! The sequential test: play until it is decided.

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use super::Counts;
use super::elo::score_of_elo;
use super::estimate::NORMALISED;
use super::likelihood::Pairs;

/// What the two hypotheses of a [`Sprt`] are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo of the expected score, as in [`Estimate::elo`](super::Estimate::elo).
    #[default]
    Logistic,
    /// Normalised Elo, as in [`Estimate::nelo`](super::Estimate::nelo): the length of a test then hardly depends on how
    /// often the players draw.
    Normalised,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Model::Logistic => "logistic",
            Model::Normalised => "normalised",
        })
    }
}

/// A sequential probability ratio test on pairs of games: is the difference `elo0` (H0) or `elo1` (H1)?
///
/// # How it is computed
/// The generalised test of Van den Bergh ("The Generalized Sequential Probability Ratio Test", and "Normalized Elo"
/// for the normalised model): the statistic is the log-likelihood ratio of two distributions of pair scores, the most
/// likely one with the score (or normalised score) that H1 says, and the most likely one with that of H0. Scores of a
/// pair that did not occur count a thousandth of a pair. Wald's bounds are ln(β / (1 - α)) and ln((1 - β) / α): with
/// α and β of 5 %, -2.94 and 2.94.
///
/// Looking at the state after every pair is what the test is made for; looking at an interval of fixed length is not.
///
/// ```
/// use bashni_arena::{Counts, Decision, Sprt};
///
/// let sprt = Sprt::new(0.0, 20.0).unwrap();
/// let counts = Counts { pairs: [60, 130, 300, 190, 90], ..Counts::default() };
/// let state = sprt.state(&counts);
/// assert!(state.llr > 2.94);
/// assert_eq!(state.decision, Decision::H1);
/// assert!(Sprt::new(20.0, 0.0).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// Log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// H0 is accepted at or below this.
    pub lower: f64,
    /// H1 is accepted at or above this.
    pub upper: f64,
    /// What is decided.
    pub decision: Decision,
}

/// What a test has decided. Its text is `H0`, `H1` or `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Decision {
    /// The difference is `elo0` or less.
    H0,
    /// The difference is `elo1` or more.
    H1,
    /// Nothing yet.
    #[serde(rename = "none")]
    None,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Decision::H0 => "H0",
            Decision::H1 => "H1",
            Decision::None => "none",
        })
    }
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SprtError {
    /// A difference that is no number, or too large.
    #[error("{name} = {value}: expected Elo points from -{max} to {max}", max = Sprt::MAX_ELO)]
    Elo {
        /// `elo0` or `elo1`.
        name: &'static str,
        /// The value.
        value: f64,
    },
    /// The hypotheses are the same or the wrong way round.
    #[error("elo0 = {elo0}, elo1 = {elo1}: elo0 must be below elo1, as in elo0 = 0, elo1 = 10")]
    Order {
        /// Elo of H0.
        elo0: f64,
        /// Elo of H1.
        elo1: f64,
    },
    /// An error rate that is out of range.
    #[error("{name} = {value}: expected a probability above 0 and below 0.5, as in 0.05")]
    ErrorRate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// The value.
        value: f64,
    },
}

impl Sprt {
    /// Hypotheses lie between this and its negative, in Elo points.
    pub const MAX_ELO: f64 = 1_000.0;

    /// Both error rates, unless others are set.
    pub const ERROR_RATE: f64 = 0.05;

    /// The test of `elo0` against `elo1`, in logistic Elo points, with error rates of 5 %.
    ///
    /// # Errors
    /// Unless `elo0` is below `elo1` and both are between -1000 and 1000.
    pub fn new(elo0: f64, elo1: f64) -> Result<Sprt, SprtError> {
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if value.is_nan() || value.abs() > Self::MAX_ELO {
                return Err(SprtError::Elo { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        Ok(Sprt { elo0, elo1, alpha: Self::ERROR_RATE, beta: Self::ERROR_RATE, model: Model::default() })
    }

    /// The same test with other error rates: `alpha`, of accepting H1 where H0 is true, and `beta`, of accepting H0
    /// where H1 is true.
    ///
    /// # Errors
    /// Unless both are above 0 and below ½.
    pub fn with_error_rates(self, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::ErrorRate { name, value });
            }
        }
        Ok(Sprt { alpha, beta, ..self })
    }

    /// The same test with hypotheses in the Elo points of `model`.
    #[must_use]
    pub fn with_model(self, model: Model) -> Sprt {
        Sprt { model, ..self }
    }

    /// Elo of H0.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// Elo of H1.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// Rate of accepting H1 where H0 is true.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// Rate of accepting H0 where H1 is true.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// What the hypotheses are about.
    pub fn model(&self) -> Model {
        self.model
    }

    /// Log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Where the test stands after these pairs. Games outside of pairs do not count.
    pub fn state(&self, counts: &Counts) -> SprtState {
        let llr = self.llr(counts);
        let (lower, upper) = self.bounds();
        let decision = match llr {
            llr if llr >= upper => Decision::H1,
            llr if llr <= lower => Decision::H0,
            _ => Decision::None,
        };
        SprtState { llr, lower, upper, decision }
    }

    fn llr(&self, counts: &Counts) -> f64 {
        if counts.pairs.iter().all(|&n| n == 0) {
            return 0.0;
        }
        let pairs = Pairs::new(&counts.pairs);
        let log_likelihood = |elo: f64| match self.model {
            Model::Logistic => pairs.with_mean(score_of_elo(elo)).log_likelihood,
            // The deviation of a pair's mean is a game's over √2.
            Model::Normalised => pairs.with_t(elo / NORMALISED * std::f64::consts::SQRT_2).log_likelihood,
        };
        log_likelihood(self.elo1) - log_likelihood(self.elo0)
    }
}

#[cfg(test)]
mod tests;
