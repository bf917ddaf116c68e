use std::fmt;

use bashni_search::alphabeta::Features;

use super::MinimaxLimits;

/// The alpha-beta engine and its settings, as `depth=6,threads=2,hash=64,without=lmr+history,weights=FILE`.
///
/// `threads` (1 if left out) search together, which makes games that cannot be repeated. `hash` are megabytes of the table. Where
/// they are left out, what plays, analyses or serves one engine alone has options for both. `without` leaves parts of the search out, to measure what each is worth. `weights` names a file for the
/// evaluation, as `bashni tune` writes it; a name must not hold a comma.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AlphaBetaSpec {
    /// What bounds the search.
    pub limits: MinimaxLimits,
    /// Threads that search together, if it is said; in matches else 1.
    pub threads: Option<u32>,
    /// Megabytes of the transposition table, if it is said; in matches else [`HASH_MB`](AlphaBetaSpec::HASH_MB).
    pub hash_mb: Option<u32>,
    /// Parts of the search that are used.
    pub features: Features,
    /// A file of weights, instead of those of the rules.
    pub weights: Option<String>,
}

impl AlphaBetaSpec {
    /// Megabytes of the transposition table in matches where nothing is said.
    pub const HASH_MB: u32 = 16;
}

impl fmt::Display for AlphaBetaSpec {
    /// The limits, and what else was said.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.limits)?;
        if let Some(threads) = self.threads {
            write!(f, ",threads={threads}")?;
        }
        if let Some(hash_mb) = self.hash_mb {
            write!(f, ",hash={hash_mb}")?;
        }
        if self.features != Features::ALL {
            write!(f, ",without={}", self.features)?;
        }
        match &self.weights {
            Some(file) => write!(f, ",weights={file}"),
            None => Ok(()),
        }
    }
}
