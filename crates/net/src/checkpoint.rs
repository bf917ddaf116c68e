//! Checkpoints: folders that hold a network, what it belongs to, and hashes of every file.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use bashni_rules::{Difference, ENCODING_VERSION, RuleFields, Rules};
use safetensors::SafeTensorError;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tch::{Device, TchError, Tensor};
use thiserror::Error;

use crate::{NetConfig, NetError, Network};

/// Version of the layout of a checkpoint's folder.
pub const CHECKPOINT_FORMAT: u32 = 1;

const MANIFEST: &str = "meta.json";
const MODEL: &str = "model.safetensors";
const TEMPORARY: &str = ".unfinished-";

/// Digits of a manifest's seal.
const SEAL: usize = 64;

/// Size and hash of a file of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FileRecord {
    bytes: u64,
    sha256: String,
}

/// What a checkpoint belongs to: the content of `meta.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`CHECKPOINT_FORMAT`] of the program that wrote it.
    pub format: u32,
    /// That program and its version.
    pub program: String,
    /// What the rules are called.
    pub rules_name: String,
    /// The rules that the network was trained for.
    pub rules: RuleFields,
    /// [`ENCODING_VERSION`] of its planes and actions.
    pub encoding: u32,
    /// Sizes of the network.
    pub net: NetConfig,
    /// Rounds of learning behind it.
    pub generation: u64,
    /// Optimiser steps behind it.
    pub steps: u64,
    files: BTreeMap<String, FileRecord>,
    /// Hash of the manifest itself, taken with zeros in the place of these digits.
    seal: String,
}

impl Manifest {
    /// The manifest of a network for these rules.
    pub fn new(rules: &Rules, net: &NetConfig, generation: u64, steps: u64) -> Manifest {
        Manifest {
            format: CHECKPOINT_FORMAT,
            program: concat!("bashni ", env!("CARGO_PKG_VERSION")).to_owned(),
            rules_name: rules.name().to_owned(),
            rules: rules.fields().clone(),
            encoding: ENCODING_VERSION,
            net: net.clone(),
            generation,
            steps,
            files: BTreeMap::new(),
            seal: "0".repeat(SEAL),
        }
    }
}

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// A file or folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The path leads to no checkpoint.
    #[error("{}: {message}", path.display())]
    NotFound {
        /// The path.
        path: PathBuf,
        /// What was looked for.
        message: String,
    },
    /// A file is not what was written.
    #[error("{}: damaged: {message}; use another checkpoint, or restore this one from a copy", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// The checkpoint belongs to other rules, another encoding or another version of the program.
    #[error("{}: {message}", path.display())]
    Mismatch {
        /// The checkpoint.
        path: PathBuf,
        /// What differs.
        message: String,
    },
    /// The parameters do not fit.
    #[error("{}: {source}", path.display())]
    Net {
        /// The checkpoint.
        path: PathBuf,
        /// What is wrong.
        source: NetError,
    },
}

/// A checkpoint that was opened: its manifest was read and every file compared with its hash.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    manifest: Manifest,
}

impl Checkpoint {
    /// Opens a checkpoint, or the newest one of a run's folder.
    ///
    /// # Errors
    /// If there is none, or a file of it is damaged.
    pub fn open(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let path = resolve(path)?;
        let manifest_path = path.join(MANIFEST);
        let text = fs::read_to_string(&manifest_path).map_err(|e| io_error(&manifest_path, e))?;
        let damaged =
            |path: &Path, message: String| CheckpointError::Damaged { path: path.to_owned(), message };
        let json: serde_json::Value = serde_json::from_str(&text)
            .map_err(|e| damaged(&manifest_path, format!("no valid JSON ({e})")))?;
        // The format first: another one may have other keys.
        let format = json.get("format").and_then(serde_json::Value::as_u64);
        if format.is_some_and(|format| format != u64::from(CHECKPOINT_FORMAT)) {
            let message = format!(
                "checkpoint format {} where this program expects {CHECKPOINT_FORMAT}: use the version of bashni that wrote it",
                format.unwrap_or(0)
            );
            return Err(CheckpointError::Mismatch { path, message });
        }
        let manifest: Manifest = serde_json::from_value(json)
            .map_err(|e| damaged(&manifest_path, format!("not the manifest of a checkpoint ({e})")))?;
        let unsealed = text.replacen(&manifest.seal, &"0".repeat(SEAL), 1);
        if hash(unsealed.as_bytes()) != manifest.seal {
            let message = "its content does not have the hash that stands in it".to_owned();
            return Err(damaged(&manifest_path, message));
        }
        if !manifest.files.contains_key(MODEL) {
            return Err(damaged(&manifest_path, format!("{MODEL} is not listed")));
        }
        for (name, record) in &manifest.files {
            let file = path.join(name);
            let bytes = fs::metadata(&file).map_err(|e| io_error(&file, e))?.len();
            if bytes != record.bytes {
                return Err(damaged(&file, format!("{bytes} bytes where {} were written", record.bytes)));
            }
            if file_hash(&file).map_err(|e| io_error(&file, e))? != record.sha256 {
                return Err(damaged(
                    &file,
                    "its content does not have the hash that was written down".to_owned(),
                ));
            }
        }
        Ok(Checkpoint { path, manifest })
    }

    /// The checkpoint's folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it belongs to.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Hash of the weights, which names a network whatever its folder is called.
    pub fn hash(&self) -> &str {
        self.manifest.files.get(MODEL).map_or("", |record| &record.sha256)
    }

    /// The rules that it was trained for.
    ///
    /// # Errors
    /// If the rules in the manifest are refused.
    pub fn rules(&self) -> Result<Rules, CheckpointError> {
        Rules::new(self.manifest.rules_name.clone(), self.manifest.rules.clone()).map_err(|error| {
            CheckpointError::Damaged {
                path: self.path.join(MANIFEST),
                message: format!("its rules: {error}"),
            }
        })
    }

    /// The network.
    ///
    /// # Errors
    /// If it belongs to other rules or another encoding, or its parameters do not fit.
    pub fn network(&self, rules: &Rules, device: Device) -> Result<Network, CheckpointError> {
        let mismatch = |message| CheckpointError::Mismatch { path: self.path.clone(), message };
        if self.manifest.encoding != ENCODING_VERSION {
            return Err(mismatch(format!(
                "encoding version {} where this program expects {ENCODING_VERSION}: train it anew, or use the version \
                 of bashni that wrote it ({})",
                self.manifest.encoding, self.manifest.program
            )));
        }
        if self.manifest.rules != *rules.fields() {
            return Err(mismatch(format!(
                "trained for the rules {} ({}), not {}: choose its own rules with --rules, or another checkpoint",
                self.manifest.rules_name,
                differences(&self.manifest.rules.differences(rules.fields())),
                rules.name()
            )));
        }
        let parameters = self.tensors(MODEL)?;
        Network::from_parameters(&self.manifest.net, rules, parameters, device)
            .map_err(|source| CheckpointError::Net { path: self.path.join(MODEL), source })
    }

    /// The tensors of one of its files.
    ///
    /// # Errors
    /// If the file is not listed in the manifest or cannot be read.
    pub fn tensors(&self, file: &str) -> Result<Vec<(String, Tensor)>, CheckpointError> {
        let path = self.path.join(file);
        if !self.manifest.files.contains_key(file) {
            let message = "the checkpoint has no such file".to_owned();
            return Err(CheckpointError::NotFound { path, message });
        }
        Tensor::read_safetensors(&path).map_err(|source| CheckpointError::Net { path, source: source.into() })
    }

    /// Writes a checkpoint: aside first, then synced and renamed, so that it is there whole or not at all. `others`
    /// are further files of tensors, as the optimiser's state.
    ///
    /// # Errors
    /// If the folder exists or cannot be written.
    pub fn write(
        path: &Path,
        mut manifest: Manifest,
        network: &Network,
        others: &[(&str, Vec<(String, Tensor)>)],
    ) -> Result<Checkpoint, CheckpointError> {
        publish_folder(path, |folder| {
            let model = network.parameters().iter().map(|(name, tensor)| (name.clone(), tensor.detach()));
            let model = (MODEL, model.collect::<Vec<_>>());
            for (name, tensors) in std::iter::once(&model).chain(others) {
                let file = folder.join(name);
                let tensors: Vec<(&str, Tensor)> = tensors
                    .iter()
                    .map(|(name, t)| (name.as_str(), t.to_device(Device::Cpu).contiguous()))
                    .collect();
                Tensor::write_safetensors(&tensors, &file).map_err(|error| write_error(&file, error))?;
                let bytes = fs::metadata(&file).map_err(|e| io_error(&file, e))?.len();
                let sha256 = file_hash(&file).map_err(|e| io_error(&file, e))?;
                manifest.files.insert((*name).to_owned(), FileRecord { bytes, sha256 });
            }
            let file = folder.join(MANIFEST);
            let text = serde_json::to_string_pretty(&manifest).map_err(|e| io_error(&file, e.into()))? + "\n";
            let seal = hash(text.as_bytes());
            let text = text.replacen(&manifest.seal, &seal, 1);
            manifest.seal = seal;
            fs::write(&file, text).map_err(|e| io_error(&file, e))
        })?;
        Ok(Checkpoint { path: path.to_owned(), manifest })
    }
}

/// The folder of a checkpoint: `path` itself, or the newest one under `path/checkpoints`.
fn resolve(path: &Path) -> Result<PathBuf, CheckpointError> {
    let not_found =
        |message: &str| CheckpointError::NotFound { path: path.to_owned(), message: message.to_owned() };
    if path.join(MANIFEST).is_file() {
        return Ok(path.to_owned());
    }
    if !path.exists() {
        return Err(not_found("there is no such checkpoint or run"));
    }
    let folder = path.join("checkpoints");
    if !folder.is_dir() {
        return Err(not_found(
            "neither a checkpoint (a folder with meta.json) nor a run (a folder with checkpoints/)",
        ));
    }
    let entries = fs::read_dir(&folder).map_err(|e| io_error(&folder, e))?;
    let newest = entries
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse::<u64>().ok()?, entry.path())))
        .max();
    newest.map(|(_, path)| path).ok_or_else(|| not_found("this run has no checkpoint yet"))
}

/// Differences as text: the first's values, as `key = value, …`.
fn differences(differences: &[Difference]) -> String {
    let written = |(key, ours, _): &Difference| match ours {
        Some(value) => format!("{key} = {value}"),
        None => format!("no {key}"),
    };
    differences.iter().map(written).collect::<Vec<_>>().join(", ")
}

/// Makes a folder whole or not at all: `fill` writes into a folder beside it, which is synced and renamed.
///
/// # Errors
/// Those of `fill`, and if the folder cannot be made, synced or renamed. What was written is removed then.
pub fn publish_folder<F>(path: &Path, fill: F) -> Result<(), CheckpointError>
where
    F: FnOnce(&Path) -> Result<(), CheckpointError>,
{
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if path.exists() {
        return Err(io_error(path, io::Error::new(io::ErrorKind::AlreadyExists, "exists already")));
    }
    fs::create_dir_all(parent).map_err(|e| io_error(parent, e))?;
    let aside = parent.join(format!("{TEMPORARY}{name}-{}", std::process::id()));
    let publish = || {
        fs::create_dir(&aside).map_err(|e| io_error(&aside, e))?;
        fill(&aside)?;
        for entry in fs::read_dir(&aside).map_err(|e| io_error(&aside, e))?.flatten() {
            let file = entry.path();
            File::open(&file).and_then(|f| f.sync_all()).map_err(|e| io_error(&file, e))?;
        }
        File::open(&aside).and_then(|f| f.sync_all()).map_err(|e| io_error(&aside, e))?;
        fs::rename(&aside, path).map_err(|e| io_error(path, e))?;
        File::open(parent).and_then(|f| f.sync_all()).map_err(|e| io_error(parent, e))
    };
    let result = publish();
    if result.is_err() {
        // The error that is returned says why; a leftover is removed at the next start too.
        let _ = fs::remove_dir_all(&aside);
    }
    result
}

/// Removes what interrupted calls of [`publish_folder`] left in a folder.
///
/// # Errors
/// If something cannot be removed.
pub fn remove_leftovers(folder: &Path) -> Result<(), CheckpointError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(|e| io_error(folder, e))?,
    };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
            fs::remove_dir_all(entry.path()).map_err(|e| io_error(&entry.path(), e))?;
        }
    }
    Ok(())
}

/// Removes a folder with all that is in it. Killed in the middle it leaves what [`remove_leftovers`] removes, never a folder
/// of that name that lacks something.
///
/// # Errors
/// If it cannot be removed.
pub fn remove_folder(folder: &Path) -> Result<(), CheckpointError> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let aside = folder.with_file_name(format!("{TEMPORARY}{name}-{}", std::process::id()));
    fs::rename(folder, &aside).map_err(|e| io_error(folder, e))?;
    fs::remove_dir_all(&aside).map_err(|e| io_error(&aside, e))
}

fn io_error(path: &Path, source: io::Error) -> CheckpointError {
    CheckpointError::Io { path: path.to_owned(), source }
}

/// What the system says is told as such, so that a full disk is known for one.
fn write_error(path: &Path, error: TchError) -> CheckpointError {
    match error {
        TchError::SafeTensorError { err: SafeTensorError::IoError(source), .. } => io_error(path, source),
        error => CheckpointError::Net { path: path.to_owned(), source: error.into() },
    }
}

fn hash(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn file_hash(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            read => hasher.update(&buffer[..read]),
        }
    }
    Ok(hexadecimal(&hasher.finalize()))
}
