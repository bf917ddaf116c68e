//! Ratings and what they say about any two players.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::bootstrap::Replicates;
use super::davidson::Davidson;
use super::dispersion::Dispersion;
use super::fit::Fit;
use super::goodness::GoodnessOfFit;
use super::groups::components;
use super::{Anchor, Crosstable, RatingError, RatingOptions};
use crate::stats::{normal_cdf, student_quantile};

/// A player's rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The player's name.
    pub player: String,
    /// Rating in Elo points.
    pub elo: f64,
    /// Lower end of its 95 % interval, relative to the anchor.
    pub low: f64,
    /// Upper end of its 95 % interval, relative to the anchor.
    pub high: f64,
    /// Games played.
    pub games: u64,
    /// Points a game, in [0, 1]; ½ where there are no games.
    pub score: f64,
}

/// A number of Elo points with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloInterval {
    /// The estimate.
    pub elo: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// The ratings of all players of a table.
///
/// # The model
/// Bradley and Terry's, with Davidson's draws and an advantage of the first move (Davidson and Beaver, "On Extending
/// the Bradley-Terry Model to Incorporate Within-Pair Order Effects"). White wins, draws and loses in the proportion
/// exp(x/2) : ν : exp(-x/2), where x is White's strength, plus the first move's, less Black's. Strengths, ν and the
/// first move are those under which the games are most likely.
///
/// # The scale
/// In this model the score grows more slowly with strength where draws are common, so that a strength is not yet Elo
/// as a match shows it. Ratings are strengths times 400 / ln 10 · 2 / (2 + ν): between players of nearly equal
/// strength a difference of ratings is then the Elo of the expected score, that of [`Estimate`](crate::Estimate),
/// however often they draw; without draws it is at any distance. (BayesElo scales in the same way.) Far apart and
/// with many draws it is somewhat less or more; [`expected_score`](Ratings::expected_score) is exact.
///
/// # Finite in any case
/// If the players fall into groups of which one has never scored against another, or not met it, no finite strengths
/// are the most likely. Then every player has one more game, half won and half lost, without a colour, against an
/// imaginary player of average strength, as half a win each is added in [`Estimate`](crate::Estimate); `groups` says
/// so. The first move and ν always have one imaginary game between equals, half drawn and a quarter won by each side.
///
/// # Intervals
/// Without a bootstrap they come from the observed information, widened or narrowed by `dispersion`: how much more
/// pairs of games vary than independent games of the model would, since both games of a pair share an opening
/// (McCullagh and Nelder, "Generalized Linear Models", chapter 9). With a bootstrap they are percentiles. In
/// simulated tournaments of 20 pairs a pairing the former hold the truth in 95 of 100, the latter in 94 (with 5 pairs,
/// the same).
///
/// ```
/// use bashni_arena::{Crosstable, GameCounts, Ratings};
///
/// let mut table = Crosstable::new(["old", "new", "random"]).unwrap();
/// let games = |white_wins, draws, black_wins| GameCounts { white_wins, draws, black_wins };
/// table.add_games(1, 0, games(30, 50, 20)).unwrap();
/// table.add_games(0, 1, games(24, 51, 25)).unwrap();
/// table.add_games(0, 2, games(95, 4, 1)).unwrap();
/// let ratings = Ratings::new(&table);
/// assert!(ratings.ratings[1].elo > ratings.ratings[2].high);
/// let difference = ratings.difference(1, 0).unwrap();
/// assert!(difference.low < difference.elo && difference.elo < difference.high);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Ratings {
    /// The players, in the order of the table.
    pub ratings: Vec<Rating>,
    /// What the first move is worth.
    pub first_move: EloInterval,
    /// Davidson's ν.
    pub nu: f64,
    /// Share of draws between equals: ν / (2 + ν).
    pub draw_rate: f64,
    /// Variance of a pair's score, relative to that of two independent games of the model.
    pub dispersion: f64,
    /// Whether the scores are what these ratings predict.
    pub goodness_of_fit: GoodnessOfFit,
    /// Players that are linked by games. Between components nothing is known.
    pub components: Vec<Vec<usize>>,
    /// Players that have scored against each other, directly or round a ring. Where there are several groups,
    /// differences between them are finite only by the imaginary games that were added.
    pub groups: Vec<Vec<usize>>,
    #[serde(skip)]
    pub(super) fit: Fit,
    #[serde(skip)]
    spread: Spread,
}

/// Where intervals come from.
#[derive(Clone, Debug)]
enum Spread {
    /// Covariance of ratings relative to their mean and of the first move, last, in Elo points; and how many standard
    /// errors an interval reaches.
    Covariance { covariance: DMatrix<f64>, reach: f64 },
    /// The same estimates from resampled games.
    Replicates(Replicates),
}

impl Spread {
    /// The 95 % interval of a sum of ratings (relative to their mean) and the first move with these weights.
    fn interval(&self, estimate: f64, weights: &[(usize, f64)]) -> EloInterval {
        match self {
            Spread::Covariance { reach, .. } => {
                let half = reach * self.standard_error(weights);
                EloInterval { elo: estimate, low: estimate - half, high: estimate + half }
            }
            Spread::Replicates(replicates) => {
                let (low, high) = replicates.interval(weights);
                EloInterval { elo: estimate, low: low.min(estimate), high: high.max(estimate) }
            }
        }
    }

    fn standard_error(&self, weights: &[(usize, f64)]) -> f64 {
        match self {
            Spread::Covariance { covariance, .. } => {
                let terms = weights.iter().flat_map(|a| weights.iter().map(move |b| (a, b)));
                let variance: f64 = terms.map(|(a, b)| a.1 * b.1 * covariance[(a.0, b.0)]).sum();
                variance.max(0.0).sqrt()
            }
            Spread::Replicates(replicates) => replicates.deviation(weights),
        }
    }
}

/// Ratings relative to their mean, and the first move, in Elo points.
pub(super) fn elo_points(model: &Davidson) -> Vec<f64> {
    let scale = model.scale();
    model.strengths.iter().chain([&model.first_move]).map(|strength| strength * scale).collect()
}

/// Covariance of what [`elo_points`] gives, by the delta method: the scale depends on ν.
fn elo_covariance(fit: &Fit, dispersion: &Dispersion) -> DMatrix<f64> {
    let points = elo_points(&fit.model);
    let n = points.len();
    // The scale is proportional to 1 / (2 + ν), whose logarithm falls by ν / (2 + ν) as ln ν grows by 1.
    let slope = DVector::from_iterator(n, points.iter().map(|points| -fit.model.draw_rate() * points));
    let mut jacobian = DMatrix::identity(n, n + 1) * fit.model.scale();
    jacobian.set_column(n, &slope);
    let mut factors = DVector::from_element(n, dispersion.players.value.sqrt());
    factors[n - 1] = dispersion.white.value.sqrt();
    let factors = DMatrix::from_diagonal(&factors);
    &factors * (&jacobian * &fit.covariance * jacobian.transpose()) * &factors
}

impl Ratings {
    /// Ratings with mean 0 and intervals from the curvature of the likelihood.
    pub fn new(table: &Crosstable) -> Ratings {
        Ratings::of(table, Fit::new(table), Anchor::Mean(0.0), None)
    }

    /// Ratings with these options.
    ///
    /// # Errors
    /// If the anchor is no player or at no finite rating, or there are too few bootstrap samples.
    pub fn with(table: &Crosstable, options: &RatingOptions) -> Result<Ratings, RatingError> {
        let (Anchor::Mean(elo) | Anchor::Player { elo, .. }) = options.anchor;
        if !elo.is_finite() {
            return Err(RatingError::Anchor(elo));
        }
        if let Anchor::Player { player, .. } = options.anchor
            && player >= table.players()
        {
            return Err(RatingError::NoSuchPlayer { player, last: table.players() - 1 });
        }
        let fit = Fit::new(table);
        let replicates =
            options.bootstrap.map(|bootstrap| Replicates::new(table, &fit.model, bootstrap)).transpose()?;
        Ok(Ratings::of(table, fit, options.anchor, replicates))
    }

    fn of(table: &Crosstable, fit: Fit, anchor: Anchor, replicates: Option<Replicates>) -> Ratings {
        let dispersion = Dispersion::new(table, &fit.model);
        let spread = match replicates {
            Some(replicates) => Spread::Replicates(replicates),
            None => Spread::Covariance {
                covariance: elo_covariance(&fit, &dispersion),
                reach: student_quantile(dispersion.players.freedom),
            },
        };
        let points = elo_points(&fit.model);
        let n = table.players();
        let rating = |player: usize| {
            let EloInterval { elo, low, high } = match anchor {
                Anchor::Mean(_) => spread.interval(points[player], &[(player, 1.0)]),
                Anchor::Player { player: other, .. } if other == player => {
                    EloInterval { elo: 0.0, low: 0.0, high: 0.0 }
                }
                Anchor::Player { player: other, .. } => {
                    spread.interval(points[player] - points[other], &[(player, 1.0), (other, -1.0)])
                }
            };
            let (Anchor::Mean(at) | Anchor::Player { elo: at, .. }) = anchor;
            let games = table.games_of(player);
            let score = if games == 0 { 0.5 } else { table.points_of(player) / games as f64 };
            let name = table.names()[player].clone();
            Rating { player: name, elo: at + elo, low: at + low, high: at + high, games, score }
        };
        Ratings {
            ratings: (0..n).map(rating).collect(),
            first_move: spread.interval(points[n], &[(n, 1.0)]),
            nu: fit.model.log_nu.exp(),
            draw_rate: fit.model.draw_rate(),
            dispersion: dispersion.players.value,
            goodness_of_fit: GoodnessOfFit::new(table, &fit.model, &dispersion),
            components: components(table),
            groups: fit.groups.clone(),
            fit,
            spread,
        }
    }

    /// How much higher `a` is rated than `b`, with the interval of the difference: narrower than those of the two
    /// ratings suggest if they met each other or the same opponents. None where there are no such players.
    pub fn difference(&self, a: usize, b: usize) -> Option<EloInterval> {
        let estimate = self.ratings.get(a)?.elo - self.ratings.get(b)?.elo;
        if a == b {
            return Some(EloInterval { elo: 0.0, low: 0.0, high: 0.0 });
        }
        Some(self.spread.interval(estimate, &[(a, 1.0), (b, -1.0)]))
    }

    /// How sure it is that `a` is stronger than `b`, in [0, 1]; ½ for a player and itself. None where there are no such
    /// players.
    pub fn los(&self, a: usize, b: usize) -> Option<f64> {
        let estimate = self.ratings.get(a)?.elo - self.ratings.get(b)?.elo;
        let error = self.spread.standard_error(&[(a, 1.0), (b, -1.0)]);
        if a == b || error == 0.0 {
            return Some(0.5);
        }
        Some(normal_cdf(estimate / error))
    }

    /// [`los`](Ratings::los) of every player against every other: `matrix[a][b]` for a being stronger than b.
    pub fn los_matrix(&self) -> Vec<Vec<f64>> {
        let n = self.ratings.len();
        (0..n).map(|a| (0..n).map(|b| self.los(a, b).unwrap_or(0.5)).collect()).collect()
    }

    /// The score that `a` has to expect against `b`, as often with White as with Black. None where there are no such
    /// players.
    pub fn expected_score(&self, a: usize, b: usize) -> Option<f64> {
        let n = self.ratings.len();
        (a < n && b < n).then(|| self.fit.model.score(a, b))
    }

    /// Players from the highest rated to the lowest, equals by number.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.ratings.len()).collect();
        order.sort_by(|&a, &b| self.ratings[b].elo.total_cmp(&self.ratings[a].elo));
        order
    }
}
