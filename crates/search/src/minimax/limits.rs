use std::time::Duration;

use super::MAX_PLY;

/// When a search ends: at the first limit that is reached. Depth 1 is always finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Whole moves to look ahead, captures at the end of a line not counted. At least 1; more than
    /// [`MAX_DEPTH`](Limits::MAX_DEPTH) counts as that.
    pub depth: Option<u32>,
    /// Time to think.
    pub time: Option<Duration>,
    /// Positions to visit.
    pub nodes: Option<u64>,
}

impl Limits {
    /// The greatest depth, also that of a search without any limit. It leaves room for captures at the end of lines.
    pub const MAX_DEPTH: u32 = MAX_PLY as u32 / 2;

    /// A fixed depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A time.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// A number of positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    pub(super) fn max_depth(&self) -> u32 {
        self.depth.unwrap_or(Limits::MAX_DEPTH).clamp(1, Limits::MAX_DEPTH)
    }
}
