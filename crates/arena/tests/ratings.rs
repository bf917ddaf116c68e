//! Ratings of many players, on simulated tournaments, whose truth is known, and on small ones.

mod simulation;

use bashni_arena::{
    Anchor, Bootstrap, Counts, Crosstable, Estimate, GameCounts, PayoffMatrix, RatingOptions, Ratings, cycles,
};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_pcg::Pcg64;
use rayon::prelude::*;
use simulation::{Openings, Tournament};

/// Twelve players, evenly spread.
fn twelve(spread: f64, draw_rate: f64, openings: Openings) -> Tournament {
    let strengths = (0..12).map(|i| spread * (f64::from(i) / 11.0 - 0.5)).collect();
    Tournament { strengths, first_move: 30.0, draw_rate, openings }
}

/// How often something held, of all it could.
#[derive(Clone, Copy, Default)]
struct Share(f64, f64);

impl Share {
    fn count(&mut self, held: bool) {
        self.0 += f64::from(u8::from(held));
        self.1 += 1.0;
    }

    fn value(self) -> f64 {
        self.0 / self.1
    }
}

/// How often the intervals of ratings, of differences and of the first move hold the truth; and how often the model is
/// refused at 5 %.
fn coverage(
    tournament: &Tournament,
    truth: &[f64],
    pairs: usize,
    trials: u64,
    samples: Option<usize>,
) -> [f64; 4] {
    let n = tournament.strengths.len();
    let ratings: Vec<Ratings> = (0..trials)
        .into_par_iter()
        .map(|seed| {
            let table = tournament.round_robin(&mut Pcg64::seed_from_u64(seed), pairs);
            let bootstrap = samples.map(|samples| Bootstrap { samples, seed });
            Ratings::with(&table, &RatingOptions { bootstrap, ..RatingOptions::default() }).unwrap()
        })
        .collect();
    let [mut of_ratings, mut of_differences, mut of_first_move, mut refused] = [Share::default(); 4];
    for ratings in &ratings {
        for (a, rating) in ratings.ratings.iter().enumerate() {
            of_ratings.count((rating.low..=rating.high).contains(&truth[a]));
            for b in a + 1..n {
                let difference = ratings.difference(a, b).unwrap();
                of_differences.count((difference.low..=difference.high).contains(&(truth[a] - truth[b])));
            }
        }
        let first_move = ratings.first_move;
        of_first_move.count((first_move.low..=first_move.high).contains(&truth[n]));
        refused.count(ratings.goodness_of_fit.p < 0.05);
    }
    [of_ratings, of_differences, of_first_move, refused].map(Share::value)
}

#[test]
fn intervals_of_a_round_robin_hold_the_truth_in_95_of_100() {
    for (spread, draw_rate, pairs, trials) in [
        (600.0, 0.0, 20, 500),
        (600.0, 0.3, 20, 500),
        (600.0, 0.8, 20, 500),
        (1_500.0, 0.3, 20, 500),
        (600.0, 0.3, 5, 800),
    ] {
        let tournament = twelve(spread, draw_rate, Openings::default());
        let shares = coverage(&tournament, &tournament.truth(), pairs, trials, None);
        println!("spread {spread}, draws {draw_rate}, {pairs} pairs: {shares:.4?}");
        for share in &shares[..3] {
            assert!((0.93..=0.97).contains(share), "spread {spread}, draws {draw_rate}, {pairs}: {shares:?}");
        }
        assert!(
            (0.03..=0.07).contains(&shares[3]),
            "spread {spread}, draws {draw_rate}, {pairs}: {shares:?}"
        );
    }
}

#[test]
fn intervals_hold_whatever_openings_do() {
    for openings in [Openings { colour: 200.0, player: 0.0 }, Openings { colour: 0.0, player: 200.0 }] {
        let tournament = twelve(300.0, 0.3, openings);
        // Openings change what a difference is worth, so what is estimated is what endless games would give.
        let endless = Ratings::new(&tournament.round_robin(&mut Pcg64::seed_from_u64(1), 20_000));
        let mut truth: Vec<f64> = endless.ratings.iter().map(|rating| rating.elo).collect();
        truth.push(endless.first_move.elo);
        let shares = coverage(&tournament, &truth, 20, 500, None);
        let resampled = coverage(&tournament, &truth, 20, 60, Some(150));
        println!("{openings:?}: {shares:.4?}, bootstrap {resampled:.4?}");
        for share in &shares[..3] {
            assert!((0.93..=0.97).contains(share), "{openings:?}: {shares:?}");
        }
        for share in &resampled[..2] {
            assert!((0.92..=0.98).contains(share), "{openings:?}: {resampled:?}");
        }
    }
}

#[test]
fn two_players_are_rated_as_their_match_says() {
    let tournament = Tournament {
        strengths: vec![100.0, 0.0],
        first_move: 0.0,
        draw_rate: 0.0,
        openings: Openings::default(),
    };
    let table = tournament.round_robin(&mut Pcg64::seed_from_u64(3), 500);
    let estimate = Estimate::new(&table.counts(0, 1));
    let difference = Ratings::new(&table).difference(0, 1).unwrap();
    assert!((difference.elo - estimate.elo).abs() < 0.5, "{difference:?} {estimate:?}");
    assert!((difference.low - estimate.elo_low).abs() < 1.5, "{difference:?} {estimate:?}");
    assert!((difference.high - estimate.elo_high).abs() < 1.5, "{difference:?} {estimate:?}");
}

#[test]
fn a_ring_of_players_is_found_and_no_line_of_ratings_explains_it() {
    let mut ring = Crosstable::new(["rock", "scissors", "paper", "fool"]).unwrap();
    let strong = Tournament {
        strengths: vec![150.0, 0.0],
        first_move: 0.0,
        draw_rate: 0.3,
        openings: Openings::default(),
    };
    let mut rng = Pcg64::seed_from_u64(5);
    for (winner, loser) in [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)] {
        for _ in 0..60 {
            ring.add_pair(winner, loser, strong.pair(0, 1, &mut rng)).unwrap();
        }
    }
    let found = cycles(&ring, 0.05);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].players, [0, 1, 2]);
    assert!(found[0].p < 0.01 && found[0].scores.iter().all(|&score| score > 0.55));
    let ratings = Ratings::new(&ring);
    assert!(ratings.goodness_of_fit.p < 1e-4);
    let matrix = PayoffMatrix::new(&ring, &ratings);
    for (winner, loser) in [(0, 1), (1, 2), (2, 0)] {
        assert!(matrix.residual[winner][loser].unwrap() > 2.0);
        assert!(matrix.residual[loser][winner].unwrap() < -2.0);
    }
}

#[test]
fn players_in_line_rarely_make_a_ring() {
    // Equals are where rings come most easily.
    let equals = Tournament {
        strengths: vec![0.0; 8],
        first_move: 30.0,
        draw_rate: 0.3,
        openings: Openings::default(),
    };
    let trials = 1_000;
    let (rings, weak) = (0..trials)
        .into_par_iter()
        .map(|seed| {
            let table = equals.round_robin(&mut Pcg64::seed_from_u64(seed), 20);
            (u32::from(!cycles(&table, 0.05).is_empty()), u32::from(!cycles(&table, 1.0).is_empty()))
        })
        .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    assert!(f64::from(rings) <= 0.05 * trials as f64, "{rings}");
    // Without the correction there nearly always is one.
    assert!(f64::from(weak) > 0.9 * trials as f64, "{weak}");
}

#[test]
fn an_anchor_moves_all_ratings_and_no_difference() {
    let table = twelve(600.0, 0.3, Openings::default()).round_robin(&mut Pcg64::seed_from_u64(2), 5);
    let free = Ratings::new(&table);
    let anchor = Anchor::Player { player: 3, elo: 1_500.0 };
    let anchored = Ratings::with(&table, &RatingOptions { anchor, bootstrap: None }).unwrap();
    let rating = &anchored.ratings[3];
    assert_eq!((rating.elo, rating.low, rating.high), (1_500.0, 1_500.0, 1_500.0));
    assert!(free.ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
    for (a, rating) in anchored.ratings.iter().enumerate().filter(|(a, _)| *a != 3) {
        let difference = free.difference(a, 3).unwrap();
        assert!((rating.elo - 1_500.0 - difference.elo).abs() < 1e-6);
        assert!((rating.low - 1_500.0 - difference.low).abs() < 1e-6);
        assert!((rating.high - 1_500.0 - difference.high).abs() < 1e-6);
        let other = anchored.difference(a, 3).unwrap();
        assert!((other.low - difference.low).abs() < 1e-6);
    }
}

#[test]
fn strangers_and_shutouts_are_told_and_stay_finite() {
    let mut table = Crosstable::new(["a", "b", "random", "c", "d"]).unwrap();
    for results in [[2, 0], [1, 1], [0, 1], [2, 1], [0, 2]].repeat(20) {
        table.add_pair(0, 1, results).unwrap();
        table.add_pair(3, 4, results).unwrap();
        table.add_pair(0, 2, [2, 2]).unwrap();
        table.add_pair(1, 2, [2, 2]).unwrap();
    }
    let ratings = Ratings::new(&table);
    assert_eq!(ratings.components, [vec![0, 1, 2], vec![3, 4]]);
    assert_eq!(ratings.groups, [vec![0, 1], vec![2], vec![3, 4]]);
    let width = |a, b| {
        let difference = ratings.difference(a, b).unwrap();
        assert!(difference.low.is_finite() && difference.high.is_finite());
        difference.high - difference.low
    };
    assert!(width(0, 1) < 150.0);
    // Nothing but the imaginary games holds these together.
    assert!(width(0, 2) > 500.0 && width(0, 3) > 500.0);
    assert!(ratings.difference(0, 2).unwrap().low > 200.0);
    assert!(ratings.los(0, 2).unwrap() > 0.99);
    let (a, b) = (ratings.los(0, 1).unwrap(), ratings.los(1, 0).unwrap());
    assert!((a + b - 1.0).abs() < 1e-9);
    assert_eq!((ratings.los(0, 5), ratings.difference(9, 0)), (None, None));
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let table = Crosstable::new(["a", "b"]).unwrap();
    let message = |options: RatingOptions| Ratings::with(&table, &options).unwrap_err().to_string();
    let anchor = |anchor| RatingOptions { anchor, bootstrap: None };
    assert!(message(anchor(Anchor::Player { player: 2, elo: 0.0 })).contains("players 0 to 1"));
    assert!(message(anchor(Anchor::Mean(f64::NAN))).contains("finite"));
    let bootstrap = Some(Bootstrap { samples: 5, seed: 0 });
    assert!(
        message(RatingOptions { bootstrap, ..RatingOptions::default() }).contains("expected 100 to 100000")
    );
}

#[test]
fn the_same_seed_gives_the_same_bootstrap_and_json_says_it_all() {
    let table = twelve(300.0, 0.3, Openings::default()).round_robin(&mut Pcg64::seed_from_u64(2), 3);
    let json = |seed| {
        let bootstrap = Some(Bootstrap { samples: 100, seed });
        let options = RatingOptions { bootstrap, ..RatingOptions::default() };
        serde_json::to_value(Ratings::with(&table, &options).unwrap()).unwrap()
    };
    assert_eq!(json(1), json(1));
    assert_ne!(json(1), json(2));
    let json = json(1);
    assert_eq!(json["ratings"][0]["player"], "0");
    assert_eq!(json["ratings"][0]["games"], 66);
    for key in ["first_move", "nu", "draw_rate", "dispersion", "goodness_of_fit", "components", "groups"] {
        assert!(!json[key].is_null(), "{key}");
    }
}

/// Tables of four players with any results.
fn tables() -> impl Strategy<Value = Vec<(usize, usize, GameCounts)>> {
    let count = || prop_oneof![3 => Just(0), 1 => 0..20_u64, 1 => 0..100_000_u64];
    let games = (count(), count(), count()).prop_map(|(white_wins, draws, black_wins)| GameCounts {
        white_wins,
        draws,
        black_wins,
    });
    prop::collection::vec((0..4_usize, 0..4_usize, games), 0..12)
        .prop_map(|games| games.into_iter().filter(|(white, black, _)| white != black).collect())
}

fn table_of(games: &[(usize, usize, GameCounts)], number: [usize; 4]) -> Crosstable {
    let mut table = Crosstable::new(["a", "b", "c", "d"]).unwrap();
    for &(white, black, games) in games {
        table.add_games(number[white], number[black], games).unwrap();
    }
    table
}

proptest! {
    #[test]
    fn ratings_of_any_table_are_finite_and_belong_to_the_players_not_their_numbers(games in tables()) {
        let ratings = Ratings::new(&table_of(&games, [0, 1, 2, 3]));
        let moved = Ratings::new(&table_of(&games, [2, 0, 3, 1]));
        for (a, b) in [0, 1, 2, 3].into_iter().zip([2, 0, 3, 1]) {
            let (x, y) = (&ratings.ratings[a], &moved.ratings[b]);
            prop_assert!(x.elo.is_finite() && x.low.is_finite() && x.high.is_finite(), "{x:?}");
            prop_assert!(x.low <= x.elo && x.elo <= x.high, "{x:?}");
            prop_assert!((x.elo - y.elo).abs() < 1e-3 * (1.0 + x.elo.abs()), "{x:?} {y:?}");
            // Where games contradict each other wildly, nothing is known, and how little depends on rounding.
            let known = x.high - x.low < 5_000.0;
            prop_assert!(!known || (x.high - y.high).abs() < 1e-2 * (1.0 + x.high.abs()), "{x:?} {y:?}");
        }
        let p = ratings.goodness_of_fit.p;
        prop_assert!((0.0..=1.0).contains(&p), "{:?}", ratings.goodness_of_fit);
    }
}

#[test]
fn counts_of_a_pairing_are_those_of_a_match() {
    let mut table = Crosstable::new(["a", "b"]).unwrap();
    let mut counts = Counts::default();
    for results in [[2, 0], [1, 1], [0, 1], [2, 1], [0, 2]] {
        table.add_pair(1, 0, results).unwrap();
        counts.add_pair(results);
    }
    assert_eq!(table.counts(1, 0), counts);
}
