//! Run folders: made, continued, or refused.

use std::fs;
use std::path::Path;

use bashni_train::{Run, TrainError};

use crate::bench::Bench;

fn refused(opened: Result<Run, TrainError>, parts: &[&str]) {
    let Err(error) = opened else { panic!("accepted where this was expected: {parts:?}") };
    let message = error.to_string();
    for part in parts {
        assert!(message.contains(part), "{part:?} is not in {message:?}");
    }
}

#[test]
fn a_new_run_writes_down_its_config_seed_and_machine() {
    let bench = Bench::new();
    let run = bench.open("runs/new", &["seed=77"]).unwrap();
    assert!(run.is_new);
    let record = Run::inspect(run.path()).unwrap();
    assert_eq!((record.seed, record.threads, record.rules.as_str()), (77, 2, "bashni-4x4"));
    assert!(record.machine.libtorch.contains("libtorch"), "{:?}", record.machine);
    assert!(record.machine.processors > 0);
    let (config, _) = bashni_train::RunConfig::load(&run.path().join("config.toml"), &[], None).unwrap();
    assert_eq!(config, run.config);
    drop(run);
    assert!(!bench.open("runs/new", &["seed=77"]).unwrap().is_new);
}

#[test]
fn a_changed_config_is_refused_with_every_key_that_differs() {
    let bench = Bench::new();
    bench.open("run", &[]).unwrap();
    let changes = ["learn.rate=0.5", "rejump=never", "net.channels=8"];
    refused(
        bench.open("run", &changes),
        &[
            "started with another config",
            "learn.rate (0.002 there, 0.5 here)",
            "net.channels (4 there, 8 here)",
            "rules.rejump (\"free\" there, \"never\" here)",
            "--run",
        ],
    );
    refused(bench.open("run", &["seed=6"]), &["different are seed (5 there, 6 here); "]);
}

#[test]
fn limits_of_a_call_and_ratings_may_change() {
    let bench = Bench::new();
    bench.open("run", &[]).unwrap();
    bench.open("run", &["minutes=3", "generations=7"]).unwrap();
    let run = bench.open("run", &["arena.opponents=[\"minimax:depth=1\"]", "arena.games=4"]).unwrap();
    assert_eq!(run.config.arena.games, 4);
}

#[test]
fn ratings_that_could_not_be_played_are_refused_before_a_folder_is_made() {
    let bench = Bench::new();
    let missing = "arena.opponents=[\"net:/nowhere\"]";
    refused(bench.open("run", &[missing]), &["arena.opponents", "/nowhere"]);
    let too_many = ["arena.final_games=1000", "arena.opening_plies=1"];
    refused(bench.open("run", &too_many), &["arena.opening_plies = 1", "openings"]);
    assert!(!bench.path("run").exists());
}

#[test]
fn a_run_in_use_is_refused() {
    let bench = Bench::new();
    let run = bench.open("run", &[]).unwrap();
    refused(bench.open("run", &[]), &["run: is in use by another process"]);
    drop(run);
    bench.open("run", &[]).unwrap();
}

#[test]
fn a_folder_with_anything_else_in_it_is_refused_and_left_alone() {
    let bench = Bench::new();
    fs::create_dir(bench.path("home")).unwrap();
    fs::write(bench.path("home/letter.txt"), "dear").unwrap();
    refused(bench.open("home", &[]), &["home: is no run", "letter.txt", "--run"]);
    assert_eq!(fs::read_dir(bench.path("home")).unwrap().count(), 1);
    refused(bench.open("config.toml", &[]), &["config.toml: is a file", "--run"]);
}

#[test]
fn a_config_that_was_written_by_hand_is_not_written_over() {
    let bench = Bench::new();
    fs::create_dir(bench.path("mine")).unwrap();
    fs::write(bench.path("mine/config.toml"), "# my notes\nseed = 5\n").unwrap();
    refused(bench.open("mine", &[]), &["mine: is no run", "config.toml", "--run"]);
    assert!(fs::read_to_string(bench.path("mine/config.toml")).unwrap().starts_with("# my notes"));
}

#[test]
fn a_run_that_was_killed_while_it_was_made_is_made_again() {
    let bench = Bench::new();
    fs::create_dir(bench.path("empty")).unwrap();
    assert!(bench.open("empty", &[]).unwrap().is_new);
    // Killed after the config, while the record was written.
    fs::rename(bench.path("empty/run.json"), bench.path("empty/.run.json.tmp")).unwrap();
    assert!(bench.open("empty", &[]).unwrap().is_new);
    assert!(Run::is_run(&bench.path("empty")));
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let bench = Bench::new();
    refused(bench.open("config.toml/run", &[]), &["config.toml/run: ", "--run"]);
    let (config, rules) = bench.load(&[]).unwrap();
    let paths: &[&str] = if cfg!(target_os = "linux") { &["/dev/null/run", "/proc/run"] } else { &[] };
    for path in paths {
        refused(Run::open(Path::new(path), config.clone(), rules.clone()), &[path, "--run"]);
    }
}
