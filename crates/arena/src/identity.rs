//! What exactly a player was, so that results of different players are never added up under one name.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::PlayerSpec;

/// This program and its version, and the commit that it was built from if that was known: `bashni 0.1.0 (1a2b3c4)`, with a
/// `+` behind the commit if the sources differed from it.
pub fn program() -> &'static str {
    env!("BASHNI_PROGRAM")
}

/// What exactly played under a name.
///
/// A spec as `net:runs/first` names whatever is newest in a folder, and a program changes. Two players are the same
/// ([`is_same_player`](PlayerIdentity::is_same_player)) if their kind, its version, the checkpoint's hash and all
/// settings agree. The version of a kind counts the changes of how it plays (given the same limits); the program's
/// version is kept for the record and does not decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerIdentity {
    /// The player as it was asked for.
    pub spec: PlayerSpec,
    /// Program and version, and the commit that it was built from: see [`program`].
    pub program: String,
    /// Version of the kind of player, from 1.
    pub version: u32,
    /// Sha256 of the network's weights, in hexadecimal; for players that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<String>,
    /// Everything else that its play depends on.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
}

impl PlayerIdentity {
    /// A player of this program without a network or further settings.
    pub fn new(spec: &PlayerSpec, version: u32) -> PlayerIdentity {
        PlayerIdentity {
            spec: spec.clone(),
            program: program().to_owned(),
            version,
            checkpoint: None,
            settings: BTreeMap::new(),
        }
    }

    /// The identity with one more setting.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl ToString) -> PlayerIdentity {
        self.settings.insert(key.to_owned(), value.to_string());
        self
    }

    /// True if both play the same, as far as can be known.
    pub fn is_same_player(&self, other: &PlayerIdentity) -> bool {
        self.differences(other).is_empty()
    }

    /// What differs, each as `checkpoint (ab12… there, cd34… here)`; `self` is there, `other` here.
    pub fn differences(&self, other: &PlayerIdentity) -> Vec<String> {
        let nothing = || "none".to_owned();
        let parts = |id: &PlayerIdentity| {
            let mut parts = BTreeMap::from([
                ("limits".to_owned(), id.spec.limits_text()),
                ("kind".to_owned(), format!("{} {}", id.spec.kind(), id.version)),
                ("checkpoint".to_owned(), id.checkpoint.clone().unwrap_or_else(nothing)),
            ]);
            parts.extend(id.settings.clone());
            parts
        };
        let (there, here) = (parts(self), parts(other));
        let mut keys: Vec<&String> = there.keys().chain(here.keys()).collect();
        keys.sort();
        keys.dedup();
        let value = |parts: &BTreeMap<String, String>, key| parts.get(key).cloned().unwrap_or_else(nothing);
        keys.into_iter()
            .filter(|key| there.get(*key) != here.get(*key))
            .map(|key| format!("{key} ({} there, {} here)", value(&there, key), value(&here, key)))
            .collect()
    }
}

impl fmt::Display for PlayerIdentity {
    /// `bashni 0.1.0, minimax 1, table_mb=16`: what the spec does not say.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} {}", self.program, self.spec.kind(), self.version)?;
        if let Some(hash) = &self.checkpoint {
            write!(f, ", sha256={hash}")?;
        }
        self.settings.iter().try_for_each(|(key, value)| write!(f, ", {key}={value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_name_over_other_weights_is_another_player() {
        let spec: PlayerSpec = "net:runs/first,sims=8".parse().unwrap();
        let weights = |hash: &str| PlayerIdentity {
            checkpoint: Some(hash.to_owned()),
            ..PlayerIdentity::new(&spec, 1).with("precision", "f32")
        };
        assert!(weights("ab").is_same_player(&weights("ab")));
        assert_eq!(weights("ab").differences(&weights("cd")), ["checkpoint (ab there, cd here)"]);
        let newer = PlayerIdentity { program: "bashni 9".to_owned(), ..weights("ab") };
        assert!(newer.is_same_player(&weights("ab")));
        assert_eq!(
            weights("ab").with("c_puct", 2).differences(&weights("ab")),
            ["c_puct (2 there, none here)"]
        );
        assert_eq!(
            PlayerIdentity::new(&spec, 2).differences(&PlayerIdentity::new(&spec, 1)),
            ["kind (net 2 there, net 1 here)"]
        );
        // Another path to the same weights is the same player.
        let moved = PlayerIdentity { spec: "net:elsewhere,sims=8".parse().unwrap(), ..weights("ab") };
        assert!(moved.is_same_player(&weights("ab")));
        let faster = PlayerIdentity { spec: "net:elsewhere,sims=4".parse().unwrap(), ..weights("ab") };
        assert_eq!(faster.differences(&weights("ab")), ["limits (sims=4 there, sims=8 here)"]);
    }
}
