use std::fmt;
use std::str::FromStr;

use thiserror::Error;

macro_rules! features {
    ($($(#[$doc:meta])* $field:ident = $name:literal,)+) => {
        /// The parts of the search that can be left out, to see what each is worth. What is not listed here is always on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct Features {
            $($(#[$doc])* pub $field: bool,)+
        }

        impl Features {
            /// The names of all, as [`without`](Features::without) takes them.
            pub const NAMES: &[&str] = &[$($name),+];

            /// Every part.
            pub const ALL: Features = Features { $($field: true),+ };

            /// None of them: plain alpha-beta.
            pub const NONE: Features = Features { $($field: false),+ };

            fn get_mut(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $($name => Some(&mut self.$field),)+
                    _ => None,
                }
            }

            fn left_out(&self) -> impl Iterator<Item = &'static str> {
                [$((self.$field, $name)),+].into_iter().filter(|(on, _)| !on).map(|(_, name)| name)
            }
        }
    };
}

features! {
    /// Narrow windows around the score of the depth before.
    aspiration = "aspiration",
    /// Quiet moves are tried by how often they have cut off, less how often they have failed to.
    history = "history",
    /// Late quiet moves are searched less deep at first.
    lmr = "lmr",
    /// Quiet positions far above the window are cut off near the end of a line.
    margin = "margin",
    /// Positions without a move in the table are searched one ply less deep.
    iir = "iir",
    /// A move without an alternative does not count as a ply.
    forced = "forced",
    /// A position met for the second time within a line counts as a draw already.
    repeats = "repeats",
}

impl Default for Features {
    fn default() -> Features {
        Features::ALL
    }
}

/// A name that is none of [`Features::NAMES`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the search has no part called `{name}`; there are {}", Features::NAMES.join(", "))]
pub struct UnknownFeature {
    /// The name.
    pub name: String,
}

impl Features {
    /// All parts but those named.
    ///
    /// ```
    /// use bashni_search::alphabeta::Features;
    ///
    /// let features = Features::without("lmr+history").unwrap();
    /// assert!(!features.lmr && !features.history && features.forced);
    /// assert_eq!(features.to_string(), "history+lmr");
    /// ```
    ///
    /// # Errors
    /// If a name is none of [`NAMES`](Features::NAMES).
    pub fn without(names: &str) -> Result<Features, UnknownFeature> {
        let mut features = Features::ALL;
        for name in names.split('+').map(str::trim).filter(|name| !name.is_empty()) {
            *features.get_mut(name).ok_or_else(|| UnknownFeature { name: name.to_owned() })? = false;
        }
        Ok(features)
    }
}

impl FromStr for Features {
    type Err = UnknownFeature;

    fn from_str(text: &str) -> Result<Features, UnknownFeature> {
        Features::without(text)
    }
}

impl fmt::Display for Features {
    /// The parts left out, as [`without`](Features::without) takes them; empty if none is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, name) in self.left_out().enumerate() {
            write!(f, "{}{name}", if i == 0 { "" } else { "+" })?;
        }
        Ok(())
    }
}
