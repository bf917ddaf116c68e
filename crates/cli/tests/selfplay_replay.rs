//! `bashni selfplay --replay`: one game played again.

mod common;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use bashni_data::{Row, Shard, write_shard};
use bashni_rules::{Encoding, Rules};
use common::runs::Bench;
use common::selfplay::{RULES, bench_with_games};
use common::{bashni, error, json, refused};
use serde_json::Value;

fn rules() -> Rules {
    Rules::preset(RULES).unwrap()
}

fn rows(shard: &Path) -> Vec<Row> {
    Shard::open_for(shard, &rules()).unwrap().rows().unwrap()
}

fn replay(what: &str, more: &[&str]) -> Value {
    json(&[&["selfplay", "--replay", what], more].concat())
}

#[test]
fn every_game_of_a_shard_is_the_same_again_and_shows_its_searches() {
    let bench = bench_with_games();
    let shard = bench.path("games/000002.parquet");
    let (rules, rows) = (rules(), rows(&shard));
    let encoding = Encoding::new(&rules).unwrap();
    for game in 8..16 {
        let recorded: Vec<&Row> = rows.iter().filter(|row| row.game.id == game).collect();
        if recorded.is_empty() {
            refused(
                1,
                &["selfplay", "--replay", &format!("{}#{game}", shard.display())],
                &["no decision of a game"],
            );
            continue;
        }
        let document = replay(&format!("{}#{game}", shard.display()), &[]);
        assert_eq!((&document["same"], &document["inexact"]), (&true.into(), &0.into()), "{document}");
        let decisions = document["decisions"].as_array().unwrap();
        assert_eq!(decisions.len(), recorded.len());
        for (decision, row) in decisions.iter().zip(recorded) {
            assert_eq!(decision["position"].as_str(), Some(row.state.position.as_str()));
            assert_eq!(decision["ply"].as_u64(), Some(row.state.ply.into()));
            let steps = decision["steps"].as_array().unwrap();
            let number = |key: &str| steps.iter().map(|step| step[key].as_f64().unwrap()).sum::<f64>();
            assert!((number("policy") - 1.0).abs() < 1e-4 && (number("prior") - 1.0).abs() < 1e-4);
            assert!(number("visits") <= decision["sims"].as_f64().unwrap());
            let step = encoding.step(&rules, row.action.into(), row.state.turn).unwrap();
            let name = |square| rules.board().name(square).to_string();
            let played = decision["played"].as_str().unwrap();
            assert!(played.starts_with(&name(step.from)) && played.ends_with(&name(step.to)), "{decision}");
            let policy: Vec<f64> = steps.iter().map(|step| step["policy"].as_f64().unwrap()).collect();
            let written = row.policy.iter().map(|&share| f64::from(share));
            assert!(policy.iter().zip(written).all(|(a, b)| (a - b).abs() < 1e-6));
            assert!((decision["search"]["win"].as_f64().unwrap() - f64::from(row.search.win)).abs() < 1e-6);
        }
    }
}

#[test]
fn people_see_each_decision_and_one_in_full() {
    let bench = bench_with_games();
    let shard = bench.path("games/000001.parquet");
    let first = &rows(&shard)[0];
    let what = format!("{}#{}", shard.display(), first.game.id);
    let run = bashni(&["selfplay", "--replay", &what]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    for part in [
        "rules bashni-4x4, played by ",
        &first.state.position,
        "prior",
        "visits",
        "played",
        "network ",
        "search ",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(run.stdout.contains("decisions are the shard's"), "{}", run.stdout);
    assert!(!run.stdout.contains("expects "), "{}", run.stdout);
    let ply = first.state.ply.to_string();
    let run = bashni(&["selfplay", "--replay", &what, "--ply", &ply]);
    assert!(run.stdout.contains("expects ") && run.stdout.contains("surprise "), "{}", run.stdout);
    assert!(run.stdout.contains('│'), "{}", run.stdout);
    refused(2, &["selfplay", "--replay", &what, "--ply", "999"], &["--ply 999: nothing was decided there"]);
}

#[test]
fn the_network_of_a_run_is_found_by_its_hash() {
    let bench = Bench::with_a_run();
    for (generation, checkpoint) in [(1, "checkpoints/000000"), (2, "checkpoints/000001")] {
        let shard = bench.path("run").join(format!("games/{generation:06}.parquet"));
        let game = rows(&shard)[0].game.id;
        let document = replay(&format!("{}#{game}", shard.display()), &[]);
        assert_eq!(document["same"], true, "{document}");
        assert!(document["checkpoint"].as_str().unwrap().ends_with(checkpoint), "{document}");
    }
}

#[test]
fn another_network_is_refused_unless_any_will_do() {
    let bench = Bench::with_a_run();
    let shard = bench.path("run/games/000002.parquet");
    let what = format!("{}#{}", shard.display(), rows(&shard)[0].game.id);
    let (own, other) = (bench.at("run/checkpoints/000001"), bench.at("run/checkpoints/000002"));
    assert_eq!(replay(&what, &["--net", &own])["same"], true);
    refused(1, &["selfplay", "--replay", &what, "--net", &other], &["played with the network", "--any-net"]);
    let document = bashni(&["selfplay", "--replay", &what, "--net", &other, "--any-net", "--json"]).stdout;
    let document: Value = serde_json::from_str(&document).unwrap();
    assert!(document["checkpoint"].as_str().unwrap().ends_with("000002"), "{document}");
    // Away from its run a shard's network has to be named.
    let alone = bench.path("alone.parquet");
    fs::copy(&shard, &alone).unwrap();
    let what = format!("{}#{}", alone.display(), rows(&shard)[0].game.id);
    refused(1, &["selfplay", "--replay", &what], &["alone.parquet: ", "not found beside it", "--net"]);
    assert_eq!(replay(&what, &["--net", &own])["same"], true);
}

/// Writes the longest game of a shard again, changed; its number.
fn changed(shard: &Path, change: impl Fn(&mut Vec<Row>)) -> u64 {
    let opened = Shard::open_for(shard, &rules()).unwrap();
    let mut rows = opened.rows().unwrap();
    let length = |game: u64| rows.iter().filter(|row| row.game.id == game).count();
    let game = rows.iter().map(|row| row.game.id).max_by_key(|&game| length(game)).unwrap();
    rows.retain(|row| row.game.id == game);
    change(&mut rows);
    write_shard(shard, &rules(), &opened.meta().origin, &rows).unwrap();
    game
}

#[test]
fn a_game_that_comes_out_otherwise_is_told_where() {
    let bench = bench_with_games();
    let shard = bench.path("games/000001.parquet");
    let whole = fs::read(&shard).unwrap();
    let differs = |change: &dyn Fn(&mut Vec<Row>), parts: &[&str]| {
        let game = changed(&shard, change);
        let what = format!("{}#{game}", shard.display());
        let run = bashni(&["selfplay", "--replay", &what, "--json"]);
        assert_eq!(run.status, 1, "{}", run.stderr);
        let document: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(document["same"], false);
        let message = document["difference"]["message"].as_str().unwrap();
        for part in parts {
            assert!(message.contains(part), "{message}");
        }
        assert!(
            run.stderr.contains("came out otherwise: decision ") && run.stderr.contains(message),
            "{}",
            run.stderr
        );
        fs::write(&shard, &whole).unwrap();
    };
    differs(
        &|rows| {
            let row = &mut rows[1];
            row.action = *row.legal.iter().find(|&&action| action != row.action).unwrap();
        },
        &["the shard has the step ", ", now it is "],
    );
    differs(&|rows| _ = rows.pop(), &["in the shard the game is over, now it goes on from "]);
    differs(&|rows| rows[1].state = rows[0].state.clone(), &["the shard has the state ", ", now it is "]);
    differs(
        &|rows| {
            let extra = rows.last().unwrap().clone();
            rows.push(extra);
        },
        &["the game is over, in the shard it goes on from "],
    );
    differs(
        &|rows| {
            let mut game = (*rows[0].game).clone();
            game.plies += 1;
            let game = Arc::new(game);
            rows.iter_mut().for_each(|row| row.game = game.clone());
        },
        &["the shard has the game end "],
    );
    // Numbers of a search are no moves: that is told, and no failure.
    let game = changed(&shard, |rows| rows[0].search.win = 0.0);
    let document = replay(&format!("{}#{game}", shard.display()), &[]);
    assert_eq!((&document["same"], &document["inexact"]), (&true.into(), &1.into()));
}

#[test]
fn what_cannot_be_played_again_is_an_error() {
    let bench = bench_with_games();
    let shard = bench.path("games/000001.parquet");
    let at = |game: u64| format!("{}#{game}", shard.display());
    let message = error(1, &["selfplay", "--replay", &at(99)]);
    let (first, last) = (rows(&shard)[0].game.id, rows(&shard).last().unwrap().game.id);
    let its = format!("no decision of a game 99: its games are {first} to {last}");
    assert!(message.contains(&its), "{message}");
    refused(1, &["selfplay", "--replay", &format!("{}#1", bench.at("none.parquet"))], &["none.parquet: "]);
    let game = changed(&shard, |rows| {
        let mut game = (*rows[0].game).clone();
        game.seed ^= 1;
        let game = Arc::new(game);
        rows.iter_mut().for_each(|row| row.game = game.clone());
    });
    refused(1, &["selfplay", "--replay", &at(game)], &["another seed"]);
    let opened = Shard::open_for(&shard, &rules()).unwrap();
    let mut origin = opened.meta().origin.clone();
    origin.provenance = None;
    write_shard(&shard, &rules(), &origin, &opened.rows().unwrap()).unwrap();
    refused(1, &["selfplay", "--replay", &at(game)], &["does not say how its games were played"]);
}
