use crate::{Bitboard, Square};

/// One step: a man or king stepping, or one jump. What is jumped follows from the position.
///
/// The ordered pairs of squares on one diagonal are the actions of a network ([`Board::actions`](crate::Board::actions)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Where the column stands.
    pub from: Square,
    /// Where it lands.
    pub to: Square,
}

/// A whole legal move, as what it does to the position for which it was generated: which column goes where, and what
/// it takes.
///
/// All paths that end in the same position are one move. Which squares it lands on, on its canonical path, is worked
/// out when asked for: [`Position::path`](crate::Position::path), [`Position::move_text`](crate::Position::move_text).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) way: Way,
    /// The columns jumped.
    pub(crate) jumped: Bitboard,
    /// How often each of them is jumped, from the lowest bit on and in the order of squares: a bit set ends a column's
    /// jumps, as 100 for three.
    pub(crate) jumps: u64,
    /// Ranks of the commanders taken, one bit each, in capture order.
    pub(crate) taken: u64,
    pub(crate) paths: u64,
}

/// Origin, target, number of captures, and whether a man is crowned: one word, since moves are written and read all the
/// time.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Way(u32);

impl Way {
    #[inline]
    pub(crate) const fn new(from: Square, to: Square, captures: u8, crowns: bool) -> Way {
        Way(from.index() as u32 | (to.index() as u32) << 8 | (captures as u32) << 16 | (crowns as u32) << 24)
    }

    #[inline]
    pub(crate) const fn captures(self) -> u8 {
        (self.0 >> 16) as u8
    }
}

impl std::fmt::Debug for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [from, to, captures, crowns] = self.0.to_le_bytes();
        write!(f, "{from} to {to}, {captures} captures, crowns {crowns}")
    }
}

/// The legal moves of a position, each resulting position once.
pub type MoveList = Vec<Move>;

impl Move {
    /// A step of a column that captures nothing.
    #[inline]
    pub(crate) const fn quiet(from: Square, to: Square, crowns: bool) -> Move {
        Move { way: Way::new(from, to, 0, crowns), jumped: Bitboard::EMPTY, jumps: 0, taken: 0, paths: 1 }
    }

    /// Where the column starts.
    #[inline]
    pub const fn from(&self) -> Square {
        Square::from_index_unchecked(self.way.0 as u8)
    }

    /// Where it ends.
    #[inline]
    pub const fn to(&self) -> Square {
        Square::from_index_unchecked((self.way.0 >> 8) as u8)
    }

    /// True if the move captures.
    #[inline]
    pub const fn is_capture(&self) -> bool {
        self.way.captures() > 0
    }

    /// Number of commanders that the move takes.
    #[inline]
    pub const fn captures(&self) -> usize {
        self.way.captures() as usize
    }

    /// The columns that the move jumps, each once however often it is jumped.
    #[inline]
    pub const fn jumped(&self) -> Bitboard {
        self.jumped
    }

    /// True if the move crowns a man.
    #[inline]
    pub const fn crowns(&self) -> bool {
        self.way.0 >> 24 != 0
    }

    /// Number of legal paths that end in the same position; `u64::MAX` if there are more than that.
    #[inline]
    pub const fn paths(&self) -> u64 {
        self.paths
    }

    /// The columns jumped, and how often each.
    #[inline]
    pub fn victims(&self) -> impl Iterator<Item = (Square, u32)> + use<> {
        let mut jumps = self.jumps;
        self.jumped.map(move |square| {
            let last = jumps.trailing_zeros() & 63;
            // Shifted twice, since 63 jumps of one column leave nothing.
            jumps = jumps >> last >> 1;
            (square, last + 1)
        })
    }

    /// True if the column ends where it began, and is of the rank that it was.
    #[inline]
    pub(crate) fn is_circle(&self) -> bool {
        self.from() == self.to() && !self.crowns()
    }

    /// True if both moves, of one position, end in the same position.
    pub(crate) fn same_result(&self, other: &Move) -> bool {
        (Move { paths: 0, ..*self }) == (Move { paths: 0, ..*other })
    }
}
