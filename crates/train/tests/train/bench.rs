//! A place for tiny runs, and what the tests do with them.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

use bashni_net::{Backend, InferenceSetup, Precision};
use bashni_rules::Rules;
use bashni_train::{Event, Measured, Options, Report, Run, RunConfig, TrainError, train};
use tempfile::TempDir;

/// Everything as small as it can be.
pub const CONFIG: &str = r#"
seed = 5
threads = 2
rules = "bashni-4x4"

[net]
channels = 4
blocks = 1
value_channels = 2
value_hidden = 4

[selfplay]
games = 6
parallel = 4
opening_plies = 2
search.sims = 4

[learn]
batch = 16
reuse = 2.0
window = 100
warmup = 4

[arena]
every = 0
games = 2
final_games = 0
sims = 2
opponents = ["random"]
opening_plies = 2
"#;

/// As if it had been measured, so that no two runs differ by it.
const MEASURED: Measured = Measured {
    inference: InferenceSetup { backend: Backend::Torch, precision: Precision::F32, batch: 128 },
    inference_rates: Vec::new(),
    learning: Precision::F32,
    learning_rates: [2.0, 1.0],
};

/// A folder with a config and runs, removed at the end of a test.
pub struct Bench {
    folder: TempDir,
}

impl Bench {
    pub fn new() -> Bench {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("config.toml"), CONFIG).unwrap();
        Bench { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn load(&self, changes: &[&str]) -> Result<(RunConfig, Rules), TrainError> {
        let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
        RunConfig::load(&self.path("config.toml"), &changes, None)
    }

    pub fn open(&self, run: &str, changes: &[&str]) -> Result<Run, TrainError> {
        let (config, rules) = self.load(changes).unwrap();
        let mut run = Run::open(&self.path(run), config, rules)?;
        run.record.measured.get_or_insert(MEASURED);
        Ok(run)
    }

    /// Opens a run and trains it up to a generation.
    pub fn train(&self, run: &str, changes: &[&str], generations: u64) -> Result<Report, TrainError> {
        let mut run = self.open(run, changes)?;
        train(&mut run, upto(generations), &mut |_| {})
    }

    /// As [`train`](Bench::train), but the call dies at the first event that `dies` picks.
    pub fn die(&self, run: &str, changes: &[&str], dies: impl Fn(&Event<'_>) -> bool) {
        let mut run = self.open(run, changes).unwrap();
        let died = catch_unwind(AssertUnwindSafe(|| {
            // As a panic, but without its message.
            train(&mut run, upto(99), &mut |event| {
                if dies(&event) {
                    resume_unwind(Box::new(()))
                }
            })
        }));
        assert!(died.is_err(), "the event never came");
    }

    /// The weights, optimiser states and games of a run, byte for byte.
    pub fn bytes(&self, run: &str) -> BTreeMap<String, Vec<u8>> {
        let run = self.path(run);
        let mut files = BTreeMap::new();
        for folder in ["checkpoints", "games"] {
            collect(&run, &run.join(folder), &mut files);
        }
        files
    }
}

pub fn upto(generations: u64) -> Options {
    Options { generations: Some(generations), ..Options::default() }
}

fn collect(run: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(run, &path, files);
        } else {
            let name = path.strip_prefix(run).unwrap().to_string_lossy().into_owned();
            files.insert(name, fs::read(&path).unwrap());
        }
    }
}

/// Asserts that two runs have the same files with the same bytes.
pub fn assert_same(ours: &BTreeMap<String, Vec<u8>>, theirs: &BTreeMap<String, Vec<u8>>) {
    assert_eq!(ours.keys().collect::<Vec<_>>(), theirs.keys().collect::<Vec<_>>());
    for (name, bytes) in ours {
        assert!(theirs[name] == *bytes, "{name} differs");
    }
}
