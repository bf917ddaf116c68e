//! `bashni train`.

mod common;

use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::runs::{Bench, assert_same, bytes};
use common::{bashni, command, refused};
use serde_json::Value;

const GENERATIONS: [&str; 2] = ["--generations", "6"];

/// Makes the folder of a run as it is after it was measured, before its first phase.
fn begin(bench: &Bench, from: &str, run: &str) {
    fs::create_dir_all(bench.path(run).join("checkpoints/000000")).unwrap();
    let mut files = vec!["config.toml".to_owned(), "run.json".to_owned()];
    for file in ["meta.json", "model.safetensors", "optimizer.safetensors"] {
        files.push(format!("checkpoints/000000/{file}"));
    }
    for file in files {
        fs::copy(bench.path(from).join(&file), bench.path(run).join(&file)).unwrap();
    }
}

fn start(bench: &Bench, run: &str) -> Child {
    command(&bench.train(run, &GENERATIONS).each_ref())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn a_run_killed_at_any_moment_ends_as_one_that_never_was() {
    let bench = Bench::new();
    bench.train("whole", &GENERATIONS).succeed();
    assert_eq!(bytes(&bench.path("whole")).len(), 7 * 3 + 6);
    // How long such a call takes where nothing is left to be measured; and it, too, is the same run.
    begin(&bench, "whole", "timed");
    let begun = Instant::now();
    assert!(start(&bench, "timed").wait().unwrap().success());
    let duration = begun.elapsed();
    assert_same(&bench.path("whole"), &bench.path("timed"));

    let (mut kills, mut runs, mut random) = (0, 0, 7_u32);
    begin(&bench, "whole", "killed0");
    while kills < 6 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let moment = f64::from(random >> 8) / f64::from(1 << 24);
        let run = format!("killed{runs}");
        let mut child = start(&bench, &run);
        sleep(duration.mul_f64(0.1 + 0.7 * moment));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
        } else {
            assert_same(&bench.path("whole"), &bench.path(&run));
            runs += 1;
            begin(&bench, "whole", &format!("killed{runs}"));
        }
    }
    let run = format!("killed{runs}");
    bench.train(&run, &GENERATIONS).succeed();
    assert_same(&bench.path("whole"), &bench.path(&run));
}

#[test]
fn with_json_one_document_says_what_was_done() {
    let bench = Bench::new();
    let set = ["--set", "arena.final_games=2", "--set", "arena.every=1"];
    let run = bench.train("run", &[&["--generations", "1", "--json"][..], &set].concat()).succeed();
    assert_eq!(run.stdout.lines().count(), 1, "{}", run.stdout);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&document["generation"], &document["games"]), (&1.into(), &8.into()));
    assert_eq!(document["checkpoint"].as_str(), Some(bench.at("run/checkpoints/000001").as_str()));
    assert!(document["steps"].as_u64() > Some(0) && document["rows"].as_u64() > Some(0));
    let standings = document["standings"].as_array().unwrap();
    let opponents: Vec<_> = standings.iter().map(|standing| standing["opponent"].as_str().unwrap()).collect();
    assert_eq!(opponents, ["random", "its own first checkpoint"]);
    assert!(standings.iter().all(|standing| standing["elo_low"].is_f64() && standing["games"] == 2));
}

#[test]
fn people_get_plain_lines_of_progress_and_a_table() {
    let bench = Bench::new();
    let run = bench.train("run", &["--generations", "1", "--set", "arena.final_games=2"]).succeed();
    assert!(run.stdout.contains("000001 after 1 generations: 8 games, "), "{}", run.stdout);
    assert!(run.stdout.contains("\nagainst "), "{}", run.stdout);
    assert!(run.stdout.contains("\nrandom "), "{}", run.stdout);
    assert!(run.stdout.contains("\nits own first checkpoint "), "{}", run.stdout);
    for said in ["new run ", "generation 1: 8 games, ", "learning rate", "2 threads"] {
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
    assert!(!run.stderr.contains('\u{1b}'), "{}", run.stderr);
    let again = bench.train("run", &["--generations", "2", "--set", "arena.final_games=2"]).succeed();
    assert!(again.stderr.contains("going on with "), "{}", again.stderr);
    assert!(again.stderr.contains("1 generations are done"), "{}", again.stderr);
}

#[test]
fn a_time_limit_ends_a_call_and_the_next_one_goes_on() {
    let bench = Bench::new();
    let first = bench.train("run", &["--minutes", "0.00001", "--json"]).succeed();
    let document: Value = serde_json::from_str(&first.stdout).unwrap();
    assert_eq!(document["generation"], 0);
    bench.train("run", &["--generations", "1"]).succeed();
    assert!(bench.path("run/checkpoints/000001").is_dir());
}

#[test]
fn rules_may_be_chosen_and_changed_for_a_new_run() {
    let bench = Bench::new();
    let call = ["--minutes", "0.00001", "--rules", "lasca", "--set", "rejump=never", "--set", "seed=3"];
    bench.train("run", &call).succeed();
    let config = fs::read_to_string(bench.path("run/config.toml")).unwrap();
    for line in ["files = 7", "rejump = \"never\"", "seed = 3"] {
        assert!(config.contains(line), "{config}");
    }
    fs::write(bench.path("mine.toml"), "files = 6\nranks = 6\nrows = 2\n").unwrap();
    bench.train("other", &["--minutes", "0.00001", "--rules", &bench.at("mine.toml")]).succeed();
    assert!(fs::read_to_string(bench.path("other/config.toml")).unwrap().contains("name = \"mine\""));
}

#[test]
fn a_wrong_config_is_used_wrongly_and_makes_no_folder() {
    let bench = Bench::new();
    let refuse = |more: &[&str], parts: &[&str]| refused(2, &bench.train("run", more).each_ref(), parts);
    refuse(&["--set", "learn.speed=1"], &["config.toml: --set learn.speed=1: there is no key learn.speed"]);
    refuse(&["--set", "learn.rate=fast"], &["--set learn.rate=fast", "expected a number"]);
    refuse(&["--set", "arena.games=3"], &["arena.games = 3: expected an even number"]);
    refuse(&["--set", "files=5"], &["a board of 5x4 has no encoding"]);
    refuse(&["--set", "device=gpu"], &["device = \"gpu\": expected"]);
    refuse(&["--rules", "chess"], &["chess"]);
    fs::write(bench.path("config.toml"), "seed = 1\nspeed = 2\n").unwrap();
    refuse(&[], &["config.toml: ", "line 2", "unknown field `speed`"]);
    fs::write(bench.path("config.toml"), "[learn]\nbatch = \"big\"\n").unwrap();
    refuse(&[], &["config.toml: ", "line 2", "expected a whole number"]);
    fs::remove_file(bench.path("config.toml")).unwrap();
    refused(1, &bench.train("run", &[]).each_ref(), &["config.toml: No such file"]);
    assert!(!bench.path("run").exists());
    for minutes in ["0", "-1", "soon", "inf"] {
        let run = bashni(&bench.train("run", &[&format!("--minutes={minutes}")]).each_ref());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{minutes}");
        assert!(run.stderr.contains("expected a number of minutes above 0"), "{}", run.stderr);
    }
}

#[test]
fn folders_that_cannot_be_used_are_refused() {
    let bench = Bench::with_a_run();
    let refuse = |run: &str, more: &[&str], parts: &[&str]| {
        refused(1, &bench.train(run, more).each_ref(), parts);
    };
    refuse("run", &["--set", "learn.rate=0.5"], &["started with another config", "learn.rate (", "--run"]);
    refuse("config.toml", &[], &["config.toml: is a file"]);
    refuse("config.toml/run", &[], &["config.toml/run: ", "--run"]);
    fs::create_dir(bench.path("home")).unwrap();
    fs::write(bench.path("home/letter.txt"), "dear").unwrap();
    refuse("home", &[], &["home: is no run", "letter.txt"]);
    for path in if cfg!(target_os = "linux") { &["/proc/run", "/dev/null/x"][..] } else { &[] } {
        refuse(path, &[], &[path, "--run"]);
    }
    let model = bench.path("run/checkpoints/000002/model.safetensors");
    fs::write(&model, &fs::read(&model).unwrap()[..100]).unwrap();
    refuse("run", &["--generations", "3"], &["000002/model.safetensors: damaged: 100 bytes where "]);
}

#[test]
fn a_run_in_use_is_refused() {
    let bench = Bench::new();
    let mut child = command(&bench.train("run", &[]).each_ref())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !bench.path("run/checkpoints/000000").exists() {
        assert!(child.try_wait().unwrap().is_none(), "the run ended by itself");
        sleep(Duration::from_millis(5));
    }
    refused(1, &bench.train("run", &[]).each_ref(), &["run: is in use by another process"]);
    child.kill().unwrap();
    child.wait().unwrap();
    bench.train("run", &["--minutes", "0.00001"]).succeed();
}
