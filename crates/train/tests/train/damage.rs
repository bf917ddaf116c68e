//! Damage to any file of a run's folder is an error that names the file.

use std::fs;
use std::path::Path;

use bashni_train::Event;

use crate::bench::Bench;

const CHANGES: [&str; 1] = ["arena.every=1"];

/// A place with a run of two generations, and the self-play of a third that was not learned from.
fn with_a_run() -> Bench {
    let bench = Bench::new();
    bench.die("run", &CHANGES, |event| matches!(event, Event::SelfPlayed(log) if log.generation == 3));
    bench
}

/// Opens and continues the run, which must fail with an error that names the file.
#[track_caller]
fn assert_named(bench: &Bench, file: &Path, what: &str) {
    let message = match bench.train("run", &CHANGES, 3) {
        Ok(_) => panic!("{} {what}: nothing was noticed", file.display()),
        Err(error) => error.to_string(),
    };
    assert!(message.contains(&*file.to_string_lossy()), "{} {what}: {message}", file.display());
}

const FILES: [&str; 10] = [
    "config.toml",
    "run.json",
    "log/000001-selfplay.json",
    "log/000002-learn.json",
    "games/000002.parquet",
    "games/000003.parquet",
    "checkpoints/000002/meta.json",
    "checkpoints/000002/model.safetensors",
    "checkpoints/000002/optimizer.safetensors",
    "matches/000001.json",
];

#[test]
fn a_damaged_file_of_any_kind_is_named_and_a_restored_one_is_as_good_as_before() {
    let bench = with_a_run();
    for name in FILES {
        let file = bench.path("run").join(name);
        let whole = fs::read(&file).unwrap();
        for length in [0, 1, whole.len() / 2, whole.len() - 2] {
            // An empty config is a config, only another one.
            if name != "config.toml" {
                fs::write(&file, &whole[..length]).unwrap();
                assert_named(&bench, &file, &format!("cut to {length} bytes"));
            }
        }
        fs::write(&file, [0xff; 100]).unwrap();
        assert_named(&bench, &file, "overwritten");
        fs::write(&file, &whole).unwrap();
    }
    bench.train("run", &CHANGES, 3).unwrap();
}

#[test]
fn a_missing_file_of_a_kind_that_is_needed_is_named() {
    let bench = with_a_run();
    for name in FILES {
        let file = bench.path("run").join(name);
        // Without a record a folder is no run; a rating or games that are missing are played (again).
        if ["run.json", "matches/000001.json", "games/000003.parquet"].contains(&name) {
            continue;
        }
        let aside = file.with_extension("aside");
        fs::rename(&file, &aside).unwrap();
        // A checkpoint without its manifest is none.
        let file = if name.ends_with("meta.json") { file.parent().unwrap() } else { &file };
        assert_named(&bench, file, "missing");
        fs::rename(&aside, bench.path("run").join(name)).unwrap();
    }
    bench.train("run", &CHANGES, 3).unwrap();
}

#[test]
fn games_that_do_not_agree_with_their_log_are_named() {
    let bench = with_a_run();
    let shard = bench.path("run/games/000003.parquet");
    fs::copy(bench.path("run/games/000001.parquet"), &shard).unwrap();
    assert_named(&bench, &shard, "replaced by another");
}

#[test]
fn the_files_of_another_version_or_other_rules_are_refused() {
    let bench = with_a_run();
    let record = bench.path("run/run.json");
    let text = fs::read_to_string(&record).unwrap();
    fs::write(&record, text.replace("\"format\": 3", "\"format\": 4")).unwrap();
    let message = bench.train("run", &CHANGES, 3).unwrap_err().to_string();
    assert!(message.contains("run.json: run format 4 where this program expects 3"), "{message}");
    fs::write(&record, text.replace("\"threads\": 2", "\"threads\": 0")).unwrap();
    let message = bench.train("run", &CHANGES, 3).unwrap_err().to_string();
    assert!(message.contains("run.json: ") && message.contains("threads = 0"), "{message}");
    fs::write(&record, text.replace("\"backend\": \"torch\"", "\"backend\": \"abacus\"")).unwrap();
    let message = bench.train("run", &CHANGES, 3).unwrap_err().to_string();
    let parts = [
        "run.json: this program has no inference backend \"abacus\", only native, torch",
        "use the version of bashni",
    ];
    assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    fs::write(&record, &text).unwrap();

    bench.train("other", &["rejump=never"], 1).unwrap();
    let shard = bench.path("run/games/000003.parquet");
    fs::copy(bench.path("other/games/000001.parquet"), &shard).unwrap();
    let message = bench.train("run", &CHANGES, 3).unwrap_err().to_string();
    assert!(message.contains("000003.parquet") && message.contains("rejump"), "{message}");
}
