//! Errors as the user sees them: one message on stderr, and an exit status.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Error;

/// The command line was used wrongly: a value of an option that is none. Exit status 2, as for an unknown option.
#[derive(Debug)]
pub struct UsageError(Error);

impl UsageError {
    /// Marks an error as one of usage.
    pub fn new(error: impl Into<Error>) -> UsageError {
        UsageError(error.into())
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&message(&self.0))
    }
}

impl std::error::Error for UsageError {}

/// Nobody reads stdout any more (`bashni … | head`). Not a failure, but there is nothing left to do.
#[derive(Debug)]
pub struct OutputClosed;

impl fmt::Display for OutputClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("standard output was closed")
    }
}

impl std::error::Error for OutputClosed {}

/// The user has interrupted the program; the text says what is left. Exit status [`INTERRUPTED`].
#[derive(Debug)]
pub struct Interrupted(pub String);

/// What a shell says of a program that SIGINT has ended: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Interrupted {}

/// Marks an error as one of usage.
pub trait OrUsage<T> {
    /// An error becomes a [`UsageError`] about `what`, as `--position`.
    fn or_usage(self, what: &str) -> anyhow::Result<T>;
}

impl<T, E: Into<Error>> OrUsage<T> for Result<T, E> {
    fn or_usage(self, what: &str) -> anyhow::Result<T> {
        self.map_err(|error| UsageError(error.into().context(what.to_owned())).into())
    }
}

/// An error and its causes in one message. A cause that its effect already quotes is not said twice.
fn message(error: &Error) -> String {
    let mut message = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if message.is_empty() {
            message = cause;
        } else if !message.contains(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}

/// What to do about a disk that is full.
const FULL: &str = "; there is no room left to write it: make room, or raise the limit, and give the same command again \
                    (files that were finished before are whole)";

/// True if a disk, a quota or a limit of size is in the way.
fn is_full(error: &Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    let kinds = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind);
    kinds.into_iter().any(|kind| matches!(kind, FileTooLarge | QuotaExceeded | StorageFull))
}

/// Writes an error to stderr and says how the program is to exit.
pub fn report(error: &Error) -> ExitCode {
    if error.chain().any(|cause| cause.is::<OutputClosed>()) {
        return ExitCode::SUCCESS;
    }
    // If stderr is closed too, there is nobody to tell.
    if let Some(interrupted) = error.downcast_ref::<Interrupted>() {
        let _ = writeln!(std::io::stderr(), "{interrupted}");
        return ExitCode::from(INTERRUPTED);
    }
    let hint = if is_full(error) { FULL } else { "" };
    let _ = writeln!(std::io::stderr(), "error: {}{hint}", message(error));
    ExitCode::from(if error.chain().any(|cause| cause.is::<UsageError>()) { 2 } else { 1 })
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn causes_follow_their_effects_and_are_said_once() {
        let error = anyhow!("no such file").context("cannot read a.toml");
        assert_eq!(message(&error), "cannot read a.toml: no such file");
        let error = anyhow!("no such file").context("cannot read a.toml: no such file");
        assert_eq!(message(&error), "cannot read a.toml: no such file");
    }

    #[test]
    fn a_full_disk_is_recognised_below_other_errors() {
        let full = io::Error::from(io::ErrorKind::StorageFull);
        assert!(is_full(&Error::from(full).context("cannot write a.parquet")));
        assert!(!is_full(
            &Error::from(io::Error::from(io::ErrorKind::NotFound)).context("cannot write a.parquet")
        ));
    }

    #[test]
    fn usage_errors_are_told_from_failures() {
        let usage: anyhow::Result<()> = Err(anyhow!("bad")).or_usage("--position");
        assert_eq!(report(&usage.unwrap_err()), ExitCode::from(2));
        assert_eq!(report(&anyhow!("failed")), ExitCode::from(1));
        assert_eq!(report(&OutputClosed.into()), ExitCode::SUCCESS);
        assert_eq!(report(&Interrupted("interrupted".to_owned()).into()), ExitCode::from(130));
    }
}
