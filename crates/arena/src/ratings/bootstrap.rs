//! Intervals from resampled games.

use rand::SeedableRng;
use rand_distr::{Binomial, Distribution};
use rand_pcg::Pcg64;
use serde::Serialize;

use super::davidson::Davidson;
use super::fit::Fit;
use super::rating::elo_points;
use super::{Crosstable, GameCounts, RatingError};
use crate::seed::derive;

/// How to resample: of each pairing, as many pairs as were played are drawn from those played, with replacement, and
/// the players are rated again (Efron and Tibshirani, "An Introduction to the Bootstrap").
///
/// Pairs stay whole, so that what both games owe to their opening is in the intervals, whatever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bootstrap {
    /// How often, at least 100. The ends of an interval are percentiles, which take a thousand to be exact to a few
    /// hundredths of the interval's width.
    pub samples: usize,
    /// Decides what is drawn.
    pub seed: u64,
}

impl Bootstrap {
    /// The fewest samples.
    pub const LEAST_SAMPLES: usize = 100;
}

impl Default for Bootstrap {
    /// 1,000 samples from seed 0.
    fn default() -> Bootstrap {
        Bootstrap { samples: 1_000, seed: 0 }
    }
}

/// Estimates from resampled games: ratings relative to their mean and the first move, as
/// [`elo_points`] gives them.
#[derive(Clone, Debug)]
pub(super) struct Replicates(Vec<Vec<f64>>);

impl Replicates {
    /// Rates resampled tables; `model` is the fit of `table`.
    pub fn new(
        table: &Crosstable,
        model: &Davidson,
        bootstrap: Bootstrap,
    ) -> Result<Replicates, RatingError> {
        let Bootstrap { samples, seed } = bootstrap;
        if samples < Bootstrap::LEAST_SAMPLES {
            return Err(RatingError::Samples { samples, least: Bootstrap::LEAST_SAMPLES });
        }
        let replicate = |number| {
            let mut rng = Pcg64::seed_from_u64(derive(seed, number));
            elo_points(&Fit::from(&resampled(table, &mut rng), model.clone()).model)
        };
        Ok(Replicates((0..samples as u64).map(replicate).collect()))
    }

    fn values(&self, weights: &[(usize, f64)]) -> Vec<f64> {
        self.0.iter().map(|points| weights.iter().map(|&(i, weight)| weight * points[i]).sum()).collect()
    }

    /// 2.5 and 97.5 percentiles of a weighted sum.
    pub fn interval(&self, weights: &[(usize, f64)]) -> (f64, f64) {
        let mut values = self.values(weights);
        values.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = share * (values.len() - 1) as f64;
            let (below, part) = (place.floor() as usize, place.fract());
            values[below] * (1.0 - part) + values[(below + 1).min(values.len() - 1)] * part
        };
        (at(0.025), at(0.975))
    }

    /// Standard deviation of a weighted sum.
    pub fn deviation(&self, weights: &[(usize, f64)]) -> f64 {
        let values = self.values(weights);
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt()
    }
}

/// A table with the same number of pairs and single games in each pairing, drawn with replacement.
fn resampled(table: &Crosstable, rng: &mut Pcg64) -> Crosstable {
    let mut drawn = table.clone();
    for cells in &mut drawn.pairs {
        *cells = redrawn(cells, rng);
    }
    for games in &mut drawn.single {
        let [white_wins, draws, black_wins] =
            redrawn(&[games.white_wins, games.draws, games.black_wins], rng);
        *games = GameCounts { white_wins, draws, black_wins };
    }
    drawn.count_games();
    drawn
}

/// As many draws from the cells as they hold.
fn redrawn<const N: usize>(cells: &[u64; N], rng: &mut Pcg64) -> [u64; N] {
    // One cell after the other: how many of the draws that are left fall into it.
    let total: u64 = cells.iter().sum();
    let (mut left, mut mass) = (total, total);
    let mut drawn = [0; N];
    for (cell, drawn) in cells.iter().zip(&mut drawn) {
        if left == 0 || *cell == 0 {
            continue;
        }
        *drawn = match Binomial::new(left, *cell as f64 / mass as f64) {
            Ok(binomial) => binomial.sample(rng),
            Err(_) => left,
        };
        left -= *drawn;
        mass -= cell;
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resampling_keeps_numbers_and_varies_as_a_multinomial_does() {
        let cells = [40, 0, 100, 60, 0];
        let mut rng = Pcg64::seed_from_u64(1);
        let draws = 4_000;
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..draws {
            let drawn = redrawn(&cells, &mut rng);
            assert_eq!(drawn.iter().sum::<u64>(), 200);
            assert_eq!((drawn[1], drawn[4]), (0, 0));
            sum += drawn[3] as f64;
            squares += (drawn[3] as f64 - 60.0).powi(2);
        }
        // 200 draws with probability 0.3: mean 60, variance 42.
        assert!((sum / f64::from(draws) - 60.0).abs() < 0.5);
        assert!((squares / f64::from(draws) - 42.0).abs() < 4.0);
    }

    #[test]
    fn a_resampled_table_has_the_games_of_its_pairs() {
        let mut table = Crosstable::new(["a", "b", "c"]).unwrap();
        for results in [[2, 0], [1, 1], [2, 1], [0, 0]] {
            table.add_pair(0, 1, results).unwrap();
            table.add_pair(2, 1, results).unwrap();
        }
        table.add_game(0, 2, 1).unwrap();
        let drawn = resampled(&table, &mut Pcg64::seed_from_u64(2));
        assert_ne!(drawn, table);
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            assert_eq!(drawn.counts(a, b).games(), table.counts(a, b).games());
            assert_eq!(drawn.counts(a, b).pair_count(), table.counts(a, b).pair_count());
            assert_eq!(drawn.games(a, b).games(), table.games(a, b).games());
        }
    }
}
