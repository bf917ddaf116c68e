//! Statistics of two players keep their promises: on simulated matches, whose truth is known.

mod simulation;

use bashni_arena::{Counts, Decision, Estimate, Model, Sprt};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;
use simulation::{Duel, Openings};

const TRIALS: u64 = 2_000;
const SEQUENTIAL_TRIALS: u64 = 3_000;

/// Share of the trials in which something held.
fn share(trials: u64, held: impl Fn(&mut Pcg64) -> bool + Sync) -> f64 {
    let count = (0..trials).into_par_iter().filter(|&trial| held(&mut Pcg64::seed_from_u64(trial))).count();
    count as f64 / trials as f64
}

/// How often the intervals of Elo and normalised Elo hold the truth.
fn coverage(duel: &Duel, pairs: usize) -> (f64, f64) {
    let (elo, nelo) = (duel.true_elo(), duel.true_nelo());
    let matches: Vec<Estimate> = (0..TRIALS)
        .into_par_iter()
        .map(|trial| Estimate::new(&duel.play(&mut Pcg64::seed_from_u64(trial), pairs)))
        .collect();
    let held = |holds: &dyn Fn(&Estimate) -> bool| {
        matches.iter().filter(|&estimate| holds(estimate)).count() as f64 / TRIALS as f64
    };
    (held(&|e| e.elo_low <= elo && elo <= e.elo_high), held(&|e| e.nelo_low <= nelo && nelo <= e.nelo_high))
}

#[test]
fn intervals_hold_the_truth_in_95_of_100_matches_of_400_games() {
    for elo in [0.0, 20.0, 100.0, 400.0] {
        for draw_rate in [0.0, 0.3, 0.8] {
            let (of_elo, of_nelo) = coverage(&Duel::new(elo, draw_rate), 200);
            println!("{elo:3} Elo, draws {draw_rate}: Elo {of_elo:.4}, normalised {of_nelo:.4}");
            for share in [of_elo, of_nelo] {
                assert!((0.93..=0.97).contains(&share), "{elo} Elo, draws {draw_rate}: {of_elo} {of_nelo}");
            }
        }
    }
}

#[test]
fn intervals_of_short_matches_hold_too() {
    for pairs in [20, 50] {
        for elo in [0.0, 100.0, 400.0] {
            for draw_rate in [0.0, 0.3, 0.8] {
                let (of_elo, of_nelo) = coverage(&Duel::new(elo, draw_rate), pairs);
                println!(
                    "{pairs} pairs, {elo:3} Elo, draws {draw_rate}: {of_elo:.4}, normalised {of_nelo:.4}"
                );
                assert!(of_elo >= 0.93, "{pairs} pairs, {elo} Elo, draws {draw_rate}: {of_elo}");
                assert!(of_nelo >= 0.92, "{pairs} pairs, {elo} Elo, draws {draw_rate}: {of_nelo}");
            }
        }
    }
}

#[test]
fn intervals_of_pairs_hold_whatever_openings_do_and_those_of_games_do_not() {
    for (openings, elo) in [
        (Openings { colour: 400.0, player: 0.0 }, 0.0),
        (Openings { colour: 400.0, player: 0.0 }, 100.0),
        (Openings { colour: 0.0, player: 200.0 }, 0.0),
        (Openings { colour: 0.0, player: 200.0 }, 100.0),
    ] {
        let duel = Duel { openings, ..Duel::new(elo, 0.3) };
        let (of_pairs, of_nelo) = coverage(&duel, 200);
        let truth = duel.true_elo();
        let of_games = share(TRIALS, |rng| {
            let single = Counts { pairs: [0; 5], ..duel.play(rng, 200) };
            let estimate = Estimate::new(&single);
            estimate.elo_low <= truth && truth <= estimate.elo_high
        });
        println!("{openings:?}, {elo} Elo: pairs {of_pairs:.4}, games {of_games:.4}");
        assert!((0.93..=0.97).contains(&of_pairs), "{openings:?} {elo}: {of_pairs}");
        assert!((0.93..=0.97).contains(&of_nelo), "{openings:?} {elo}: {of_nelo}");
        assert!(!(0.93..=0.97).contains(&of_games), "{openings:?} {elo}: {of_games}");
    }
}

#[test]
fn equals_look_superior_as_often_as_the_likelihood_of_superiority_says() {
    for draw_rate in [0.0, 0.3, 0.8] {
        let duel = Duel::new(0.0, draw_rate);
        for level in [0.5, 0.8, 0.95] {
            let above = share(TRIALS, |rng| Estimate::new(&duel.play(rng, 200)).los > level);
            println!("draws {draw_rate}: above {level} in {above:.4}");
            // An even score is neither above nor below one half.
            assert!(
                (above - (1.0 - level)).abs() < if level == 0.5 { 0.04 } else { 0.02 },
                "{draw_rate} {level}: {above}"
            );
        }
    }
}

/// The duel whose Elo, of the kind that the test is about, is `elo`.
fn duel_at(elo: f64, draw_rate: f64, openings: Openings, model: Model) -> Duel {
    let duel = |strength| Duel { openings, ..Duel::new(strength, draw_rate) };
    let (mut low, mut high) = (-5_000.0, 5_000.0);
    for _ in 0..80 {
        let middle: f64 = (low + high) / 2.0;
        let reached = match model {
            Model::Logistic => duel(middle).true_elo(),
            Model::Normalised => duel(middle).true_nelo(),
        };
        if reached < elo { low = middle } else { high = middle }
    }
    duel(low)
}

/// What a test decides, and after how many pairs; at most `cap`.
fn decide(sprt: &Sprt, pairs: &[f64; 5], cap: u64, rng: &mut Pcg64) -> (Decision, u64) {
    let mut counts = Counts::default();
    for played in 1..=cap {
        let mut at: f64 = rng.random();
        let score = pairs.iter().position(|p| {
            at -= p;
            at < 0.0
        });
        counts.pairs[score.unwrap_or(4)] += 1;
        let decision = sprt.state(&counts).decision;
        if decision != Decision::None {
            return (decision, played);
        }
    }
    (Decision::None, cap)
}

/// Both error rates are kept, with a point to spare, and the test takes less than a match of fixed length would for the
/// same error rates.
#[track_caller]
fn keeps_its_error_rates(sprt: Sprt, draw_rate: f64, openings: Openings) {
    for (elo, wrong, rate) in
        [(sprt.elo0(), Decision::H1, sprt.alpha()), (sprt.elo1(), Decision::H0, sprt.beta())]
    {
        let duel = duel_at(elo, draw_rate, openings, sprt.model());
        let fixed = fixed_length(&sprt, draw_rate, openings);
        let cap = (4.0 * fixed) as u64;
        let pairs = duel.pairs();
        let results: Vec<(Decision, u64)> = (0..SEQUENTIAL_TRIALS)
            .into_par_iter()
            .map(|trial| decide(&sprt, &pairs, cap, &mut Pcg64::seed_from_u64(trial)))
            .collect();
        let number = SEQUENTIAL_TRIALS as f64;
        let errors = results.iter().filter(|(decision, _)| *decision == wrong).count() as f64 / number;
        let length = results.iter().map(|(_, played)| *played as f64).sum::<f64>() / number;
        println!(
            "{} [{}, {}], draws {draw_rate}, truth {elo}: {errors:.4} wrong, {length:.0} pairs (of {fixed:.0})",
            sprt.model(),
            sprt.elo0(),
            sprt.elo1()
        );
        assert!(errors <= rate + 0.01, "{sprt:?}, draws {draw_rate}, truth {elo}: {errors}");
        assert!(length < 0.8 * fixed, "{sprt:?}, draws {draw_rate}, truth {elo}: {length} of {fixed}");
    }
}

/// Pairs that tell the hypotheses apart with error rates of 5 % (or 2 % and 10 %: nearly the same) if their number is
/// fixed beforehand.
fn fixed_length(sprt: &Sprt, draw_rate: f64, openings: Openings) -> f64 {
    let [(low, _), (high, deviation)] =
        [sprt.elo0(), sprt.elo1()].map(|elo| duel_at(elo, draw_rate, openings, sprt.model()).moments());
    (2.0 * 1.645 * deviation / (high - low)).powi(2)
}

#[test]
fn the_sequential_test_keeps_its_error_rates() {
    let sprt = |elo0, elo1| Sprt::new(elo0, elo1).unwrap();
    let none = Openings::default();
    keeps_its_error_rates(sprt(0.0, 20.0), 0.8, none);
    keeps_its_error_rates(sprt(-30.0, 0.0), 0.8, none);
    keeps_its_error_rates(sprt(0.0, 100.0), 0.0, none);
    keeps_its_error_rates(sprt(0.0, 50.0), 0.3, none);
    keeps_its_error_rates(sprt(0.0, 100.0).with_error_rates(0.02, 0.1).unwrap(), 0.3, none);
    keeps_its_error_rates(sprt(100.0, 200.0), 0.3, none);
    keeps_its_error_rates(sprt(0.0, 50.0), 0.3, Openings { colour: 300.0, player: 0.0 });
    keeps_its_error_rates(sprt(0.0, 50.0), 0.3, Openings { colour: 0.0, player: 100.0 });
}

#[test]
fn the_sequential_test_of_normalised_elo_keeps_its_error_rates_and_its_length() {
    for draw_rate in [0.0, 0.8] {
        let sprt = Sprt::new(0.0, 100.0).unwrap().with_model(Model::Normalised);
        keeps_its_error_rates(sprt, draw_rate, Openings::default());
    }
}
