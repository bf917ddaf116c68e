//! Tiny runs: their config, and what they leave.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::TempDir;

use super::{Run, bashni};

/// Everything as small as it can be. Nothing is left to be timed, which might come out otherwise the next time.
const CONFIG: &str = r#"
threads = 2
rules = "bashni-4x4"

[net]
channels = 4
blocks = 1
value_channels = 2
value_hidden = 4

[inference]
backend = "torch"
precision = "f32"

[selfplay]
games = 8
parallel = 4
opening_plies = 2
search.sims = 4

[learn]
precision = "f32"
batch = 16
reuse = 2.0
window = 150
warmup = 4

[arena]
every = 0
games = 2
final_games = 0
sims = 2
opponents = ["random"]
opening_plies = 2
"#;

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

    /// A bench with a run of two generations, called `run`: a copy of one that each test program makes once.
    pub fn with_a_run() -> Bench {
        static MADE: LazyLock<PathBuf> = LazyLock::new(|| {
            let name = concat!("run-of-", env!("CARGO_CRATE_NAME"));
            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
            let _ = fs::remove_dir_all(&path);
            let bench = Bench::new();
            bench.train("run", &["--generations", "2"]).succeed();
            copy(&bench.path("run"), &path);
            path
        });
        let bench = Bench::new();
        copy(&MADE, &bench.path("run"));
        bench
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A path as text.
    pub fn at(&self, name: &str) -> String {
        self.path(name).into_os_string().into_string().unwrap()
    }

    /// The arguments that train a run.
    pub fn train(&self, run: &str, more: &[&str]) -> Arguments {
        let mut arguments =
            vec!["train".to_owned(), self.at("config.toml"), "--run".to_owned(), self.at(run)];
        arguments.extend(more.iter().map(|&argument| argument.to_owned()));
        Arguments(arguments)
    }
}

/// Arguments that own their text.
pub struct Arguments(Vec<String>);

impl Arguments {
    pub fn each_ref(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).collect()
    }

    /// Runs the program, which must succeed.
    pub fn succeed(&self) -> Run {
        let run = bashni(&self.each_ref());
        assert_eq!(run.status, 0, "{:?}: {}", self.0, run.stderr);
        run
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}

/// The weights, optimiser states and games of a run, byte for byte.
pub fn bytes(run: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for folder in ["checkpoints", "games"] {
        collect(run, &run.join(folder), &mut files);
    }
    files
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
pub fn assert_same(ours: &Path, theirs: &Path) {
    let (ours, theirs) = (bytes(ours), bytes(theirs));
    assert_eq!(ours.keys().collect::<Vec<_>>(), theirs.keys().collect::<Vec<_>>());
    for (name, bytes) in &ours {
        assert!(theirs[name] == *bytes, "{name} differs");
    }
}
