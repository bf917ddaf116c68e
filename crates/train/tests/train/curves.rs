//! TensorBoard's file: each point is there once, however often the run was interrupted.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bashni_train::{Event, LearnLog, SelfPlayLog};
use protobuf::Message;
use tensorboard_rs::masked_crc32c::masked_crc32c;

use crate::bench::{Bench, assert_same};

/// Points of each curve, by step.
type Curves = BTreeMap<String, Vec<(i64, f32)>>;

/// Reads the one event file of a run, as TensorBoard does: records of a length, its checksum, a message, its checksum.
fn read(run: &Path) -> Curves {
    let files: Vec<_> =
        fs::read_dir(run.join("tensorboard")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    assert!(files[0].to_string_lossy().contains("events.out.tfevents."), "{files:?}");
    let bytes = fs::read(&files[0]).unwrap();
    let (mut rest, mut curves, mut first) = (&bytes[..], Curves::new(), true);
    while !rest.is_empty() {
        let (header, after) = rest.split_at(12);
        let length = u64::from_le_bytes(header[..8].try_into().unwrap()) as usize;
        let (body, after) = after.split_at(length);
        let (footer, after) = after.split_at(4);
        assert_eq!(header[8..], masked_crc32c(&header[..8]).to_le_bytes());
        assert_eq!(footer, masked_crc32c(body).to_le_bytes());
        let mut event = tensorboard_proto::event::Event::new();
        event.merge_from_bytes(body).unwrap();
        assert_eq!(event.has_file_version(), first, "only the first record says the version");
        assert!(event.get_wall_time() > 1.6e9);
        for value in event.get_summary().get_value() {
            let points = curves.entry(value.get_tag().to_owned()).or_default();
            points.push((event.get_step(), value.get_simple_value()));
        }
        (rest, first) = (after, false);
    }
    curves
}

const TAGS: [&str; 8] = [
    "loss/total",
    "loss/policy",
    "loss/value",
    "learn/rate",
    "selfplay/games",
    "selfplay/plies_per_game",
    "selfplay/draw_rate",
    "speed/evaluations_per_second",
];

#[track_caller]
fn assert_once_each(curves: &Curves, generations: usize) {
    for tag in TAGS {
        assert_eq!(curves[tag].len(), generations, "{tag}");
    }
    for (tag, points) in curves {
        for pair in points.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{tag}: {points:?}");
        }
    }
}

/// The second point of a curve. (A number that went through JSON may have lost its last bit.)
#[track_caller]
fn assert_point(curves: &Curves, tag: &str, step: u64, value: f64) {
    let (at, shown) = curves[tag][1];
    assert_eq!(at, step as i64, "{tag}");
    assert!((f64::from(shown) - value).abs() <= 1e-6 * value.abs(), "{tag}: {shown}, not {value}");
}

fn log<T: serde::de::DeserializeOwned>(run: &Path, name: &str) -> T {
    serde_json::from_str(&fs::read_to_string(run.join("log").join(name)).unwrap()).unwrap()
}

#[test]
fn every_curve_has_a_point_a_generation_with_the_values_of_the_logs() {
    let bench = Bench::new();
    bench.train("run", &[], 2).unwrap();
    let run = bench.path("run");
    let curves = read(&run);
    assert_once_each(&curves, 2);
    let learned: LearnLog = log(&run, "000002-learn.json");
    for (tag, value) in [
        ("loss/total", learned.loss),
        ("loss/policy", learned.policy_loss),
        ("loss/value", learned.value_loss),
        ("learn/rate", learned.rate),
    ] {
        assert_point(&curves, tag, learned.total_steps, value);
    }
    let played: SelfPlayLog = log(&run, "000002-selfplay.json");
    for (tag, value) in [
        ("selfplay/games", 12.0),
        ("selfplay/plies_per_game", played.plies as f64 / 6.0),
        ("selfplay/draw_rate", played.draws as f64 / 6.0),
        ("speed/evaluations_per_second", played.evaluations as f64 / played.seconds),
    ] {
        assert_point(&curves, tag, played.network_step, value);
    }
}

#[test]
fn a_continued_run_shows_no_point_twice_and_misses_none() {
    let bench = Bench::new();
    let changes = ["arena.every=1"];
    bench.train("run", &changes, 1).unwrap();
    bench.train("run", &changes, 2).unwrap();
    bench.die("run", &changes, |event| matches!(event, Event::SelfPlayed(_)));
    bench.die("run", &changes, |event| matches!(event, Event::Learned(_)));
    bench.die("run", &changes, |event| matches!(event, Event::Rated(log) if log.generation == 3));
    bench.train("run", &changes, 4).unwrap();
    let curves = read(&bench.path("run"));
    assert_once_each(&curves, 4);
    // Rated before it learned anything, and after each generation.
    assert_eq!(curves["arena/elo_against_random"].len(), 5);
    assert_eq!(curves["arena/score_against_random"].len(), 5);
}

#[test]
fn a_log_that_cannot_be_written_does_not_stop_training() {
    let bench = Bench::new();
    bench.train("usual", &[], 2).unwrap();
    bench.train("blocked", &[], 1).unwrap();
    fs::remove_dir_all(bench.path("blocked/tensorboard")).unwrap();
    fs::write(bench.path("blocked/tensorboard"), "a file where a folder should be").unwrap();
    bench.train("blocked", &[], 2).unwrap();
    assert_same(&bench.bytes("usual"), &bench.bytes("blocked"));
    // Once it can be written again, nothing is missing.
    fs::remove_file(bench.path("blocked/tensorboard")).unwrap();
    bench.train("blocked", &[], 3).unwrap();
    assert_once_each(&read(&bench.path("blocked")), 3);
}

#[test]
fn resignations_and_quick_searches_have_curves_of_their_own() {
    let bench = Bench::new();
    // Everybody resigns who can, but in half of the games.
    let changes = [
        "selfplay.games=20",
        "selfplay.full_share=0.5",
        "selfplay.quick_sims=2",
        "selfplay.resign.below=0.5",
        "selfplay.resign.decisions=1",
        "selfplay.resign.play_on_share=0.5",
        "selfplay.openings.fork_share=0.5",
    ];
    bench.train("run", &changes, 2).unwrap();
    let run = bench.path("run");
    let curves = read(&run);
    let played: SelfPlayLog = log(&run, "000002-selfplay.json");
    let resignations = played.resignations.clone().unwrap();
    let counts = resignations.counts;
    assert!(counts.resigned > 0 && counts.would_have > 0, "{counts:?}");
    let rate = resignations.false_positives.unwrap();
    assert_eq!(Some(rate), counts.false_positives());
    for (tag, value) in [
        ("resignation/rate", counts.resigned as f64 / 20.0),
        ("resignation/false_positives", rate.share),
        ("resignation/false_positives_low", rate.low),
        ("resignation/false_positives_high", rate.high),
        ("selfplay/full_search_rate", played.full_rows.unwrap() as f64 / played.rows as f64),
        ("selfplay/fork_rate", played.forked as f64 / 20.0),
    ] {
        assert_point(&curves, tag, played.network_step, value);
    }
    // Where nobody resigns there is no such curve.
    bench.train("usual", &[], 1).unwrap();
    assert!(read(&bench.path("usual")).keys().all(|tag| !tag.starts_with("resignation/")));
}
