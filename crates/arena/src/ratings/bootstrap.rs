//! Intervals from resampled games.

use rand::SeedableRng;
use rand_distr::{Binomial, Distribution};
use rand_pcg::Pcg64;
use serde::Serialize;

use super::davidson::{Chances, Davidson};
use super::fit::Fit;
use super::rating::elo_points;
use super::{Crosstable, GameCounts, RatingError};
use crate::seed::derive;

/// How to resample: of each pairing, one pair less than was played is drawn from those played, with replacement, and
/// the players are rated again. One less, because the pairs of a pairing vary around their own mean, and so less than
/// around the true one (McCarthy and Snowden, "The Bootstrap and Finite Population Sampling"). Games outside of pairs
/// are drawn in the same way by who had White. What was played only once says nothing about how it varies, and is
/// drawn from the model.
///
/// Pairs stay whole, so that what both games owe to their opening is in the intervals, whatever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bootstrap {
    /// How often, from 100 to 100,000. The ends of an interval are percentiles, which take a thousand to be exact to a few
    /// hundredths of the interval's width.
    pub samples: usize,
    /// Decides what is drawn.
    pub seed: u64,
}

impl Bootstrap {
    /// The fewest samples.
    pub const LEAST_SAMPLES: usize = 100;

    /// The most: beyond, memory and time go where nothing is gained.
    pub const MOST_SAMPLES: usize = 100_000;

    /// Checks the number of samples.
    pub(crate) fn check(self) -> Result<(), RatingError> {
        match (Bootstrap::LEAST_SAMPLES..=Bootstrap::MOST_SAMPLES).contains(&self.samples) {
            true => Ok(()),
            false => Err(RatingError::Samples(self.samples)),
        }
    }
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
        bootstrap.check()?;
        let replicate = |number| {
            let mut rng = Pcg64::seed_from_u64(derive(seed, number));
            elo_points(&Fit::from(&resampled(table, model, &mut rng), model.clone()).model)
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

/// A table of drawn games.
fn resampled(table: &Crosstable, model: &Davidson, rng: &mut Pcg64) -> Crosstable {
    let mut drawn = table.clone();
    for (a, b) in table.pairings() {
        let at = a * table.players() + b;
        let pair = || {
            let [first, second] = [model.chances(a, b), model.chances(b, a)].map(chances_of_points);
            // By the points of a: with Black they are what White has not.
            let mut cells = [0.0; 9];
            for (i, cell) in cells.iter_mut().enumerate() {
                *cell = first[i / 3] * second[2 - i % 3];
            }
            cells
        };
        drawn.pairs[at] = redrawn(&table.pairs[at], pair, rng);
        for (white, black) in [(a, b), (b, a)] {
            let at = white * table.players() + black;
            let GameCounts { white_wins, draws, black_wins } = table.single[at];
            let game = || chances_of_points(model.chances(white, black));
            let [black_wins, draws, white_wins] = redrawn(&[black_wins, draws, white_wins], game, rng);
            drawn.single[at] = GameCounts { white_wins, draws, black_wins };
        }
    }
    drawn.count_games();
    drawn
}

/// Probabilities of 0, 1 and 2 half points.
fn chances_of_points(chances: Chances) -> [f64; 3] {
    [chances.loss, chances.draw, chances.win]
}

/// One draw less than the cells hold, in their proportion; of a single one, a draw by the chances of `model`.
fn redrawn<const N: usize>(cells: &[u64; N], model: impl Fn() -> [f64; N], rng: &mut Pcg64) -> [u64; N] {
    match cells.iter().sum::<u64>() {
        0 => [0; N],
        1 => multinomial(1, &model(), rng),
        total => multinomial(total - 1, &cells.map(|n| n as f64), rng),
    }
}

/// So many draws in the proportion of the weights.
fn multinomial<const N: usize>(draws: u64, weights: &[f64; N], rng: &mut Pcg64) -> [u64; N] {
    // One cell after the other: how many of the draws that are left fall into it.
    let mut left = draws;
    let mut drawn = [0; N];
    for (i, drawn) in drawn.iter_mut().enumerate() {
        if left == 0 {
            break;
        }
        let share = weights[i] / weights[i..].iter().sum::<f64>();
        *drawn = Binomial::new(left, share.min(1.0)).map_or(0, |binomial| binomial.sample(rng));
        left -= *drawn;
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_vary_as_a_multinomial_does() {
        let cells = [40, 0, 100, 61, 0];
        let mut rng = Pcg64::seed_from_u64(1);
        let draws = 4_000;
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..draws {
            let drawn = redrawn(&cells, || unreachable!("there are many"), &mut rng);
            assert_eq!(drawn.iter().sum::<u64>(), 200);
            assert_eq!((drawn[1], drawn[4]), (0, 0));
            sum += drawn[3] as f64;
            squares += (drawn[3] as f64 - 60.7).powi(2);
        }
        // 200 draws with probability 61 / 201: mean 60.7, variance 42.3.
        assert!((sum / f64::from(draws) - 60.7).abs() < 0.5);
        assert!((squares / f64::from(draws) - 42.3).abs() < 4.0);
    }

    #[test]
    fn a_resampled_table_has_a_pair_less_in_each_pairing_and_single_ones_from_the_model() {
        let mut table = Crosstable::new(["a", "b", "c"]).unwrap();
        for results in [[2, 0], [1, 1], [2, 1], [0, 0], [0, 2]] {
            table.add_pair(0, 1, results).unwrap();
        }
        table.add_pair(2, 1, [2, 2]).unwrap();
        table.add_game(0, 2, 1).unwrap();
        let model = Davidson { strengths: vec![0.0, 30.0, 0.0], first_move: 0.0, log_nu: -30.0 };
        let drawn = resampled(&table, &model, &mut Pcg64::seed_from_u64(2));
        assert_eq!((drawn.counts(0, 1).games(), drawn.counts(0, 1).pair_count()), (8, 4));
        // Of the model, which is sure that b wins.
        assert_eq!(drawn.counts(1, 2).pairs, [0, 0, 0, 0, 1]);
        assert_eq!((drawn.games(0, 2).games(), drawn.games(0, 2).draws), (1, 0));
    }
}
