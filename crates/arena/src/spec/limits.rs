use std::fmt;

/// What bounds the search of `minimax` or `alphabeta`; the first limit that is reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MinimaxLimits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Time a move, in milliseconds. Games with this limit are not reproducible.
    pub ms: Option<u64>,
    /// Positions visited a move.
    pub nodes: Option<u64>,
}

/// What bounds a tree search, of `rollout` and `net`; the first limit that is reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MctsLimits {
    /// Simulations a step.
    pub sims: Option<u32>,
    /// Time a move, in milliseconds. Games with this limit are not reproducible.
    pub ms: Option<u64>,
}

impl MctsLimits {
    /// A number of simulations a step.
    pub const fn sims(sims: u32) -> MctsLimits {
        MctsLimits { sims: Some(sims), ms: None }
    }
}

impl fmt::Display for MinimaxLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, &[("depth", self.depth.map(u64::from)), ("ms", self.ms), ("nodes", self.nodes)])
    }
}

impl fmt::Display for MctsLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, &[("sims", self.sims.map(u64::from)), ("ms", self.ms)])
    }
}

fn list(f: &mut fmt::Formatter<'_>, limits: &[(&str, Option<u64>)]) -> fmt::Result {
    let given = limits.iter().filter_map(|(key, value)| value.map(|value| (key, value)));
    for (i, (key, value)) in given.enumerate() {
        write!(f, "{}{key}={value}", if i == 0 { "" } else { "," })?;
    }
    Ok(())
}
