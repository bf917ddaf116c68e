//! `bashni tournament` and `bashni arena --run`.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use common::runs::Bench;
use common::{bashni, command, error, json, refused, text};
use serde_json::Value;

const CALL: [&str; 10] = [
    "tournament",
    "--rules",
    "bashni-6x6",
    "--opening-plies",
    "3",
    "--players",
    "random",
    "minimax:depth=1",
    "rollout:sims=4",
    "--games",
];

/// Each game of a folder: who played, which number, and the moves.
fn games(folder: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let games: Vec<String> = text
        .lines()
        .map(|line| {
            let game: Value = serde_json::from_str(line).unwrap();
            format!("{} {} {} {}", game["white"], game["black"], game["game"], game["moves"])
        })
        .collect();
    let distinct: BTreeSet<String> = games.iter().cloned().collect();
    assert_eq!(distinct.len(), games.len(), "a game was played twice");
    distinct
}

#[test]
fn a_tournament_ends_with_ratings_and_files() {
    let bench = Bench::new();
    let cup = bench.at("cup");
    let said = text(&[&CALL[..], &["10", "--out", &cup, "--anchor", "random=0"]].concat());
    assert!(said.contains("Elo (95 % interval)") && said.contains("30 games, written to"), "{said}");
    for part in ["Elo by bootstrap", "points a game against", "The first move is worth", "between equals"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let standings = json(&[&CALL[..], &["10", "--out", &cup, "--anchor", "random=0"]].concat());
    assert_eq!((&standings["games"], &standings["ratings"][0]["elo"]), (&30.into(), &0.0.into()));
    let files = ["tournament.toml", "games.jsonl", "ratings.json", "games.pdn", "report.html"];
    for file in files.into_iter().chain(["crosstable.csv", "ratings.csv", "games.csv"]) {
        assert!(bench.path("cup").join(file).metadata().unwrap().len() > 0, "{file}");
    }
}

#[test]
fn a_tournament_that_is_killed_goes_on_where_it_was() {
    let bench = Bench::new();
    let call = |folder: &str| {
        let out = bench.at(folder);
        [&CALL[..], &["40", "--out", &out, "--json"]]
            .concat()
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let arguments = |call: &[String]| call.to_vec();
    let run = |folder: &str| {
        let call = arguments(&call(folder));
        json(&call.iter().map(String::as_str).filter(|a| *a != "--json").collect::<Vec<_>>())
    };
    let whole = run("whole");
    let file = bench.path("killed").join("games.jsonl");
    let length = || fs::metadata(&file).map_or(0, |file| file.len());
    let mut kills = 0;
    // Bytes of games after which it is killed, from a fixed sequence; 0 is while it begins.
    for more in [0, 7_000, 1, 20_000, 300, 11_000, 2_500] {
        let enough = length() + more;
        let call = call("killed");
        let mut child = command(&call.iter().map(String::as_str).collect::<Vec<_>>())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while length() < enough && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        kills += u32::from(!child.wait().unwrap().success());
    }
    assert!(kills >= 3, "{kills} kills");
    assert_eq!(run("killed")["ratings"], whole["ratings"]);
    assert_eq!(games(&bench.path("killed")), games(&bench.path("whole")));
}

#[test]
fn a_config_names_players_and_settings_and_options_win() {
    let bench = Bench::new();
    let config = bench.path("cup.toml");
    let write = |text: &str| fs::write(&config, text).unwrap();
    write(
        "players = [\"random\", \"minimax:depth=1\"]\ngames = 4\nrules = \"bashni-4x4\"\nopening_plies = 2\n",
    );
    let (config, cup) = (bench.at("cup.toml"), bench.at("cup"));
    let call = |more: &[&str]| {
        [&["tournament", "--config", &config, "--out", &cup], more]
            .concat()
            .iter()
            .map(|s| (*s).to_owned())
            .collect::<Vec<_>>()
    };
    let games = |more: &[&str]| {
        let call = call(more);
        json(&call.iter().map(String::as_str).collect::<Vec<_>>())["games"].as_u64()
    };
    assert_eq!(games(&[]), Some(4));
    assert_eq!(games(&["--games", "6"]), Some(6));
    write("players = [\"random\", \"minimax:depth=1\"]\ngame = 4\n");
    refused(
        2,
        &["tournament", "--config", &config, "--out", &cup],
        &["cup.toml", "unknown field `game`", "games"],
    );
}

#[test]
fn files_that_a_config_names_lie_beside_it_and_a_limit_may_be_off() {
    let bench = Bench::new();
    fs::write(bench.path("small.toml"), bashni_rules::Rules::preset("bashni-4x4").unwrap().to_toml())
        .unwrap();
    fs::write(bench.path("small.book"), "a1-b2\nc1-b2\n").unwrap();
    let (config, cup) = (bench.at("cup.toml"), bench.at("cup"));
    let call = ["tournament", "--config", &config, "--out", &cup, "--book-order", "file"];
    let write = |limit: &str| {
        let players = "players = [\"random\", \"minimax:depth=1\"]\ngames = 4\nrules = \"small.toml\"\nbook = \"small.book\"";
        fs::write(&config, format!("{players}\nmove_limit = {limit}\n")).unwrap();
    };
    for limit in ["-1", "0", "nan", "\"never\""] {
        write(limit);
        refused(2, &call, &["cup.toml", "expected a number of seconds above 0, or off"]);
    }
    write("\"off\"");
    assert_eq!(json(&call)["games"], 4);
    write("60");
    refused(2, &call, &["move-limit (0 there, 60 here)"]);
}

#[test]
fn tournaments_that_make_no_sense_are_refused() {
    let bench = Bench::new();
    let cup = bench.at("cup");
    let call = |more: &[&str], parts: &[&str]| {
        refused(2, &[&["tournament", "--out", &cup], more].concat(), parts);
    };
    call(&[], &["--players"]);
    call(&["--players", "random"], &["1 players: a tournament needs at least 2"]);
    call(&["--players", "random", "random"], &["`random` is there twice"]);
    call(&["--players", "random", "minimax", "--games", "3"], &["3 games: expected an even number"]);
    call(
        &["--players", "random", "minimax", "--schedule", "swiss"],
        &["swiss", "round-robin, gauntlet or adaptive"],
    );
    call(&["--players", "random", "minimax", "--anchor", "random"], &["--anchor"]);
    for samples in ["50", "99999999999"] {
        call(&["--players", "random", "minimax", "--bootstrap", samples], &["expected 100 to 100000, or 0"]);
    }
    call(&["--players", "random", "minimax", "--book-order", "file"], &["an order of the book, but no book"]);
    call(&["--players", "random", "minimax", "--anchor", "rollout=0"], &["`rollout:sims=200` is no player"]);
    let four = ["--rules", "bashni-4x4", "--opening-plies", "2", "--games", "2"];
    text(&[&["tournament", "--out", &cup, "--players", "random", "minimax:depth=1"][..], &four].concat());
    call(
        &[&["--players", "random", "minimax:depth=1", "--seed", "2"][..], &four].concat(),
        &["was started with other settings", "seed (1 there, 2 here)"],
    );
}

#[test]
fn the_checkpoints_of_a_run_are_rated_and_new_ones_are_added() {
    let bench = Bench::with_a_run();
    let run = bench.at("run");
    let call =
        ["arena", "--run", &run, "--games", "4", "--opening-plies", "2", "--against", "minimax:depth=1"];
    let rated = json(&call);
    let generations: Vec<u64> =
        rated["checkpoints"].as_array().unwrap().iter().map(|c| c["generation"].as_u64().unwrap()).collect();
    assert_eq!(generations, [0, 1, 2]);
    // Relative to the last fixed opponent.
    assert_eq!(rated["standings"]["ratings"][3]["elo"], 0.0);
    // Four players with four games each, on average.
    assert_eq!(rated["standings"]["games"], 8);
    let hash = rated["standings"]["players"][0]["checkpoint"].as_str().unwrap();
    assert_eq!(hash.len(), 64);
    let files = ["ratings.json", "ratings.html", "ratings.svg", "ratings.png", "tournament/games.pdn"];
    for file in files {
        assert!(bench.path("run").join("matches").join(file).exists(), "{file}");
    }
    let png = fs::read(bench.path("run/matches/ratings.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    let anchored = json(&[&call[..], &["--anchor", "minimax:depth=1=100", "--bootstrap", "0"]].concat());
    assert_eq!(anchored["standings"]["ratings"][3]["elo"], 100.0);
    let elo = |rated: &Value| rated["checkpoints"][0]["elo"].as_f64().unwrap();
    assert!((elo(&anchored) - elo(&rated) - 100.0).abs() < 1e-6);
    assert!(anchored["standings"]["bootstrap"].is_null());
    let curves: Vec<_> = fs::read_dir(bench.path("run/tensorboard/ratings")).unwrap().collect();
    assert_eq!(curves.len(), 1);
    bench.train("run", &["--generations", "3"]).succeed();
    let again = json(&call);
    assert_eq!(again["checkpoints"].as_array().unwrap().len(), 4);
    assert_eq!(again["standings"]["games"], 10);
    // The same run under another name, and elsewhere.
    let spelt = bench.at("./run/");
    assert_eq!(json(&[&["arena", "--run", &spelt], &call[3..]].concat())["standings"]["games"], 10);
    fs::rename(bench.path("run"), bench.path("moved")).unwrap();
    let moved = bench.at("moved");
    let moved = json(&[&["arena", "--run", &moved], &call[3..]].concat());
    assert_eq!(moved["standings"]["games"], 10);
    assert_eq!(moved["checkpoints"][1]["player"], "net:checkpoints/000001,sims=2");
    fs::rename(bench.path("moved"), bench.path("run")).unwrap();
    refused(2, &[&call[..3], &["--games", "3"]].concat(), &["3 games: expected an even number"]);
    let every = json(&[&call[..], &["--every", "2", "--schedule", "gauntlet", "--sims", "3"]].concat());
    assert_eq!(every["checkpoints"].as_array().unwrap().len(), 3);
    assert!(error(1, &["arena", "--run", &bench.at("none")]).contains("no run (there is no run.json in it)"));
}

#[test]
fn a_name_whose_weights_have_changed_is_refused() {
    let bench = Bench::with_a_run();
    let (net, cup) = (format!("net:{},sims=2", bench.at("run")), bench.at("cup"));
    let call =
        ["tournament", "--players", &net, "random", "--games", "2", "--opening-plies", "2", "--out", &cup];
    json(&call);
    json(&call);
    bench.train("run", &["--generations", "3"]).succeed();
    refused(2, &call, &["is another one now", "checkpoint (", "Name a checkpoint by its own folder"]);
    assert_eq!(bashni(&call).status, 2);
}
