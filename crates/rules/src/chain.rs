use crate::position::mix;
use crate::{Bitboard, Direction, Reversal, Rules, Square, Step};

/// A capture in progress: the same side must go on jumping with the column that jumped.
///
/// It holds what the next jump depends on: where the mover is, what may not be jumped again under the field
/// `rejump`, the last direction where `reversal` is forbidden, and under a Turkish strike the ranks of the
/// commanders that are taken when the move ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    at: Square,
    barred: Bitboard,
    direction: Option<Direction>,
    held_ranks: u64,
    held: u8,
}

impl Default for Chain {
    fn default() -> Chain {
        Chain {
            at: Square::from_index_unchecked(0),
            barred: Bitboard::EMPTY,
            direction: None,
            held_ranks: 0,
            held: 0,
        }
    }
}

impl Chain {
    /// Where the capturing column stands.
    #[inline]
    pub fn square(&self) -> Square {
        self.at
    }

    /// The columns that the next jump may not take: those jumped before in this move (`never`, `turkish`), or the
    /// one jumped last (`no_immediate`).
    #[inline]
    pub fn barred(&self) -> Bitboard {
        self.barred
    }

    /// The direction in which the next jump may not go, where `reversal` is forbidden.
    #[inline]
    pub fn barred_direction(&self) -> Option<Direction> {
        self.direction.map(Direction::opposite)
    }

    /// The directions that the next jump may take, a bit each.
    #[inline]
    pub(crate) fn directions(&self) -> u8 {
        self.barred_direction().map_or(Direction::ALL_BITS, Direction::others)
    }

    /// Under a Turkish strike, the ranks of the commanders taken so far, in capture order (`true` for a king).
    pub fn held(&self) -> impl Iterator<Item = bool> + use<> {
        let ranks = self.held_ranks;
        (0..self.held).map(move |i| ranks >> i & 1 == 1)
    }

    pub(crate) fn jumped_columns(&self) -> Bitboard {
        self.barred
    }

    pub(crate) fn hold(&mut self, king: bool) {
        self.held_ranks |= u64::from(king) << (self.held & 63);
        self.held += 1;
    }

    /// Ranks and number of the commanders held.
    pub(crate) fn held_prisoners(&self) -> (u64, u8) {
        (self.held_ranks, self.held)
    }

    pub(crate) fn jumped(&mut self, rules: &Rules, step: Step, victim: Square) {
        self.at = step.to;
        self.barred = rules.fields().rejump.bar(self.barred, victim);
        if rules.fields().reversal == Reversal::Forbidden {
            self.direction = rules.board().direction(step.from, step.to);
        }
    }

    /// A hash of the chain, to be combined with the position's.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let place = (self.at.index() as u64 + 1) | self.direction.map_or(0, |d| d as u64 + 1) << 8;
        mix(mix(self.barred.0, place), self.held_ranks ^ u64::from(self.held) << 56)
    }
}
