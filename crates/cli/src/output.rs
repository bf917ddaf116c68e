//! Results on stdout: text for people, or one JSON document.

use std::io::{ErrorKind, Write};

use anstream::AutoStream;
use anyhow::{Context, Result};
use clap::ColorChoice;
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
        write_line(std::io::stdout().lock(), text)
    }

    /// As [`line`](Output::line), for text with the colours of ANSI terminals, which old consoles of Windows do not read.
    ///
    /// # Errors
    /// As for [`line`](Output::line).
    pub fn coloured(&self, text: &str) -> Result<()> {
        write_line(AutoStream::always(std::io::stdout().lock()), text)
    }

    /// Whether to use colours. `Auto` leaves it to the environment: is stdout a terminal, and what do NO_COLOR,
    /// CLICOLOR_FORCE and CLICOLOR say.
    pub fn wants_colours(&self, choice: ColorChoice) -> bool {
        match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never,
        }
    }
}

fn write_line(mut stdout: impl Write, text: &str) -> Result<()> {
    match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(OutputClosed.into()),
        written => written.context("cannot write to standard output"),
    }
}
