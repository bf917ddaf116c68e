//! When a search is to end.

use std::fmt;

use super::CommandError;
use super::command::shortened;

/// When a search is to end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Time for the move, in milliseconds.
    pub movetime: Option<u64>,
    /// What is left on the clocks.
    pub clock: Option<Clock>,
    /// Until it is stopped.
    pub infinite: bool,
}

/// Clocks, in milliseconds, of the first and the second player (White and Black).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time that is left.
    pub left: [u64; 2],
    /// Time that is added for each move.
    pub increment: [u64; 2],
}

/// More milliseconds than anybody waits for.
const MAX_MS: u64 = 1_000_000_000;

impl GoCommand {
    /// Reads the words behind `go`.
    pub(super) fn parse<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<GoCommand, CommandError> {
        let mut go = GoCommand::default();
        let mut clock = Clock::default();
        let mut has_clock = false;
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let number = words.next().and_then(|number| number.parse::<i64>().ok());
            let wrong = || CommandError::Go(shortened(word));
            let number = number.ok_or_else(wrong)?;
            // A clock may have run out, and some programs then say so with a negative number.
            let ms = u64::try_from(number).unwrap_or(0).min(MAX_MS);
            let positive = || u64::try_from(number).ok().filter(|&number| number > 0).ok_or_else(wrong);
            match word {
                "depth" => go.depth = Some(u32::try_from(positive()?).unwrap_or(u32::MAX)),
                "nodes" => go.nodes = Some(positive()?),
                "movetime" => go.movetime = Some(positive()?.min(MAX_MS)),
                "p1time" | "wtime" => (clock.left[0], has_clock) = (ms, true),
                "p2time" | "btime" => (clock.left[1], has_clock) = (ms, true),
                "p1inc" | "winc" => clock.increment[0] = ms,
                "p2inc" | "binc" => clock.increment[1] = ms,
                _ => return Err(wrong()),
            }
        }
        go.clock = has_clock.then_some(clock);
        Ok(go)
    }
}

impl fmt::Display for GoCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(ms) = self.movetime {
            write!(f, " movetime {ms}")?;
        }
        if let Some(Clock { left: [p1, p2], increment: [p1inc, p2inc] }) = self.clock {
            write!(f, " p1time {p1} p2time {p2} p1inc {p1inc} p2inc {p2inc}")?;
        }
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}
