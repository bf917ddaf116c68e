//! Lines from standard input, which can be waited for with a clock running.

use std::io::stdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use anyhow::{Context, Result};

/// Lines that may be typed ahead.
const MAX_AHEAD: usize = 1_000;

/// How often an interruption is looked for.
const POLL: Duration = Duration::from_millis(50);

/// What comes from the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    Line(String),
    /// The end of input, or an interruption (Ctrl-C).
    End,
    /// Nothing within the time that was given.
    Nothing,
}

/// Standard input, read on a thread of its own, and interruptions.
pub struct Keyboard {
    lines: Receiver<String>,
    interrupted: Arc<AtomicBool>,
}

impl Keyboard {
    /// # Errors
    /// If interruptions cannot be caught.
    pub fn open() -> Result<Keyboard> {
        let (send, lines) = sync_channel(MAX_AHEAD);
        std::thread::spawn(move || {
            // A line that is not UTF-8 is an end too.
            for line in stdin().lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = interrupted.clone();
        ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).context("cannot catch Ctrl-C")?;
        Ok(Keyboard { lines, interrupted })
    }

    /// Set by an interruption; stops engines.
    pub fn interrupted(&self) -> &AtomicBool {
        &self.interrupted
    }

    /// True after an interruption.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// The next line, waited for no longer than a time if one is given.
    pub fn next(&self, within: Option<Duration>) -> Typed {
        let begun = std::time::Instant::now();
        loop {
            if self.is_interrupted() {
                return Typed::End;
            }
            let left = within.map_or(POLL, |within| within.saturating_sub(begun.elapsed()).min(POLL));
            match self.lines.recv_timeout(left) {
                Ok(line) => return Typed::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Typed::End,
                Err(RecvTimeoutError::Timeout) if within.is_some_and(|within| begun.elapsed() >= within) => {
                    return Typed::Nothing;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
