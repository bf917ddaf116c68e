//! Results on stdout: text for people, or one JSON document.

use std::io::{ErrorKind, Write};

use anyhow::{Context, Result};
use serde::Serialize;

use crate::error::OutputClosed;

/// Where and how a command prints its result. Progress and messages go to stderr instead.
pub struct Output {
    json: bool,
}

impl Output {
    /// Output as JSON, or as text.
    pub fn new(json: bool) -> Output {
        Output { json }
    }

    /// True if one JSON document is wanted.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Prints the one JSON document.
    ///
    /// # Errors
    /// If stdout cannot be written.
    pub fn json<T: Serialize>(&self, document: &T) -> Result<()> {
        self.line(&serde_json::to_string(document)?)
    }

    /// Prints text and ends the line.
    ///
    /// # Errors
    /// If stdout cannot be written; [`OutputClosed`] if nobody reads it.
    pub fn line(&self, text: &str) -> Result<()> {
        let mut stdout = std::io::stdout().lock();
        match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(OutputClosed.into()),
            written => written.context("cannot write to standard output"),
        }
    }
}
