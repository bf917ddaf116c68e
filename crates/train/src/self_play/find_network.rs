//! The checkpoint that the games of a shard were played with.

use std::fs;
use std::path::{Path, PathBuf};

use bashni_net::{Checkpoint, Manifest};

use super::Provenance;
use super::replay::Network;
use super::series::CHECKPOINT;
use super::series_record::SeriesRecord;
use crate::TrainError;

/// Finds the network of a shard, or takes the one that is given.
pub(super) fn find(
    shard: &Path,
    provenance: &Provenance,
    network: &Network,
) -> Result<Checkpoint, TrainError> {
    let failed = |message: String| TrainError::Replay { shard: shard.to_owned(), message };
    let wanted = provenance.network.as_deref().unwrap_or_default();
    match network {
        Network::Any(path) => Ok(Checkpoint::open(path)?),
        Network::At(path) => {
            let checkpoint = Checkpoint::open(path)?;
            if checkpoint.hash() == wanted {
                return Ok(checkpoint);
            }
            Err(failed(format!(
                "its games were played with the network {}, and {} is {}; give the one that played (step {}), or take this \
                 one all the same with --any-net",
                short(wanted),
                checkpoint.path().display(),
                short(checkpoint.hash()),
                provenance.network_step
            )))
        }
        Network::Its => {
            for path in candidates(shard, provenance.network_step)? {
                // What is damaged, or no checkpoint at all, is not the one.
                if let Ok(checkpoint) = Checkpoint::open(&path)
                    && checkpoint.hash() == wanted
                {
                    return Ok(checkpoint);
                }
            }
            Err(failed(format!(
                "its games were played with the network {} (step {}), which is not found beside it; name its checkpoint with \
                 --net",
                short(wanted),
                provenance.network_step
            )))
        }
    }
}

/// Where the network of a shard may be: among the checkpoints of its run, or in or named by its folder of self-play.
fn candidates(shard: &Path, step: u64) -> Result<Vec<PathBuf>, TrainError> {
    let shard = std::path::absolute(shard).map_err(|error| TrainError::io(shard, error))?;
    let folder = shard.parent().unwrap_or(Path::new("/"));
    let mut found = vec![folder.join(CHECKPOINT)];
    if let Ok(Some(record)) = SeriesRecord::read(folder) {
        found.extend(record.checkpoint);
    }
    let run = folder.parent().unwrap_or(folder);
    if let Ok(entries) = fs::read_dir(run.join("checkpoints")) {
        // Opening one reads all of it, so only those are looked at that say that they have come as far.
        let come_as_far = |path: &PathBuf| {
            let manifest = fs::read_to_string(path.join("meta.json")).ok();
            let manifest = manifest.and_then(|text| serde_json::from_str::<Manifest>(&text).ok());
            manifest.is_some_and(|manifest| manifest.steps == step)
        };
        found.extend(entries.flatten().map(|entry| entry.path()).filter(come_as_far));
    }
    Ok(found)
}

/// The beginning of a hash, which is enough to tell networks apart.
fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}
