//! Players as text: `random`, `rollout:sims=200`, `minimax:depth=4`, `net:runs/first,sims=64`.

use std::fmt;
use std::str::FromStr;

use bashni_search::minimax::Limits;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What bounds the search of `minimax`; the first limit that is reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MinimaxLimits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Time a move, in milliseconds. Games with this limit are not reproducible.
    pub ms: Option<u64>,
    /// Positions visited a move.
    pub nodes: Option<u64>,
}

/// Which player, with its settings.
///
/// It is read with [`FromStr`], and [`Display`](fmt::Display) writes text that reads back as the same player.
///
/// | text | player | if left out |
/// |---|---|---|
/// | `random` | any legal move, each as likely | |
/// | `rollout:sims=N` | tree search whose leaves are judged by random games; N simulations a step | `sims=200` |
/// | `minimax:depth=N,ms=N,nodes=N` | alpha-beta; one limit or several | `depth=4` if there is no limit at all |
/// | `net:PATH,sims=N` | tree search with a network; PATH is a checkpoint, or a run for its newest | `sims=64` |
///
/// All numbers are at least 1. A PATH may hold anything but a comma.
///
/// ```
/// use bashni_arena::PlayerSpec;
///
/// let spec: PlayerSpec = "minimax:depth=6,ms=100".parse().unwrap();
/// assert_eq!(spec.to_string(), "minimax:depth=6,ms=100");
/// assert_eq!("rollout".parse::<PlayerSpec>().unwrap().to_string(), "rollout:sims=200");
/// assert!("minimax:depth=0".parse::<PlayerSpec>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum PlayerSpec {
    /// Plays any legal move.
    Random,
    /// Tree search with random games.
    Rollout {
        /// Simulations a step.
        sims: u32,
    },
    /// Alpha-beta.
    Minimax(MinimaxLimits),
    /// Tree search with a network.
    Net {
        /// A checkpoint, or a run for its newest.
        path: String,
        /// Simulations a step.
        sims: u32,
    },
}

impl PlayerSpec {
    /// Simulations of `rollout` where none are given.
    pub const ROLLOUT_SIMS: u32 = 200;

    /// Simulations of `net` where none are given.
    pub const NET_SIMS: u32 = 64;

    /// Depth of `minimax` where no limit is given.
    pub const MINIMAX_DEPTH: u32 = 4;
}

/// Why a text is not a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No such player.
    #[error(
        "player `{spec}`: no player is called `{name}`; there are random, rollout:sims=N, \
         minimax:depth=N (or ms=N, nodes=N) and net:PATH,sims=N"
    )]
    UnknownPlayer {
        /// The whole text.
        spec: String,
        /// The name in it.
        name: String,
    },
    /// A setting that this player does not have.
    #[error("player `{spec}`: unknown setting `{key}`; {player} has {allowed}")]
    UnknownKey {
        /// The whole text.
        spec: String,
        /// The setting.
        key: String,
        /// The player.
        player: &'static str,
        /// The settings that it has.
        allowed: &'static str,
    },
    /// The same setting twice.
    #[error("player `{spec}`: `{key}` is given twice; give it once")]
    DuplicateKey {
        /// The whole text.
        spec: String,
        /// The setting.
        key: String,
    },
    /// A setting without `=`, or with nothing before it.
    #[error(
        "player `{spec}`: `{item}` is not a setting; expected KEY=NUMBER, separated by commas; {player} has {allowed}"
    )]
    NotASetting {
        /// The whole text.
        spec: String,
        /// The part at fault.
        item: String,
        /// The player.
        player: &'static str,
        /// The settings that it has.
        allowed: &'static str,
    },
    /// A value that is no whole number from 1 up.
    #[error("player `{spec}`: {key}=`{value}`: expected a whole number from 1 to {max}")]
    Value {
        /// The whole text.
        spec: String,
        /// The setting.
        key: String,
        /// Its value as given.
        value: String,
        /// The largest value.
        max: u64,
    },
    /// `net` without a path.
    #[error("player `{spec}`: net needs a path to a checkpoint or a run, as net:runs/first,sims=64")]
    NoPath {
        /// The whole text.
        spec: String,
    },
}

/// The settings of one player, as they are read.
struct Settings<'a> {
    spec: &'a str,
    player: &'static str,
    allowed: &'static [(&'static str, u64)],
    listed: &'static str,
    values: Vec<(&'static str, u64)>,
}

impl<'a> Settings<'a> {
    fn read(
        spec: &'a str,
        player: &'static str,
        allowed: &'static [(&'static str, u64)],
        listed: &'static str,
        text: Option<&str>,
    ) -> Result<Settings<'a>, SpecError> {
        let mut settings = Settings { spec, player, allowed, listed, values: Vec::new() };
        for item in text.into_iter().flat_map(|text| text.split(',')) {
            settings.add(item)?;
        }
        Ok(settings)
    }

    fn add(&mut self, item: &str) -> Result<(), SpecError> {
        let spec = || self.spec.to_owned();
        let Some((key, value)) = item.split_once('=').filter(|(key, _)| !key.trim().is_empty()) else {
            let (player, allowed) = (self.player, self.listed);
            return Err(SpecError::NotASetting { spec: spec(), item: item.to_owned(), player, allowed });
        };
        let (key, value) = (key.trim(), value.trim());
        let Some(&(name, max)) = self.allowed.iter().find(|(name, _)| *name == key) else {
            let (player, allowed) = (self.player, self.listed);
            return Err(SpecError::UnknownKey { spec: spec(), key: key.to_owned(), player, allowed });
        };
        if self.get(name).is_some() {
            return Err(SpecError::DuplicateKey { spec: spec(), key: key.to_owned() });
        }
        match value.parse::<u64>() {
            Ok(number) if (1..=max).contains(&number) => self.values.push((name, number)),
            _ => {
                return Err(SpecError::Value {
                    spec: spec(),
                    key: key.to_owned(),
                    value: value.to_owned(),
                    max,
                });
            }
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<u64> {
        self.values.iter().find(|(name, _)| *name == key).map(|&(_, value)| value)
    }

    /// A setting whose largest value fits 32 bits.
    fn get_u32(&self, key: &str) -> Option<u32> {
        self.get(key).and_then(|value| u32::try_from(value).ok())
    }
}

/// More than anybody would wait for, and far from any overflow.
const MAX_SIMS: u64 = 100_000_000;
const SIMS: &[(&str, u64)] = &[("sims", MAX_SIMS)];
const SIMS_LISTED: &str = "sims=N (simulations a step)";
const LIMITS: &[(&str, u64)] =
    &[("depth", Limits::MAX_DEPTH as u64), ("ms", 86_400_000), ("nodes", u64::MAX)];
const LIMITS_LISTED: &str = "depth=N (plies), ms=N (milliseconds a move) and nodes=N (positions a move)";

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        let text = text.trim();
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text, None),
        };
        match name {
            "random" => {
                Settings::read(text, "random", &[], "no settings", rest)?;
                Ok(PlayerSpec::Random)
            }
            "rollout" => {
                let settings = Settings::read(text, "rollout", SIMS, SIMS_LISTED, rest)?;
                Ok(PlayerSpec::Rollout { sims: settings.get_u32("sims").unwrap_or(Self::ROLLOUT_SIMS) })
            }
            "minimax" => {
                let settings = Settings::read(text, "minimax", LIMITS, LIMITS_LISTED, rest)?;
                let mut limits = MinimaxLimits {
                    depth: settings.get_u32("depth"),
                    ms: settings.get("ms"),
                    nodes: settings.get("nodes"),
                };
                if limits == MinimaxLimits::default() {
                    limits.depth = Some(Self::MINIMAX_DEPTH);
                }
                Ok(PlayerSpec::Minimax(limits))
            }
            "net" => {
                let (path, rest) = match rest.unwrap_or_default().split_once(',') {
                    Some((path, rest)) => (path, Some(rest)),
                    None => (rest.unwrap_or_default(), None),
                };
                if path.trim().is_empty() {
                    return Err(SpecError::NoPath { spec: text.to_owned() });
                }
                let settings = Settings::read(text, "net", SIMS, SIMS_LISTED, rest)?;
                let sims = settings.get_u32("sims").unwrap_or(Self::NET_SIMS);
                Ok(PlayerSpec::Net { path: path.to_owned(), sims })
            }
            _ => Err(SpecError::UnknownPlayer { spec: text.to_owned(), name: name.to_owned() }),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Random => f.write_str("random"),
            PlayerSpec::Rollout { sims } => write!(f, "rollout:sims={sims}"),
            PlayerSpec::Minimax(MinimaxLimits { depth, ms, nodes }) => {
                let limits = [("depth", depth.map(u64::from)), ("ms", *ms), ("nodes", *nodes)];
                f.write_str("minimax")?;
                let given = limits.iter().filter_map(|(key, value)| value.map(|value| (key, value)));
                for (i, (key, value)) in given.enumerate() {
                    write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
                }
                Ok(())
            }
            PlayerSpec::Net { path, sims } => write!(f, "net:{path},sims={sims}"),
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> Result<PlayerSpec, SpecError> {
        text.parse()
    }

    #[track_caller]
    fn refused(text: &str, parts: &[&str]) {
        let message = parse(text).expect_err(text).to_string();
        for part in parts {
            assert!(message.contains(part), "`{text}`: `{message}` does not say `{part}`");
        }
    }

    #[test]
    fn every_player_is_read() {
        let minimax = |depth, ms, nodes| PlayerSpec::Minimax(MinimaxLimits { depth, ms, nodes });
        for (text, spec) in [
            ("random", PlayerSpec::Random),
            ("rollout", PlayerSpec::Rollout { sims: 200 }),
            ("rollout:sims=1", PlayerSpec::Rollout { sims: 1 }),
            ("minimax", minimax(Some(4), None, None)),
            ("minimax:depth=2", minimax(Some(2), None, None)),
            ("minimax:ms=100", minimax(None, Some(100), None)),
            ("minimax:nodes=5000,depth=9", minimax(Some(9), None, Some(5000))),
            ("net:runs/first", PlayerSpec::Net { path: "runs/first".into(), sims: 64 }),
            ("net:C:\\a=b:c d,sims=8", PlayerSpec::Net { path: "C:\\a=b:c d".into(), sims: 8 }),
            (" net:runs/ä , sims = 8 ", PlayerSpec::Net { path: "runs/ä ".into(), sims: 8 }),
        ] {
            assert_eq!(parse(text).as_ref(), Ok(&spec), "{text}");
            if !text.starts_with(' ') {
                assert_eq!(parse(&spec.to_string()), Ok(spec));
            }
        }
    }

    #[test]
    fn what_is_no_player_is_refused_with_what_is_allowed() {
        refused("", &["no player is called ``", "minimax:depth=N", "net:PATH,sims=N"]);
        refused("stockfish", &["`stockfish`", "random", "rollout:sims=N"]);
        refused("Random", &["`Random`"]);
        refused("random:sims=4", &["unknown setting `sims`", "random has no settings"]);
        refused("rollout:depth=4", &["unknown setting `depth`", "rollout has sims=N"]);
        refused("minimax:sims=4", &["unknown setting `sims`", "depth=N", "ms=N", "nodes=N"]);
        refused("minimax:depth=4,depth=5", &["`depth` is given twice"]);
        refused("minimax:", &["`` is not a setting", "KEY=NUMBER"]);
        refused("minimax:depth", &["`depth` is not a setting"]);
        refused("minimax:depth=4,", &["`` is not a setting"]);
        refused("minimax:=4", &["`=4` is not a setting"]);
        refused("net", &["net needs a path"]);
        refused("net:", &["net needs a path"]);
        refused("net:,sims=4", &["net needs a path"]);
        refused("net:runs/first,64", &["`64` is not a setting", "net has sims=N"]);
    }

    #[test]
    fn numbers_are_whole_and_at_least_1() {
        for text in [
            "minimax:depth=0",
            "minimax:ms=0",
            "minimax:nodes=0",
            "rollout:sims=0",
            "net:x,sims=0",
            "minimax:depth=",
        ] {
            refused(text, &["expected a whole number from 1 to"]);
        }
        refused("minimax:depth=-1", &["depth=`-1`"]);
        refused("minimax:depth=1.5", &["depth=`1.5`"]);
        refused("minimax:depth=65", &["1 to 64"]);
        refused("rollout:sims=99999999999999999999999", &["1 to 100000000"]);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".{0,40}") {
            let _ = parse(&text);
        }

        #[test]
        fn texts_near_players_do_not_panic_and_read_back(
            text in "(random|rollout|minimax|net)[:,=a-z0-9]{0,20}(depth|sims|ms|nodes)?=?[0-9]{0,4}"
        ) {
            if let Ok(spec) = parse(&text) {
                prop_assert_eq!(parse(&spec.to_string()), Ok(spec));
            }
        }
    }
}
