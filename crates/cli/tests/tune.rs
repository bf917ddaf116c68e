//! `bashni tune`, and games with the weights that it writes.

mod common;

use std::fs;

use common::runs::Bench;
use common::{json, refused};

#[test]
fn weights_are_fitted_to_games_and_played_with() {
    let bench = Bench::new();
    let (games, weights) = (bench.at("games.pdn"), bench.at("weights.toml"));
    let players = ["arena", "--a", "alphabeta:nodes=300", "--b", "alphabeta:depth=1"];
    json(&[&players[..], &["--games", "20", "--pdn", &games]].concat());
    let tune = ["tune", "--games", &games, "--out", &weights, "--epochs", "5"];
    let fitted = json(&tune);
    assert_eq!(fitted["games"], 20);
    assert!(fitted["held_out_loss_after"].as_f64() > Some(0.0), "{fitted}");
    assert!(fitted["loss_after"].as_f64() < fitted["loss_before"].as_f64(), "{fitted}");
    let first = fs::read_to_string(&weights).unwrap();
    json(&tune);
    assert_eq!(first, fs::read_to_string(&weights).unwrap());
    let with = format!("alphabeta:depth=2,weights={weights}");
    let report = json(&["arena", "--a", &with, "--b", "alphabeta:depth=2", "--games", "2"]);
    let of = |player: usize| report["players"][player]["settings"]["weights"].clone();
    assert_ne!(of(0), of(1));
}

#[test]
fn of_few_games_none_is_held_out_and_that_is_said() {
    let bench = Bench::new();
    let (games, weights) = (bench.at("games.pdn"), bench.at("weights.toml"));
    json(&["arena", "--a", "alphabeta:depth=2", "--b", "alphabeta:depth=1", "--games", "2", "--pdn", &games]);
    let fitted = json(&["tune", "--games", &games, "--out", &weights, "--epochs", "2"]);
    assert!(fitted["held_out_loss_after"].is_null(), "{fitted}");
}

#[test]
fn what_cannot_be_fitted_to_is_refused() {
    let bench = Bench::new();
    let (empty, wrong, out) = (bench.at("empty.pdn"), bench.at("wrong.toml"), bench.at("out.toml"));
    fs::write(&empty, "1. c3-d4 *\n").unwrap();
    fs::write(&wrong, "tempo = 5\n").unwrap();
    refused(2, &["tune", "--games", &empty, "--out", &out], &["no quiet position of a finished game"]);
    refused(
        2,
        &["tune", "--games", &empty, "--from", &wrong, "--out", &out],
        &["wrong.toml", "`man` is missing"],
    );
    let player = format!("alphabeta:weights={wrong}");
    refused(1, &["arena", "--a", &player, "--b", "random"], &["wrong.toml", "`man` is missing"]);
}
