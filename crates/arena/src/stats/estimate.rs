//! From counts of results to a difference in strength.

use serde::Serialize;

use super::elo::elo_of_score;
use super::{Counts, Sample};

/// Elo points in one natural unit of normalised Elo: 800 / ln 10, so that it agrees with Elo near equality where no
/// game is drawn and openings do not matter.
pub(super) const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// What a match says about the difference in strength, with 95 % intervals.
///
/// # What is estimated
/// `elo` is the difference at which the logistic curve gives the expected score of a game, a draw being half a win:
/// what programs for chess report as Elo. It says nothing of how the score comes about; between players who draw most
/// games a small `elo` may be a large difference in skill. `nelo` is normalised Elo (Van den Bergh, "Normalized
/// Elo"): 800 / ln 10 times the score above ½, divided by the standard deviation of a game, where that of a game is
/// √2 times the standard deviation of a pair's mean score. It is what decides how many games a proof of superiority
/// takes, and hardly depends on openings and time limits. `los`, the likelihood of superiority, is the confidence
/// that the expected score is above ½, in (0, 1).
///
/// # How it is computed
/// The unit of observation is the colour-swapped pair, not the game: both games of a pair share their opening, so
/// their results depend on each other, and only pairs are independent. With x the score of a pair (0 to 1) over N
/// pairs, the standard error of the mean is that of N observations with the variance of x, and the interval reaches as
/// many of these as Student's distribution says (1.96 for many pairs, 2.78 for five). The interval of the score is
/// Wilson's, with the number of independent yes-or-no observations that would have the same standard
/// error; unlike mean ± 1.96 standard errors it never leaves (0, 1), so that the Elo interval, its image, is always
/// finite, and it holds its promise near 0 and 1 too. `los` is the same test turned round: it is above 97.5 % exactly
/// where the interval of `elo` lies above 0. The interval of `nelo` is as many standard errors to either side, by the
/// delta method from the first four moments of x (so from 20 pairs on), on a scale that far from 0 is logarithmic; where
/// the interval of `elo` does not hold 0, it is cut off there.
///
/// Where one side has not won a game (or all pairs scored the same, which leaves no variance to go by), half a win
/// is added to each side, as half a pair of which a quarter won twice and a quarter lost twice. `score` stays the
/// plain score. Over matches of one length Elo still grows strictly with the score.
///
/// Counts without pairs (`pairs` all 0) are taken as independent games.
///
/// ```
/// use bashni_arena::{Counts, Estimate};
///
/// let mut counts = Counts::default();
/// for pair in [[2, 1], [2, 0], [1, 1], [2, 2], [0, 1], [2, 1]] {
///     counts.add_pair(pair);
/// }
/// let estimate = Estimate::new(&counts);
/// assert!(estimate.elo_low < estimate.elo && estimate.elo < estimate.elo_high);
/// assert!(estimate.los > 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Points a game, in [0, 1].
    pub score: f64,
    /// Difference in Elo points, positive if this side is the stronger.
    pub elo: f64,
    /// Lower end of the 95 % interval of `elo`.
    pub elo_low: f64,
    /// Upper end of the 95 % interval of `elo`.
    pub elo_high: f64,
    /// Difference in normalised Elo points.
    pub nelo: f64,
    /// Lower end of the 95 % interval of `nelo`.
    pub nelo_low: f64,
    /// Upper end of the 95 % interval of `nelo`.
    pub nelo_high: f64,
    /// Likelihood of superiority, in (0, 1).
    pub los: f64,
}

impl Estimate {
    /// The estimate from the counts of a match. Without any game it is 0 with a very wide interval.
    pub fn new(counts: &Counts) -> Estimate {
        let sample = Sample::new(counts);
        let (low, high) = sample.interval();
        let [nelo, nelo_low, nelo_high] = normalised(&sample);
        Estimate {
            score: counts.score(),
            elo: elo_of_score(sample.mean),
            elo_low: elo_of_score(low),
            elo_high: elo_of_score(high),
            nelo,
            // Both have one sign, and the score knows more about it than the ratio of two uncertain numbers.
            nelo_low: if low > 0.5 { nelo_low.max(0.0) } else { nelo_low },
            nelo_high: if high < 0.5 { nelo_high.min(0.0) } else { nelo_high },
            los: sample.confidence_above(0.5),
        }
    }
}

/// Normalised Elo with its interval.
fn normalised(sample: &Sample) -> [f64; 3] {
    // Standard deviations of an observation that its mean is above one half. The variance of the estimate follows from
    // those of the mean and of the standard deviation, and their covariance.
    let t = (sample.mean - 0.5) / sample.variance.sqrt();
    let variance = 1.0 - sample.skewness * t + t * t * (sample.kurtosis - 1.0) / 4.0;
    let error = (variance.max(0.0) / (sample.weight - 1.0).max(0.5)).sqrt();
    let unit = NORMALISED / sample.games.sqrt();
    // Where nearly all was won, the estimate can be too low by far more than too high: from BEND on, steps are
    // relative.
    const BEND: f64 = 3.0;
    let place = (t / BEND).asinh();
    let reach = sample.quantile() * error / (BEND * BEND + t * t).sqrt();
    [t, BEND * (place - reach).sinh(), BEND * (place + reach).sinh()].map(|t| unit * t)
}

#[cfg(test)]
mod tests;
