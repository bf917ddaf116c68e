//! Choosing who plays next saves games.

mod simulation;

use bashni_arena::{Aim, Crosstable, Ratings, next_pairing, next_pairings};
use rand::SeedableRng;
use rand_pcg::Pcg64;
use rayon::prelude::*;
use simulation::{Openings, Tournament};

/// Pairs until all neighbours in the order are told apart at 97.5 %, if each round asks for as many pairs as a round
/// robin has.
fn pairs_until_separated(tournament: &Tournament, aim: Option<Aim>, seed: u64) -> f64 {
    let n = tournament.strengths.len();
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut table = tournament.table();
    let all: Vec<(usize, usize)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
    let mut played = 0;
    loop {
        let round = aim.map_or_else(|| all.clone(), |aim| next_pairings(&table, aim, all.len()));
        for (a, b) in round {
            table.add_pair(a, b, tournament.pair(a, b, &mut rng)).unwrap();
            played += 1;
        }
        let ratings = Ratings::new(&table);
        let separated = ratings.order().windows(2).all(|pair| ratings.los(pair[0], pair[1]).unwrap() > 0.975);
        if separated || played > 20_000 {
            return f64::from(played);
        }
    }
}

#[test]
fn asking_for_the_order_takes_half_the_games_of_a_round_robin() {
    let tournament = Tournament {
        strengths: vec![0.0, 70.0, 300.0, 500.0, 570.0, 800.0],
        first_move: 0.0,
        draw_rate: 0.3,
        openings: Openings::default(),
    };
    let seeds = 24;
    let mean = |aim| {
        let played = (0..seeds).into_par_iter().map(|seed| pairs_until_separated(&tournament, aim, seed));
        played.sum::<f64>() / seeds as f64
    };
    let (round_robin, ratings, order) = (mean(None), mean(Some(Aim::Ratings)), mean(Some(Aim::Order)));
    println!("pairs: round robin {round_robin}, aim ratings {ratings}, aim order {order}");
    assert!(order < 0.5 * round_robin, "{order} {round_robin}");
    assert!(ratings < round_robin, "{ratings} {round_robin}");
}

#[test]
fn aiming_at_ratings_narrows_them_more_than_a_round_robin_of_as_many_games() {
    let tournament = Tournament {
        strengths: (0..12).map(|i| 130.0 * f64::from(i)).collect(),
        first_move: 30.0,
        draw_rate: 0.3,
        openings: Openings::default(),
    };
    let variance = |table: &Crosstable| -> f64 {
        let ratings = Ratings::new(table);
        ratings.ratings.iter().map(|rating| ((rating.high - rating.low) / 3.92).powi(2)).sum()
    };
    let mut rng = Pcg64::seed_from_u64(4);
    let round_robin = tournament.round_robin(&mut rng, 20);
    let mut aimed = tournament.round_robin(&mut rng, 2);
    for _ in 0..18 {
        for (a, b) in next_pairings(&aimed, Aim::Ratings, 66) {
            aimed.add_pair(a, b, tournament.pair(a, b, &mut rng)).unwrap();
        }
    }
    let games = |table: &Crosstable| (0..12).map(|a| table.games_of(a)).sum::<u64>();
    assert_eq!(games(&aimed), games(&round_robin));
    let (aimed, round_robin) = (variance(&aimed), variance(&round_robin));
    assert!(aimed < 0.8 * round_robin, "{aimed} {round_robin}");
}

#[test]
fn a_newcomer_is_asked_to_play() {
    let mut table = Crosstable::new(["a", "b", "c", "new"]).unwrap();
    for results in [[2, 0], [1, 1], [0, 1], [2, 1], [0, 2]].repeat(20) {
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            table.add_pair(a, b, results).unwrap();
        }
    }
    for aim in [Aim::Order, Aim::Ratings] {
        assert_eq!(next_pairing(&table, aim).1, 3);
    }
    assert_eq!(next_pairings(&table, Aim::Order, 5).len(), 5);
}
