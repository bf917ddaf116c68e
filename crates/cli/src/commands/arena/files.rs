//! The files that a match is written to.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use bashni_arena::{GameRecord, PlayerIdentity, pdn};
use bashni_rules::Rules;

use crate::error::UsageError;
use crate::out_files::try_out_file;

/// Finds out before the games are played, not after them, whether files can be written. What is in them stays.
///
/// # Errors
/// If one cannot be written, or is named twice.
pub fn check(paths: &[&PathBuf]) -> Result<()> {
    for (i, path) in paths.iter().enumerate() {
        if paths[..i].contains(path) {
            let message =
                anyhow!("{}: named for two kinds of output; give each a file of its own", path.display());
            return Err(UsageError::new(message).into());
        }
        try_out_file(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// A PDN file that grows with its match: each game is written as soon as all before it have ended, so that a match that is
/// killed leaves the games up to then.
pub struct GrowingPdn<'a> {
    path: &'a Path,
    rules: &'a Rules,
    /// The file, once there is a game in it.
    file: Option<File>,
    /// Number of the game that is written next.
    next: u64,
    /// Games that have ended before one of a lower number.
    waiting: BTreeMap<u64, String>,
    failed: Option<io::Error>,
}

impl<'a> GrowingPdn<'a> {
    /// Begins with no game, and leaves alone what is in the file until there is one.
    pub fn new(path: &'a Path, rules: &'a Rules) -> GrowingPdn<'a> {
        GrowingPdn { path, rules, file: None, next: 0, waiting: BTreeMap::new(), failed: None }
    }

    /// A game between these players has ended.
    pub fn add(&mut self, game: &GameRecord, players: &[PlayerIdentity; 2]) {
        self.waiting.insert(game.game, pdn(game, self.rules, players));
        while let Some(text) = self.waiting.remove(&self.next) {
            if self.failed.is_none() {
                self.failed = self.append(&text).err();
            }
            self.next += 1;
        }
    }

    fn append(&mut self, text: &str) -> io::Result<()> {
        match &mut self.file {
            // An empty line between two games; in one call, so that a game is there whole.
            Some(file) => file.write_all(format!("\n{text}").as_bytes()),
            none => none.insert(File::create(self.path)?).write_all(text.as_bytes()),
        }
    }

    /// What went wrong while the games were written.
    ///
    /// # Errors
    /// The first error.
    pub fn finish(self) -> Result<()> {
        match self.failed {
            None => Ok(()),
            Some(error) => Err(error).with_context(|| format!("cannot write {}", self.path.display())),
        }
    }
}
