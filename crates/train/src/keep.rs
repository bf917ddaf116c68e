//! What a run keeps of its past.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use bashni_data::list_shards;
use bashni_net::remove_folder;
use serde::{Deserialize, Serialize};

use crate::log::{read_json, write_json};
use crate::{Run, SelfPlayLog, TrainError};

/// Which shards and checkpoints a run keeps; by default all.
///
/// Never removed is what the run needs to go on: the shards that the window is filled from, and the newest checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KeepConfig {
    /// Keep the shards of so many of the newest generations, and more if the window needs them; 0 for all.
    pub shards: u64,
    /// Keep so many of the newest checkpoints; 0 for all.
    pub checkpoints: u64,
    /// Of the checkpoints before those, keep that of every so many generations; 0 for none. The first one and those that
    /// were rated are kept in any case.
    pub every: u64,
}

/// What was removed after a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeepLog {
    /// Generations whose shards were removed.
    pub shards: Vec<u64>,
    /// Generations whose checkpoints were removed.
    pub checkpoints: Vec<u64>,
    /// Bytes of all of them.
    pub bytes: u64,
}

impl KeepConfig {
    /// The generations, of those `there`, whose shards may go. `generation` is the newest that was learned from, and the
    /// window goes back to that of `window_start`.
    fn spare_shards(&self, there: &BTreeSet<u64>, generation: u64, window_start: u64) -> Vec<u64> {
        if self.shards == 0 {
            return Vec::new();
        }
        let oldest = window_start.min((generation + 1).saturating_sub(self.shards));
        there.iter().copied().filter(|&shard| shard < oldest).collect()
    }

    /// The generations, of those `there`, whose checkpoints may go.
    fn spare_checkpoints(&self, there: &BTreeSet<u64>, rated: &BTreeSet<u64>) -> Vec<u64> {
        if self.checkpoints == 0 {
            return Vec::new();
        }
        let newest = usize::try_from(self.checkpoints).unwrap_or(usize::MAX);
        let stays = |generation: &u64| {
            *generation == 0
                || self.every > 0 && generation.is_multiple_of(self.every)
                || rated.contains(generation)
        };
        let mut spare: Vec<u64> = there.iter().rev().skip(newest).copied().filter(|g| !stays(g)).collect();
        spare.reverse();
        spare
    }
}

/// Removes what a run need not keep, after its `generation` was published, and writes down what it was. `window` is the
/// number of rows that the window holds.
///
/// What goes follows from the folder alone. A call that is killed here leaves the rest to the next one.
///
/// # Errors
/// If the folder cannot be read, or something not be removed.
pub(crate) fn thin(run: &Run, generation: u64, window: usize) -> Result<Option<KeepLog>, TrainError> {
    let config = &run.config.keep;
    let mut log = KeepLog { shards: Vec::new(), checkpoints: Vec::new(), bytes: 0 };
    if config.shards > 0 {
        let start = window_start(run, generation, window)?;
        log.shards = config.spare_shards(&shards(run)?, generation, start);
    }
    if config.checkpoints > 0 {
        log.checkpoints = config.spare_checkpoints(&checkpoints(run)?, &rated(run)?);
    }
    let shards = log.shards.iter().map(|&generation| run.shard(generation));
    let checkpoints = log.checkpoints.iter().map(|&generation| run.checkpoint(generation));
    let paths: Vec<_> = shards.chain(checkpoints).collect();
    if paths.is_empty() {
        return Ok(None);
    }
    log.bytes = paths.iter().map(|path| size(path)).sum::<Result<_, _>>()?;
    // The log first: what is removed cannot be counted any more.
    write_json(&run.log(generation, "keep"), &log)?;
    for path in &paths {
        if path.is_dir() {
            remove_folder(path)?;
        } else {
            fs::remove_file(path).map_err(|error| TrainError::io(path, error))?;
        }
    }
    Ok(Some(log))
}

/// The oldest generation that a window over the games up to `generation` has rows of.
fn window_start(run: &Run, generation: u64, window: usize) -> Result<u64, TrainError> {
    let mut rows = 0;
    for start in (1..=generation).rev() {
        let log: SelfPlayLog = read_json(&run.log(start, "selfplay"))?;
        rows += log.rows;
        if rows >= window as u64 {
            return Ok(start);
        }
    }
    Ok(1)
}

/// The generations that have a shard.
fn shards(run: &Run) -> Result<BTreeSet<u64>, TrainError> {
    let folder = run.path().join("games");
    if !folder.exists() {
        return Ok(BTreeSet::new());
    }
    let number = |path: &Path| path.file_stem()?.to_str()?.parse().ok();
    // Only files that the run itself would write.
    let shards = list_shards(&folder)?;
    Ok(shards.iter().filter_map(|path| number(path).filter(|&number| run.shard(number) == *path)).collect())
}

/// The generations that have a checkpoint.
fn checkpoints(run: &Run) -> Result<BTreeSet<u64>, TrainError> {
    let folder = run.checkpoints();
    let entries = fs::read_dir(&folder).map_err(|error| TrainError::io(&folder, error))?;
    let number = |path: &Path| path.file_name()?.to_str()?.parse().ok();
    let paths = entries.flatten().map(|entry| entry.path());
    Ok(paths.filter_map(|path| number(&path).filter(|&number| run.checkpoint(number) == path)).collect())
}

/// The generations that were rated: as the run trained (`matches/000012.json`), or together (`matches/ratings.json`).
fn rated(run: &Run) -> Result<BTreeSet<u64>, TrainError> {
    #[derive(Deserialize)]
    struct Ratings {
        checkpoints: Vec<Rated>,
    }
    #[derive(Deserialize)]
    struct Rated {
        generation: u64,
    }
    let folder = run.path().join("matches");
    let mut rated = BTreeSet::new();
    match fs::read_dir(&folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(rated),
        Err(error) => return Err(TrainError::io(&folder, error)),
        Ok(entries) => rated.extend(entries.flatten().filter_map(|entry| {
            let name = entry.file_name();
            let digits = name.to_str()?.strip_suffix(".json")?;
            digits.strip_suffix("-final").unwrap_or(digits).parse::<u64>().ok()
        })),
    }
    let together = folder.join("ratings.json");
    if together.exists() {
        let ratings: Ratings = read_json(&together)?;
        rated.extend(ratings.checkpoints.iter().map(|checkpoint| checkpoint.generation));
    }
    Ok(rated)
}

/// Bytes of a file, or of the files of a folder.
fn size(path: &Path) -> Result<u64, TrainError> {
    let failed = |error| TrainError::io(path, error);
    if !path.is_dir() {
        return Ok(fs::metadata(path).map_err(failed)?.len());
    }
    let mut bytes = 0;
    for entry in fs::read_dir(path).map_err(failed)? {
        bytes += entry.and_then(|entry| entry.metadata()).map_err(failed)?.len();
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(generations: impl IntoIterator<Item = u64>) -> BTreeSet<u64> {
        generations.into_iter().collect()
    }

    #[test]
    fn by_default_all_is_kept() {
        let keep = KeepConfig::default();
        assert!(keep.spare_shards(&set(1..=50), 50, 49).is_empty());
        assert!(keep.spare_checkpoints(&set(0..=50), &set([])).is_empty());
    }

    #[test]
    fn shards_that_the_window_needs_stay_however_few_are_to_be_kept() {
        let keep = KeepConfig { shards: 3, ..KeepConfig::default() };
        assert_eq!(keep.spare_shards(&set(1..=10), 10, 9), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(keep.spare_shards(&set(1..=10), 10, 4), [1, 2, 3]);
        assert_eq!(keep.spare_shards(&set([2, 5, 11]), 10, 10), [2, 5]);
        assert!(keep.spare_shards(&set(1..=2), 2, 1).is_empty());
    }

    #[test]
    fn old_checkpoints_are_thinned_but_for_the_first_and_those_rated() {
        let keep = KeepConfig { checkpoints: 2, every: 4, ..KeepConfig::default() };
        assert_eq!(keep.spare_checkpoints(&set(0..=10), &set([5])), [1, 2, 3, 6, 7]);
        let keep = KeepConfig { every: 0, ..keep };
        assert_eq!(keep.spare_checkpoints(&set(0..=10), &set([5])), [1, 2, 3, 4, 6, 7, 8]);
        assert!(keep.spare_checkpoints(&set(0..=1), &set([])).is_empty());
    }
}
