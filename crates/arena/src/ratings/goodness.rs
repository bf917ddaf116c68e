//! Whether a line of ratings explains the scores.

use serde::Serialize;

use super::Crosstable;
use super::davidson::Davidson;
use super::dispersion::Dispersion;
use super::groups::components;
use crate::stats::f_tail;

/// A test of the model against the scores of all pairings.
///
/// The sum over pairings of squared deviations of the score from the expected one, in standard deviations, is about 1
/// for every degree of freedom if the model holds. Since the standard deviations are themselves estimated, it is
/// compared with Fisher's F distribution. The test asks whether strength is one number a player, and not how draws or
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
        let variance =
            (white * with_white.variance() + black * with_black.variance()) * dispersion.players.value;
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
            p: f_tail(
                chi_squared / degrees_of_freedom as f64,
                degrees_of_freedom as f64,
                dispersion.players.freedom,
            ),
        }
    }
}
