//! Text that a command reads: from a file, from standard input, or given as an argument.

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use bashni_rules::pdn::PdnError;

/// A text and where it is from.
pub struct Input {
    /// What messages call it.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Input {
    /// The text of a file; `-` is standard input.
    ///
    /// # Errors
    /// If it cannot be read, or is not UTF-8.
    pub fn of_file(path: &Path) -> Result<Input> {
        if path == Path::new("-") {
            return Input::of_stdin();
        }
        let name = path.display().to_string();
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
        Input::of_bytes(name, bytes)
    }

    fn of_stdin() -> Result<Input> {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
        Input::of_bytes("standard input".to_owned(), bytes)
    }

    fn of_bytes(name: String, bytes: Vec<u8>) -> Result<Input> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Input { name, text }),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let line = error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count() + 1;
                Err(anyhow!(
                    "{name}, line {line}: not UTF-8; convert the text first, for instance with \
                     iconv -f windows-1251 -t utf-8"
                ))
            }
        }
    }

    /// The text given as an argument, which is standard input if it is `-`, or else that of the file.
    ///
    /// # Errors
    /// As for [`of_file`](Input::of_file).
    pub fn of(argument: Option<&str>, file: Option<&PathBuf>) -> Result<Input> {
        match (argument, file) {
            (Some("-"), _) => Input::of_stdin(),
            (Some(text), _) => Ok(Input { name: "the argument".to_owned(), text: text.to_owned() }),
            (None, Some(file)) => Input::of_file(file),
            (None, None) => Input::of_stdin(),
        }
    }

    /// An error about this text, whose message begins with the place in it.
    pub fn error(&self, at: impl fmt::Display) -> anyhow::Error {
        anyhow!("{}, {at}", self.name)
    }

    /// An error that may be about this text: one with a place gets its name.
    pub fn about(&self, error: anyhow::Error) -> anyhow::Error {
        match error.downcast::<PdnError>() {
            Ok(error) => self.error(error),
            Err(error) => error,
        }
    }
}
