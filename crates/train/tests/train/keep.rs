//! Old games and networks: removed as the config says, and never what a run needs to go on.

use std::collections::BTreeSet;
use std::fs;

use bashni_train::{Event, KeepLog, SelfPlayLog, train};

use crate::bench::{Bench, assert_same, upto};

const THIN: [&str; 4] = ["learn.window=30", "keep.shards=1", "keep.checkpoints=1", "keep.every=3"];

/// The generations in a folder of a run.
fn generations(bench: &Bench, folder: &str) -> Vec<u64> {
    let entries = fs::read_dir(bench.path(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().path());
    let numbers: BTreeSet<u64> = names.filter_map(|path| path.file_stem()?.to_str()?.parse().ok()).collect();
    numbers.into_iter().collect()
}

/// The oldest generation whose shard the window needs after `last`.
fn window_start(bench: &Bench, run: &str, last: u64, window: u64) -> u64 {
    let mut rows = 0;
    for generation in (1..=last).rev() {
        let path = bench.path(&format!("{run}/log/{generation:06}-selfplay.json"));
        let log: SelfPlayLog = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        rows += log.rows;
        if rows >= window {
            return generation;
        }
    }
    1
}

#[test]
fn a_run_that_is_thinned_learns_the_same_and_keeps_what_it_is_told_to() {
    let bench = Bench::new();
    bench.train("whole", &["learn.window=30"], 5).unwrap();
    bench.train("thin", &THIN, 5).unwrap();
    let start = window_start(&bench, "thin", 5, 30);
    assert!(start > 1, "the window holds all games");
    assert_eq!(generations(&bench, "thin/games"), (start..=5).collect::<Vec<_>>());
    assert_eq!(generations(&bench, "thin/checkpoints"), [0, 3, 5]);
    assert_eq!(generations(&bench, "whole/checkpoints"), [0, 1, 2, 3, 4, 5]);
    let thin = bench.bytes("thin");
    let mut whole = bench.bytes("whole");
    whole.retain(|name, _| thin.contains_key(name));
    assert_same(&whole, &thin);
}

#[test]
fn calls_that_die_in_any_phase_leave_the_same() {
    let bench = Bench::new();
    bench.train("whole", &THIN, 5).unwrap();
    let deaths: [fn(&Event<'_>) -> bool; 5] = [
        |event| matches!(event, Event::SelfPlayed(log) if log.generation == 2),
        |event| matches!(event, Event::Learned(log) if log.generation == 2),
        |event| matches!(event, Event::Removed(_)),
        |event| matches!(event, Event::Learned(log) if log.generation == 4),
        |event| matches!(event, Event::SelfPlay { generation: 5, .. }),
    ];
    for dies in deaths {
        bench.die("killed", &THIN, dies);
    }
    bench.train("killed", &THIN, 5).unwrap();
    assert_same(&bench.bytes("whole"), &bench.bytes("killed"));
}

#[test]
fn what_a_killed_call_has_not_removed_the_next_one_removes() {
    let bench = Bench::new();
    bench.train("run", &["learn.window=30"], 4).unwrap();
    let all = bench.bytes("run");
    // Killed while it removed a checkpoint: the folder has its hidden name.
    fs::rename(bench.path("run/checkpoints/000001"), bench.path("run/checkpoints/.unfinished-000001-7"))
        .unwrap();
    let mut removed: Vec<KeepLog> = Vec::new();
    let mut run = bench.open("run", &THIN).unwrap();
    train(&mut run, upto(4), &mut |event| {
        if let Event::Removed(log) = event {
            removed.push(log.clone());
        }
    })
    .unwrap();
    drop(run);
    let start = window_start(&bench, "run", 4, 30);
    let expected = KeepLog { shards: (1..start).collect(), checkpoints: vec![2], bytes: removed[0].bytes };
    assert_eq!(removed, [expected]);
    let left = bench.bytes("run");
    let gone = all.iter().filter(|(name, _)| !left.contains_key(*name) && !name.contains("000001/"));
    assert_eq!(gone.map(|(_, bytes)| bytes.len() as u64).sum::<u64>(), removed[0].bytes);
    let log: KeepLog =
        serde_json::from_slice(&fs::read(bench.path("run/log/000004-keep.json")).unwrap()).unwrap();
    assert_eq!(log, removed[0]);
    // There is nothing more to do, and the run goes on.
    bench.train("run", &THIN, 5).unwrap();
    assert_eq!(generations(&bench, "run/checkpoints"), [0, 3, 5]);
}

#[test]
fn checkpoints_that_were_rated_stay() {
    let bench = Bench::new();
    bench.train("run", &["keep.checkpoints=1", "arena.every=2"], 5).unwrap();
    assert_eq!(generations(&bench, "run/checkpoints"), [0, 2, 4, 5]);
    assert_eq!(generations(&bench, "run/games"), [1, 2, 3, 4, 5]);
}

#[test]
fn other_files_in_the_folders_are_left_alone() {
    let bench = Bench::new();
    bench.train("run", &["learn.window=30"], 4).unwrap();
    for name in ["run/games/1.parquet", "run/games/notes.txt", "run/games/mine-000001.parquet"] {
        fs::write(bench.path(name), "mine").unwrap();
    }
    fs::create_dir(bench.path("run/checkpoints/best")).unwrap();
    bench.train("run", &THIN, 5).unwrap();
    for name in ["run/games/1.parquet", "run/games/notes.txt", "run/games/mine-000001.parquet"] {
        assert_eq!(fs::read_to_string(bench.path(name)).unwrap(), "mine");
    }
    assert!(bench.path("run/checkpoints/best").is_dir());
}
