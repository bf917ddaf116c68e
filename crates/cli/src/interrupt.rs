//! Ctrl-C: the first one asks for an end, the second one is the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use bashni_train::TrainError;

use crate::error::{INTERRUPTED, Interrupted};
use crate::progress::say;

/// A flag that is set by the first Ctrl-C. The second one ends the program at once, which loses no more than the first: all
/// that is published is published whole.
///
/// # Errors
/// If interruptions cannot be caught.
pub fn catch() -> Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    let caught = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        say("interrupted: ending what is in progress (Ctrl-C again ends at once)");
    });
    caught.context("cannot catch Ctrl-C")?;
    Ok(interrupted)
}

/// An error of training as the user is to see it; `left` says what an interruption left.
pub fn explain(error: TrainError, left: impl FnOnce() -> String) -> anyhow::Error {
    if error.is_stopped() { Interrupted(left()).into() } else { error.into() }
}
