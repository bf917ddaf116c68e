//! `bashni data`.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::runs::Bench;
use common::{bashni, error, json, refused, text};
use serde_json::Value;

#[test]
fn shards_of_a_run_are_listed() {
    let bench = Bench::with_a_run();
    let listed = json(&["data", "list", &bench.at("run")]);
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), 2);
    for (shard, generation) in listed.iter().zip([1, 2]) {
        let path = bench.at(&format!("run/games/00000{generation}.parquet"));
        assert_eq!((&shard["path"], &shard["generation"]), (&path.as_str().into(), &generation.into()));
        assert_eq!(shard["bytes"], fs::metadata(&path).unwrap().len());
        assert_eq!((&shard["rules"], &shard["schema"]), (&"bashni-4x4".into(), &2.into()));
        assert!(shard["program"].as_str().unwrap().starts_with("bashni "));
        assert!(shard["games"].as_u64() <= Some(8) && shard["rows"].as_u64() >= shard["games"].as_u64());
    }
    assert_eq!(listed[0]["network_steps"], serde_json::json!([0, 0]));
    assert!(listed[1]["network_steps"][0].as_u64() > Some(0));
    let said = text(&["data", "list", &bench.at("run/games")]);
    for part in ["network steps", "000001.parquet", "bashni-4x4", "2 shards"] {
        assert!(said.contains(part), "{said}");
    }
    // A shard that is given twice is listed once.
    let twice = json(&["data", "list", &bench.at("run"), &bench.at("run/games/000001.parquet")]);
    assert_eq!(twice.as_array().unwrap().len(), 2);
}

#[test]
fn what_is_no_place_of_shards_is_refused() {
    let bench = Bench::with_a_run();
    refused(1, &["data", "list", &bench.at("nowhere")], &["nowhere", "no such file or folder"]);
    refused(1, &["data", "stats", &bench.at("run/checkpoints")], &["checkpoints: there are no shards here"]);
    refused(1, &["data", "stats", &bench.at("config.toml")], &["config.toml: not a shard of games"]);
    error(2, &["data", "list"]);
}

#[test]
fn a_file_that_cannot_be_read_does_not_hide_the_others() {
    let bench = Bench::with_a_run();
    fs::write(bench.path("run/games/000000.parquet"), "no games").unwrap();
    let run = bashni(&["data", "list", &bench.at("run")]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("000001.parquet"), "{}", run.stdout);
    assert!(run.stderr.contains("000000.parquet: not a shard of games"), "{}", run.stderr);
}

#[test]
fn the_games_of_a_run_are_all_right() {
    let bench = Bench::with_a_run();
    let said = text(&["data", "check", &bench.at("run")]);
    assert!(said.starts_with("2 shards, ") && said.ends_with("rows: all right\n"), "{said}");
    let report = json(&["data", "check", &bench.at("run"), "--rules", "bashni-4x4"]);
    assert_eq!((&report["shards"], &report["faults"]), (&2.into(), &serde_json::json!([])));
}

#[test]
fn faults_are_named_and_the_exit_status_is_1() {
    let bench = Bench::with_a_run();
    // The games of a generation a second time, and a damaged file.
    fs::copy(bench.path("run/games/000001.parquet"), bench.path("run/games/000003.parquet")).unwrap();
    let mut bytes = fs::read(bench.path("run/games/000002.parquet")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(bench.path("run/games/000002.parquet"), bytes).unwrap();
    let run = bashni(&["data", "check", &bench.at("run")]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("000002.parquet: damaged"), "{}", run.stdout);
    assert!(run.stdout.contains("000003.parquet: row 0: game 0: game_id: is in "), "{}", run.stdout);
    assert!(run.stderr.contains("faults"), "{}", run.stderr);
    let run = bashni(&["data", "check", &bench.at("run"), "--json"]);
    assert_eq!(run.status, 1);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let faults = report["faults"].as_array().unwrap();
    assert!(faults.len() > 2);
    assert!(faults.iter().any(|fault| fault["column"] == "game_id" && fault["row"] == 0), "{faults:?}");
    let other = bashni(&["data", "check", &bench.at("run/games/000001.parquet"), "--rules", "bashni-6x6"]);
    assert!(other.status == 1 && other.stdout.contains("other rules"), "{}", other.stdout);
}

#[test]
fn statistics_are_of_all_shards_together() {
    let bench = Bench::with_a_run();
    let all = json(&["data", "stats", &bench.at("run")]);
    let listed = json(&["data", "list", &bench.at("run")]);
    let sum =
        |key: &str| listed.as_array().unwrap().iter().map(|shard| shard[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!((all["rows"].as_u64(), all["games"].as_u64()), (Some(sum("rows")), Some(sum("games"))));
    assert_eq!(all["sims"]["max"], 4.0);
    assert_eq!(all["full_rows"], all["rows"]);
    let said = text(&["data", "stats", &bench.at("run")]);
    for part in
        ["won by White", "ended by repetition", "entropy of the policy", "Brier score", "tallest column"]
    {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn exported_games_are_complete_and_can_be_replayed() {
    let bench = Bench::with_a_run();
    let out = bench.at("games.pdn");
    let done = json(&["data", "export", &bench.at("run"), "--out", &out]);
    let games = done["games"].as_u64().unwrap();
    assert_eq!(json(&["data", "stats", &bench.at("run")])["games"], games);
    let pdn = fs::read_to_string(&out).unwrap();
    assert_eq!(pdn.matches("[Round ").count() as u64, games);
    assert_eq!(pdn.matches("[Rules \"bashni-4x4\"]").count() as u64, games);
    for number in 1..=games {
        // The rules must find the result that the file says.
        let game = json(&["replay", "--game", &out, "--number", &number.to_string()]);
        let result = pdn.match_indices("[Result \"").nth(number as usize - 1).unwrap().0;
        let said = pdn[result..].split('"').nth(1).unwrap();
        assert_eq!(game["outcome"], said, "game {number}");
    }
}

#[test]
fn games_are_exported_by_their_numbers() {
    let bench = Bench::with_a_run();
    let all = text(&["data", "export", &bench.at("run")]);
    let numbers: Vec<&str> =
        all.split("[Round \"").skip(1).map(|part| part.split('"').next().unwrap()).collect();
    let second = numbers[1];
    let one = text(&["data", "export", &bench.at("run"), "--game", second]);
    assert!(one.contains(&format!("[Round \"{second}\"]")) && one.matches("[Round").count() == 1, "{one}");
    assert!(all.contains(one.trim_end()));
    let first = json(&["data", "export", &bench.at("run"), "--count", "3"]);
    assert_eq!(first["games"], 3);
    assert!(all.starts_with(first["pdn"].as_str().unwrap().trim_end()));
    refused(1, &["data", "export", &bench.at("run"), "--game", "99"], &["--game 99: no such game"]);
    refused(2, &["data", "export", &bench.at("run"), "--out", "no/where.pdn"], &["--out no/where.pdn"]);
    let shard = bench.at("run/games/000001.parquet");
    let (before, export) = (fs::read(&shard).unwrap(), ["data", "export", &bench.at("run"), "--out", &shard]);
    refused(2, &export, &["000001.parquet", "the file to read is the same file"]);
    assert_eq!(fs::read(&shard).unwrap(), before);
}

#[test]
fn shards_say_how_their_games_were_played() {
    let bench = Bench::with_a_run();
    let shard = json(&["info", &bench.at("run/games/000002.parquet")]);
    let provenance: toml::Table = shard["provenance"].as_str().unwrap().parse().unwrap();
    assert_eq!(provenance["seed"].as_integer(), Some(1));
    let checkpoint = json(&["info", &bench.at("run/checkpoints/000001")]);
    assert_eq!(provenance["network"].as_str(), checkpoint["hash"].as_str());
    assert_eq!(provenance["selfplay"]["search"]["sims"].as_integer(), Some(4));
}

/// True if this Python can import these modules.
fn python_has(modules: &str) -> bool {
    let found = Command::new("python3").args(["-c", &format!("import {modules}")]).output();
    found.is_ok_and(|output| output.status.success())
}

/// Numbers are equal up to rounding: sums are not added up in the same order.
#[track_caller]
fn assert_alike(ours: &Value, theirs: &Value, at: &str) {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            assert_eq!(ours.keys().collect::<Vec<_>>(), theirs.keys().collect::<Vec<_>>(), "{at}");
            ours.iter().for_each(|(key, value)| assert_alike(value, &theirs[key], &format!("{at}.{key}")));
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            assert_eq!(ours.len(), theirs.len(), "{at}");
            ours.iter().zip(theirs).for_each(|(ours, theirs)| assert_alike(ours, theirs, at));
        }
        _ => {
            let (a, b) = (ours.as_f64().unwrap(), theirs.as_f64().unwrap());
            assert!((a - b).abs() <= 1e-9 * a.abs().max(1.0), "{at}: {a} here, {b} in Python");
        }
    }
}

/// Python reads shards with polars, DuckDB and pandas, and comes to the same statistics. `.ci/run` installs all three.
#[test]
fn python_reproduces_the_statistics() {
    let must = std::env::var_os("BASHNI_NEEDS_POLARS").is_some();
    let bench = Bench::with_a_run();
    let ours = json(&["data", "stats", &bench.at("run")]);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/shard_stats.py");
    for (reader, modules) in
        [("polars", "polars"), ("duckdb", "polars, duckdb, pyarrow"), ("pandas", "polars, pandas, pyarrow")]
    {
        if !python_has(modules) {
            assert!(!must, "BASHNI_NEEDS_POLARS is set, but python3 cannot import {modules}");
            println!("skipped: python3 cannot import {modules}");
            continue;
        }
        let shards = ["run/games/000001.parquet", "run/games/000002.parquet"].map(|shard| bench.path(shard));
        let output =
            Command::new("python3").arg(&script).args(["--reader", reader]).args(shards).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{reader}: {said}");
        let theirs: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_alike(&ours, &theirs, reader);
    }
}
