//! Ratings during and after a run.

use std::fs;

use bashni_train::{Event, train};

use crate::bench::{Bench, upto};

#[test]
fn the_network_is_rated_as_often_as_asked_and_never_twice() {
    let bench = Bench::new();
    let mut rated = Vec::new();
    for generations in [2, 2, 5] {
        let mut run = bench.open("run", &["arena.every=2"]).unwrap();
        train(&mut run, upto(generations), &mut |event| {
            if let Event::Rated(log) = event {
                rated.push(log.generation);
            }
        })
        .unwrap();
    }
    assert_eq!(rated, [0, 2, 4]);
    let files = fs::read_dir(bench.path("run/matches")).unwrap();
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    assert_eq!(
        files,
        ["000000.json", "000000.pdn", "000002.json", "000002.pdn", "000004.json", "000004.pdn"]
    );
    let pdn = fs::read_to_string(bench.path("run/matches/000004.pdn")).unwrap();
    assert_eq!(pdn.matches("[Result ").count(), 2, "{pdn}");
}

#[test]
fn a_call_ends_with_a_match_against_each_opponent_and_the_first_checkpoint() {
    let bench = Bench::new();
    let changes = ["arena.final_games=4", "arena.opponents=[\"random\", \"minimax:depth=1\"]"];
    let report = bench.train("run", &changes, 1).unwrap();
    let opponents: Vec<&str> = report.standings.iter().map(|s| s.opponent.as_str()).collect();
    assert_eq!(opponents, ["random", "minimax:depth=1", "its own first checkpoint"]);
    for standing in &report.standings {
        let r = &standing.report;
        assert_eq!((r.games, r.wins + r.draws + r.losses), (4, 4));
        assert!(r.elo_low <= r.elo && r.elo <= r.elo_high && r.elo.is_finite());
        assert!(r.a.to_string().contains("checkpoints/000001,sims=2"), "{}", r.a);
    }
    let again = bench.train("run", &changes, 1).unwrap();
    let scores = |report: &bashni_train::Report| -> Vec<f64> {
        report.standings.iter().map(|standing| standing.report.score).collect()
    };
    assert_eq!(scores(&report), scores(&again));
}

#[test]
fn rating_changes_nothing_of_what_is_learned() {
    let bench = Bench::new();
    bench.train("quiet", &[], 2).unwrap();
    bench.train("rated", &["arena.every=1"], 2).unwrap();
    crate::bench::assert_same(&bench.bytes("quiet"), &bench.bytes("rated"));
}
