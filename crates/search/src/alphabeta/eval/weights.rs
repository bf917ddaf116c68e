use std::fmt::Write;

use bashni_rules::{Captured, King, ManCapture, Rules};
use thiserror::Error;

use super::Pair;
use super::terms::{GROUPS, TERMS};

/// What each term of an evaluation is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    terms: Vec<Pair>,
}

/// Why a weights file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The text is not TOML; the message carries line and column.
    #[error("the weights are not TOML: {0}")]
    Syntax(String),
    /// A key that is no group of terms.
    #[error("weights: there is no term `{key}`; the terms are: {}", names())]
    UnknownKey {
        /// The key.
        key: String,
    },
    /// A group of terms without weights.
    #[error("weights: `{key}` is missing; expected {len} pairs [opening, ending]")]
    Missing {
        /// The key.
        key: &'static str,
        /// How many weights it has.
        len: usize,
    },
    /// Something else than the pairs of numbers that a key must have.
    #[error(
        "weights: `{key}`: expected {len} pairs [opening, ending] of whole numbers from -{max} to {max}",
        max = Weights::LARGEST
    )]
    Value {
        /// The key.
        key: &'static str,
        /// How many weights it has.
        len: usize,
    },
}

fn names() -> String {
    GROUPS.iter().map(|group| group.name).collect::<Vec<_>>().join(", ")
}

impl Weights {
    /// The largest weight of one term. A board has room for 64 pieces, so no sum overflows.
    pub const LARGEST: i32 = 5_000;

    /// The weights that suit some rules: those tuned for what becomes of captured pieces, the range of the kings, and, with
    /// short kings, for men that capture forward only.
    pub fn for_rules(rules: &Rules) -> Weights {
        let fields = rules.fields();
        let text = match (fields.captured, fields.king, fields.man_capture) {
            (Captured::Stack, King::Flying, _) => include_str!("../../../weights/stack-flying.toml"),
            (Captured::Stack, King::Short, ManCapture::All) => {
                include_str!("../../../weights/stack-short.toml")
            }
            (Captured::Stack, King::Short, ManCapture::Forward) => {
                include_str!("../../../weights/stack-short-forward.toml")
            }
            (Captured::Remove, King::Flying, _) => include_str!("../../../weights/remove-flying.toml"),
            (Captured::Remove, King::Short, _) => include_str!("../../../weights/remove-short.toml"),
        };
        // The files are part of the program, and a test reads each.
        Weights::from_toml(text).unwrap_or_else(|_| Weights::new(vec![Pair::default(); TERMS]))
    }

    /// Weights in the order of the terms. Missing ones are 0, and none is larger than [`LARGEST`](Weights::LARGEST).
    pub fn new(terms: Vec<Pair>) -> Weights {
        let clamp = |weight: i32| weight.clamp(-Weights::LARGEST, Weights::LARGEST);
        let mut terms: Vec<Pair> =
            terms.into_iter().map(|pair| Pair::new(clamp(pair.opening), clamp(pair.ending))).collect();
        terms.resize(TERMS, Pair::default());
        Weights { terms }
    }

    /// The weight of each term, in order.
    pub fn terms(&self) -> &[Pair] {
        &self.terms
    }

    /// A number that tells these weights from others (Fowler-Noll-Vo).
    pub fn fingerprint(&self) -> u64 {
        let numbers = self.terms.iter().flat_map(|pair| [pair.opening, pair.ending]);
        numbers
            .flat_map(i32::to_le_bytes)
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// If the text is not TOML, a key is unknown or missing, or a value is no list of so many pairs.
    pub fn from_toml(text: &str) -> Result<Weights, WeightsError> {
        let table: toml::Table =
            text.parse().map_err(|error: toml::de::Error| WeightsError::Syntax(error.to_string()))?;
        if let Some(key) = table.keys().find(|key| GROUPS.iter().all(|group| group.name != key.as_str())) {
            return Err(WeightsError::UnknownKey { key: key.clone() });
        }
        let mut terms = Vec::with_capacity(TERMS);
        for group in GROUPS {
            let (key, len) = (group.name, group.len);
            let value = table.get(key).ok_or(WeightsError::Missing { key, len })?;
            let pairs: Option<Vec<Pair>> = value.as_array().and_then(|list| list.iter().map(pair).collect());
            match pairs {
                Some(pairs) if pairs.len() == len => terms.extend(pairs),
                _ => return Err(WeightsError::Value { key, len }),
            }
        }
        Ok(Weights { terms })
    }

    /// The weights as a file that [`from_toml`](Weights::from_toml) reads, with comments that say what each is.
    pub fn to_toml(&self) -> String {
        let mut text = "# Weights of an evaluation: [opening, ending], in hundredths of a man.\n".to_owned();
        for group in GROUPS {
            let weights = &self.terms[group.first..group.first + group.len];
            let list: Vec<String> =
                weights.iter().map(|pair| format!("[{}, {}]", pair.opening, pair.ending)).collect();
            // Writing to a string cannot fail.
            let _ = write!(text, "\n# {}\n{} = [{}]\n", group.what, group.name, list.join(", "));
        }
        text
    }
}

fn pair(value: &toml::Value) -> Option<Pair> {
    let [opening, ending] = value.as_array()?.as_slice() else { return None };
    let number = |value: &toml::Value| {
        let number = i32::try_from(value.as_integer()?).ok()?;
        (number.abs() <= Weights::LARGEST).then_some(number)
    };
    Some(Pair::new(number(opening)?, number(ending)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_all_rules_are_read_and_written_back() {
        for (preset, _) in bashni_rules::PRESETS {
            let weights = Weights::for_rules(&Rules::preset(preset).unwrap());
            assert_eq!(Weights::from_toml(&weights.to_toml()), Ok(weights.clone()));
            assert!(weights.terms().iter().any(|pair| *pair != Pair::default()), "{preset}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_by_key() {
        let good = Weights::new(Vec::new()).to_toml();
        let error =
            |from: &str, to: &str| Weights::from_toml(&good.replace(from, to)).unwrap_err().to_string();
        assert!(error("tempo", "temp").contains("no term `temp`"));
        assert!(error("tempo = [[0, 0]]", "").contains("`tempo` is missing; expected 1 pairs"));
        for wrong in ["[[0]]", "[[0, 0, 0]]", "[[0, 5001]]", "[[0, 0.5]]", "[]", "[[0, 0], [0, 0]]", "7"] {
            let message = error("tempo = [[0, 0]]", &format!("tempo = {wrong}"));
            assert!(message.contains("`tempo`: expected 1 pairs"), "{wrong}: {message}");
        }
        assert!(error("tempo = ", "tempo ").contains("not TOML"));
    }
}
