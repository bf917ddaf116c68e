//! What a person, or a program by `setoption`, can choose.

use std::sync::Arc;

use bashni_rules::{Rules, RulesError};

use super::Reply;
use crate::{EngineSetup, Go, PlayerFactory, PlayerSpec};

/// Megabytes that a table may have at most.
const MAX_HASH: usize = 1 << 16;
/// Threads that may be asked for.
const MAX_THREADS: usize = 1024;
/// Lines that may be asked for: more than any position has moves that are of interest.
const MAX_LINES: usize = 100;

/// Built-in rules, perhaps with changes (`bashni+rejump=never`), by what [`Rules::name`] says. No file is read.
pub(super) fn named_rules(name: &str) -> Result<Rules, RulesError> {
    let mut parts = name.split('+');
    let rules = Rules::preset(parts.next().unwrap_or_default())?;
    let changes: Vec<&str> = parts.collect();
    if changes.is_empty() { Ok(rules) } else { rules.with(&changes) }
}

/// Which engine to be, before any `setoption`.
#[derive(Clone)]
pub struct Session {
    /// What makes the engine.
    pub factory: Arc<dyn PlayerFactory>,
    /// The rules.
    pub rules: Arc<Rules>,
    /// The player as text. Limits in it hold besides those of `go`; one without any has none.
    pub player: String,
    /// Memory, threads, randomness.
    pub setup: EngineSetup,
    /// Lines to report.
    pub lines: usize,
}

/// An engine as it is set up; it is made anew when another one is set.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub rules: Arc<Rules>,
    pub spec: PlayerSpec,
    pub setup: EngineSetup,
    /// Limits that the player's text has.
    pub limits: Go,
}

/// The options with their values.
pub(super) struct Options {
    pub setting: Arc<Setting>,
    pub player: String,
    pub lines: usize,
}

/// What an option has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Changed {
    /// The rules: the position is now their start.
    Rules,
    /// Something else.
    Other,
}

impl Options {
    /// # Errors
    /// If the player is none.
    pub fn new(session: &Session) -> Result<Options, String> {
        let (spec, limits) = Go::given(&session.player).map_err(|error| error.to_string())?;
        let setting = Setting { rules: session.rules.clone(), spec, setup: session.setup, limits };
        let lines = session.lines.clamp(1, MAX_LINES);
        Ok(Options { setting: Arc::new(setting), player: session.player.clone(), lines })
    }

    /// The lines that describe them.
    pub fn replies(&self) -> Vec<Reply> {
        let Setting { rules, setup, .. } = &*self.setting;
        let spin = |name: &str, value: usize, least: usize, most: usize| {
            (name.to_owned(), format!("type spin default {value} min {least} max {most}"))
        };
        let text = |name: &str, value: &str| (name.to_owned(), format!("type string default {value}"));
        let seed = format!("type spin default {} min 0 max {}", setup.seed, u64::MAX);
        let options = [
            text("Player", &self.player),
            text("Rules", rules.name()),
            spin("Hash", setup.hash_mb, 1, MAX_HASH),
            spin("Threads", setup.threads, 1, MAX_THREADS),
            spin("MultiPV", self.lines, 1, MAX_LINES),
            ("Seed".to_owned(), seed),
        ];
        options.into_iter().map(|(name, rest)| Reply::Option { name, rest }).collect()
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If there is none of this name, or it cannot have this value; a sentence for people.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Changed, String> {
        let number = |most: usize| match value.parse::<usize>() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name}: `{value}`: expected a whole number from 1 to {most}")),
        };
        let mut setting = Setting::clone(&self.setting);
        let mut changed = Changed::Other;
        match name.to_ascii_lowercase().as_str() {
            "player" => {
                (setting.spec, setting.limits) = Go::given(value).map_err(|error| error.to_string())?;
                // Whoever speaks to an engine need not be who may start programs on its machine.
                if let PlayerSpec::Engine { .. } = setting.spec {
                    return Err("Player: engine: can only be given on the command line".to_owned());
                }
                self.player = value.to_owned();
            }
            "rules" => {
                setting.rules = Arc::new(named_rules(value).map_err(|error| error.to_string())?);
                changed = Changed::Rules;
            }
            "hash" => setting.setup.hash_mb = number(MAX_HASH)?,
            "threads" => setting.setup.threads = number(MAX_THREADS)?,
            "multipv" => {
                self.lines = number(MAX_LINES)?;
                return Ok(changed);
            }
            "seed" => {
                setting.setup.seed = value
                    .parse()
                    .map_err(|_| format!("Seed: `{value}`: expected a whole number from 0 up"))?;
            }
            _ => {
                return Err(format!(
                    "there is no option `{name}`; there are Player, Rules, Hash, Threads, MultiPV and Seed"
                ));
            }
        }
        self.setting = Arc::new(setting);
        Ok(changed)
    }
}
