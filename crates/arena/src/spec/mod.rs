//! Players as text: `random`, `rollout:sims=200`, `minimax:depth=4`, `alphabeta:ms=100`, `net:runs/first,sims=64`,
//! `engine:ms=100,cmd=…`.

mod alphabeta;
mod engine;
mod error;
mod limits;
mod settings;

use std::fmt;
use std::str::FromStr;

pub use alphabeta::AlphaBetaSpec;
use bashni_search::alphabeta::Features;
pub use error::SpecError;
pub use limits::{MctsLimits, MinimaxLimits};
use serde::{Deserialize, Serialize};
use settings::{Kind, Settings};

/// Which player, with its settings.
///
/// It is read with [`FromStr`], and [`Display`](fmt::Display) writes text that reads back as the same player.
///
/// | text | player | if left out |
/// |---|---|---|
/// | `random` | any legal move, each as likely | |
/// | `rollout:sims=N,ms=N` | tree search whose leaves are judged by random games | `sims=200` if there is no limit at all |
/// | `minimax:depth=N,ms=N,nodes=N` | plain alpha-beta | `depth=4` if there is no limit at all |
/// | `alphabeta:depth=N,ms=N,nodes=N` | the alpha-beta engine; further settings: [`AlphaBetaSpec`] | `depth=6` if there is no limit at all |
/// | `net:PATH,sims=N,ms=N` | tree search with a network; PATH is a checkpoint, or a run for its newest | `sims=64` if there is no limit at all |
/// | `engine:ms=N,cmd=COMMAND` | another program that speaks [UGI](crate::ugi); or `depth=N` or `nodes=N` | `ms=100`; without a limit `cmd=` may be left out too |
///
/// `sims` are simulations a step, `ms` milliseconds a move, `depth` plies and `nodes` positions a move; of several limits
/// the first that is reached ends the search. All numbers are at least 1. A PATH may hold anything but a comma. A COMMAND is all that follows, split into words as a
/// shell does it, with quotes, but no shell is started. Games of a
/// player with `ms` cannot be repeated.
///
/// ```
/// use bashni_arena::PlayerSpec;
///
/// let spec: PlayerSpec = "minimax:depth=6,ms=100".parse().unwrap();
/// assert_eq!(spec.to_string(), "minimax:depth=6,ms=100");
/// assert_eq!("rollout".parse::<PlayerSpec>().unwrap().to_string(), "rollout:sims=200");
/// assert!("minimax:depth=0".parse::<PlayerSpec>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum PlayerSpec {
    /// Plays any legal move.
    Random,
    /// Tree search with random games.
    Rollout(MctsLimits),
    /// Plain alpha-beta.
    Minimax(MinimaxLimits),
    /// The alpha-beta engine.
    AlphaBeta(AlphaBetaSpec),
    /// Tree search with a network.
    Net {
        /// A checkpoint, or a run for its newest.
        path: String,
        /// What bounds the search.
        limits: MctsLimits,
    },
    /// Another program.
    Engine {
        /// The command that starts it.
        command: String,
        /// What it is told to stay within: one limit.
        limits: MinimaxLimits,
    },
}

impl PlayerSpec {
    /// Simulations of `rollout` where no limit is given.
    pub const ROLLOUT_SIMS: u32 = 200;

    /// Simulations of `net` where no limit is given.
    pub const NET_SIMS: u32 = 64;

    /// Milliseconds a move of `engine` where no limit is given.
    pub const ENGINE_MS: u64 = 100;

    /// Depth of `minimax` where no limit is given.
    pub const MINIMAX_DEPTH: u32 = 4;

    /// Depth of `alphabeta` where no limit is given.
    pub const ALPHABETA_DEPTH: u32 = 6;

    /// The word that it begins with.
    pub const fn kind(&self) -> &'static str {
        match self {
            PlayerSpec::Random => "random",
            PlayerSpec::Rollout(_) => "rollout",
            PlayerSpec::Minimax(_) => "minimax",
            PlayerSpec::AlphaBeta(_) => "alphabeta",
            PlayerSpec::Net { .. } => "net",
            PlayerSpec::Engine { .. } => "engine",
        }
    }

    /// Its limits as text, such as `sims=64`; empty if it has none.
    pub fn limits_text(&self) -> String {
        match self {
            PlayerSpec::Random => String::new(),
            PlayerSpec::Rollout(limits) | PlayerSpec::Net { limits, .. } => limits.to_string(),
            PlayerSpec::Minimax(limits) | PlayerSpec::Engine { limits, .. } => limits.to_string(),
            PlayerSpec::AlphaBeta(spec) => spec.to_string(),
        }
    }

    /// Its time a move in milliseconds, if it goes by the clock.
    pub const fn ms(&self) -> Option<u64> {
        match self {
            PlayerSpec::Random => None,
            PlayerSpec::Rollout(limits) | PlayerSpec::Net { limits, .. } => limits.ms,
            PlayerSpec::Minimax(limits) | PlayerSpec::Engine { limits, .. } => limits.ms,
            PlayerSpec::AlphaBeta(spec) => spec.limits.ms,
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        let text = text.trim();
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text, None),
        };
        let mcts = |settings: &Settings<'_>, sims| {
            let limits = MctsLimits { sims: settings.get_u32("sims"), ms: settings.get("ms") };
            if limits == MctsLimits::default() { MctsLimits::sims(sims) } else { limits }
        };
        let alpha_beta = |settings: &Settings<'_>, depth| {
            let (depth_given, ms, nodes) =
                (settings.get_u32("depth"), settings.get("ms"), settings.get("nodes"));
            let limits = MinimaxLimits { depth: depth_given, ms, nodes };
            let depth = if limits == MinimaxLimits::default() { Some(depth) } else { depth_given };
            MinimaxLimits { depth, ..limits }
        };
        match name {
            "random" => {
                Settings::read(text, &Kind::RANDOM, rest)?;
                Ok(PlayerSpec::Random)
            }
            "rollout" => {
                let settings = Settings::read(text, &Kind::ROLLOUT, rest)?;
                Ok(PlayerSpec::Rollout(mcts(&settings, Self::ROLLOUT_SIMS)))
            }
            "minimax" => {
                let settings = Settings::read(text, &Kind::MINIMAX, rest)?;
                Ok(PlayerSpec::Minimax(alpha_beta(&settings, Self::MINIMAX_DEPTH)))
            }
            "alphabeta" => {
                let settings = Settings::read(text, &Kind::ALPHABETA, rest)?;
                let without = settings.text("without").unwrap_or_default();
                let features = Features::without(without)
                    .map_err(|source| SpecError::Feature { spec: text.to_owned(), source })?;
                Ok(PlayerSpec::AlphaBeta(AlphaBetaSpec {
                    limits: alpha_beta(&settings, Self::ALPHABETA_DEPTH),
                    threads: settings.get_u32("threads"),
                    hash_mb: settings.get_u32("hash"),
                    features,
                    weights: settings.text("weights").map(str::to_owned),
                }))
            }
            "net" => {
                let (path, rest) = match rest.unwrap_or_default().split_once(',') {
                    Some((path, rest)) => (path, Some(rest)),
                    None => (rest.unwrap_or_default(), None),
                };
                if path.trim().is_empty() {
                    return Err(SpecError::NoPath { spec: text.to_owned() });
                }
                let settings = Settings::read(text, &Kind::NET, rest)?;
                Ok(PlayerSpec::Net { path: path.to_owned(), limits: mcts(&settings, Self::NET_SIMS) })
            }
            "engine" => engine::read(text, rest.unwrap_or_default()),
            _ => Err(SpecError::UnknownPlayer { spec: text.to_owned(), name: name.to_owned() }),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Random => f.write_str("random"),
            PlayerSpec::Rollout(limits) => write!(f, "rollout:{limits}"),
            PlayerSpec::Minimax(limits) => write!(f, "minimax:{limits}"),
            PlayerSpec::AlphaBeta(spec) => write!(f, "alphabeta:{spec}"),
            PlayerSpec::Net { path, limits } => write!(f, "net:{path},{limits}"),
            PlayerSpec::Engine { command, limits } => write!(f, "engine:{limits},cmd={command}"),
        }
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> String {
        spec.to_string()
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<PlayerSpec, SpecError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests;
