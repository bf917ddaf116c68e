use super::*;
use crate::score_of_elo;
use proptest::prelude::*;

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
    // five observations Student's quantile is 2.7764; its square 7.7086.
    let estimate = Estimate::new(&pairs([1, 0, 2, 1, 1], 5, 1, 4));
    assert_near(estimate.elo, elo_of_score(0.55));
    let n = 11.25_f64;
    let centre = (0.55 + 7.7086 / (2.0 * n)) / (1.0 + 7.7086 / n);
    let half = 2.7764 / (1.0 + 7.7086 / n) * (0.2475 / n + 7.7086 / (4.0 * n * n)).sqrt();
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
        let Estimate { elo, elo_low, elo_high, nelo, nelo_low, nelo_high, los, .. } = Estimate::new(&counts);
        for value in [elo, elo_low, elo_high, nelo, nelo_low, nelo_high, los] {
            assert!(value.is_finite(), "{counts:?}");
        }
        assert!(elo_low < elo && elo < elo_high, "{counts:?}");
        assert!(nelo_low < nelo && nelo < nelo_high, "{counts:?}");
        assert!(0.0 < los && los < 1.0, "{counts:?}");
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

#[test]
fn normalised_elo_of_a_worked_match() {
    // Mean 0.55 and standard deviation of a pair 0.3317, of a game 0.4690: 347.4 * 0.05 / 0.4690.
    let estimate = Estimate::new(&pairs([1, 0, 2, 1, 1], 5, 1, 4));
    assert_near(estimate.nelo, 37.04);
    // Independent games without draws: near equality both scales agree.
    let even = Estimate::new(&games(5_010, 0, 4_990));
    assert!((even.nelo / even.elo - 1.0).abs() < 1e-3);
    assert!((even.nelo_high - even.nelo - 1.96 * NORMALISED / 100.0).abs() < 0.01);
}

#[test]
fn draws_shrink_elo_and_hardly_change_normalised_elo() {
    // Twice as many wins as losses in all.
    let (few, many) = (Estimate::new(&games(200, 300, 100)), Estimate::new(&games(20, 570, 10)));
    assert!(few.elo > 5.0 * many.elo);
    assert!(few.nelo < 4.0 * many.nelo);
}

#[test]
fn superiority_is_a_coin_toss_after_an_even_match_and_sure_after_a_clear_one() {
    assert_near(Estimate::new(&games(0, 0, 0)).los, 0.5);
    assert_near(Estimate::new(&pairs([5, 10, 30, 10, 5], 50, 20, 50)).los, 0.5);
    // 60 of 100 is two standard errors of a game without draws above one half.
    assert!((Estimate::new(&games(60, 0, 40)).los - 0.9772).abs() < 1e-3);
    assert!(Estimate::new(&pairs([0, 0, 5, 10, 85], 185, 10, 5)).los > 0.999);
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
        prop_assert!((ours.nelo + theirs.nelo).abs() < 1e-6);
        prop_assert!((ours.nelo_low + theirs.nelo_high).abs() < 1e-6);
        prop_assert!((ours.los + theirs.los - 1.0).abs() < 1e-9);
        prop_assert_eq!(ours.los > 0.975, ours.elo_low > 0.0);
        prop_assert!(ours.elo_low.is_finite() && ours.elo_high.is_finite());
        prop_assert!(ours.elo_low < ours.elo && ours.elo < ours.elo_high);
    }
}
