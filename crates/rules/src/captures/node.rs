use crate::position::mix;
use crate::{Bitboard, Square};

/// A state within a capture: what the next jump depends on, and what has been taken.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// Columns of the mover's side, without the mover itself.
    pub(super) us: Bitboard,
    pub(super) them: Bitboard,
    pub(super) barred: Bitboard,
    /// The columns jumped at least once.
    pub(super) jumped: Bitboard,
    /// How often each of them was jumped, as in a [`Move`].
    pub(super) jumps: u64,
    /// Ranks of the commanders taken, one bit each, in capture order.
    pub(super) taken: u64,
    /// Number of paths that lead here.
    pub(super) paths: u64,
    pub(super) mover: Mover,
}

/// The mover within a capture, in one word, since nodes are copied right after they are made: square, ways on, rank,
/// number of jumps, and where the node before this one is kept.
#[derive(Clone, Copy)]
pub(super) struct Mover(u64);

impl Mover {
    /// A column on `at`, a king or not, that can jump in the directions `ways` (a bit each) and must if there is one.
    #[inline]
    pub(super) const fn new(at: Square, king: bool, ways: u8, captures: u8, parent: u32) -> Mover {
        let place = at.index() as u64 | (ways as u64) << 8 | (king as u64) << 16;
        Mover(place | (captures as u64) << 24 | (parent as u64) << 32)
    }

    #[inline]
    pub(super) const fn at(self) -> Square {
        Square::from_index_unchecked(self.0 as u8)
    }

    #[inline]
    pub(super) const fn ways(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline]
    pub(super) const fn king(self) -> bool {
        self.0 >> 16 & 1 == 1
    }

    #[inline]
    pub(super) const fn captures(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// Where the node before this one is kept, if it is.
    #[inline]
    pub(super) const fn parent(self) -> usize {
        (self.0 >> 32) as usize
    }

    /// All but the parent.
    #[inline]
    pub(super) const fn state(self) -> u32 {
        self.0 as u32
    }
}

impl Node {
    /// A state in which nothing has been jumped.
    #[inline]
    pub(super) fn new(us: Bitboard, them: Bitboard, barred: Bitboard, mover: Mover) -> Node {
        Node { us, them, barred, jumped: Bitboard::EMPTY, jumps: 0, taken: 0, paths: 1, mover }
    }

    /// Where the mover stands.
    #[inline]
    pub(crate) fn at(&self) -> Square {
        self.mover.at()
    }

    /// True if the mover must jump again from here.
    #[inline]
    pub(super) fn goes_on(&self) -> bool {
        self.mover.ways() != 0
    }

    /// Equal in all that the rest of the move and its result depend on.
    #[inline]
    pub(super) fn same_state(&self, other: &Node) -> bool {
        self.mover.state() == other.mover.state()
            && self.jumped == other.jumped
            && self.jumps == other.jumps
            && self.taken == other.taken
            && (!self.goes_on() || self.barred == other.barred)
    }

    pub(super) fn key(&self) -> u64 {
        let barred = if self.goes_on() { self.barred.0 } else { 0 };
        let victims = mix(self.jumped.0, self.jumps);
        mix(mix(self.taken, victims), mix(barred, self.mover.state().into()))
    }

    /// Counts a jump over a column. Says how often it was jumped before.
    #[inline]
    pub(super) fn count_jump(&mut self, square: Square) -> usize {
        let each_once = self.jumps & self.jumps.wrapping_add(1) == 0;
        if each_once && !self.jumped.contains(square) {
            self.jumped.insert(square);
            self.jumps = self.jumps << 1 | 1;
            return 0;
        }
        self.count_jump_among_others(square)
    }

    /// As [`count_jump`](Node::count_jump), where columns may have been jumped more than once.
    pub(super) fn count_jump_among_others(&mut self, square: Square) -> usize {
        let before = (self.jumped & Bitboard(square.bit().0 - 1)).count();
        // Without the bits that end the jumps of the columns before: the first one left ends those of this column.
        let ends = (0..before).fold(self.jumps, |ends, _| ends & ends.wrapping_sub(1));
        let begin = 64 - (self.jumps ^ ends).leading_zeros();
        let again = self.jumped.contains(square);
        let times = if again { ends.trailing_zeros() + 1 - begin } else { 0 };
        // One jump more at the beginning.
        let below = (1 << (begin & 63)) - 1;
        self.jumps = self.jumps & below | (self.jumps & !below) << 1 | u64::from(!again) << (begin & 63);
        self.jumped.insert(square);
        times as usize
    }
}
