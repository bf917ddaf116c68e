//! `bashni play`, with lines from a pipe.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Output, Stdio};
use std::time::Duration;

use common::{command, refused};
use tempfile::TempDir;

/// Plays with these lines typed; what is printed. It must end well.
fn play(arguments: &[&str], typed: &str) -> String {
    let player: &[&str] =
        if arguments.contains(&"--player") { &[] } else { &["--player", "minimax:depth=1"] };
    let mut child = command(&[&["play"], player, arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    assert!(status.success() && stderr.is_empty(), "{status}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

#[test]
fn moves_are_typed_or_picked_from_the_list_and_the_player_answers() {
    let shown = play(&[], "c3-d4\n1\nquit\n");
    assert!(shown.contains("You are White, against minimax:depth=1"), "{shown}");
    assert!(shown.contains("1 c3-b4   2 e3-d4"), "{shown}");
    assert_eq!(shown.matches("Black plays ").count(), 2, "{shown}");
}

#[test]
fn a_person_may_have_black_and_then_the_player_begins() {
    let shown = play(&["--side", "black"], "quit\n");
    let (begins, listed) = (shown.find("White plays ").unwrap(), shown.find("Black to move:").unwrap());
    assert!(begins < listed, "{shown}");
    // Black's rows are below.
    assert!(shown.find(" 1 │").unwrap() < shown.find(" 8 │").unwrap(), "{shown}");
}

#[test]
fn what_is_no_move_is_said_and_nothing_is_played() {
    let shown = play(&[], "c3-d5\n99\n0\nnonsense\nclock\nposition\n");
    for part in [
        "`c3-d5` is not a move",
        "there is no move 99: the list has 7",
        "there is no move 0",
        "`nonsense` is not a move",
        "there are no clocks",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(!shown.contains("Black plays"), "{shown}");
    assert!(shown.contains("\n> W:Wa1=0,a3=0,") || shown.contains("> W:Wa1=0,a3=0,"), "{shown}");
}

#[test]
fn a_game_can_be_won_taken_back_and_saved() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (saved, left) = (file("a game.pdn"), file("left.pdn"));
    let start = ["--position", "W:Wa1=1:Bb2=00", "--pdn", &left, "--name", "Ada"];
    let typed = format!("hint\na1:c3:a1\nsave {saved}\nresign\nundo\n");
    let shown = play(&start, &typed);
    for part in
        ["a1:c3:a1  (+#1", "1-0: Black has no legal move, you have won", "written to ", "the game is over"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let won = fs::read_to_string(saved).unwrap();
    for part in ["[White \"Ada\"]", "[Black \"minimax:depth=1\"]", "[Result \"1-0\"]", "1. a1:c3:a1 1-0"] {
        assert!(won.contains(part), "{part}: {won}");
    }
    // Taken back, and so without a result when it is left.
    let left = fs::read_to_string(left).unwrap();
    assert!(left.contains("[Result \"*\"]") && !left.contains("a1:c3:a1"), "{left}");
}

#[test]
fn who_resigns_has_lost() {
    let shown = play(&["--flip"], "resign\nundo\nresign\nc3-d4\nquit\n");
    assert_eq!(shown.matches("0-1: White resigns, you have lost").count(), 2, "{shown}");
    assert!(shown.contains("the game is over; undo, save FILE or quit"), "{shown}");
    let shown = play(&["--time", "5:00+3"], "c3-d4\nclock\n");
    assert!(shown.contains("White 5:0") && shown.contains("Black 5:0"), "{shown}");
}

#[test]
fn a_clock_runs_out_while_nothing_is_typed() {
    let mut child = command(&["play", "--player", "random", "--time", "0:00.3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let over = lines.find(|line| line.contains("has no time left"));
    assert_eq!(over.unwrap(), "0-1: White has no time left, you have lost. undo, save FILE or quit?");
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

/// Types each line a while after the one before.
fn play_slowly(arguments: &[&str], typed: &[&str]) -> String {
    let mut child = command(&[&["play"], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for line in typed {
        std::thread::sleep(Duration::from_millis(1200));
        writeln!(stdin, "{line}").unwrap();
    }
    drop(stdin);
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn undo_gives_the_time_back_too_even_after_a_fallen_flag() {
    let shown = play_slowly(&["--player", "random", "--time", "1:00"], &["c3-d4", "undo", "clock"]);
    let (_, after) = shown.rsplit_once("undo").unwrap_or(("", &shown));
    // Only what is since the undo has passed, a second or two; the whole would be four.
    assert!(["0:57", "0:58", "0:59"].iter().any(|time| after.contains(&format!("White {time}"))), "{shown}");
    let shown = play_slowly(&["--player", "random", "--time", "0:01"], &["", "undo", "quit"]);
    assert!(shown.contains("White has no time left"), "{shown}");
    assert_eq!(shown.matches("1 c3-b4").count(), 2, "{shown}");
}

#[test]
fn the_clock_stands_still_while_a_hint_is_sought() {
    let shown = play(&["--player", "alphabeta", "--time", "0:00.9"], "hint\nquit\n");
    assert!(!shown.contains("no time left") && shown.contains("nodes"), "{shown}");
}

#[test]
fn the_plies_without_progress_of_a_position_are_shown_and_kept() {
    let shown = play(&["--position", "W:Wa1=1:Bh8=1/0:H3"], "position\n");
    assert!(shown.contains("W:Wa1=1:Bh8=1/0:H3"), "{shown}");
}

#[test]
fn the_end_of_input_leaves_and_wrong_options_are_refused() {
    assert!(play(&[], "").ends_with("> \n"));
    refused(2, &["play", "--json"], &["bashni engine"]);
    let run = common::bashni(&["play", "--time", "soon"]);
    assert!(run.status == 2 && run.stderr.contains("as 5:00+3"), "{}", run.stderr);
    refused(2, &["play", "--position", "W:Wz9=1:B"], &["z9"]);
    refused(
        2,
        &["play", "--pdn", "/no/such/folder/x.pdn"],
        &["--pdn /no/such/folder/x.pdn: cannot write it"],
    );
}

#[test]
#[cfg(unix)]
fn an_interruption_leaves_as_quit_does() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("left.pdn");
    let mut child =
        command(&["play", "--player", "minimax", "--side", "black", "--pdn", &file.display().to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
    let stdin = child.stdin.take();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut greeting = String::new();
    stdout.read_line(&mut greeting).unwrap();
    assert!(greeting.starts_with("You are Black"), "{greeting}");
    // The player now thinks for a second.
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    stdout.read_to_string(&mut greeting).unwrap();
    let status = child.wait().unwrap();
    drop(stdin);
    assert!(status.success(), "{status}");
    assert!(fs::read_to_string(file).unwrap().contains("[Event \"bashni play\"]"));
}
