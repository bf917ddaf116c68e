//! A run that is interrupted and continued equals one that never was, byte for byte.

use std::fs;

use bashni_train::{Event, Options, Run, train};

use crate::bench::{Bench, assert_same};

const GENERATIONS: u64 = 4;

/// A place with a run that was never interrupted, called `whole`.
fn with_a_whole_run() -> Bench {
    let bench = Bench::new();
    let report = bench.train("whole", &[], GENERATIONS).unwrap();
    assert_eq!(report.generation, GENERATIONS);
    assert_eq!(report.checkpoint, bench.path("whole/checkpoints/000004"));
    let files = bench.bytes("whole");
    // Five checkpoints of three files each, and four shards.
    assert_eq!(files.len(), 5 * 3 + 4);
    let weights = |generation: u64| &files[&format!("checkpoints/{generation:06}/model.safetensors")];
    for generation in 1..=GENERATIONS {
        assert_ne!(weights(generation), weights(generation - 1), "generation {generation} learned nothing");
    }
    bench
}

#[test]
fn the_same_config_gives_the_same_run_and_another_seed_another() {
    let bench = with_a_whole_run();
    bench.train("again", &[], GENERATIONS).unwrap();
    assert_same(&bench.bytes("whole"), &bench.bytes("again"));
    bench.train("other", &["seed=6"], 1).unwrap();
    let shard = "games/000001.parquet";
    assert_ne!(bench.bytes("whole")[shard], bench.bytes("other")[shard]);
}

#[test]
fn four_calls_of_one_generation_equal_one_call_of_four() {
    let bench = with_a_whole_run();
    for generation in 1..=GENERATIONS {
        assert_eq!(bench.train("parts", &[], generation).unwrap().generation, generation);
    }
    assert_same(&bench.bytes("whole"), &bench.bytes("parts"));
    let counters = |run: &str| {
        let counters = Run::inspect(&bench.path(run)).unwrap().counters;
        (counters.generations, counters.games, counters.rows, counters.steps)
    };
    assert_eq!(counters("whole"), counters("parts"));
    assert_eq!((counters("whole").0, counters("whole").1), (GENERATIONS, 6 * GENERATIONS));
}

#[test]
fn a_call_with_nothing_left_to_do_changes_nothing() {
    let bench = with_a_whole_run();
    let before = bench.bytes("whole");
    assert_eq!(bench.train("whole", &[], GENERATIONS).unwrap().generation, GENERATIONS);
    assert_eq!(bench.train("whole", &[], 2).unwrap().generation, GENERATIONS);
    let mut run = bench.open("whole", &[]).unwrap();
    let at_once = Options { minutes: Some(1e-9), ..Options::default() };
    assert_eq!(train(&mut run, at_once, &mut |_| {}).unwrap().generation, GENERATIONS);
    assert_same(&before, &bench.bytes("whole"));
}

#[test]
fn calls_that_die_in_any_phase_make_no_difference() {
    let bench = with_a_whole_run();
    let deaths: [fn(&Event<'_>) -> bool; 6] = [
        |event| matches!(event, Event::Opened { .. }),
        |event| matches!(event, Event::SelfPlay { .. }),
        |event| matches!(event, Event::SelfPlayed(_)),
        |event| matches!(event, Event::Learning { steps: 2, .. }),
        |event| matches!(event, Event::Learned(log) if log.generation == 2),
        |event| matches!(event, Event::Learning { generation: 4, steps: 1, .. }),
    ];
    for dies in deaths {
        bench.die("killed", &[], dies);
    }
    bench.train("killed", &[], GENERATIONS).unwrap();
    assert_same(&bench.bytes("whole"), &bench.bytes("killed"));
}

#[test]
fn a_phase_whose_last_rename_was_lost_is_repeated() {
    let bench = with_a_whole_run();
    let whole = bench.bytes("whole");
    // Learning that wrote its log and died while it wrote the checkpoint.
    fs::rename(bench.path("whole/checkpoints/000004"), bench.path("whole/checkpoints/.unfinished-000004-1"))
        .unwrap();
    bench.train("whole", &[], GENERATIONS).unwrap();
    assert_same(&whole, &bench.bytes("whole"));
    // Self-play that wrote its log and died while it wrote the shard.
    fs::remove_dir_all(bench.path("whole/checkpoints/000004")).unwrap();
    fs::rename(bench.path("whole/games/000004.parquet"), bench.path("whole/games/.000004.parquet.tmp"))
        .unwrap();
    bench.train("whole", &[], GENERATIONS).unwrap();
    assert_same(&whole, &bench.bytes("whole"));
}

#[test]
fn a_small_window_forgets_the_same_rows_after_a_restart() {
    let bench = Bench::new();
    let changes = ["learn.window=30"];
    bench.train("whole", &changes, 3).unwrap();
    for generation in 1..=3 {
        bench.train("parts", &changes, generation).unwrap();
    }
    assert_same(&bench.bytes("whole"), &bench.bytes("parts"));
}

#[test]
fn weights_that_give_no_numbers_are_not_published() {
    let bench = Bench::new();
    let error = bench.train("run", &["learn.rate=1e30", "learn.warmup=0"], 3).unwrap_err().to_string();
    assert!(error.contains("diverged") && error.contains("lower learn.rate"), "{error}");
    assert!(bench.path("run/checkpoints/000000").exists());
    assert!(!bench.path("run/checkpoints/000001").exists());
}

#[test]
fn games_without_a_decision_are_an_error_and_not_an_endless_run() {
    let bench = Bench::new();
    let error = bench.train("run", &["start=W:Wa1=0:B"], 3).unwrap_err().to_string();
    assert!(error.contains("no decision to learn from"), "{error}");
    assert!(!bench.path("run/games").exists());
}
