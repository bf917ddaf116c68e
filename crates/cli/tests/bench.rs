//! `bashni bench`.

mod common;

use common::{json, refused, text};

#[test]
fn the_rules_are_measured_by_three_figures() {
    let measured = json(&["bench", "rules", "--rules", "lasca", "--seconds", "0.05"]);
    assert_eq!(measured["rules"], "lasca");
    for key in ["random_moves_per_s", "perft_moves_per_s", "encode_positions_per_s"] {
        assert!(measured[key].as_f64().unwrap() > 0.0, "{measured}");
    }
}

#[test]
fn a_board_without_an_encoding_has_two_figures() {
    let odd =
        ["bench", "rules", "--set", "files=4", "--set", "ranks=5", "--set", "rows=1", "--seconds", "0.05"];
    assert!(json(&odd)["encode_positions_per_s"].is_null());
    assert!(text(&odd).contains("this board has none"));
}

#[test]
fn a_game_that_is_over_at_its_start_can_be_measured() {
    let over = ["bench", "rules", "--set", "start=W:Wa7=0:Bb8=0,c5=0,d6=0", "--seconds", "0.05"];
    assert_eq!(json(&over)["random_moves_per_s"], 0.0);
}

#[test]
fn the_searches_are_measured() {
    let measured = json(&["bench", "search", "--rules", "lasca", "--seconds", "0.05"]);
    assert_eq!(measured["rules"], "lasca");
    for key in ["mcts_sims_per_s", "alphabeta_nodes_per_s", "alphabeta_two_threads_ratio"] {
        assert!(measured[key].as_f64().unwrap() > 0.0, "{key}: {measured}");
    }
    assert!(text(&["bench", "search", "--seconds", "0.05"]).contains("simulations/s of the tree search"));
}

#[test]
fn rules_under_which_there_is_nothing_to_search_are_refused() {
    let over = ["bench", "search", "--set", "start=W:Wa7=0:Bb8=0,c5=0,d6=0"];
    refused(1, &over, &["bashni", "--rules"]);
}

#[test]
fn times_that_are_none_are_refused() {
    for what in ["rules", "search"] {
        for seconds in ["0", "-1", "NaN", "soon", "1e9"] {
            refused(2, &["bench", what, &format!("--seconds={seconds}")], &["--seconds", seconds]);
        }
    }
}

/// Self-play on the smallest board, for a moment.
const SELFPLAY: [&str; 12] = [
    "bench",
    "selfplay",
    "--rules",
    "bashni-4x4",
    "--net",
    "8x1",
    "--sims",
    "4",
    "--parallel",
    "4",
    "--seconds",
    "0.05",
];

#[test]
fn self_play_is_measured_beside_the_network_alone() {
    let measured = json(&[&SELFPLAY[..], &["--search", "gumbel", "--threads", "2"]].concat());
    let text = |key: &str| measured[key].as_str().unwrap_or_else(|| panic!("{key}: {measured}"));
    let number = |key: &str| measured[key].as_f64().unwrap_or_else(|| panic!("{key}: {measured}"));
    assert_eq!([text("rules"), text("net"), text("search")], ["bashni-4x4", "8x1", "gumbel"]);
    assert_eq!(["threads", "parallel", "sims"].map(number), [2.0, 4.0, 4.0]);
    assert!(["native", "torch"].contains(&text("backend")) && !text("precision").is_empty(), "{measured}");
    assert!((1.0..=4.0).contains(&number("batch")), "no more than a thread's games: {measured}");
    for key in ["raw_evals_per_s", "evals_per_s", "efficiency_lowest"] {
        assert!(number(key) > 0.0, "{key}: {measured}");
    }
    for key in ["sims_per_s", "games_per_s", "rows_per_s"] {
        assert!(number(key) >= 0.0, "{key}: {measured}");
    }
    // In some round the ratio is at least that of the medians, and in some at most.
    let ratio = number("evals_per_s") / number("raw_evals_per_s");
    let (lowest, highest) = (number("efficiency_lowest"), number("efficiency_highest"));
    let rounding = 1e-9 * highest;
    for efficiency in [ratio, number("efficiency")] {
        assert!((lowest - rounding..=highest + rounding).contains(&efficiency), "{efficiency}: {measured}");
    }
}

#[test]
fn self_play_is_measured_for_people_too() {
    let measured = text(&[&SELFPLAY[..], &["--backend", "torch", "--threads", "1"]].concat());
    let parts = [
        "bashni-4x4, network 8x1, torch in ",
        "1 threads, 4 games each, 4 simulations a step",
        "evaluations/s of the network alone",
        "evaluations/s in self-play",
        "  efficiency (",
        "simulations/s",
        "rows/s",
        "games/s",
    ];
    for part in parts {
        assert!(measured.contains(part), "{part}: {measured}");
    }
}

#[test]
fn options_of_self_play_that_are_none_are_refused_with_what_was_expected() {
    for (option, value, expected) in [
        ("--net", "32", "expected channels and blocks, as 32x3"),
        ("--net", "32x", "expected channels and blocks, as 32x3"),
        ("--net", "x3", "expected channels and blocks, as 32x3"),
        ("--net", "32x3x1", "expected channels and blocks, as 32x3"),
        ("--net", "0x3", "net.channels = 0: expected 1 to 1024"),
        ("--net", "-8x3", "net.channels = -8: expected 1 to 1024"),
        ("--net", "8x101", "net.blocks = 101: expected 0 to 100"),
        ("--sims", "0", "1.."),
        ("--sims", "many", "invalid digit"),
        ("--search", "foo", "expected puct or gumbel"),
        ("--parallel", "0", "1.."),
        ("--parallel", "65536", "1..=65535"),
        ("--threads", "4097", "0..=4096"),
        ("--device", "tpu", "expected \"cpu\", \"cuda\" or \"cuda:N\""),
        ("--backend", "foo", "only native, torch"),
        ("--seconds", "-1", "expected a number of seconds from 0.01 to 3600"),
        ("--seconds", "0", "expected a number of seconds from 0.01 to 3600"),
    ] {
        refused(2, &["bench", "selfplay", &format!("{option}={value}")], &[option, value, expected]);
    }
}

#[test]
fn rules_under_which_self_play_has_nothing_to_decide_or_no_end_are_refused() {
    let over = ["--set", "start=W:Wa3=0:Bb4=0"];
    refused(1, &[&SELFPLAY[..], &over].concat(), &["bashni-4x4", "--rules"]);
    let endless = ["--set", "repetition=0", "--set", "no_progress_plies=0"];
    refused(1, &[&SELFPLAY[..], &endless].concat(), &["games need not end"]);
}
