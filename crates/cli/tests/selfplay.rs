//! `bashni selfplay`: the self-play of a run, and shards by one player.

mod common;

use std::fs;

use common::runs::Bench;
use common::selfplay::{check_shards, series, shards};
use common::{bashni, refused};
use serde_json::Value;

/// Runs self-play into a folder, which must succeed, and gives its document.
fn play(bench: &Bench, folder: &str, more: &[&str]) -> Value {
    let out = bench.at(folder);
    let run = bashni(&series(&out, &[more, &["--json"]].concat()));
    assert_eq!(run.status, 0, "{}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn one_seed_gives_the_same_shards_whatever_the_threads_and_the_calls() {
    let bench = Bench::new();
    play(&bench, "whole", &["--shards", "4"]);
    let whole = shards(&bench.path("whole"));
    assert_eq!(check_shards(&bench.path("whole")), 4);
    play(&bench, "again", &["--shards", "4"]);
    assert_eq!(whole, shards(&bench.path("again")));
    let out = bench.at("alone");
    let mut alone = series(&out, &["--shards", "4"]);
    let threads = alone.iter().position(|word| *word == "--threads").unwrap() + 1;
    alone[threads] = "1";
    assert_eq!(bashni(&alone).status, 0);
    assert_eq!(whole, shards(&bench.path("alone")));
    for (total, played) in [("1", 1), ("3", 2), ("3", 0), ("4", 1)] {
        let document = play(&bench, "parts", &["--shards", total]);
        assert_eq!(document["played"], played);
        assert_eq!(document["shards"].to_string(), total);
    }
    assert_eq!(whole, shards(&bench.path("parts")));
    play(&bench, "other", &["--shards", "1", "--seed", "2"]);
    assert_ne!(whole["000001.parquet"], shards(&bench.path("other"))["000001.parquet"]);
}

#[test]
fn with_json_one_document_says_what_was_played() {
    let bench = Bench::new();
    let document = play(&bench, "games", &["--shards", "2"]);
    assert_eq!((&document["games"], &document["played"]), (&16.into(), &2.into()));
    assert_eq!(document["first"].as_str(), Some(bench.at("games/000001.parquet").as_str()));
    assert_eq!(document["last"].as_str(), Some(bench.at("games/000002.parquet").as_str()));
    let results = &document["results"];
    let count = |key: &str| results[key].as_u64().unwrap();
    assert_eq!(count("white") + count("drawn") + count("black"), 16);
    for key in ["rows", "evaluations", "plies"] {
        assert!(document[key].as_u64() > Some(0), "{document}");
    }
    for key in ["seconds", "games_per_s", "rows_per_s", "evaluations_per_s"] {
        assert!(document[key].as_f64() > Some(0.0), "{document}");
    }
}

#[test]
fn people_get_plain_lines_and_are_told_when_nothing_is_left_to_do() {
    let bench = Bench::new();
    let out = bench.at("games");
    let run = bashni(&series(&out, &["--shards", "2"]));
    assert!(
        run.stderr.contains("000001.parquet: 8 games, ") && run.stderr.contains("000002.parquet: 8 games, ")
    );
    assert!(!run.stderr.contains('\u{1b}'), "{}", run.stderr);
    assert!(run.stdout.contains("games: 2 shards; 2 of them now: 16 games, "), "{}", run.stdout);
    let run = bashni(&series(&out, &["--shards", "2"]));
    assert!(run.stderr.contains("going on with ") && run.stderr.contains(": 2 shards are there"));
    assert!(run.stdout.starts_with("nothing to do: "), "{}", run.stdout);
}

#[test]
fn a_time_limit_ends_a_call_after_its_shard() {
    let bench = Bench::new();
    let document = play(&bench, "games", &["--minutes", "0.00001"]);
    assert_eq!((&document["shards"], &document["played"]), (&1.into(), &1.into()));
    let document = play(&bench, "games", &["--minutes", "0.00001", "--shards", "9"]);
    assert_eq!((&document["shards"], &document["played"]), (&2.into(), &1.into()));
}

#[test]
fn players_without_a_network_play_too() {
    let bench = Bench::new();
    for player in ["uniform", "rollout"] {
        let out = bench.at(player);
        let call = ["selfplay", "--player", player, "--rules", "bashni-4x4", "--games", "4", "--shards", "1"];
        let run = bashni(&[&call[..], &["--set", "selfplay.search.sims=4", "--out", &out]].concat());
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert_eq!(shards(&bench.path(player)).len(), 1);
        assert!(!bench.path(player).join("checkpoint").exists());
    }
}

#[test]
fn a_checkpoint_plays_under_its_own_rules_and_a_config_gives_the_settings() {
    let bench = Bench::with_a_run();
    let (net, out, config) = (bench.at("run"), bench.at("games"), bench.at("config.toml"));
    let call = ["selfplay", "--net", &net, "--shards", "1", "--out", &out];
    let set = ["--set", "selfplay.games=6", "--set", "selfplay.search.sims=4"];
    assert_eq!(bashni(&[&call[..], &set].concat()).status, 0);
    let record = fs::read_to_string(bench.path("games/selfplay.toml")).unwrap();
    assert!(record.contains("player = \"net:") && record.contains("files = 4"), "{record}");
    assert!(record.contains("games = 6"), "{record}");
    let out = bench.at("others");
    let call = ["selfplay", "--net", &net, "--shards", "1", "--out", &out, "--config", &config];
    assert_eq!(bashni(&call).status, 0);
    let record = fs::read_to_string(bench.path("others/selfplay.toml")).unwrap();
    assert!(record.contains("games = 8") && record.contains("sims = 4"), "{record}");
}

#[test]
fn a_folder_that_was_begun_otherwise_is_refused_by_key() {
    let bench = common::selfplay::bench_with_games();
    let out = bench.at("games");
    let refuse = |more: &[&str], parts: &[&str]| {
        let more = [&["--shards", "3"], more].concat();
        refused(1, &series(&out, &more), &[parts, &["begun with other settings", "--out"]].concat());
    };
    refuse(&["--seed", "2"], &["seed (1 there, 2 here)"]);
    refuse(&["--set", "selfplay.search.sims=5"], &["selfplay.search.sims (4 there, 5 here)"]);
    refuse(&["--set", "rejump=never"], &["rules.rejump ("]);
    refuse(&["--set", "inference.precision=bf16"], &["inference.precision (\"f32\" there, \"bf16\" here)"]);
    let mut other = series(&out, &["--shards", "3"]);
    let games = other.iter().position(|word| *word == "--games").unwrap() + 1;
    other[games] = "9";
    refused(1, &other, &["selfplay.games (8 there, 9 here)"]);
    let mut other = series(&out, &["--shards", "3"]);
    other[2] = "new:5x1";
    refused(1, &other, &["player (\"new:4x1\" there, \"new:5x1\" here)"]);
    // Threads, and how long to play, are no such settings.
    assert_eq!(bashni(&series(&out, &["--shards", "3", "--minutes", "5"])).status, 0);
}

#[test]
fn folders_that_hold_something_else_are_refused() {
    let bench = common::selfplay::bench_with_games();
    let refuse = |folder: &str, parts: &[&str]| {
        refused(1, &series(&bench.at(folder), &["--shards", "3"]), parts);
    };
    fs::create_dir(bench.path("home")).unwrap();
    fs::write(bench.path("home/letter.txt"), "dear").unwrap();
    refuse("home", &["home: holds letter.txt", "selfplay.toml", "--out"]);
    refuse("config.toml", &["config.toml: is a file", "--out"]);
    refuse("config.toml/games", &["config.toml/games: ", "--out"]);
    fs::copy(bench.path("games/000002.parquet"), bench.path("games/000004.parquet")).unwrap();
    refuse("games", &["000004.parquet: does not belong here", "000003.parquet"]);
    fs::remove_file(bench.path("games/000004.parquet")).unwrap();
    fs::write(bench.path("games/000002.parquet"), "PAR1").unwrap();
    refuse("games", &["000002.parquet: ", "truncated"]);
    fs::write(bench.path("games/selfplay.toml"), "format = 2\nseed = ").unwrap();
    refuse("games", &["selfplay.toml: damaged"]);
    fs::write(bench.path("games/selfplay.toml"), "format = 9").unwrap();
    refuse("games", &["selfplay.toml: folder format 9 where this program expects 2"]);
    for path in if cfg!(target_os = "linux") { &["/proc/games", "/dev/null/x"][..] } else { &[] } {
        refused(1, &series(path, &["--shards", "1"]), &[path, "--out"]);
    }
}

#[test]
fn networks_that_cannot_be_used_are_refused_before_there_is_a_folder() {
    let bench = Bench::with_a_run();
    let out = bench.at("games");
    let call = |net: &str, more: &[&str], status: i32, parts: &[&str]| {
        let call = ["selfplay", "--net", net, "--shards", "1", "--out", &out];
        refused(status, &[&call[..], more].concat(), parts);
    };
    let net = bench.at("run");
    call(&bench.at("none"), &[], 1, &["none: there is no such checkpoint or run"]);
    call(&net, &["--rules", "lasca"], 1, &["trained for the rules bashni-4x4", "--rules"]);
    call(&net, &["--set", "rejump=never"], 1, &["trained for the rules", "rejump"]);
    call("new:32", &[], 2, &["--net new:32", "expected channels and blocks, as 32x3", "new:CHANNELSxBLOCKS"]);
    let nothing_does = ["--set", "inference.backend=native", "--set", "inference.precision=bf16"];
    call("new:4x1", &nothing_does, 1, &["no inference backend", "inference.precision"]);
    call("new:0x3", &[], 2, &["net.channels = 0: expected 1 to 1024"]);
    call(&net, &["--set", "selfplay.speed=1"], 2, &["there is no key selfplay.speed"]);
    call("new:4x1", &["--games", "0"], 2, &["selfplay.games = 0: expected 1 to "]);
    let model = bench.path("run/checkpoints/000002/model.safetensors");
    fs::write(&model, &fs::read(&model).unwrap()[..100]).unwrap();
    call(&net, &[], 1, &["000002/model.safetensors: damaged: 100 bytes where "]);
    assert!(!bench.path("games").exists());
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let bench = Bench::new();
    let out = bench.at("games");
    for arguments in [
        &["selfplay"][..],
        &["selfplay", "--out", &out, "--shards", "1"],
        &["selfplay", "--net", "new:4x1", "--shards", "1"],
        &["selfplay", "--net", "new:4x1", "--out", &out],
        &["selfplay", "--net", "new:4x1", "--player", "uniform", "--out", &out, "--shards", "1"],
        &["selfplay", "--run", "run", "--shards", "1"],
        &["selfplay", "--run", "run", "--out", &out],
        &["selfplay", "--player", "chess", "--out", &out, "--shards", "1"],
        &["selfplay", "--net", "new:4x1", "--out", &out, "--shards", "0"],
        &["selfplay", "--net", "new:4x1", "--out", &out, "--minutes", "0"],
        &["selfplay", "--replay", "games/000001.parquet"],
        &["selfplay", "--replay", "games/000001.parquet#one"],
        &["selfplay", "--replay", "games/000001.parquet#1", "--any-net"],
        &["selfplay", "--replay", "games/000001.parquet#1", "--out", &out],
    ] {
        let run = bashni(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}: {}", run.stderr);
    }
    assert!(!bench.path("games").exists());
}

#[test]
fn the_phase_of_a_run_is_the_one_that_train_plays() {
    let bench = Bench::new();
    bench.train("run", &["--minutes", "0.00001"]).succeed();
    bench.train("whole", &["--generations", "2"]).succeed();
    let shard = |run: &str, generation: u64| {
        fs::read(bench.path(run).join(format!("games/{generation:06}.parquet"))).unwrap()
    };
    let run = bench.at("run");
    for generation in 1..=2 {
        let document = {
            let run = bashni(&["selfplay", "--run", &run, "--json"]);
            assert_eq!(run.status, 0, "{}", run.stderr);
            serde_json::from_str::<Value>(&run.stdout).unwrap()
        };
        assert_eq!((&document["generation"], &document["played"]), (&generation.into(), &true.into()));
        assert_eq!((&document["games"], document["rows"].as_u64() > Some(0)), (&8.into(), true));
        assert_eq!(shard("run", generation), shard("whole", generation));
        let again = bashni(&["selfplay", "--run", &run]);
        assert!(
            again.stdout.starts_with(&format!("nothing to do: the games of generation {generation} are in "))
        );
        let total = generation.to_string();
        bench.train("run", &["--generations", &total]).succeed();
    }
    common::runs::assert_same(&bench.path("run"), &bench.path("whole"));
    refused(1, &["selfplay", "--run", &bench.at("none")], &["none: no run", "bashni train"]);
}
