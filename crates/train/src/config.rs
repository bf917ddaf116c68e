//! The config of a run: a TOML file, every key of which is explained in `configs/first-run.toml`.

use std::path::Path;

use bashni_arena::{PlayerSpec, random_openings};
use bashni_net::{Backend, Checkpoint, InferenceCandidates, NetConfig, NetError, Precision};
use bashni_rules::{RuleFields, Rules};
use bashni_selfplay::SelfPlayConfig;
use serde::{Deserialize, Serialize};
use tch::Device;

use crate::{KeepConfig, TrainError};

/// A config as resolved: complete, and independent of any other file but the start positions of self-play, which a run
/// keeps beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunConfig {
    /// Seed of the whole run.
    pub seed: u64,
    /// `cpu`, `cuda` or `cuda:N`.
    pub device: String,
    /// Threads of self-play and learning; 0 for all processors.
    pub threads: usize,
    /// Stop after the phase in which this many minutes have passed in this call; 0 for never.
    pub minutes: f64,
    /// Stop after this many generations; 0 for never.
    pub generations: u64,
    /// A preset, a rules file, or in a resolved config the fields themselves with their `name`.
    pub rules: toml::Value,
    /// Size of the network.
    pub net: NetConfig,
    /// How the network is computed in self-play.
    pub inference: InferenceConfig,
    /// Self-play.
    pub selfplay: SelfPlayConfig,
    /// Learning.
    pub learn: LearnConfig,
    /// Ratings during and after the run.
    pub arena: ArenaConfig,
    /// What the run keeps of its past.
    pub keep: KeepConfig,
}

impl Default for RunConfig {
    fn default() -> RunConfig {
        RunConfig {
            seed: 1,
            device: "cpu".to_owned(),
            threads: 0,
            minutes: 0.0,
            generations: 0,
            rules: toml::Value::String("bashni".to_owned()),
            net: NetConfig::default(),
            inference: InferenceConfig::default(),
            selfplay: SelfPlayConfig::default(),
            learn: LearnConfig::default(),
            arena: ArenaConfig::default(),
            keep: KeepConfig::default(),
        }
    }
}

/// How the network is computed in self-play; what is left to be chosen is timed when the run starts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InferenceConfig {
    /// What computes it.
    pub backend: BackendChoice,
    /// In which number format.
    pub precision: PrecisionChoice,
    /// Most positions at once; 0 for whichever is fastest.
    pub batch: usize,
}

impl InferenceConfig {
    /// For whoever is about to make a folder that keeps these settings.
    ///
    /// # Errors
    /// If nothing on this machine computes a network on that device in this way.
    pub(crate) fn check(&self, device: Device) -> Result<(), NetError> {
        if self.candidates(1).list(device).is_empty() { Err(NetError::NoCandidate) } else { Ok(()) }
    }

    /// What is to be compared, where a thread has `most` positions to evaluate at once.
    pub(crate) fn candidates(&self, most: usize) -> InferenceCandidates {
        let backend = match self.backend {
            BackendChoice::Auto => None,
            BackendChoice::Native => Some(Backend::Native),
            BackendChoice::Torch => Some(Backend::Torch),
        };
        let precision = match self.precision {
            PrecisionChoice::Auto => None,
            PrecisionChoice::F32 => Some(Precision::F32),
            PrecisionChoice::Bf16 => Some(Precision::Bf16),
            PrecisionChoice::I16 => Some(Precision::I16),
        };
        let batch = (self.batch > 0).then_some(self.batch);
        InferenceCandidates { backend, precision, batch, most }
    }
}

/// What computes the network in self-play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BackendChoice {
    /// The fastest on this machine.
    #[default]
    Auto,
    /// The program's own engine, on processors.
    Native,
    /// libtorch.
    Torch,
}

/// In which number format the network is computed in self-play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PrecisionChoice {
    /// The fastest on this machine; one with 16 bits if it is clearly faster than f32.
    #[default]
    Auto,
    /// 32-bit floats.
    F32,
    /// Floats of 16 bits, with libtorch.
    Bf16,
    /// Integers of 16 bits in the convolutions, with the program's own engine.
    I16,
}

/// In which number format the network learns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LearnPrecision {
    /// bf16 if it is clearly faster on this machine, otherwise f32.
    #[default]
    Auto,
    /// Always f32.
    F32,
    /// Always bf16.
    Bf16,
}

impl LearnPrecision {
    /// The one that the config names.
    pub fn named(self) -> Option<Precision> {
        match self {
            LearnPrecision::Auto => None,
            LearnPrecision::F32 => Some(Precision::F32),
            LearnPrecision::Bf16 => Some(Precision::Bf16),
        }
    }
}

/// Settings of learning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LearnConfig {
    /// Number format of the forward and backward pass.
    pub precision: LearnPrecision,
    /// Rows of a batch.
    pub batch: usize,
    /// How often a row is used on average: a round has as many steps as rows are new, times this, divided by `batch`.
    pub reuse: f64,
    /// Rows from which batches are drawn: the newest so many.
    pub window: usize,
    /// Learning rate after the warm-up.
    pub rate: f64,
    /// Steps over which the rate rises from 0.
    pub warmup: u64,
    /// Steps after which the rate has fallen to a half, and goes on falling like 1/step; 0 for never.
    pub halflife: u64,
    /// Weight decay (decoupled, as in AdamW); not applied to biases.
    pub decay: f64,
    /// Largest norm of the gradient.
    pub clip: f64,
    /// Weight of the value's loss beside the policy's.
    pub value_weight: f64,
    /// Share of the search's value in the value's target, the rest being the result of the game; 0 to 1.
    pub search_share: f64,
}

impl Default for LearnConfig {
    fn default() -> LearnConfig {
        LearnConfig {
            precision: LearnPrecision::Auto,
            batch: 512,
            reuse: 4.0,
            window: 250_000,
            rate: 2e-3,
            warmup: 100,
            halflife: 0,
            decay: 1e-2,
            clip: 5.0,
            value_weight: 1.0,
            search_share: 0.3,
        }
    }
}

/// Settings of ratings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ArenaConfig {
    /// Rate the network after every so many generations; 0 for never.
    pub every: u64,
    /// Games of each of these matches, even.
    pub games: u64,
    /// Games of each match of the table at the end of a call, even; 0 for no table.
    pub final_games: u64,
    /// Simulations a step of the network.
    pub sims: u32,
    /// Fixed opponents, as `bashni arena` names them.
    pub opponents: Vec<String>,
    /// Random plies with which a game begins.
    pub opening_plies: u32,
}

impl Default for ArenaConfig {
    fn default() -> ArenaConfig {
        ArenaConfig {
            every: 5,
            games: 40,
            final_games: 200,
            sims: 32,
            opponents: vec!["random".to_owned(), "minimax:depth=2".to_owned()],
            opening_plies: 6,
        }
    }
}

impl RunConfig {
    /// Reads a config file, applies changes (`key=value`: config keys dotted, fields of the rules bare), checks it and
    /// resolves its rules. `rules` are taken in place of those that the file names.
    ///
    /// # Errors
    /// Names the file, the line or key, and what was expected.
    pub fn load(
        path: &Path,
        changes: &[String],
        rules: Option<Rules>,
    ) -> Result<(RunConfig, Rules), TrainError> {
        let error = |message: String| TrainError::Config { path: path.to_owned(), message };
        let text = std::fs::read_to_string(path).map_err(|e| TrainError::io(path, e))?;
        // Read as it stands first: only then do errors carry lines.
        let config: RunConfig = toml::from_str(&text).map_err(|e| error(readable(&e)))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let (config, rules) = config.changed(changes, rules, folder).map_err(error)?;
        config.check(&rules).map_err(error)?;
        Ok((config, rules))
    }

    /// The config of no file: the usual values with changes, under these rules or those that the changes name.
    ///
    /// # Errors
    /// As for [`load`](RunConfig::load).
    pub fn usual(changes: &[String], rules: Option<Rules>) -> Result<(RunConfig, Rules), TrainError> {
        let error = |message: String| TrainError::Config { path: "the usual config".into(), message };
        let (config, rules) = RunConfig::default().changed(changes, rules, Path::new("")).map_err(error)?;
        config.check(&rules).map_err(error)?;
        Ok((config, rules))
    }

    /// The config with changes applied and its rules written out.
    fn changed(
        self,
        changes: &[String],
        rules: Option<Rules>,
        folder: &Path,
    ) -> Result<(RunConfig, Rules), String> {
        let mut config = toml::Table::try_from(&self).map_err(|e| e.to_string())?;
        let mut fields = Vec::new();
        for change in changes {
            let (key, text) =
                change.split_once('=').ok_or_else(|| format!("--set {change}: expected KEY=VALUE"))?;
            let (key, text) = (key.trim(), text.trim());
            let field = key.strip_prefix("rules.").unwrap_or(key);
            if is_rule_field(field) {
                fields.push(format!("{field}={text}"));
                continue;
            }
            set(&mut config, key, text).map_err(|e| format!("--set {change}: {e}"))?;
            // One change at a time, so that the error names the one at fault.
            toml::Value::Table(config.clone())
                .try_into::<RunConfig>()
                .map_err(|e| format!("--set {change}: {}", readable(&e)))?;
        }
        let mut config: RunConfig = toml::Value::Table(config).try_into().map_err(|e| e.to_string())?;
        let rules = match rules {
            Some(rules) => rules,
            None => config.resolve_rules(folder)?,
        };
        let rules =
            if fields.is_empty() { rules } else { rules.with(&fields).map_err(|e| format!("--set: {e}"))? };
        let mut table = toml::Table::try_from(rules.fields()).map_err(|e| e.to_string())?;
        table.insert("name".to_owned(), rules.name().into());
        config.rules = toml::Value::Table(table);
        let openings = &mut config.selfplay.openings;
        openings.load(folder, &rules).map_err(|e| format!("selfplay.openings.file: {e}"))?;
        Ok((config, rules))
    }

    /// The rules that the config names or spells out. Files are looked for beside the config.
    fn resolve_rules(&self, folder: &Path) -> Result<Rules, String> {
        match &self.rules {
            toml::Value::String(name) => Rules::load(name, folder).map_err(|e| format!("rules: {e}")),
            toml::Value::Table(table) => {
                let mut table = table.clone();
                let name = match table.remove("name") {
                    Some(toml::Value::String(name)) => name,
                    None => "unnamed".to_owned(),
                    Some(other) => return Err(format!("rules.name = {other}: expected a text")),
                };
                let fields: RuleFields =
                    toml::Value::Table(table).try_into().map_err(|e| format!("rules: {}", readable(&e)))?;
                Rules::new(name, fields).map_err(|e| format!("rules: {e}"))
            }
            other => Err(format!(
                "rules = {other}: expected the name of a preset, a rules file, or a table of fields"
            )),
        }
    }

    /// The rules of a resolved config.
    ///
    /// # Errors
    /// If the rules cannot be used.
    pub fn rules(&self) -> Result<Rules, String> {
        self.resolve_rules(Path::new(""))
    }

    /// Checks the ranges, and that there is something to learn under these rules.
    fn check(&self, rules: &Rules) -> Result<(), String> {
        self.net.check().map_err(|e| e.to_string())?;
        self.selfplay.check().map_err(|e| e.to_string())?;
        let learn = &self.learn;
        let positive = |x: f64| x.is_finite() && x > 0.0;
        let share = |x: f64| (0.0..=1.0).contains(&x);
        let even = |games: u64| games.is_multiple_of(2);
        let checks = [
            (
                "minutes",
                self.minutes.to_string(),
                self.minutes.is_finite() && self.minutes >= 0.0,
                "0 or more",
            ),
            ("threads", self.threads.to_string(), self.threads <= 4096, "at most 4096"),
            (
                "inference.batch",
                self.inference.batch.to_string(),
                self.inference.batch <= 1 << 16,
                "at most 65536, or 0 for the fastest",
            ),
            ("learn.batch", learn.batch.to_string(), (1..=1 << 16).contains(&learn.batch), "1 to 65536"),
            (
                "learn.reuse",
                learn.reuse.to_string(),
                positive(learn.reuse) && learn.reuse <= 1000.0,
                "above 0, at most 1000",
            ),
            ("learn.window", learn.window.to_string(), learn.window > 0, "at least 1"),
            ("learn.rate", learn.rate.to_string(), positive(learn.rate), "a number above 0"),
            ("learn.decay", learn.decay.to_string(), share(learn.decay), "0 to 1"),
            ("learn.clip", learn.clip.to_string(), positive(learn.clip), "a number above 0"),
            (
                "learn.value_weight",
                learn.value_weight.to_string(),
                learn.value_weight.is_finite() && learn.value_weight >= 0.0,
                "0 or more",
            ),
            ("learn.search_share", learn.search_share.to_string(), share(learn.search_share), "0 to 1"),
            (
                "arena.games",
                self.arena.games.to_string(),
                self.arena.games >= 2 && even(self.arena.games),
                "an even number, at least 2",
            ),
            (
                "arena.final_games",
                self.arena.final_games.to_string(),
                even(self.arena.final_games),
                "an even number, or 0 for no table",
            ),
            ("arena.sims", self.arena.sims.to_string(), self.arena.sims > 0, "at least 1"),
        ];
        if let Some((key, value, _, expected)) = checks.into_iter().find(|(_, _, right, _)| !right) {
            return Err(format!("{key} = {value}: expected {expected}"));
        }
        // Before a folder is made for a run that could never start.
        bashni_net::parse_device(&self.device).map_err(|e| e.to_string())?;
        let mut opponents = std::collections::BTreeSet::new();
        for opponent in &self.arena.opponents {
            let spec: PlayerSpec = opponent.parse().map_err(|e| format!("arena.opponents: {e}"))?;
            if !opponents.insert(spec.to_string()) {
                return Err(format!("arena.opponents: {spec} is there twice"));
            }
        }
        bashni_rules::Encoding::new(rules).map_err(|e| format!("rules: {e}"))?;
        if rules.fields().repetition == 0 && rules.fields().no_progress_plies == 0 {
            return Err(
                "rules: with repetition = 0 and no_progress_plies = 0 games need not end, so there is \
                        nothing to learn from; set one of them"
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// Tries what ratings need, so that they do not fail after hours of training: networks among the opponents, and
    /// enough openings.
    ///
    /// # Errors
    /// Names the key, and what is wrong.
    pub(crate) fn try_arena(&self, rules: &Rules) -> Result<(), String> {
        let arena = &self.arena;
        for opponent in &arena.opponents {
            if let Ok(PlayerSpec::Net { path, .. }) = opponent.parse() {
                let checkpoint = Checkpoint::open(path.as_ref());
                checkpoint
                    .and_then(|checkpoint| checkpoint.network(rules, tch::Device::Cpu))
                    .map_err(|e| format!("arena.opponents: {e}"))?;
            }
        }
        let most = if arena.every > 0 { arena.games.max(arena.final_games) } else { arena.final_games };
        if most == 0 {
            return Ok(());
        }
        random_openings(rules, (most / 2) as usize, arena.opening_plies, self.seed)
            .map(|_| ())
            .map_err(|e| format!("arena.opening_plies = {}: {e}", arena.opening_plies))
    }

    /// Keys of two resolved configs that differ, with both values. Limits of time and length, ratings, and what is kept may
    /// differ between calls.
    pub(crate) fn differences(&self, other: &RunConfig) -> Vec<String> {
        let flat = |config: &RunConfig| {
            let mut keys = std::collections::BTreeMap::new();
            if let Ok(table) = toml::Table::try_from(config) {
                flatten("", &toml::Value::Table(table), &mut keys);
            }
            keys.remove("minutes");
            keys.remove("generations");
            // They change nothing in what is learned.
            keys.retain(|key, _| !key.starts_with("arena.") && !key.starts_with("keep."));
            keys
        };
        let (ours, theirs) = (flat(self), flat(other));
        let keys: std::collections::BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
        let value = |map: &std::collections::BTreeMap<String, String>, key: &String| {
            map.get(key).cloned().unwrap_or_else(|| "nothing".to_owned())
        };
        keys.into_iter()
            .filter(|key| ours.get(*key) != theirs.get(*key))
            .map(|key| format!("{key} ({} there, {} here)", value(&ours, key), value(&theirs, key)))
            .collect()
    }

    /// Threads to use on this machine.
    pub fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}

/// An error of the TOML reader, without the names of Rust's types.
fn readable(error: &toml::de::Error) -> String {
    let mut text = error.to_string().trim_end().to_owned();
    for (type_name, meaning) in [
        ("usize", "a whole number from 0 to 9223372036854775807"),
        ("u64", "a whole number from 0 to 9223372036854775807"),
        ("u32", "a whole number from 0 to 4294967295"),
        ("i64", "a whole number"),
        ("f64", "a number"),
        ("f32", "a number"),
    ] {
        text = text.replace(&format!("expected {type_name}"), &format!("expected {meaning}"));
    }
    // A table of the config is a struct of ours.
    while let Some(start) = text.find("expected struct ") {
        let end =
            text[start + 16..].find(|c: char| !c.is_alphanumeric()).map_or(text.len(), |i| start + 16 + i);
        text.replace_range(start..end, "expected a table of keys");
    }
    text
}

pub(crate) fn flatten(
    prefix: &str,
    value: &toml::Value,
    out: &mut std::collections::BTreeMap<String, String>,
) {
    match value {
        toml::Value::Table(table) => {
            for (key, value) in table {
                let dotted = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                flatten(&dotted, value, out);
            }
        }
        value => {
            out.insert(prefix.to_owned(), value.to_string());
        }
    }
}

fn is_rule_field(key: &str) -> bool {
    toml::Table::try_from(RuleFields { start: Some(String::new()), ..RuleFields::default() })
        .is_ok_and(|table| table.contains_key(key))
}

/// Sets a dotted key. The value is read as TOML, or taken as text where it is none.
fn set(config: &mut toml::Table, key: &str, text: &str) -> Result<(), String> {
    let value = format!("value = {text}")
        .parse::<toml::Table>()
        .ok()
        .filter(|table| table.len() == 1)
        .and_then(|mut table| table.remove("value"))
        .unwrap_or_else(|| toml::Value::String(text.to_owned()));
    let mut table = config;
    let mut parts = key.split('.').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            if !table.contains_key(part) {
                let known: Vec<&str> = table.keys().map(String::as_str).collect();
                return Err(format!("there is no key {key}; keys here are {}", known.join(", ")));
            }
            table.insert(part.to_owned(), value);
            return Ok(());
        }
        table = match table.get_mut(part) {
            Some(toml::Value::Table(inner)) => inner,
            _ => return Err(format!("there is no table {part} in the config")),
        };
    }
    Ok(())
}
