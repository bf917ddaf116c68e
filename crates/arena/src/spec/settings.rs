use bashni_search::minimax::Limits;

use super::SpecError;

/// What settings a kind of player has.
pub(super) struct Kind {
    name: &'static str,
    /// Names, and the largest value of each.
    allowed: &'static [(&'static str, u64)],
    /// Names of those that are texts.
    texts: &'static [&'static str],
    /// The same for people.
    listed: &'static str,
}

/// More than anybody would wait for, and far from any overflow.
const MAX_SIMS: u64 = 100_000_000;
const MAX_MS: u64 = 86_400_000;
const MAX_THREADS: u64 = 1024;
/// As much as engines can be asked for by UGI.
const MAX_HASH_MB: u64 = 1 << 16;
/// Deeper than any engine gets that is not of this program.
const MAX_DEPTH: u64 = 1_000;

const MCTS: Kind = Kind {
    name: "net",
    allowed: &[("sims", MAX_SIMS), ("ms", MAX_MS)],
    texts: &[],
    listed: "sims=N (simulations a step) and ms=N (milliseconds a move)",
};

impl Kind {
    pub(super) const RANDOM: Kind = Kind { name: "random", allowed: &[], texts: &[], listed: "no settings" };
    pub(super) const NET: Kind = MCTS;
    pub(super) const ROLLOUT: Kind = Kind { name: "rollout", ..MCTS };
    pub(super) const MINIMAX: Kind = Kind {
        name: "minimax",
        allowed: &[("depth", Limits::MAX_DEPTH as u64), ("ms", MAX_MS), ("nodes", u64::MAX)],
        texts: &[],
        listed: "depth=N (plies), ms=N (milliseconds a move) and nodes=N (positions a move)",
    };
    pub(super) const ALPHABETA: Kind = Kind {
        name: "alphabeta",
        allowed: &[
            ("depth", Limits::MAX_DEPTH as u64),
            ("ms", MAX_MS),
            ("nodes", u64::MAX),
            ("threads", MAX_THREADS),
            ("hash", MAX_HASH_MB),
        ],
        texts: &["without", "weights"],
        listed: "depth=N (plies), ms=N (milliseconds a move), nodes=N (positions a move), threads=N, \
                 hash=N (megabytes), without=PART+PART (parts of the search to leave out) and weights=FILE",
    };
    pub(super) const ENGINE: Kind = Kind {
        name: "engine",
        allowed: &[("depth", MAX_DEPTH), ("ms", MAX_MS), ("nodes", u64::MAX)],
        texts: &[],
        listed: "one of ms=N (milliseconds a move), depth=N (plies) and nodes=N (positions a move), and last cmd=COMMAND",
    };

    /// True if there is a setting of this name.
    pub(super) fn has(&self, key: &str) -> bool {
        self.allowed.iter().any(|(name, _)| *name == key)
    }
}

/// The settings of one player, as they are read.
pub(super) struct Settings<'a> {
    spec: &'a str,
    kind: &'a Kind,
    values: Vec<(&'static str, u64)>,
    texts: Vec<(&'static str, &'a str)>,
}

impl<'a> Settings<'a> {
    pub(super) fn read(
        spec: &'a str,
        kind: &'a Kind,
        text: Option<&'a str>,
    ) -> Result<Settings<'a>, SpecError> {
        let mut settings = Settings { spec, kind, values: Vec::new(), texts: Vec::new() };
        for item in text.into_iter().flat_map(|text| text.split(',')) {
            settings.add(item)?;
        }
        Ok(settings)
    }

    pub(super) fn add(&mut self, item: &'a str) -> Result<(), SpecError> {
        let spec = || self.spec.to_owned();
        let (player, allowed) = (self.kind.name, self.kind.listed);
        let Some((key, value)) = item.split_once('=').filter(|(key, _)| !key.trim().is_empty()) else {
            return Err(SpecError::NotASetting { spec: spec(), item: item.to_owned(), player, allowed });
        };
        let (key, value) = (key.trim(), value.trim());
        if let Some(&name) = self.kind.texts.iter().find(|name| **name == key) {
            if self.text(name).is_some() {
                return Err(SpecError::DuplicateKey { spec: spec(), key: key.to_owned() });
            }
            self.texts.push((name, value));
            return Ok(());
        }
        let Some(&(name, max)) = self.kind.allowed.iter().find(|(name, _)| *name == key) else {
            return Err(SpecError::UnknownKey { spec: spec(), key: key.to_owned(), player, allowed });
        };
        if self.get(name).is_some() {
            return Err(SpecError::DuplicateKey { spec: spec(), key: key.to_owned() });
        }
        match value.parse::<u64>() {
            Ok(number) if (1..=max).contains(&number) => self.values.push((name, number)),
            _ => {
                let (key, value) = (key.to_owned(), value.to_owned());
                return Err(SpecError::Value { spec: spec(), key, value, max });
            }
        }
        Ok(())
    }

    pub(super) fn get(&self, key: &str) -> Option<u64> {
        self.values.iter().find(|(name, _)| *name == key).map(|&(_, value)| value)
    }

    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.texts.iter().find(|(name, _)| *name == key).map(|&(_, value)| value)
    }

    /// A setting whose largest value fits 32 bits.
    pub(super) fn get_u32(&self, key: &str) -> Option<u32> {
        self.get(key).and_then(|value| u32::try_from(value).ok())
    }
}
