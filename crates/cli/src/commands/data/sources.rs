//! Which shards a command is about.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Result, bail};
use bashni_data::{Shard, list_shards};
use bashni_train::Run;

use crate::progress::Progress;

/// Where the shards are.
#[derive(clap::Args)]
pub struct SourceArgs {
    /// Shards (Parquet files), folders of shards, or runs
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
}

impl SourceArgs {
    /// The shards, each once, in the order in which they were given and within a folder in that of their names.
    ///
    /// # Errors
    /// If there is nothing at a path, or no shard in a folder.
    pub fn shards(&self) -> Result<Vec<PathBuf>> {
        let mut seen = BTreeSet::new();
        let mut shards = Vec::new();
        for path in &self.paths {
            for shard in shards_at(path)? {
                if seen.insert(fs::canonicalize(&shard).unwrap_or_else(|_| shard.clone())) {
                    shards.push(shard);
                }
            }
        }
        Ok(shards)
    }
}

fn shards_at(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.exists() {
        bail!("{}: there is no such file or folder", path.display());
    }
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let games = path.join("games");
    let folder = if Run::is_run(path) { &games } else { path };
    let shards = if folder.is_dir() { list_shards(folder)? } else { Vec::new() };
    if shards.is_empty() {
        let hint = if Run::is_run(path) {
            "the run has not played any games yet"
        } else {
            "give a run, or a folder with *.parquet"
        };
        bail!("{}: there are no shards here; {hint}", path.display());
    }
    Ok(shards)
}

/// Shows how many shards are done, from any thread.
pub struct ShardProgress(Mutex<(Progress, u64)>);

impl ShardProgress {
    /// Nothing is done yet.
    pub fn new(what: &str, shards: usize) -> ShardProgress {
        ShardProgress(Mutex::new((Progress::new(what, shards as u64, "shards"), 0)))
    }

    /// One more is done.
    pub fn step(&self) {
        // A thread that panicked while it held the bar has left it as good as before.
        let mut state = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        state.1 += 1;
        let done = state.1;
        state.0.set(done, "");
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).0.finish();
    }
}

/// The generation of a shard in a run, which its name says.
pub fn generation(shard: &Shard) -> Option<u64> {
    shard.path().file_stem()?.to_str()?.parse().ok()
}
