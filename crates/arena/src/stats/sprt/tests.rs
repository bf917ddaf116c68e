use proptest::prelude::*;

use super::*;
use crate::{Estimate, score_of_elo};

fn pairs(pairs: [u64; 5]) -> Counts {
    Counts { pairs, ..Counts::default() }
}

#[test]
fn bounds_are_walds() {
    let (lower, upper) = Sprt::new(0.0, 5.0).unwrap().bounds();
    assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
    let (lower, upper) = Sprt::new(0.0, 5.0).unwrap().with_error_rates(0.01, 0.1).unwrap().bounds();
    assert!((lower - (0.1_f64 / 0.99).ln()).abs() < 1e-12);
    assert!((upper - 90_f64.ln()).abs() < 1e-12);
}

#[test]
fn many_pairs_give_the_ratio_of_normal_likelihoods() {
    // Near the hypotheses: N (s1 - s0)(mean - (s0 + s1) / 2) / variance.
    let counts = pairs([5_000, 20_000, 50_000, 21_000, 5_200]);
    let total: f64 = counts.pairs.iter().sum::<u64>() as f64;
    let scores = counts.pairs.iter().enumerate().map(|(i, &n)| (i as f64 / 4.0, n as f64 / total));
    let mean: f64 = scores.clone().map(|(x, p)| x * p).sum();
    let variance: f64 = scores.map(|(x, p)| p * (x - mean).powi(2)).sum();
    let (s0, s1) = (score_of_elo(0.0), score_of_elo(5.0));
    let normal = total * (s1 - s0) * (mean - (s0 + s1) / 2.0) / variance;
    let llr = Sprt::new(0.0, 5.0).unwrap().state(&counts).llr;
    assert!((llr / normal - 1.0).abs() < 0.01, "{llr} {normal}");
}

#[test]
fn no_pairs_say_nothing_and_games_outside_of_pairs_neither() {
    let sprt = Sprt::new(0.0, 10.0).unwrap();
    for counts in [Counts::default(), Counts { wins: 40, draws: 3, losses: 1, pairs: [0; 5] }] {
        let state = sprt.state(&counts);
        assert_eq!((state.llr, state.decision), (0.0, Decision::None));
    }
    let paired = pairs([3, 10, 20, 15, 4]);
    assert_eq!(sprt.state(&paired), sprt.state(&Counts { wins: 1, ..paired }));
}

#[test]
fn a_clear_match_is_decided_either_way() {
    for model in [Model::Logistic, Model::Normalised] {
        let sprt = Sprt::new(0.0, 20.0).unwrap().with_model(model);
        let won = pairs([0, 5, 20, 120, 100]);
        assert_eq!(sprt.state(&won).decision, Decision::H1);
        assert_eq!(sprt.state(&won.swapped()).decision, Decision::H0);
        assert_eq!(sprt.state(&pairs([0, 0, 0, 0, 1])).decision, Decision::None);
    }
}

#[test]
fn both_models_agree_where_games_are_not_drawn_and_hypotheses_are_close() {
    let counts = pairs([2_400, 0, 5_000, 0, 2_600]);
    let logistic = Sprt::new(0.0, 2.0).unwrap();
    let (a, b) = (logistic.state(&counts).llr, logistic.with_model(Model::Normalised).state(&counts).llr);
    assert!((a / b - 1.0).abs() < 0.01, "{a} {b}");
}

#[test]
fn senseless_tests_are_refused_with_what_was_expected() {
    let message = |result: Result<Sprt, SprtError>| result.unwrap_err().to_string();
    assert!(message(Sprt::new(5.0, 5.0)).contains("elo0 must be below elo1"));
    assert!(message(Sprt::new(f64::NAN, 5.0)).contains("elo0 = NaN"));
    assert!(message(Sprt::new(0.0, f64::INFINITY)).contains("from -1000 to 1000"));
    let sprt = Sprt::new(0.0, 5.0).unwrap();
    for rate in [0.0, 0.5, -0.1, f64::NAN] {
        assert!(message(sprt.with_error_rates(rate, 0.05)).starts_with("alpha"));
        assert!(message(sprt.with_error_rates(0.05, rate)).contains("below 0.5"));
    }
}

#[test]
fn decisions_have_short_texts() {
    let texts = [Decision::H0, Decision::H1, Decision::None].map(|decision| decision.to_string());
    assert_eq!(texts, ["H0", "H1", "none"]);
    assert_eq!(serde_json::to_string(&Decision::None).unwrap(), "\"none\"");
    assert_eq!(serde_json::to_string(&Model::Normalised).unwrap(), "\"normalised\"");
}

proptest! {
    #[test]
    fn the_ratio_is_finite_and_mirrored_when_sides_and_hypotheses_are(
        counts in prop::array::uniform5(0..2_000_u64), elo0 in -1_000.0..1_000.0, width in 0.1..500.0,
        normalised in any::<bool>()
    ) {
        let elo1 = f64::min(elo0 + width, 1_000.0);
        prop_assume!(elo0 < elo1);
        let model = if normalised { Model::Normalised } else { Model::Logistic };
        let llr = |elo0, elo1, counts: &Counts| Sprt::new(elo0, elo1).unwrap().with_model(model).state(counts).llr;
        let counts = pairs(counts);
        let ours = llr(elo0, elo1, &counts);
        let theirs = llr(-elo1, -elo0, &counts.swapped());
        prop_assert!(ours.is_finite());
        prop_assert!((ours + theirs).abs() < 1e-6 * (1.0 + ours.abs()), "{ours} {theirs}");
    }

    #[test]
    fn the_ratio_says_which_hypothesis_is_nearer(counts in prop::array::uniform5(1..500_u64)) {
        let counts = pairs(counts);
        let mut games = counts;
        // Any games with these pairs will do; what counts is the mean of the pairs.
        games.wins = 1;
        games.losses = 1;
        let elo = Estimate::new(&games).elo;
        prop_assert!(Sprt::new(elo - 30.0, elo + 1.0).unwrap().state(&counts).llr > 0.0);
        prop_assert!(Sprt::new(elo - 1.0, elo + 30.0).unwrap().state(&counts).llr < 0.0);
    }
}
