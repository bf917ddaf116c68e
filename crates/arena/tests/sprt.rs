//! Matches that end when a sequential test is decided.

mod common;

use bashni_arena::{Counts, Decision, MatchConfig, MatchResult, Sprt, play_match};
use common::{builtin, play, rules, spec, untimed};

fn config(seed: u64) -> MatchConfig {
    let sprt = Some(Sprt::new(0.0, 50.0).unwrap());
    MatchConfig { games: 400, seed, sprt, ..MatchConfig::default() }
}

fn decision(result: &MatchResult) -> Decision {
    result.report.sprt.unwrap().decision
}

#[test]
fn a_clear_match_stops_early_either_way_at_the_first_pair_that_decides() {
    for (a, b, decided) in
        [("minimax:depth=2", "random", Decision::H1), ("random", "minimax:depth=2", Decision::H0)]
    {
        let config = config(1);
        let result = play(&rules("bashni-6x6"), a, b, &config).unwrap();
        assert_eq!(decision(&result), decided);
        assert!(result.report.games < 100, "{}", result.report.games);
        assert_eq!(result.games.len() as u64, result.report.games);
        // One pair less decides nothing.
        let mut counts = Counts::default();
        let pairs: Vec<_> =
            result.games.chunks(2).map(|p| [p[0].half_points(), p[1].half_points()]).collect();
        pairs[..pairs.len() - 1].iter().for_each(|&pair| counts.add_pair(pair));
        assert_eq!(config.sprt.unwrap().state(&counts).decision, Decision::None);
    }
}

#[test]
fn where_a_match_stops_depends_on_neither_threads_nor_batches() {
    let rules = rules("bashni-6x6");
    for seed in 1..=3 {
        let config = config(seed);
        let one = play(&rules, "minimax:depth=1", "random", &config).unwrap();
        assert_ne!(decision(&one), Decision::None);
        for (threads, batch) in [(2, 64), (5, 3), (16, 1)] {
            let other =
                play(&rules, "minimax:depth=1", "random", &MatchConfig { threads, batch, ..config.clone() })
                    .unwrap();
            assert_eq!(one.report, other.report);
            assert!(untimed(&one.games) == untimed(&other.games));
        }
    }
}

#[test]
fn the_games_of_a_match_that_stops_are_the_first_of_one_that_does_not() {
    let rules = rules("bashni-6x6");
    let stopped = play(&rules, "minimax:depth=1", "random", &config(1)).unwrap();
    let games = stopped.report.games;
    let whole = play(
        &rules,
        "minimax:depth=1",
        "random",
        &MatchConfig { games: games + 20, sprt: None, ..config(1) },
    );
    assert!(untimed(&stopped.games)[..] == untimed(&whole.unwrap().games)[..games as usize]);
}

#[test]
fn a_match_that_does_not_decide_says_none() {
    let result =
        play(&rules("bashni-6x6"), "random", "random", &MatchConfig { games: 20, ..config(2) }).unwrap();
    assert_eq!((decision(&result), result.report.games), (Decision::None, 20));
    let json = serde_json::to_value(&result.report).unwrap();
    assert_eq!((&json["decision"], &json["sprt"]["elo1"]), (&"none".into(), &50.0.into()));
    assert!(json["llr"].as_f64().unwrap().abs() < 2.944, "{json}");
    assert_eq!(json["pentanomial"].as_array().unwrap().len(), 5);
}

#[test]
fn progress_tells_the_test_after_the_pairs_without_a_gap() {
    let (rules, a, b) = (rules("bashni-6x6"), spec("minimax:depth=2"), spec("random"));
    let mut told = Vec::new();
    let result = play_match(&rules, &a, &b, &config(1), &builtin(), &mut |progress| {
        told.push(progress.sprt.unwrap());
    });
    let last = told.last().unwrap();
    assert_eq!(Some(*last), result.unwrap().report.sprt);
    assert_eq!(last.decision, Decision::H1);
    assert!(told[..told.len() - 1].iter().all(|state| state.decision == Decision::None));
}
