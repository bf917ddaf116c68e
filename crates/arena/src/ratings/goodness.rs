//! Whether a line of ratings explains the scores.

use serde::Serialize;

use super::Crosstable;
use super::davidson::{Chances, Davidson};
use super::groups::components;
use crate::stats::chi_squared_tail;

/// A test of the model against the scores of all pairings.
///
/// The sum over pairings of squared deviations of the score from the expected one, in standard deviations, is
/// compared with the chi-squared distribution. It asks whether strength is one number a player, and not how draws or
/// the advantage of the first move come about.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GoodnessOfFit {
    /// The sum.
    pub chi_squared: f64,
    /// Pairings that have met, less the ratings that were fitted to them.
    pub degrees_of_freedom: usize,
    /// Probability of such a sum or a larger one if the model holds; 1 where nothing is left to test. Below 0.05
    /// ratings do not say everything about who beats whom.
    pub p: f64,
}

/// How much more pairs vary than independent games of the model would.
pub(super) struct Dispersion {
    /// The ratio of variances.
    pub value: f64,
    /// Degrees of freedom that it was measured with: how many pairs of equals would say as much.
    pub freedom: f64,
}

impl Dispersion {
    /// Pairs of equals that vary as the model says, added to those observed: few pairs, or pairs that all ended the
    /// same way, are no proof that nothing varies.
    const ADDED: f64 = 10.0;

    /// Measured within pairings, around the pairing's own mean, so that a wrong model does not look like noise. Games
    /// outside of pairs are taken as independent.
    pub fn new(table: &Crosstable, model: &Davidson) -> Dispersion {
        let equals = Chances::new(0.0, model.log_nu).0.variance() / 2.0;
        let (mut observed, mut expected, mut paired) = (0.0, 0.0, false);
        for (a, b) in table.pairings() {
            let pairs = table.counts(a, b).pairs;
            let number = pairs.iter().sum::<u64>() as f64;
            if number >= 2.0 {
                let scores = pairs.iter().enumerate().map(|(i, &n)| (i as f64 / 4.0, n as f64));
                let mean = scores.clone().map(|(x, n)| n * x).sum::<f64>() / number;
                observed += scores.map(|(x, n)| n * (x - mean).powi(2)).sum::<f64>();
                expected += (number - 1.0) * pair_variance(model, a, b);
                paired = true;
            }
            for (white, black) in [(a, b), (b, a)] {
                let single = table.single[white * table.players() + black].games() as f64;
                let variance = single * model.chances(white, black).variance() / 4.0;
                (observed, expected) = (observed + variance, expected + variance);
            }
        }
        if !paired || equals == 0.0 {
            return Dispersion { value: 1.0, freedom: f64::INFINITY };
        }
        let freedom = expected / equals + Self::ADDED;
        Dispersion { value: (observed / equals + Self::ADDED) / freedom, freedom }
    }
}

/// Variance of the mean score of a pair of independent games.
fn pair_variance(model: &Davidson, a: usize, b: usize) -> f64 {
    let games: [Chances; 2] = [model.chances(a, b), model.chances(b, a)];
    games.iter().map(Chances::variance).sum::<f64>() / 4.0
}

/// What a pairing has scored, seen from `a`, and what it should have.
pub(super) struct Residual {
    pub score: f64,
    pub expected: f64,
    /// Difference in standard deviations.
    pub z: f64,
}

impl Residual {
    /// None if the two have not met.
    pub fn new(
        table: &Crosstable,
        model: &Davidson,
        dispersion: &Dispersion,
        a: usize,
        b: usize,
    ) -> Option<Residual> {
        let counts = table.counts(a, b);
        if counts.games() == 0 {
            return None;
        }
        let games = counts.games() as f64;
        let (white, black) = (table.games(a, b).games() as f64, table.games(b, a).games() as f64);
        let (with_white, with_black) = (model.chances(a, b), model.chances(b, a));
        let expected = (white * with_white.score() + black * (1.0 - with_black.score())) / games;
        let variance = (white * with_white.variance() + black * with_black.variance()) * dispersion.value;
        let score = counts.score();
        let z = if variance > 0.0 { games * (score - expected) / variance.sqrt() } else { 0.0 };
        Some(Residual { score, expected, z })
    }
}

impl GoodnessOfFit {
    pub(super) fn new(table: &Crosstable, model: &Davidson, dispersion: &Dispersion) -> GoodnessOfFit {
        let residuals: Vec<Residual> =
            table.pairings().filter_map(|(a, b)| Residual::new(table, model, dispersion, a, b)).collect();
        let chi_squared = residuals.iter().map(|residual| residual.z.powi(2)).sum();
        // In each component one rating is the others' reference.
        let fitted = table.players() - components(table).len();
        let degrees_of_freedom = residuals.len() - fitted;
        GoodnessOfFit {
            chi_squared,
            degrees_of_freedom,
            p: chi_squared_tail(chi_squared, degrees_of_freedom as f64),
        }
    }
}
