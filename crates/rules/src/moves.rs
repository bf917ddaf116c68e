use arrayvec::ArrayVec;

use crate::{Board, Square};

/// One step: a man or king stepping, or one jump. What is jumped follows from the position.
///
/// The ordered pairs of squares on one diagonal are the actions of a network ([`Board::actions`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Where the column stands.
    pub from: Square,
    /// Where it lands.
    pub to: Square,
}

/// A whole legal move, under its canonical path: of all paths to the same position the one with the fewest
/// landings, then the first in ASCII order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) path: ArrayVec<Square, 64>,
    pub(crate) capture: bool,
    pub(crate) paths: u64,
}

/// The legal moves of a position, each resulting position once.
pub type MoveList = Vec<Move>;

impl Move {
    /// Where the column starts.
    pub fn from(&self) -> Square {
        self.path[0]
    }

    /// Where it ends.
    pub fn to(&self) -> Square {
        self.path[self.path.len() - 1]
    }

    /// The start and every landing.
    pub fn path(&self) -> &[Square] {
        &self.path
    }

    /// The steps of the path.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step> + '_ {
        self.path.windows(2).map(|pair| Step { from: pair[0], to: pair[1] })
    }

    /// True if the move captures.
    pub fn is_capture(&self) -> bool {
        self.capture
    }

    /// Number of commanders that the move takes.
    pub fn captures(&self) -> usize {
        if self.capture { self.path.len() - 1 } else { 0 }
    }

    /// Number of legal paths that end in the same position.
    pub fn paths(&self) -> u64 {
        self.paths
    }

    /// The move as text: `c3-d4`, or `a3:c5:a7` for a capture.
    pub fn text(&self, board: &Board) -> String {
        let separator = if self.capture { ":" } else { "-" };
        self.path.iter().map(|&square| board.name(square)).collect::<Vec<_>>().join(separator)
    }
}
