//! A match as independent observations, which is what all statistics of two players start from.

use super::Counts;
use super::distributions::{student_cdf, student_quantile};

/// Independent observations in [0, 1]: their number and moments. The mean is never 0 or 1 and the variance never 0.
pub(crate) struct Sample {
    /// Number of observations, with what was added.
    pub weight: f64,
    /// Games in an observation: 2 for pairs.
    pub games: f64,
    /// Mean score.
    pub mean: f64,
    /// Variance of one observation.
    pub variance: f64,
    /// Third standardised moment of one observation.
    pub skewness: f64,
    /// Fourth standardised moment of one observation (3 for a normal one).
    pub kurtosis: f64,
    /// Degrees of freedom of the variance.
    freedom: f64,
}

impl Sample {
    /// The sample of a match: its pairs, or its games where there are no pairs. [`Estimate`](super::Estimate) says
    /// what is added where one side has not won or all pairs scored the same.
    pub fn new(counts: &Counts) -> Sample {
        let paired = counts.pairs.iter().any(|&n| n > 0);
        let mut weights = match paired {
            true => counts.pairs.map(|n| n as f64),
            false => [counts.losses as f64, 0.0, counts.draws as f64, 0.0, counts.wins as f64],
        };
        let same = weights.iter().filter(|&&n| n > 0.0).count() < 2;
        if counts.wins == 0 || counts.losses == 0 || same {
            // Half a win each: half of a game, or a quarter of a pair in which both games are alike.
            let added = if paired { 0.25 } else { 0.5 };
            weights[0] += added;
            weights[4] += added;
        }
        let weight: f64 = weights.iter().sum();
        let scores = weights.iter().enumerate().map(|(i, n)| (i as f64 / 4.0, n / weight));
        let mean: f64 = scores.clone().map(|(score, share)| share * score).sum();
        let moment =
            |power| -> f64 { scores.clone().map(|(score, share)| share * (score - mean).powi(power)).sum() };
        let variance = moment(2);
        Sample {
            weight,
            games: if paired { 2.0 } else { 1.0 },
            mean,
            variance,
            skewness: moment(3) / variance.powf(1.5),
            kurtosis: moment(4) / (variance * variance),
            // Few pairs say little about their own variance; that of single games follows from their mean.
            freedom: if paired { weight - 1.0 } else { f64::INFINITY },
        }
    }

    /// How many standard errors an interval of 95 % reaches to either side.
    pub fn quantile(&self) -> f64 {
        student_quantile(self.freedom)
    }

    /// The number of independent yes-or-no observations whose mean has this standard error.
    fn yes_or_no(&self) -> f64 {
        self.weight * self.mean * (1.0 - self.mean) / self.variance
    }

    /// Wilson's interval of the mean, with as many yes-or-no observations as have this standard error.
    pub fn interval(&self) -> (f64, f64) {
        let (mean, n, z) = (self.mean, self.yes_or_no(), self.quantile());
        let scale = 1.0 + z * z / n;
        let centre = (mean + z * z / (2.0 * n)) / scale;
        let half = z / scale * (mean * (1.0 - mean) / n + z * z / (4.0 * n * n)).sqrt();
        (centre - half, centre + half)
    }

    /// How sure it is that the mean is above `score`, in (0, 1): one half at `score`, and 97.5 % exactly where `score`
    /// is the lower end of the interval.
    pub fn confidence_above(&self, score: f64) -> f64 {
        student_cdf((self.mean - score) / (score * (1.0 - score) / self.yes_or_no()).sqrt(), self.freedom)
    }
}
