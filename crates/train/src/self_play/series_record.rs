//! The file that keeps how a folder of self-play was begun.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bashni_net::InferenceSetup;
use bashni_selfplay::SelfPlayConfig;
use serde::{Deserialize, Serialize};

use crate::config::flatten;
use crate::{InferenceConfig, RunConfig, TrainError};

const FORMAT: u32 = 2;

/// Name of the file.
pub(super) const RECORD: &str = "selfplay.toml";

/// The content of `selfplay.toml`: all that the games of a folder depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeriesRecord {
    /// Version of the layout of the folder.
    pub format: u32,
    /// The program that began it.
    pub program: String,
    /// Who plays: `new:32x3`, `net:` and the sha256 of the weights, or an evaluator without a network.
    pub player: String,
    /// Where its checkpoint was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<PathBuf>,
    pub seed: u64,
    pub device: String,
    pub inference: InferenceConfig,
    /// How the network is computed; timed once where `inference` leaves a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computed_by: Option<InferenceSetup>,
    pub selfplay: SelfPlayConfig,
    /// Name and fields of the rules.
    pub rules: toml::Value,
}

impl SeriesRecord {
    pub fn new(config: &RunConfig, player: String, checkpoint: Option<PathBuf>) -> SeriesRecord {
        SeriesRecord {
            format: FORMAT,
            program: concat!("bashni ", env!("CARGO_PKG_VERSION")).to_owned(),
            player,
            checkpoint,
            seed: config.seed,
            device: config.device.clone(),
            inference: config.inference.clone(),
            computed_by: None,
            selfplay: config.selfplay.clone(),
            rules: config.rules.clone(),
        }
    }

    /// The record of a folder; `None` if there is none.
    pub fn read(folder: &Path) -> Result<Option<SeriesRecord>, TrainError> {
        let path = folder.join(RECORD);
        let text = match std::fs::read_to_string(&path) {
            // A folder below a file is refused when it is made.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            text => text.map_err(|error| TrainError::io(&path, error))?,
        };
        let failed = |message: String| TrainError::Run { path: path.clone(), message };
        let table: toml::Table = text.parse().map_err(|error| {
            failed(format!("damaged: {error}; restore the file from a copy, or begin another folder"))
        })?;
        // The format first: another one may have other keys.
        let format = table.get("format").and_then(toml::Value::as_integer);
        if format != Some(FORMAT.into()) {
            let found = format.map_or_else(|| "without a number".to_owned(), |format| format.to_string());
            return Err(failed(format!(
                "folder format {found} where this program expects {FORMAT}: use the version of bashni that began it"
            )));
        }
        toml::Value::Table(table).try_into().map(Some).map_err(|error: toml::de::Error| {
            failed(format!("damaged: {error}; restore the file from a copy, or begin another folder"))
        })
    }

    pub fn write(&self, folder: &Path) -> Result<(), TrainError> {
        let path = folder.join(RECORD);
        let text = toml::to_string(self).map_err(|e| TrainError::io(&path, std::io::Error::other(e)))?;
        let text =
            format!("# How these games are played, written by `bashni selfplay`. Not to be changed.\n{text}");
        bashni_files::write_atomically(&path, text.as_bytes()).map_err(|e| TrainError::io(&path, e))
    }

    /// Keys that differ, with both values.
    pub fn differences(&self, other: &SeriesRecord) -> Vec<String> {
        let flat = |record: &SeriesRecord| {
            let mut keys = BTreeMap::new();
            if let Ok(table) = toml::Table::try_from(record) {
                flatten("", &toml::Value::Table(table), &mut keys);
            }
            // A checkpoint may have been moved, and another build may go on.
            let ours = ["format", "program", "checkpoint"];
            keys.retain(|key, _| !ours.contains(&key.as_str()) && !key.starts_with("computed_by."));
            keys
        };
        let (there, here) = (flat(self), flat(other));
        let keys: BTreeSet<&String> = there.keys().chain(here.keys()).collect();
        let value = |map: &BTreeMap<String, String>, key: &String| {
            map.get(key).cloned().unwrap_or_else(|| "nothing".to_owned())
        };
        keys.into_iter()
            .filter(|key| there.get(*key) != here.get(*key))
            .map(|key| format!("{key} ({} there, {} here)", value(&there, key), value(&here, key)))
            .collect()
    }
}
