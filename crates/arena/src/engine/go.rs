use std::time::Duration;

use crate::{AlphaBetaSpec, PlayerSpec, SpecError};

/// What an engine is to do: when to end at the latest, and how many lines to find. The first limit that is reached ends
/// the search; one without any limit goes on until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Positions to visit. A tree search takes it for simulations.
    pub nodes: Option<u64>,
    /// Simulations, for tree searches.
    pub sims: Option<u64>,
    /// Time for the move.
    pub time: Option<Duration>,
    /// Lines to find, each with another first move; 0 counts as 1.
    pub lines: usize,
}

impl Go {
    /// Thinks for a time.
    pub fn for_time(time: Duration) -> Go {
        Go { time: Some(time), ..Go::default() }
    }

    /// Thinks to a depth.
    pub fn to_depth(depth: u32) -> Go {
        Go { depth: Some(depth), ..Go::default() }
    }

    /// The limits of a player.
    pub fn of(spec: &PlayerSpec) -> Go {
        match spec {
            PlayerSpec::Random => Go::default(),
            PlayerSpec::Rollout(limits) | PlayerSpec::Net { limits, .. } => {
                let sims = limits.sims.map(u64::from);
                Go { sims, time: limits.ms.map(Duration::from_millis), ..Go::default() }
            }
            PlayerSpec::Minimax(limits)
            | PlayerSpec::Engine { limits, .. }
            | PlayerSpec::AlphaBeta(AlphaBetaSpec { limits, .. }) => Go {
                depth: limits.depth,
                nodes: limits.nodes,
                time: limits.ms.map(Duration::from_millis),
                ..Go::default()
            },
        }
    }

    /// A player of a text with the limits that stand in it, of which there may be none: here they are not what a player gets
    /// for want of any.
    ///
    /// # Errors
    /// If the text is no player.
    ///
    /// ```
    /// use bashni_arena::Go;
    ///
    /// assert!(Go::given("minimax").unwrap().1.is_endless());
    /// assert_eq!(Go::given("minimax:depth=6").unwrap().1, Go::to_depth(6));
    /// ```
    pub fn given(text: &str) -> Result<(PlayerSpec, Go), SpecError> {
        let spec: PlayerSpec = text.parse()?;
        let settings = text.split_once(':').map_or("", |(_, settings)| settings).trim_start();
        let has_limits = match spec {
            PlayerSpec::Net { .. } => settings.contains(','),
            PlayerSpec::Engine { ref command, .. } => {
                settings.trim() != command && !settings.starts_with("cmd=")
            }
            // Threads and the like are no limits.
            _ => settings.split(',').any(|setting| {
                let key = setting.split('=').next().unwrap_or_default().trim();
                ["depth", "ms", "nodes", "sims"].contains(&key)
            }),
        };
        let go = if has_limits { Go::of(&spec) } else { Go::default() };
        Ok((spec, go))
    }

    /// The same, but ended by the limits of `other` too.
    #[must_use]
    pub fn within(self, other: &Go) -> Go {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Go {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            sims: least(self.sims, other.sims),
            time: least(self.time, other.time),
            lines: self.lines,
        }
    }

    /// True if nothing but a stop ends it.
    pub fn is_endless(&self) -> bool {
        Go { lines: 0, ..*self } == Go::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_limits_the_first_that_is_reached_counts() {
        let player = Go::of(&"minimax:depth=4,ms=100".parse().unwrap());
        let asked = Go { lines: 3, time: Some(Duration::from_millis(50)), ..Go::to_depth(9) };
        let both = asked.within(&player);
        assert_eq!(both, Go { lines: 3, time: Some(Duration::from_millis(50)), ..Go::to_depth(4) });
        assert_eq!(Go::default().within(&player), player);
        assert!(Go { lines: 2, ..Go::default() }.is_endless() && !both.is_endless());
        assert_eq!(Go::of(&"rollout:sims=9".parse().unwrap()).sims, Some(9));
    }

    #[test]
    fn limits_are_given_or_not() {
        for (text, given) in [
            ("minimax", false),
            ("minimax:nodes=9", true),
            ("rollout", false),
            ("alphabeta:threads=2,hash=8", false),
            ("alphabeta:threads=2, depth=8", true),
            ("net:runs/first", false),
            ("net:runs/first,sims=8", true),
            ("engine:x --ms=5", false),
            ("engine:cmd=x", false),
            ("engine: ms=5,cmd=x", true),
            ("alphabeta", false),
            ("alphabeta:threads=2, ms=8", true),
            ("random", false),
        ] {
            assert_eq!(!Go::given(text).unwrap().1.is_endless(), given, "{text}");
        }
    }
}
