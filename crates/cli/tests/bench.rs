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
