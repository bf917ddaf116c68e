//! From counts of results to a difference in strength.

use crate::Counts;

/// 97.5 % quantile of the normal distribution: two-sided intervals of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// The difference in Elo points at which a player is expected to score `score`; infinite at 0 and 1.
///
/// ```
/// let elo = bashni_arena::elo_of_score(10.0 / 11.0);
/// assert!((elo - 400.0).abs() < 1e-9);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that is expected at a difference of `elo` points.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// What a match says about the difference in strength, with a 95 % interval.
///
/// # How it is computed
/// The unit of observation is the colour-swapped pair, not the game: both games of a pair share their opening, so
/// their results depend on each other, and only pairs are independent. With x the score of a pair (0 to 1) over N
/// pairs, the standard error of the mean is that of N observations with the variance of x, and the interval reaches as
/// many of these as Student's distribution says (1.96 for many pairs, 2.78 for five). The interval of the score is
/// Wilson's, with the number of independent yes-or-no observations that would have the same standard
/// error; unlike mean ± 1.96 standard errors it never leaves (0, 1), so that the Elo interval, its image, is always
/// finite, and it holds its promise near 0 and 1 too.
///
/// Where one side has not won a game (or all pairs scored the same, which leaves no variance to go by), half a win
/// is added to each side, as half a pair of which a quarter won twice and a quarter lost twice. `score` stays the
/// plain score. Over matches of one length Elo still grows strictly with the score.
///
/// Counts without pairs (`pairs` all 0) are taken as independent games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Points a game, in [0, 1].
    pub score: f64,
    /// Difference in Elo points, positive if this side is the stronger.
    pub elo: f64,
    /// Lower end of the 95 % interval of `elo`.
    pub elo_low: f64,
    /// Upper end of the 95 % interval of `elo`.
    pub elo_high: f64,
}

impl Estimate {
    /// The estimate from the counts of a match. Without any game it is 0 with a very wide interval.
    pub fn new(counts: &Counts) -> Estimate {
        let sample = Sample::new(counts);
        let (low, high) = sample.interval();
        Estimate {
            score: counts.score(),
            elo: elo_of_score(sample.mean),
            elo_low: elo_of_score(low),
            elo_high: elo_of_score(high),
        }
    }
}

/// Independent observations in [0, 1]: their number, mean and variance. The mean is never 0 or 1 and the variance
/// never 0.
struct Sample {
    weight: f64,
    mean: f64,
    variance: f64,
    /// How many standard errors the interval reaches to either side.
    quantile: f64,
}

/// 97.5 % quantile of Student's distribution with this many degrees of freedom (at least 1): the first terms of its
/// expansion around the normal one (Abramowitz and Stegun 26.7.5), good to a hundredth from 4 on.
fn student(freedom: f64) -> f64 {
    let z = Z;
    let n = freedom.max(1.0);
    z + (z.powi(3) + z) / (4.0 * n)
        + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n)
        + (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / (384.0 * n.powi(3))
}

impl Sample {
    fn new(counts: &Counts) -> Sample {
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
        let moment = |power| -> f64 {
            weights.iter().enumerate().map(|(i, n)| n * (i as f64 / 4.0).powi(power)).sum::<f64>() / weight
        };
        let mean = moment(1);
        // Few pairs say little about their own variance.
        let quantile = if paired { student(weight - 1.0) } else { Z };
        Sample { weight, mean, variance: moment(2) - mean * mean, quantile }
    }

    /// Wilson's interval of the mean, with as many yes-or-no observations as have this standard error.
    fn interval(&self) -> (f64, f64) {
        let Sample { weight, mean, variance, quantile: z } = *self;
        let observations = weight * mean * (1.0 - mean) / variance;
        let scale = 1.0 + z * z / observations;
        let centre = (mean + z * z / (2.0 * observations)) / scale;
        let half = z / scale
            * (mean * (1.0 - mean) / observations + z * z / (4.0 * observations * observations)).sqrt();
        (centre - half, centre + half)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    fn pairs(pairs: [u64; 5], wins: u64, draws: u64, losses: u64) -> Counts {
        Counts { wins, draws, losses, pairs }
    }

    fn games(wins: u64, draws: u64, losses: u64) -> Counts {
        Counts { wins, draws, losses, pairs: [0; 5] }
    }

    #[track_caller]
    fn assert_near(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 0.05, "{actual}, expected {expected}");
    }

    #[test]
    fn elo_of_known_scores() {
        assert_near(elo_of_score(0.5), 0.0);
        assert_near(elo_of_score(0.75), 190.8);
        assert_near(elo_of_score(10.0 / 11.0), 400.0);
        assert_near(score_of_elo(elo_of_score(0.3)), 0.3);
    }

    #[test]
    fn quantiles_of_students_distribution_are_those_of_the_tables() {
        for (freedom, quantile) in [(4.0, 2.776), (9.0, 2.262), (29.0, 2.045), (1e9, 1.960)] {
            assert!((student(freedom) - quantile).abs() < 0.01, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn independent_games_give_wilsons_interval() {
        // 60 of 100: Wilson's interval is 0.5020 to 0.6906.
        let estimate = Estimate::new(&games(60, 0, 40));
        assert_eq!(estimate.score, 0.6);
        assert_near(estimate.elo, 70.4);
        assert!((score_of_elo(estimate.elo_low) - 0.5020).abs() < 1e-4);
        assert!((score_of_elo(estimate.elo_high) - 0.6906).abs() < 1e-4);
    }

    #[test]
    fn a_worked_match_of_pairs() {
        // Pair scores 0, 1/2, 1/2, 3/4, 1: mean 0.55, variance 0.11, standard error 0.1483, as of 11.25 games. For
        // five observations Student's quantile is 2.776, and 2.769 as it is computed here; its square 7.667.
        let estimate = Estimate::new(&pairs([1, 0, 2, 1, 1], 5, 1, 4));
        assert_near(estimate.elo, elo_of_score(0.55));
        let n = 11.25_f64;
        let centre = (0.55 + 7.667 / (2.0 * n)) / (1.0 + 7.667 / n);
        let half = 2.769 / (1.0 + 7.667 / n) * (0.2475 / n + 7.667 / (4.0 * n * n)).sqrt();
        assert!((score_of_elo(estimate.elo_low) - (centre - half)).abs() < 1e-3);
        assert!((score_of_elo(estimate.elo_high) - (centre + half)).abs() < 1e-3);
    }

    #[test]
    fn pairs_that_cancel_out_narrow_the_interval_and_pairs_that_agree_widen_it() {
        let width = |counts| {
            let estimate = Estimate::new(&counts);
            estimate.elo_high - estimate.elo_low
        };
        let cancelling = width(pairs([2, 0, 46, 0, 2], 50, 0, 50));
        let agreeing = width(pairs([25, 0, 0, 0, 25], 50, 0, 50));
        let independent = width(games(50, 0, 50));
        assert!(cancelling < independent && independent < agreeing);
    }

    #[test]
    fn matches_without_a_win_a_loss_or_any_difference_stay_finite() {
        for counts in [
            pairs([0, 0, 0, 0, 20], 40, 0, 0),
            pairs([20, 0, 0, 0, 0], 0, 0, 40),
            pairs([0, 0, 20, 0, 0], 0, 40, 0),
            pairs([0, 0, 20, 0, 0], 20, 0, 20),
            pairs([0, 0, 0, 0, 1], 2, 0, 0),
            games(1, 0, 0),
            games(0, 0, 0),
        ] {
            let Estimate { elo, elo_low, elo_high, .. } = Estimate::new(&counts);
            assert!(elo.is_finite() && elo_low.is_finite() && elo_high.is_finite(), "{counts:?}");
            assert!(elo_low < elo && elo < elo_high, "{counts:?}");
        }
        // 40 of 40 with half a win more on each side is 40.5 of 41.
        let estimate = Estimate::new(&pairs([0, 0, 0, 0, 20], 40, 0, 0));
        assert_eq!(estimate.score, 1.0);
        assert_near(estimate.elo, elo_of_score(40.5 / 41.0));
    }

    #[test]
    fn elo_grows_with_the_score_over_all_matches_of_one_length() {
        let total = 12;
        let mut all: Vec<(f64, f64)> = (0..=total)
            .flat_map(|wins| (0..=total - wins).map(move |draws| games(wins, draws, total - wins - draws)))
            .map(|counts| (counts.score(), Estimate::new(&counts).elo))
            .collect();
        all.sort_by(|x, y| x.0.total_cmp(&y.0));
        for below in &all {
            for above in all.iter().filter(|above| above.0 > below.0) {
                assert!(above.1 > below.1, "{below:?} {above:?}");
            }
        }
    }

    /// Simulated players: openings favour one colour, and the stronger side wins more often.
    fn simulate(rng: &mut Pcg64, elo: f64, draw_rate: f64, bias: f64, pairs: usize) -> Counts {
        // Davidson's model; nu makes `draw_rate` the share of draws between equals.
        let nu = 2.0 * draw_rate / (1.0 - draw_rate);
        let mut game = |elo: f64| {
            let (ours, theirs) = (10_f64.powf(elo / 800.0), 10_f64.powf(-elo / 800.0));
            let total = ours + theirs + nu;
            let at = rng.random_range(0.0..total);
            if at < ours {
                2
            } else if at < ours + nu {
                1
            } else {
                0
            }
        };
        let mut counts = Counts::default();
        for pair in 0..pairs {
            let bias = if pair % 2 == 0 { bias } else { -bias };
            counts.add_pair([game(elo + bias), game(elo - bias)]);
        }
        counts
    }

    #[test]
    fn intervals_hold_the_truth_in_95_of_100_matches() {
        let mut rng = Pcg64::seed_from_u64(7);
        let trials = 2_000;
        for elo in [0.0, 20.0, 100.0, 400.0] {
            for draw_rate in [0.0, 0.3, 0.8] {
                // The score that these players are expected to reach, by the model.
                let nu = 2.0 * draw_rate / (1.0 - draw_rate);
                let (ours, theirs) = (10_f64.powf(elo / 800.0), 10_f64.powf(-elo / 800.0));
                let truth = elo_of_score((ours + nu / 2.0) / (ours + theirs + nu));
                let covered = (0..trials)
                    .filter(|_| {
                        let estimate = Estimate::new(&simulate(&mut rng, elo, draw_rate, 0.0, 200));
                        (estimate.elo_low..=estimate.elo_high).contains(&truth)
                    })
                    .count();
                let share = covered as f64 / f64::from(trials);
                assert!((0.93..=0.97).contains(&share), "{elo} Elo, draws {draw_rate}: {share}");
            }
        }
    }

    #[test]
    fn biased_openings_do_not_break_the_interval() {
        let mut rng = Pcg64::seed_from_u64(8);
        let trials = 2_000;
        let covered = (0..trials)
            .filter(|_| {
                let estimate = Estimate::new(&simulate(&mut rng, 0.0, 0.3, 200.0, 200));
                (estimate.elo_low..=estimate.elo_high).contains(&0.0)
            })
            .count();
        assert!((0.93..=0.97).contains(&(covered as f64 / f64::from(trials))), "{covered}");
    }

    proptest! {
        #[test]
        fn swapping_sides_mirrors_the_estimate(results in prop::collection::vec((0..3_u8, 0..3_u8), 0..60)) {
            let mut counts = Counts::default();
            for (first, second) in results {
                counts.add_pair([first, second]);
            }
            let (ours, theirs) = (Estimate::new(&counts), Estimate::new(&counts.swapped()));
            prop_assert!((ours.elo + theirs.elo).abs() < 1e-6);
            prop_assert!((ours.elo_low + theirs.elo_high).abs() < 1e-6);
            prop_assert!((ours.elo_high + theirs.elo_low).abs() < 1e-6);
            prop_assert!(ours.elo_low.is_finite() && ours.elo_high.is_finite());
            prop_assert!(ours.elo_low < ours.elo && ours.elo < ours.elo_high);
        }
    }
}
