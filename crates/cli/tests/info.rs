//! `bashni info`.

mod common;

use std::fs;

use common::runs::Bench;
use common::{json, refused, text};

#[test]
fn a_run_says_how_far_it_has_come() {
    let bench = Bench::with_a_run();
    let run = json(&["info", &bench.at("run")]);
    assert_eq!((&run["kind"], &run["rules"]), (&"run".into(), &"bashni-4x4".into()));
    assert_eq!((&run["threads"], &run["seed"]), (&2.into(), &1.into()));
    assert_eq!((&run["counters"]["generations"], &run["counters"]["games"]), (&2.into(), &16.into()));
    assert_eq!(run["checkpoint"], bench.at("run/checkpoints/000002"));
    let said = text(&["info", &bench.at("run")]);
    for part in ["kind", "bashni-4x4", "counters:", "libtorch 2", "checkpoints/000002"] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn a_checkpoint_says_what_it_belongs_to() {
    let bench = Bench::with_a_run();
    let path = bench.at("run/checkpoints/000001");
    let checkpoint = json(&["info", &path]);
    assert_eq!((&checkpoint["kind"], &checkpoint["path"]), (&"checkpoint".into(), &path.as_str().into()));
    assert_eq!((&checkpoint["generation"], &checkpoint["rules"]), (&1.into(), &"bashni-4x4".into()));
    assert_eq!(checkpoint["net"]["channels"], 4);
    assert!(checkpoint["weights"].as_u64() > Some(1000));
    assert_eq!(checkpoint["hash"].as_str().map(str::len), Some(64));
    assert!(text(&["info", &path]).contains("generation"));
}

#[test]
fn a_shard_says_which_games_it_holds() {
    let bench = Bench::with_a_run();
    let path = bench.at("run/games/000002.parquet");
    let shard = json(&["info", &path]);
    assert_eq!((&shard["kind"], &shard["rules"]), (&"shard".into(), &"bashni-4x4".into()));
    assert!(shard["first_game"].as_u64() >= Some(8) && shard["last_game"].as_u64() < Some(16), "{shard}");
    let results = shard["results"].as_object().unwrap();
    let games: u64 = results.values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(Some(games), shard["games"].as_u64());
    assert!(shard["rows"].as_u64() >= shard["games"].as_u64());
    assert_eq!(shard["bytes"].as_u64(), Some(fs::metadata(&path).unwrap().len()));
    assert!(text(&["info", &path]).contains("results:"));
}

#[test]
fn several_things_are_described_in_the_order_given() {
    let bench = Bench::with_a_run();
    let both = json(&["info", &bench.at("run/games/000001.parquet"), &bench.at("run")]);
    let kinds: Vec<_> = both.as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["shard", "run"]);
}

#[test]
fn what_is_none_of_these_is_refused() {
    let bench = Bench::new();
    fs::create_dir(bench.path("folder")).unwrap();
    fs::write(bench.path("empty"), "").unwrap();
    fs::write(bench.path("folder/image.png"), b"\x89PNG\r\n\x1a\n").unwrap();
    let refuse = |path: &str, parts: &[&str]| refused(1, &["info", path, "--json"], parts);
    refuse(&bench.at("none"), &["none: there is no such file or folder"]);
    refuse(&bench.at("config.toml"), &["config.toml: not a shard of games"]);
    refuse(&bench.at("empty"), &["empty: not a shard of games"]);
    refuse(&bench.at("folder/image.png"), &["image.png: not a shard of games"]);
    refuse(&bench.at("folder"), &["folder: neither a run", "nor a checkpoint", "nor a shard"]);
    refuse("/dev/null", &["/dev/null: "]);
}

#[test]
fn damage_is_named() {
    let bench = Bench::with_a_run();
    for (path, file) in [
        ("run", "run/run.json"),
        ("run", "run/checkpoints/000002/model.safetensors"),
        ("run/checkpoints/000001", "run/checkpoints/000001/meta.json"),
        ("run/checkpoints/000001", "run/checkpoints/000001/optimizer.safetensors"),
        ("run/games/000001.parquet", "run/games/000001.parquet"),
    ] {
        let damaged = bench.path(file);
        let whole = fs::read(&damaged).unwrap();
        fs::write(&damaged, &whole[..whole.len() - 3]).unwrap();
        refused(1, &["info", &bench.at(path)], &[&bench.at(file)]);
        fs::write(&damaged, &whole).unwrap();
    }
    text(&[
        "info",
        &bench.at("run"),
        &bench.at("run/checkpoints/000001"),
        &bench.at("run/games/000001.parquet"),
    ]);
}

#[test]
fn with_rules_given_only_what_belongs_to_them_is_described() {
    let bench = Bench::with_a_run();
    for path in ["run", "run/checkpoints/000001", "run/games/000001.parquet"] {
        let path = bench.at(path);
        text(&["info", &path, "--rules", "bashni-4x4"]);
        refused(1, &["info", &path, "--rules", "bashni-4x4", "--set", "rejump=never"], &["rejump"]);
    }
}
