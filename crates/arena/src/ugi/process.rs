//! A program that is started, spoken to and ended.

use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::command::cleaned;
use super::lines::{Input, Lines};

/// Bytes of a line that an engine may say.
const MAX_LINE: usize = 1 << 16;

/// Lines that wait to be heard: an engine that says more has to wait.
const MAX_UNHEARD: usize = 1_000;

/// Lines of stderr that are kept, the last ones, and characters of each.
const KEPT_LINES: usize = 10;
const KEPT_CHARACTERS: usize = 300;

/// Time for a program to end by itself after it was told to.
const LEAVE: Duration = Duration::from_millis(500);

/// A running program. It is ended when this is dropped: told to quit first, then killed.
pub(super) struct Process {
    child: Child,
    /// Lines for its stdin, which a thread writes, since a program may not read.
    to_say: Option<Sender<String>>,
    said: Receiver<Input>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// Closed when there is nothing more to read from stderr.
    stderr_open: Option<Receiver<()>>,
}

impl Process {
    /// Starts a program by a command, which is split into words as by a shell; no shell is started.
    ///
    /// # Errors
    /// If the command is none or cannot be started; a sentence.
    pub fn start(command: &str) -> Result<Process, String> {
        let words = shlex::split(command).unwrap_or_default();
        let [program, arguments @ ..] = &words[..] else { return Err("there is no command".to_owned()) };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("`{program}` cannot be started: {error}"))?;
        let (to_say, lines) = channel();
        let (hear, said) = sync_channel(MAX_UNHEARD);
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || speak(stdin, &lines));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                let mut lines = Lines::new(BufReader::new(stdout), MAX_LINE);
                while let Ok(Some(line)) = lines.next() {
                    if hear.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        let mut stderr_open = None;
        if let Some(stderr) = child.stderr.take() {
            let kept = complaints.clone();
            let (until_closed, open) = channel();
            stderr_open = Some(open);
            thread::spawn(move || {
                keep(stderr, &kept);
                drop(until_closed);
            });
        }
        Ok(Process { child, to_say: Some(to_say), said, complaints, stderr_open })
    }

    /// Says a line to the program. If it does not listen any more, that is seen when it is listened to.
    pub fn say(&self, line: impl ToString) {
        if let Some(to_say) = &self.to_say {
            let _ = to_say.send(line.to_string());
        }
    }

    /// The next line that the program says, if it does so within a time.
    ///
    /// # Errors
    /// If it says nothing in that time, or nothing more ever.
    pub fn hear(&self, within: Duration) -> Result<Input, RecvTimeoutError> {
        self.said.recv_timeout(within)
    }

    /// How the program has ended, given a moment to do so; `None` if it runs.
    pub fn has_ended(&mut self) -> Option<ExitStatus> {
        self.ends_within(LEAVE)
    }

    /// The last lines that the program wrote to stderr, in one; empty if there are none. To be asked for when it has ended:
    /// the rest of what it wrote is waited for a moment.
    pub fn complaints(&self) -> String {
        if let Some(open) = &self.stderr_open {
            let _ = open.recv_timeout(LEAVE);
        }
        let kept = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().map(String::as_str).collect::<Vec<_>>().join(" | ")
    }

    /// Ends the program at once.
    pub fn kill(&mut self) {
        self.to_say = None;
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn ends_within(&mut self, time: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        // Closes its stdin, by which a program that does not know the word ends too.
        self.to_say = None;
        if self.ends_within(LEAVE).is_none() {
            self.kill();
        }
    }
}

/// Writes lines until there will be no more, or nobody reads them.
fn speak(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

/// Keeps the last lines of a stream.
fn keep(stream: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut lines = Lines::new(BufReader::new(stream), MAX_LINE);
    while let Ok(Some(line)) = lines.next() {
        let Input::Text(text) = line else { continue };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT_LINES {
            kept.pop_front();
        }
        kept.push_back(cleaned(&text).chars().take(KEPT_CHARACTERS).collect());
    }
}
