//! Greatest likelihood, by Newton's method.

use nalgebra::{DMatrix, DVector};

use super::Crosstable;
use super::davidson::{Chances, Davidson};
use super::groups::groups;
use crate::GameCounts;

/// The imaginary game between equals that keeps the first move and ν finite: half of it drawn, a quarter won by each
/// side. In fourths, so that counts stay whole.
const IMAGINARY: GameCounts = GameCounts { white_wins: 1, draws: 2, black_wins: 1 };
const IMAGINARY_WEIGHT: f64 = 0.25;

/// The model that makes the games most likely.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// Its parameters; the mean strength is 0.
    pub model: Davidson,
    /// Covariance of the parameters (strengths, first move, ln ν), the inverse of the observed information. Of
    /// strengths only differences have a meaning; here it is their difference to the mean.
    pub covariance: DMatrix<f64>,
    /// Players between whom strengths are finite by the games alone.
    pub groups: Vec<Vec<usize>>,
}

/// Log-likelihood with its first derivatives, and the second ones negated.
struct Point {
    log_likelihood: f64,
    gradient: DVector<f64>,
    information: DMatrix<f64>,
}

/// What is maximised.
struct Objective<'a> {
    table: &'a Crosstable,
    /// Each player has a game against an imaginary one of strength 0.
    anchored: bool,
}

impl Objective<'_> {
    fn at(&self, model: &Davidson) -> Point {
        let n = self.table.players();
        let (first_move, log_nu) = (n, n + 1);
        let mut point = Point {
            log_likelihood: 0.0,
            gradient: DVector::zeros(n + 2),
            information: DMatrix::zeros(n + 2, n + 2),
        };
        for white in 0..n {
            for black in (0..n).filter(|&black| black != white) {
                let games = self.table.games[white * n + black];
                if games.games() > 0 {
                    point.log_likelihood += model.log_likelihood(white, black, &games);
                    let signs = [(white, 1.0), (black, -1.0), (first_move, 1.0)];
                    point.add(&games, 1.0, &model.chances(white, black), &signs, log_nu);
                }
            }
        }
        let (equals, log_total) = Chances::new(model.first_move, model.log_nu);
        point.log_likelihood += IMAGINARY_WEIGHT * 2.0 * model.log_nu - log_total;
        point.add(&IMAGINARY, IMAGINARY_WEIGHT, &equals, &[(first_move, 1.0)], log_nu);
        for player in 0..n {
            if self.anchored {
                // Half a win and half a loss: -ln(2 cosh(x/2)).
                let (chances, log_total) = Chances::new(model.strengths[player], f64::NEG_INFINITY);
                point.log_likelihood -= log_total;
                point.gradient[player] -= (chances.win - chances.loss) / 2.0;
                point.information[(player, player)] += chances.information();
            } else {
                // The likelihood does not change if all become stronger alike; this holds their mean.
                point.information.row_mut(player).iter_mut().take(n).for_each(|entry| *entry += 1.0);
            }
        }
        point
    }

    /// The model after `step`.
    fn after(&self, model: &Davidson, step: &DVector<f64>) -> Davidson {
        let n = model.strengths.len();
        Davidson {
            strengths: (0..n).map(|i| model.strengths[i] + step[i]).collect(),
            first_move: model.first_move + step[n],
            log_nu: model.log_nu + step[n + 1],
        }
    }
}

impl Point {
    /// Adds games at an advantage that is the sum of these parameters with these signs.
    fn add(
        &mut self,
        games: &GameCounts,
        weight: f64,
        chances: &Chances,
        signs: &[(usize, f64)],
        log_nu: usize,
    ) {
        let number = weight * games.games() as f64;
        let won = chances.win - chances.loss;
        let advantage =
            weight * (games.white_wins as f64 - games.black_wins as f64) / 2.0 - number * won / 2.0;
        self.gradient[log_nu] += weight * games.draws as f64 - number * chances.draw;
        self.information[(log_nu, log_nu)] += number * chances.draw * (1.0 - chances.draw);
        for &(i, sign) in signs {
            self.gradient[i] += sign * advantage;
            let mixed = -sign * number * won * chances.draw / 2.0;
            self.information[(i, log_nu)] += mixed;
            self.information[(log_nu, i)] += mixed;
            for &(j, other) in signs {
                self.information[(i, j)] += sign * other * number * chances.information();
            }
        }
    }

    /// Inverse of the information, times `right`; none where the information, and `damping` of every parameter, is
    /// singular in the numbers of this machine.
    fn solve(&self, right: &DMatrix<f64>, damping: f64) -> Option<DMatrix<f64>> {
        let size = self.gradient.len();
        let information = &self.information + DMatrix::identity(size, size) * damping;
        information.cholesky().map(|cholesky| cholesky.solve(right))
    }

    /// Covariance of the parameters. Where games leave a direction open, it gets as little information as makes it
    /// regular: it stays next to unknown.
    fn covariance(&self) -> DMatrix<f64> {
        let size = self.gradient.len();
        let damping = std::iter::once(0.0).chain((-10..10).map(|power| 10_f64.powi(power)));
        let mut inverses = damping.filter_map(|damping| self.solve(&DMatrix::identity(size, size), damping));
        inverses.next().unwrap_or_else(|| DMatrix::identity(size, size))
    }
}

impl Fit {
    const ROUNDS: usize = 500;

    /// The fit of a table.
    pub fn new(table: &Crosstable) -> Fit {
        let model = Davidson {
            strengths: vec![0.0; table.players()],
            first_move: 0.0,
            log_nu: start_of_log_nu(table),
        };
        Fit::from(table, model)
    }

    /// The fit of a table by a search that starts at `model`.
    pub fn from(table: &Crosstable, mut model: Davidson) -> Fit {
        let groups = groups(table);
        let objective = Objective { table, anchored: groups.len() > 1 };
        let games: u64 = table.games.iter().map(GameCounts::games).sum();
        // What rounding leaves of sums over all games.
        let flat = 1e-9 + 1e-12 * games as f64;
        let mut point = objective.at(&model);
        // The likelihood is concave, but where games contradict each other, or leave a direction open, Newton's step
        // leads far off; damping shortens and turns it (Levenberg and Marquardt) until it gains.
        let mut damping = 0.0;
        for _ in 0..Self::ROUNDS {
            if point.gradient.amax() < flat || damping > 1e12 {
                break;
            }
            let gradient = DMatrix::from_columns(&[point.gradient.clone()]);
            let gain = point.solve(&gradient, damping).and_then(|step| {
                let step = step.column(0).into_owned();
                let next = objective.after(&model, &step);
                let next_point = objective.at(&next);
                let gained = next_point.log_likelihood - point.log_likelihood;
                let least = 1e-4 * step.dot(&point.gradient) - 1e-14 * point.log_likelihood.abs();
                (gained >= least).then_some((next, next_point))
            });
            match gain {
                Some(gain) => {
                    (model, point) = gain;
                    damping = if damping < 1e-6 { 0.0 } else { damping / 10.0 };
                }
                None => damping = f64::max(10.0 * damping, 1e-6),
            }
        }
        let n = table.players();
        let mean = model.strengths.iter().sum::<f64>() / n as f64;
        model.strengths.iter_mut().for_each(|strength| *strength -= mean);
        let mut covariance = point.covariance();
        centre(&mut covariance, n);
        Fit { model, covariance, groups }
    }
}

/// Turns the first `n` parameters into their differences to their mean.
fn centre(covariance: &mut DMatrix<f64>, n: usize) {
    let size = covariance.nrows();
    let mut differences = DMatrix::identity(size, size);
    differences.view_mut((0, 0), (n, n)).add_scalar_mut(-1.0 / n as f64);
    *covariance = &differences * &*covariance * differences.transpose();
}

/// What ln ν would be between equals.
fn start_of_log_nu(table: &Crosstable) -> f64 {
    let draws: u64 = table.games.iter().map(|games| games.draws).sum();
    let games: u64 = table.games.iter().map(GameCounts::games).sum();
    ((2.0 * draws as f64 + 1.0) / ((games - draws) as f64 + 0.5)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo_of_score;

    fn table(players: usize, games: &[(usize, usize, GameCounts)]) -> Crosstable {
        let mut table = Crosstable::new((0..players).map(|i| i.to_string())).unwrap();
        for &(white, black, games) in games {
            table.add_games(white, black, games).unwrap();
        }
        table
    }

    fn counts(white_wins: u64, draws: u64, black_wins: u64) -> GameCounts {
        GameCounts { white_wins, draws, black_wins }
    }

    #[test]
    fn two_players_without_draws_are_as_far_apart_as_their_score_says() {
        let fit = Fit::new(&table(2, &[(0, 1, counts(3_000, 0, 1_000)), (1, 0, counts(1_000, 0, 3_000))]));
        let elo = (fit.model.strengths[0] - fit.model.strengths[1]) * fit.model.scale();
        assert!((elo - elo_of_score(0.75)).abs() < 0.1, "{elo}");
        assert!(fit.model.first_move.abs() < 1e-9);
        // Variance of the logit: 1 / (8,000 · 3/4 · 1/4).
        let c = &fit.covariance;
        let variance = c[(0, 0)] + c[(1, 1)] - 2.0 * c[(0, 1)];
        assert!((variance * 1_500.0 - 1.0).abs() < 1e-2, "{variance}");
    }

    #[test]
    fn the_first_moves_advantage_is_told_from_strength() {
        // Equals, of whom White scores 3/4.
        let games = counts(3_000, 0, 1_000);
        let fit = Fit::new(&table(2, &[(0, 1, games), (1, 0, games)]));
        assert!(fit.model.strengths[0].abs() < 1e-9);
        assert!((fit.model.first_move - 3_f64.ln()).abs() < 1e-3);
    }

    #[test]
    fn expected_wins_draws_and_points_are_those_observed() {
        // What the likelihood equations say, up to the imaginary game.
        let games = [
            (0, 1, counts(500, 300, 200)),
            (1, 0, counts(250, 320, 430)),
            (1, 2, counts(600, 100, 300)),
            (2, 0, counts(150, 250, 600)),
        ];
        let table = table(3, &games);
        let fit = Fit::new(&table);
        let sum = |value: &dyn Fn(&Chances) -> f64| -> f64 {
            games
                .iter()
                .map(|&(white, black, games)| value(&fit.model.chances(white, black)) * games.games() as f64)
                .sum()
        };
        assert!((sum(&|chances| chances.draw) - 970.0).abs() < 1.0);
        assert!((sum(&|chances| chances.win - chances.loss) - (1_500.0 - 1_530.0)).abs() < 1.0);
        let points = 1_000.0
            * (fit.model.chances(0, 1).score() + 2.0
                - fit.model.chances(1, 0).score()
                - fit.model.chances(2, 0).score());
        assert!((points - table.points_of(0)).abs() < 1.0);
    }

    #[test]
    fn shutouts_and_strangers_stay_finite() {
        let shutout = Fit::new(&table(2, &[(0, 1, counts(20, 0, 0)), (1, 0, counts(0, 0, 20))]));
        assert_eq!(shutout.groups.len(), 2);
        let elo = 2.0 * shutout.model.strengths[0] * shutout.model.scale();
        assert!((700.0..900.0).contains(&elo), "{elo}");
        let only_draws = Fit::new(&table(2, &[(0, 1, counts(0, 50, 0)), (1, 0, counts(0, 50, 0))]));
        assert!(only_draws.model.strengths[0].abs() < 1e-9 && only_draws.model.draw_rate() > 0.95);
        let white_always_wins = Fit::new(&table(2, &[(0, 1, counts(20, 0, 0)), (1, 0, counts(20, 0, 0))]));
        assert!(white_always_wins.model.strengths[0].abs() < 1e-9);
        for fit in [shutout, only_draws, white_always_wins, Fit::new(&table(5, &[]))] {
            assert!(fit.model.strengths.iter().all(|strength| strength.is_finite()));
            assert!(fit.model.first_move.is_finite() && fit.model.log_nu.is_finite());
            assert!(fit.covariance.iter().all(|entry| entry.is_finite()));
        }
    }

    #[test]
    fn games_that_contradict_each_other_are_fitted_to_the_end() {
        // With White the first wins all against one opponent and draws thousands against another; with Black it draws
        // all.
        let games = [
            (0, 1, counts(6, 0, 0)),
            (1, 0, counts(0, 6, 0)),
            (2, 0, counts(0, 4, 0)),
            (0, 3, counts(0, 23_446, 0)),
        ];
        let table = table(4, &games);
        let fit = Fit::new(&table);
        let objective = Objective { table: &table, anchored: fit.groups.len() > 1 };
        assert!(objective.at(&fit.model).gradient.amax() < 1e-6);
    }
}
