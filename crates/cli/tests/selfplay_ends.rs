//! However self-play ends (killed, interrupted, no room left, a network that gives no numbers), what is there is whole.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use bashni_net::{Checkpoint, Manifest, NetConfig, Network};
use bashni_rules::Rules;
use common::runs::{Bench, assert_same};
use common::selfplay::{RULES, check_shards, series, shards};
use common::{bashni, command, refused};
use serde_json::Value;
use tch::Device;

/// Enough shards that a call is in the middle of them most of the time.
const SHARDS: &str = "60";

fn start(arguments: &[&str]) -> Child {
    command(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

fn succeed(arguments: &[&str]) {
    let run = bashni(arguments);
    assert_eq!(run.status, 0, "{}", run.stderr);
}

#[test]
fn ten_kills_at_random_moments_leave_whole_shards_and_change_nothing() {
    let bench = Bench::new();
    let begun = Instant::now();
    succeed(&series(&bench.at("whole"), &["--shards", SHARDS]));
    let duration = begun.elapsed();
    let whole = shards(&bench.path("whole"));
    let (mut kills, mut folders, mut within, mut random) = (0, 0, 0, 11_u32);
    while kills < 10 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let moment = f64::from(random >> 8) / f64::from(1 << 24);
        let folder = format!("killed{folders}");
        let path = bench.path(&folder);
        let before = shards(&path).len();
        let mut child = start(&series(&bench.at(&folder), &["--shards", SHARDS]));
        sleep(duration.mul_f64(moment / 2.0));
        if child.try_wait().unwrap().is_some() {
            assert_eq!(whole, shards(&path));
            folders += 1;
            continue;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        let number = check_shards(&path);
        within += u32::from(number > before as u64 && number < whole.len() as u64);
        for (name, bytes) in shards(&path) {
            assert!(whole[&name] == bytes, "{name} differs after {kills} kills");
        }
    }
    // A test that only ever killed it before its first shard, or after its last, would show nothing.
    assert!(within >= 3, "only {within} kills came while shards were written");
    let folder = format!("killed{folders}");
    succeed(&series(&bench.at(&folder), &["--shards", SHARDS]));
    assert_eq!(whole, shards(&bench.path(&folder)));
    succeed(&["data", "check", &bench.at(&folder)]);
}

/// Waits until there is a file, which must come while the program runs.
fn wait_for(path: &Path, child: &mut Child) {
    let begun = Instant::now();
    while !path.exists() {
        assert!(child.try_wait().unwrap().is_none(), "the program ended by itself");
        assert!(begun.elapsed() < Duration::from_secs(120), "{} never came", path.display());
        sleep(Duration::from_millis(2));
    }
}

/// Sends Ctrl-C, so many times, and gives the exit status and what was said.
fn interrupt(child: Child, times: usize) -> (Option<i32>, String) {
    for _ in 0..times {
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn an_interruption_leaves_whole_shards_and_the_next_call_goes_on() {
    let bench = Bench::new();
    succeed(&series(&bench.at("whole"), &["--shards", "8"]));
    for times in [1, 2] {
        let folder = format!("games{times}");
        let path = bench.path(&folder);
        let mut child = start(&series(&bench.at(&folder), &["--shards", "100000"]));
        wait_for(&path.join("000002.parquet"), &mut child);
        let (status, said) = interrupt(child, times);
        assert_eq!(status, Some(130), "{said}");
        if times == 1 {
            assert!(said.contains("interrupted; ") && said.contains("the same command goes on"), "{said}");
        }
        let there = check_shards(&path);
        assert!(there >= 2);
        let hidden = |name: &str| name.starts_with('.') && name != ".lock";
        let names = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name());
        let left: Vec<_> = names.filter(|name| hidden(&name.to_string_lossy())).collect();
        assert!(times == 2 || left.is_empty(), "{left:?}");
        let more = (there + 2).to_string();
        succeed(&series(&bench.at(&folder), &["--shards", &more]));
        let (whole, there) = (shards(&bench.path("whole")), shards(&path));
        for (name, bytes) in &whole {
            assert!(there.get(name).is_none_or(|there| there == bytes), "{name} differs");
        }
    }
}

#[test]
fn training_that_is_interrupted_in_any_phase_goes_on_and_ends_the_same() {
    let bench = Bench::new();
    // Phases long enough to be interrupted.
    let long = ["--rules", "bashni-6x6", "--set", "selfplay.games=60", "--set", "learn.reuse=10"];
    let games = ["--set", "arena.every=1", "--set", "arena.games=40", "--set", "arena.sims=100"];
    let train = |run: &str, generations: &str| {
        let more = [&["--generations", generations][..], &long, &games].concat();
        bench.train(run, &more)
    };
    train("whole", "1").succeed();
    for after in ["checkpoints/000000", "games/000001.parquet", "checkpoints/000001"] {
        let mut child = start(&train("run", "1").each_ref());
        wait_for(&bench.path("run").join(after), &mut child);
        let (status, said) = interrupt(child, 1);
        assert_eq!(status, Some(130), "{after}: {said}");
        assert!(said.contains("interrupted; ") && said.contains("the same command goes on"), "{said}");
        assert!(!said.contains("error"), "{said}");
    }
    assert!(!bench.path("run/matches/000001.json").exists(), "the last call was not in its match");
    train("run", "1").succeed();
    assert_same(&bench.path("run"), &bench.path("whole"));
}

/// Runs the program under a limit to the size of files, in units of 512 or 1024 bytes, as it meets a full disk.
fn limited(units: u32, arguments: &[&str]) -> (Option<i32>, String) {
    let script = format!("trap '' XFSZ; ulimit -f {units}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_bashni")]).args(arguments);
    let output = shell.output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_full_disk_is_an_error_that_says_so_and_what_was_there_stays() {
    let bench = Bench::new();
    let out = bench.at("games");
    let call = |shards: &'static str| {
        let call = ["selfplay", "--player", "uniform", "--rules", RULES, "--games", "100", "--out"];
        [&call[..], &[&out, "--set", "selfplay.search.sims=4", "--shards", shards]].concat()
    };
    succeed(&call("1"));
    let before = shards(&bench.path("games"));
    let (status, said) = limited(4, &call("3"));
    assert_eq!(status, Some(1), "{said}");
    for part in
        ["error: ", "games/000002.parquet: cannot write the file", "make room", "give the same command again"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(before, shards(&bench.path("games")));
    assert!(!bench.path("games/.000002.parquet.tmp").exists());
    succeed(&call("3"));
    assert_eq!(shards(&bench.path("games")).len(), 3);
}

#[test]
fn a_full_disk_in_any_phase_of_a_run_is_told_and_harms_nothing() {
    let bench = Bench::new();
    let train = |run: &str, generations: &str| bench.train(run, &["--generations", generations]);
    train("whole", "2").succeed();
    train("run", "1").succeed();
    // Each limit stops another file.
    let mut failures = std::collections::BTreeSet::new();
    for units in [1, 2, 4, 8, 12, 16, 20, 24, 32] {
        let (status, said) = limited(units, &train("run", "2").each_ref());
        if status == Some(0) {
            break;
        }
        assert_eq!(status, Some(1), "{units}: {said}");
        assert!(said.contains("/run/") && said.contains("make room"), "{units}: {said}");
        failures.insert(said.lines().last().unwrap_or_default().to_owned());
    }
    assert!(failures.len() > 1, "{failures:?}");
    train("run", "2").succeed();
    assert_same(&bench.path("run"), &bench.path("whole"));
}

/// A checkpoint of the tests' rules whose weights are no numbers.
fn broken_checkpoint(path: &Path) {
    let rules = Rules::preset(RULES).unwrap();
    let config = NetConfig { channels: 4, blocks: 1, ..NetConfig::default() };
    let network = Network::new(&config, &rules, 1, Device::Cpu).unwrap();
    tch::no_grad(|| {
        for (_, parameter) in network.parameters() {
            let _ = parameter.shallow_clone().fill_(f64::NAN);
        }
    });
    Checkpoint::write(path, Manifest::new(&rules, &config, 3, 77), &network, &[]).unwrap();
}

#[test]
fn a_network_that_gives_no_numbers_stops_with_all_that_is_needed_to_look_into_it() {
    let bench = Bench::new();
    broken_checkpoint(&bench.path("broken"));
    let (net, out) = (bench.at("broken"), bench.at("games"));
    let call = [
        "selfplay",
        "--net",
        &net,
        "--seed",
        "5",
        "--shards",
        "1",
        "--set",
        "inference.precision=f32",
        "--out",
        &out,
    ];
    refused(
        1,
        &call,
        &["broken: the evaluator gave ", "NaN", "games/dump/step-77-game-", "inference.precision = \"f32\""],
    );
    assert!(shards(&bench.path("games")).is_empty());
    let dump = fs::read_dir(bench.path("games/dump")).unwrap().next().unwrap().unwrap().path();
    let dump: Value = serde_json::from_str(&fs::read_to_string(dump).unwrap()).unwrap();
    assert_eq!(dump["checkpoint"].as_str(), Some(net.as_str()));
    assert_eq!((&dump["settings"]["seed"], &dump["settings"]["network_step"]), (&5.into(), &77.into()));
    assert!(dump["settings"]["selfplay"]["search"]["sims"].is_u64());
    assert!(dump["game"].is_u64() && dump["game_seed"].is_u64() && dump["searched"]["ply"].is_u64());
    let steps = dump["evaluated"]["steps"].as_array().unwrap().len();
    let logits = dump["evaluation"]["logits"].as_array().unwrap();
    assert_eq!((steps, &logits[0]), (logits.len(), &"NaN".into()));
    // The position can be looked at.
    let position = dump["evaluated"]["position"].as_str().unwrap();
    succeed(&["show", "--rules", RULES, position]);
}
