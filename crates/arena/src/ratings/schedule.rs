//! Whom to let play next.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::Crosstable;
use super::davidson::Davidson;
use super::fit::Fit;
use crate::stats::normal_cdf;

/// What the next games are to make surer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// The ratings: least sum of their variances.
    Ratings,
    /// The order: neighbours in it told apart. Games go to neighbours that are still likely to be the wrong way round.
    #[default]
    Order,
}

/// The pairing whose next pair of games tells most: see [`next_pairings`].
pub fn next_pairing(table: &Crosstable, aim: Aim) -> (usize, usize) {
    // A table has two players at least.
    next_pairings(table, aim, 1).first().copied().unwrap_or((0, 1))
}

/// The pairings of the next `number` pairs of games, so that together they tell most; the same pairing may come again.
///
/// # How they are chosen
/// A colour-swapped pair of games between a and b adds to the information about the strengths that of two games at
/// their present difference, in the one direction a - b. So the covariance after it is known before it is played
/// (Fedorov, "Theory of Optimal Experiments"), and for every pairing the gain is worked out:
/// - [`Aim::Ratings`]: by how much the sum of the ratings' variances falls (A-optimality);
/// - [`Aim::Order`]: by which part the variance of the difference of neighbours falls, summed over neighbours,
///   each weighted by the probability that the two stand the wrong way round.
///
/// The best is taken, the first of equals, and the next one is chosen as if it had been played. The table itself
/// decides everything, so the same games give the same choice.
///
/// ```
/// use bashni_arena::{Aim, Crosstable, next_pairing};
///
/// let mut table = Crosstable::new(["strong", "also strong", "weak"]).unwrap();
/// for _ in 0..20 {
///     table.add_pair(0, 1, [2, 0]).unwrap();
///     table.add_pair(0, 2, [2, 1]).unwrap();
///     table.add_pair(1, 2, [1, 2]).unwrap();
/// }
/// assert_eq!(next_pairing(&table, Aim::Order), (0, 1));
/// ```
pub fn next_pairings(table: &Crosstable, aim: Aim, number: usize) -> Vec<(usize, usize)> {
    next_pairings_within(table, aim, number, &|_, _| usize::MAX)
}

/// The same where a pairing has room for no more than so many pairs of games. There may be fewer then.
pub(crate) fn next_pairings_within(
    table: &Crosstable,
    aim: Aim,
    number: usize,
    room: &dyn Fn(usize, usize) -> usize,
) -> Vec<(usize, usize)> {
    let Fit { model, covariance, .. } = Fit::new(table);
    let n = table.players();
    let mut covariance = covariance.view((0, 0), (n, n)).into_owned();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| model.strengths[b].total_cmp(&model.strengths[a]));
    let mut open: Vec<(usize, usize, usize)> =
        table.pairings().map(|(a, b)| (a, b, room(a, b))).filter(|&(_, _, room)| room > 0).collect();
    let mut chosen = Vec::with_capacity(number);
    for _ in 0..number {
        let neighbours = Neighbours::new(&order, &model, &covariance);
        let mut best = (f64::NEG_INFINITY, None);
        for (index, &(a, b, _)) in open.iter().enumerate() {
            let step = Step::new(&model, &covariance, a, b);
            let gain = match aim {
                Aim::Ratings => step.factor * step.direction.norm_squared(),
                Aim::Order => neighbours.gain(&step),
            };
            if gain > best.0 {
                best = (gain, Some(index));
            }
        }
        let Some(index) = best.1 else { break };
        let (a, b, left) = &mut open[index];
        let (a, b) = (*a, *b);
        *left -= 1;
        if *left == 0 {
            open.remove(index);
        }
        let Step { direction, factor } = Step::new(&model, &covariance, a, b);
        covariance -= &direction * direction.transpose() * factor;
        chosen.push((a, b));
    }
    chosen
}

/// What a pair of games between two players takes from the covariance: `factor` times the square of `direction`.
struct Step {
    direction: DVector<f64>,
    factor: f64,
}

impl Step {
    fn new(model: &Davidson, covariance: &DMatrix<f64>, a: usize, b: usize) -> Step {
        let information = model.chances(a, b).information() + model.chances(b, a).information();
        let direction = covariance.column(a) - covariance.column(b);
        let variance = direction[a] - direction[b];
        Step { factor: information / (1.0 + information * variance.max(0.0)), direction }
    }
}

/// Players that stand next to each other.
struct Neighbours {
    /// Both, and the probability that they stand the wrong way round over the variance of their difference.
    weights: Vec<(usize, usize, f64)>,
}

impl Neighbours {
    fn new(order: &[usize], model: &Davidson, covariance: &DMatrix<f64>) -> Neighbours {
        let weight = |pair: &[usize]| {
            let (a, b) = (pair[0], pair[1]);
            let variance = covariance[(a, a)] + covariance[(b, b)] - 2.0 * covariance[(a, b)];
            // Strengths beyond any doubt have no variance that can be told from rounding.
            let variance = variance.max(f64::MIN_POSITIVE);
            let wrong = normal_cdf((model.strengths[b] - model.strengths[a]) / variance.sqrt());
            (a, b, wrong / variance)
        };
        Neighbours { weights: order.windows(2).map(weight).collect() }
    }

    fn gain(&self, step: &Step) -> f64 {
        let falls = self
            .weights
            .iter()
            .map(|&(a, b, weight)| weight * (step.direction[a] - step.direction[b]).powi(2));
        step.factor * falls.sum::<f64>()
    }
}
