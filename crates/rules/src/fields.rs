//! The fields of the rules, as data.

#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize};

#[cfg(feature = "serde")]
use crate::fields_serde::{choice, whole_number};
use crate::{Bitboard, Square};

macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(Serialize))]
        pub enum $name {
            $($(#[$variant_doc])* #[cfg_attr(feature = "serde", serde(rename = $text))] $variant,)+
        }

        impl $name {
            /// Every value, the default first.
            pub const ALL: &[$name] = &[$($name::$variant),+];

            /// The value as it is written in a rules file.
            pub const fn text(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                choice(deserializer, &[$(($text, $name::$variant)),+])
            }
        }
    };
}

choice! {
    /// Range of a king's move and capture.
    King {
        /// Any distance along a free diagonal.
        #[default]
        Flying = "flying",
        /// One square, in all directions.
        Short = "short",
    }
}
choice! {
    /// Directions in which a man may capture.
    ManCapture {
        /// All four.
        #[default]
        All = "all",
        /// The two forward ones.
        Forward = "forward",
    }
}
choice! {
    /// What a man does that reaches the far row in a capture. It is crowned either way.
    Promotion {
        /// It goes on at once as a king.
        #[default]
        Continue = "continue",
        /// The move ends there.
        Stop = "stop",
    }
}
choice! {
    /// Where a king may land after a jump.
    KingLanding {
        /// Where it can go on capturing, if such a square exists on that ray.
        #[default]
        MustContinue = "must_continue",
        /// On any free square of that ray.
        Free = "free",
    }
}
choice! {
    /// What becomes of a captured commander.
    Captured {
        /// It goes to the bottom of the capturing column.
        #[default]
        Stack = "stack",
        /// It leaves the board, as in the parent games.
        Remove = "remove",
    }
}
choice! {
    /// Whether one column may be jumped again in the same move.
    Rejump {
        /// The commander is taken at once; the column may be jumped again whenever an enemy is on top.
        #[default]
        Free = "free",
        /// As `free`, but only after another column was jumped in between.
        NoImmediate = "no_immediate",
        /// The commander is taken at once, and each column can be jumped once in a move.
        Never = "never",
        /// Nothing is lifted until the move ends: a jumped column stays, blocks, and cannot be jumped again.
        Turkish = "turkish",
    }
}
choice! {
    /// Whether the next jump of a chain may go in exactly the opposite direction of the last.
    Reversal {
        /// It may.
        #[default]
        Allowed = "allowed",
        /// It may not.
        Forbidden = "forbidden",
    }
}

/// The fields of a set of rules, unchecked. [`Rules::new`](crate::Rules::new) checks them.
///
/// The names are the keys of a rules file; a key left out has the default, which is the game `bashni`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct RuleFields {
    /// Number of files, 3 to 12.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "whole_number"))]
    pub files: u8,
    /// Number of ranks, 3 to 12.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "whole_number"))]
    pub ranks: u8,
    /// Rows of men a side at the start.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "whole_number"))]
    pub rows: u8,
    /// A position in the one-line form to start from instead of `rows`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub start: Option<String>,
    /// Range of a king.
    pub king: King,
    /// Directions in which a man may capture.
    pub man_capture: ManCapture,
    /// What follows a promotion in a capture.
    pub promotion: Promotion,
    /// Where a king may land after a jump.
    pub king_landing: KingLanding,
    /// What becomes of a captured commander.
    pub captured: Captured,
    /// Whether a column may be jumped again.
    pub rejump: Rejump,
    /// Whether a chain may turn back on itself.
    pub reversal: Reversal,
    /// Occurrences of a position, same side to move, that make a draw; 0 for never.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "whole_number"))]
    pub repetition: u32,
    /// Plies without capture or promotion that make a draw; 0 for never.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "whole_number"))]
    pub no_progress_plies: u32,
}

impl RuleFields {
    /// The names of the fields: the keys of a rules file.
    pub const KEYS: &[&str] = &[
        "files",
        "ranks",
        "rows",
        "start",
        "king",
        "man_capture",
        "promotion",
        "king_landing",
        "captured",
        "rejump",
        "reversal",
        "repetition",
        "no_progress_plies",
    ];
}

impl Default for RuleFields {
    fn default() -> RuleFields {
        RuleFields {
            files: 8,
            ranks: 8,
            rows: 3,
            start: None,
            king: King::Flying,
            man_capture: ManCapture::All,
            promotion: Promotion::Continue,
            king_landing: KingLanding::MustContinue,
            captured: Captured::Stack,
            rejump: Rejump::Free,
            reversal: Reversal::Allowed,
            repetition: 3,
            no_progress_plies: 30,
        }
    }
}

/// A field in which two sets of rules differ: its key, its value in the first and in the second, as they are written in a
/// rules file; `None` where a set does not give it.
#[cfg(feature = "serde")]
pub type Difference = (String, Option<String>, Option<String>);

#[cfg(feature = "serde")]
impl RuleFields {
    /// The fields in which two sets of rules differ, by key.
    pub fn differences(&self, other: &RuleFields) -> Vec<Difference> {
        // Plain integers and strings: serialising them cannot fail.
        let table = |fields: &RuleFields| toml::Table::try_from(fields).unwrap_or_default();
        let (ours, theirs) = (table(self), table(other));
        let keys: std::collections::BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
        let value = |table: &toml::Table, key| table.get(key).map(toml::Value::to_string);
        keys.into_iter()
            .map(|key| (key.clone(), value(&ours, key), value(&theirs, key)))
            .filter(|(_, ours, theirs)| ours != theirs)
            .collect()
    }
}

impl Rejump {
    /// The columns that may not be jumped next after `victim` was, `barred` being those that might not before.
    #[inline]
    pub(crate) fn bar(self, barred: Bitboard, victim: Square) -> Bitboard {
        match self {
            Rejump::Free => barred,
            Rejump::NoImmediate => victim.bit(),
            Rejump::Never | Rejump::Turkish => barred | victim.bit(),
        }
    }
}
