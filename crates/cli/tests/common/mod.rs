//! Runs the real program.
#![allow(dead_code, reason = "each test uses a part")]

pub mod runs;
pub mod selfplay;

use std::process::{Command, Output};

use serde_json::Value;

/// What the program did.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// The program with these arguments.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bashni"));
    command.args(arguments);
    command
}

pub fn bashni(arguments: &[&str]) -> Run {
    let Output { status, stdout, stderr } = command(arguments).output().unwrap();
    Run {
        status: status.code().expect("ended by a signal"),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}

/// Runs a command that must succeed in silence on stderr; what it printed.
pub fn text(arguments: &[&str]) -> String {
    let run = bashni(arguments);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
    run.stdout
}

/// Runs a command with `--json`, which must print one line that is a JSON document.
pub fn json(arguments: &[&str]) -> Value {
    let printed = text(&[arguments, &["--json"]].concat());
    assert_eq!(printed.lines().count(), 1, "{arguments:?}: {printed}");
    serde_json::from_str(&printed).unwrap()
}

/// Runs a command that must fail with this status, say nothing on stdout and one error on stderr; the error.
pub fn error(status: i32, arguments: &[&str]) -> String {
    let run = bashni(arguments);
    assert_eq!((run.status, run.stdout.as_str()), (status, ""), "{arguments:?}: {}", run.stderr);
    assert!(run.stderr.starts_with("error: "), "{arguments:?}: {}", run.stderr);
    assert_eq!(run.stderr.matches("error: ").count(), 1, "{arguments:?}: {}", run.stderr);
    run.stderr
}

/// As [`error`], and the message must have each part.
pub fn refused(status: i32, arguments: &[&str], parts: &[&str]) {
    let message = error(status, arguments);
    for part in parts {
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
}
