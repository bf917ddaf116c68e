//! Other programs as players: those that misbehave lose, and all are ended.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use bashni_arena::{
    BuiltinPlayers, Fault, Go, MatchConfig, MatchError, MatchResult, PlayerFactory, PlayerSpec, Side, pdn,
};
use common::{play, rules, spec};
use tempfile::TempDir;

/// The text of a scripted engine that misbehaves in a certain way; its process ids go to a file.
fn scripted(how: &str, folder: &TempDir) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/misbehaves.sh");
    format!("engine:ms=50,cmd=sh '{}' {how} '{}'", script.display(), folder.path().join("pids").display())
}

fn pids(folder: &TempDir) -> Vec<String> {
    let text = fs::read_to_string(folder.path().join("pids")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Waits until every process that was started has ended.
#[track_caller]
fn assert_all_ended(folder: &TempDir, at_least: usize) {
    let pids = pids(folder);
    assert!(pids.len() >= at_least, "{pids:?}");
    let deadline = Instant::now() + Duration::from_secs(10);
    let runs = |pid: &String| {
        let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // A zombie would be one that nobody has waited for.
        !status.is_empty()
    };
    while pids.iter().any(runs) {
        assert!(Instant::now() < deadline, "{pids:?} still run");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn lose(how: &str, move_limit: Duration) -> (MatchResult, TempDir) {
    let folder = TempDir::new().unwrap();
    let config = MatchConfig { games: 4, seed: 3, move_limit: Some(move_limit), ..MatchConfig::default() };
    let result = play(&rules("bashni"), &scripted(how, &folder), "random", &config).unwrap();
    (result, folder)
}

#[track_caller]
fn assert_forfeits(how: &str, fault: Fault, says: &[&str]) {
    let (result, folder) = lose(how, Duration::from_secs(20));
    assert_eq!((result.report.losses, result.report.forfeits.len()), (4, 4), "{:?}", result.report);
    for forfeit in &result.report.forfeits {
        assert_eq!((forfeit.side, forfeit.fault), (Side::A, fault), "{forfeit:?}");
        for part in says {
            assert!(forfeit.message.contains(part), "{forfeit:?}");
        }
    }
    // One to find out who it is, and another one for each game, since none survives its loss.
    assert_all_ended(&folder, 5);
    let text = pdn(&result.games[0], &rules("bashni"), &result.report.players);
    assert!(text.contains("author=a test") && text.contains("name=scripted 7"), "{text}");
}

#[test]
fn an_engine_that_ends_loses_that_game_and_is_started_again_for_the_next() {
    assert_forfeits("ends", Fault::Crash, &["has ended (exit status: 3)", "on stderr: out of cheese"]);
}

#[test]
fn an_engine_that_closes_its_output_has_ended() {
    assert_forfeits("closes", Fault::Crash, &["has closed its output"]);
}

#[test]
fn an_engine_that_plays_what_is_not_legal_loses() {
    assert_forfeits("illegal", Fault::IllegalMove, &["bestmove a1-h8: ", "legal"]);
    assert_forfeits("nonsense", Fault::IllegalMove, &["bestmove pizza: ", "is not a move"]);
    assert_forfeits("none", Fault::IllegalMove, &["bestmove : ", "is not a move"]);
}

#[test]
fn an_engine_that_gives_no_move_has_broken_down_for_the_reason_that_it_says() {
    assert_forfeits("gives-up", Fault::Crash, &["gave no move: the table is lost"]);
}

#[test]
fn an_engine_that_never_ends_a_line_loses() {
    assert_forfeits("babbles", Fault::Crash, &["said a line that does not end"]);
}

#[test]
fn an_engine_that_hangs_loses_by_the_limit_for_a_move_and_is_ended() {
    let (result, folder) = lose("hangs", Duration::from_millis(200));
    assert_eq!((result.report.losses, result.report.forfeits.len()), (4, 4), "{:?}", result.report);
    for forfeit in &result.report.forfeits {
        assert_eq!(forfeit.fault, Fault::Stall);
        assert!(forfeit.message.contains("no move within 0.2 s"), "{forfeit:?}");
    }
    assert_all_ended(&folder, 5);
}

#[test]
fn an_engine_that_is_late_for_a_move_of_fixed_time_stalls() {
    let (result, folder) = lose("hangs", Duration::from_secs(60));
    for forfeit in &result.report.forfeits {
        assert_eq!(forfeit.fault, Fault::Stall);
        assert!(forfeit.message.contains("no bestmove within 5."), "{forfeit:?}");
    }
    assert_all_ended(&folder, 5);
}

#[test]
fn an_engine_that_does_not_quit_is_killed() {
    let folder = TempDir::new().unwrap();
    let rules = rules("bashni");
    let player: PlayerSpec = spec(&scripted("stays", &folder));
    let begun = Instant::now();
    let identity = BuiltinPlayers.identify(&player, &rules).unwrap();
    assert_eq!(
        (identity.settings["name"].as_str(), identity.settings["author"].as_str()),
        ("scripted 7", "a test")
    );
    assert_all_ended(&folder, 1);
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn what_cannot_be_started_or_does_not_speak_ugi_ends_the_match_before_it_begins() {
    let folder = TempDir::new().unwrap();
    for (player, part) in [
        ("engine:/no/such/engine --fast".to_owned(), "`/no/such/engine` cannot be started"),
        (scripted("ends-at-once", &folder), "has ended (exit status: 4); on stderr: no licence found"),
        (scripted("silent", &folder), "no ugiok within 10 s"),
    ] {
        let result =
            play(&rules("bashni"), &player, "random", &MatchConfig { games: 2, ..MatchConfig::default() });
        let Err(error @ MatchError::Setup { .. }) = result else { panic!("{player}: {result:?}") };
        assert!(error.to_string().contains(part), "{error}");
    }
    assert_all_ended(&folder, 2);
}

#[test]
fn the_limit_of_an_engine_is_that_of_its_text() {
    assert_eq!(Go::of(&spec("engine:depth=6,cmd=x")), Go::to_depth(6));
    assert_eq!(Go::of(&spec("engine:x")), Go::for_time(Duration::from_millis(100)));
}
