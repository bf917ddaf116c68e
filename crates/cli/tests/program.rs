//! What holds for the program as a whole: help, version, exit statuses, closed pipes.

mod common;

use std::io::Read;
use std::process::Stdio;

use common::{bashni, command, text};

const COMMANDS: [&[&str]; 16] = [
    &["rules"],
    &["rules", "list"],
    &["rules", "show"],
    &["show"],
    &["moves"],
    &["replay"],
    &["convert"],
    &["perft"],
    &["train"],
    &["arena"],
    &["tournament"],
    &["book"],
    &["play"],
    &["analyse"],
    &["engine"],
    &["info"],
];

#[test]
fn every_command_has_help_with_an_example() {
    for arguments in COMMANDS {
        for flag in ["--help", "-h"] {
            let help = text(&[arguments, &[flag]].concat());
            assert!(help.contains("Usage: bashni"), "{arguments:?}");
            let example = format!("  bashni {}", arguments[0]);
            assert!(help.contains("Example") && help.contains(&example), "{arguments:?}: {help}");
            assert!(help.contains("--json"), "{arguments:?}");
        }
    }
    assert!(text(&["--help"]).contains("Examples:\n  bashni "));
}

#[test]
fn commands_that_play_choose_their_rules() {
    for command in ["show", "moves", "replay", "perft"] {
        let help = text(&[command, "--help"]);
        assert!(
            ["--rules <PRESET|FILE>", "--set <KEY=VALUE>", "--position <POSITION>"]
                .iter()
                .all(|o| help.contains(o))
        );
    }
}

#[test]
fn the_version_names_libtorch_and_the_processor() {
    let version = format!("bashni {}\n", env!("CARGO_PKG_VERSION"));
    let printed = text(&["--version"]);
    assert!(printed.starts_with(version.trim_end()), "{printed}");
    for part in ["libtorch 2.", "processor: "] {
        assert!(printed.contains(part), "{printed}");
    }
}

#[test]
fn using_the_program_wrongly_has_exit_status_2() {
    for arguments in
        [&["nonsense"][..], &["moves", "--nonsense"], &["moves", "extra"], &["perft", "--json=3"], &[]]
    {
        let run = bashni(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(!run.stderr.is_empty() && !run.stderr.contains("panicked"), "{arguments:?}");
    }
}

#[test]
fn json_may_be_asked_for_before_or_after_the_command() {
    assert_eq!(text(&["--json", "moves"]), text(&["moves", "--json"]));
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_the_program_without_a_word() {
    for arguments in [
        &["perft", "--depth", "7"][..],
        &["rules", "show"],
        &["show"],
        &["show", "--color", "always"],
        &["show", "--svg", "-"],
        &["moves", "--json"],
        &["moves", "--help"],
        &["--version"],
    ] {
        let mut child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let done = command(&["moves"]).stdout(full).output().unwrap();
    assert_eq!(done.status.code(), Some(1));
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.starts_with("error: cannot write to standard output: "), "{said}");
}
