use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bashni_files::LOCK;
use bashni_net::{InferenceRate, InferenceSetup, Precision, parse_device};
use bashni_rules::Rules;
use bashni_selfplay::OpeningConfig;
use serde::{Deserialize, Serialize};

use crate::folder::lock;
use crate::log::{now, read_json, write_json};
use crate::{RunConfig, TrainError};

/// The machine and program that a run was started with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Operating system and processor architecture.
    pub system: String,
    /// Processors that were to be had.
    pub processors: usize,
    /// libtorch's version, and the processor's features that matter to it.
    pub libtorch: String,
}

/// What was measured at the start of a run and is used from then on, so that it goes on the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// How the network is computed in self-play.
    pub inference: InferenceSetup,
    /// How fast each way in question was; none where the config left no choice.
    pub inference_rates: Vec<InferenceRate>,
    /// Precision of learning.
    pub learning: Precision,
    /// Rows a second on one thread in f32 and bf16; 0 where the config chose.
    pub learning_rates: [f64; 2],
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counters {
    /// Generations finished.
    pub generations: u64,
    /// Games played in them.
    pub games: u64,
    /// Rows of these games.
    pub rows: u64,
    /// Optimiser steps.
    pub steps: u64,
    /// Seconds of self-play and learning.
    pub seconds: f64,
}

/// The content of a run's `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Version of the layout of the folder.
    pub format: u32,
    /// The program that started the run.
    pub program: String,
    /// What its rules are called.
    pub rules: String,
    /// Its seed.
    pub seed: u64,
    /// When it was started, in seconds since 1970.
    pub started: f64,
    /// Threads of self-play and learning.
    pub threads: usize,
    /// Where it was started.
    pub machine: Machine,
    /// What was measured then; nothing before the first phase.
    pub measured: Option<Measured>,
    /// How far it has come.
    pub counters: Counters,
}

/// Since 2 `measured` says all of how the network is computed.
const FORMAT: u32 = 3;
const RECORD: &str = "run.json";
const CONFIG: &str = "config.toml";

/// A run's folder, locked by this process.
#[derive(Debug)]
pub struct Run {
    path: PathBuf,
    /// The config as resolved.
    pub config: RunConfig,
    /// Its rules.
    pub rules: Arc<Rules>,
    /// The content of `run.json`.
    pub record: RunRecord,
    /// True if this call made the folder.
    pub is_new: bool,
    /// Held for as long as the run is open; the system lets go of it however the process ends.
    _lock: File,
}

impl Run {
    /// Continues the run in a folder, or starts one there if it is empty or does not exist.
    ///
    /// # Errors
    /// If the folder holds something else, or a run with another config (the keys are named), or another process uses
    /// it, or it cannot be written.
    pub fn open(path: &Path, config: RunConfig, rules: Rules) -> Result<Run, TrainError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |e| TrainError::Io { path, source: e }
        };
        if path.exists() && !path.is_dir() {
            let message = "is a file; a run is a folder: give another name with --run".to_owned();
            return Err(TrainError::Run { path: path.to_owned(), message });
        }
        let config_path = path.join(CONFIG);
        config.try_arena(&rules).map_err(|message| TrainError::Run { path: path.to_owned(), message })?;
        let text =
            toml::to_string(&config).map_err(|e| TrainError::io(&config_path, std::io::Error::other(e)))?;
        let is_run = path.join(RECORD).exists();
        if !is_run {
            config.inference.check(parse_device(&config.device)?)?;
        }
        if !is_run && path.exists() {
            // What a call left that was killed while it made the folder: its config, but no other one.
            let ours = fs::read(&config_path).is_ok_and(|there| there == text.as_bytes());
            let known = if ours { &[LOCK, CONFIG, OpeningConfig::FILE][..] } else { &[LOCK] };
            let foreign = fs::read_dir(path).map_err(io(path))?.flatten().find(|entry| {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                !known.contains(&&*name) && !name.ends_with(".tmp")
            });
            if let Some(foreign) = foreign {
                let message = format!(
                    "is no run (no {RECORD}), but holds {}: give a new or empty folder with --run",
                    foreign.file_name().to_string_lossy()
                );
                return Err(TrainError::Run { path: path.to_owned(), message });
            }
        }
        let lock = lock(path, "--run")?;
        let record = if is_run {
            let (theirs, _) = RunConfig::load(&config_path, &[], None)?;
            let keys = theirs.differences(&config);
            if !keys.is_empty() {
                return Err(TrainError::ConfigChanged { path: path.to_owned(), keys });
            }
            let record = read_record(path)?;
            if record.threads == 0 {
                let message = "threads = 0: expected at least 1; restore the file from a copy".to_owned();
                return Err(TrainError::Run { path: path.join(RECORD), message });
            }
            record
        } else {
            bashni_files::write_atomically(&config_path, text.as_bytes()).map_err(io(&config_path))?;
            let openings = &config.selfplay.openings;
            if !openings.file.is_empty() {
                // So that a run needs no other file; `RunConfig::load` finds it beside the config.
                let starts = path.join(&openings.file);
                bashni_files::write_atomically(&starts, openings.starts.text().as_bytes())
                    .map_err(io(&starts))?;
            }
            let record = RunRecord {
                format: FORMAT,
                program: concat!("bashni ", env!("CARGO_PKG_VERSION")).to_owned(),
                rules: rules.name().to_owned(),
                seed: config.seed,
                started: now(),
                threads: config.thread_count(),
                machine: Machine {
                    system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
                    processors: std::thread::available_parallelism().map_or(1, usize::from),
                    libtorch: bashni_net::describe_build(),
                },
                measured: None,
                counters: Counters::default(),
            };
            write_json(&path.join(RECORD), &record)?;
            record
        };
        Ok(Run {
            path: path.to_owned(),
            config,
            rules: Arc::new(rules),
            record,
            is_new: !is_run,
            _lock: lock,
        })
    }

    /// The record of a run that is only looked at.
    ///
    /// # Errors
    /// If the folder holds no run, or a damaged one.
    pub fn inspect(path: &Path) -> Result<RunRecord, TrainError> {
        read_record(path)
    }

    /// True if a folder holds a run.
    pub fn is_run(path: &Path) -> bool {
        path.join(RECORD).is_file()
    }

    /// Writes `run.json` anew.
    pub(crate) fn save(&self) -> Result<(), TrainError> {
        write_json(&self.path.join(RECORD), &self.record)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of a generation's checkpoint; 0 is the network before any learning.
    pub fn checkpoint(&self, generation: u64) -> PathBuf {
        self.checkpoints().join(format!("{generation:06}"))
    }

    /// The folder of checkpoints.
    pub fn checkpoints(&self) -> PathBuf {
        self.path.join("checkpoints")
    }

    /// The shard of a generation's games, from 1.
    pub fn shard(&self, generation: u64) -> PathBuf {
        self.path.join("games").join(format!("{generation:06}.parquet"))
    }

    /// The log of a phase: `selfplay` or `learn`.
    pub(crate) fn log(&self, generation: u64, phase: &str) -> PathBuf {
        self.path.join("log").join(format!("{generation:06}-{phase}.json"))
    }

    /// A file of a checkpoint's matches.
    pub(crate) fn matches(&self, generation: u64, suffix: &str) -> PathBuf {
        self.path.join("matches").join(format!("{generation:06}{suffix}"))
    }

    /// The newest generation that has a checkpoint.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn newest(&self) -> Result<Option<u64>, TrainError> {
        let folder = self.checkpoints();
        match fs::read_dir(&folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(TrainError::io(&folder, error)),
            Ok(entries) => {
                Ok(entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).max())
            }
        }
    }
}

/// Reads the `run.json` of a folder.
fn read_record(run: &Path) -> Result<RunRecord, TrainError> {
    let path = run.join(RECORD);
    let json: serde_json::Value = read_json(&path)?;
    // The format first: another one may have other keys.
    let format = json.get("format").and_then(serde_json::Value::as_u64);
    if let Some(format) = format.filter(|&format| format != u64::from(FORMAT)) {
        let program = json.get("program").and_then(serde_json::Value::as_str).unwrap_or("unknown");
        let message = format!(
            "run format {format} where this program expects {FORMAT}: use the version that started it ({program})"
        );
        return Err(TrainError::Run { path, message });
    }
    serde_json::from_value(json).map_err(|e| TrainError::Run {
        path,
        message: format!(
            "{e}; use the version of bashni that started the run, restore the file from a copy, or start another run"
        ),
    })
}
