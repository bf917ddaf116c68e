use std::marker::PhantomData;

use super::node::{Mover, Node};
use crate::known::Known;
use crate::moves::Way;
use crate::{Bitboard, Board, Chain, Color, Direction, Move, Position, Rejump, Rules, Square};

/// The most squares behind a victim on a ray: 11 squares lie on the longest.
pub(super) const MOST_LANDINGS: usize = 10;

/// The columns that can begin a capture.
pub(crate) struct Capturing {
    /// Those that jump to the second square, by direction.
    leaping: [Bitboard; 4],
    /// Flying kings.
    far: Bitboard,
}

impl Capturing {
    /// All of them.
    #[inline]
    pub(crate) fn columns(&self) -> Bitboard {
        self.leaping.into_iter().fold(self.far, |all, leaping| all | leaping)
    }
}

/// What jumps depend on besides the state within a capture. `K` tells what is known of the rules.
#[derive(Clone, Copy)]
pub(crate) struct Jumps<'a, K> {
    rules: &'a Rules,
    pub(super) board: &'a Board,
    position: &'a Position,
    far_row: Bitboard,
    /// The directions in which men capture, a bit each.
    men_directions: u8,
    known: PhantomData<K>,
}

impl<'a, K: Known> Jumps<'a, K> {
    #[inline]
    pub(crate) fn new(rules: &'a Rules, position: &'a Position) -> Jumps<'a, K> {
        let us = position.turn();
        let men_directions = match us {
            _ if K::men_capture_back(rules) => Direction::ALL_BITS,
            Color::White => 0b0011,
            Color::Black => 0b1100,
        };
        let board = rules.board();
        Jumps { rules, board, position, far_row: board.far_row(us), men_directions, known: PhantomData }
    }

    #[inline(always)]
    fn men_directions(&self) -> u8 {
        if K::BASHNI { Direction::ALL_BITS } else { self.men_directions }
    }

    /// The columns that can begin a capture.
    #[inline(always)]
    pub(crate) fn capturing(&self) -> Capturing {
        let (position, board) = (self.position, self.board);
        let (ours, them) = (position.owned(position.turn()), position.owned(!position.turn()));
        let (occupied, free) = (position.occupied(), !position.occupied());
        let kings = ours & position.kings();
        let men = ours & !kings;
        let (short_kings, flying_kings) =
            if K::flying(self.rules) { (Bitboard::EMPTY, kings) } else { (kings, Bitboard::EMPTY) };
        // Columns that jump to the second square in a direction: the first must be an enemy's, the second free.
        let leaping = |direction: Direction| {
            let back = direction.opposite();
            let capturing = if self.men_directions() >> direction as u8 & 1 == 1 {
                men | short_kings
            } else {
                short_kings
            };
            board.double_shift_on::<K>(free, back) & board.shift_on::<K>(them, back) & capturing
        };
        // One by one: the compiler then knows each direction.
        let [north_west, north_east, south_west, south_east] = Direction::ALL;
        let leaping = [leaping(north_west), leaping(north_east), leaping(south_west), leaping(south_east)];
        let far = if flying_kings.is_empty() {
            Bitboard::EMPTY
        } else {
            let captures = |&at: &Square| self.king_ways(at, occupied, them, Direction::ALL_BITS) != 0;
            flying_kings.filter(captures).collect()
        };
        Capturing { leaping, far }
    }

    /// The state before a first jump of the column on `from`, which is one of those that capture.
    #[inline(always)]
    pub(super) fn root(&self, from: Square, capturing: &Capturing) -> Node {
        let turn = self.position.turn();
        let (us, them) = (self.position.owned(turn), self.position.owned(!turn));
        let king = self.position.kings().contains(from);
        let us = us & !from.bit();
        let ways = if king && K::flying(self.rules) {
            self.king_ways(from, us | them, them, Direction::ALL_BITS)
        } else {
            let way =
                |direction: usize| (capturing.leaping[direction].0 >> from.table_index() & 1) << direction;
            (way(0) | way(1) | way(2) | way(3)) as u8
        };
        Node::new(us, them, Bitboard::EMPTY, Mover::new(from, king, ways, 0, 0))
    }

    /// The state before the next jump of a chain.
    pub(crate) fn chained(&self, chain: &Chain) -> Node {
        let turn = self.position.turn();
        let (at, barred) = (chain.square(), chain.barred());
        let (us, them) = (self.position.owned(turn) & !at.bit(), self.position.owned(!turn));
        let king = self.position.kings().contains(at);
        let ways = self.ways(at, king, us | them, them & !barred, chain.directions());
        Node::new(us, them, barred, Mover::new(at, king, ways, 0, 0))
    }

    /// The first jumps of the column on `from`, which is one of those that capture.
    #[inline]
    pub(crate) fn first(&self, from: Square, capturing: &Capturing, found: impl FnMut(&Node)) {
        self.for_each(&self.root(from, capturing), 0, found);
    }

    /// The directions out of `directions` in which a column on `at` can jump: `occupied` without itself, `takeable` the
    /// enemy's columns that it may take.
    #[inline]
    pub(crate) fn ways(
        &self,
        at: Square,
        king: bool,
        occupied: Bitboard,
        takeable: Bitboard,
        directions: u8,
    ) -> u8 {
        if king && K::flying(self.rules) {
            return self.king_ways(at, occupied, takeable, directions);
        }
        let directions = if king { directions } else { directions & self.men_directions() };
        let leaps = self.board.leaps(at);
        // Without branches: which direction it is cannot be foreseen.
        let way = |direction: usize| {
            let leap = leaps[direction];
            u8::from(leap.over.meets(takeable) & !leap.to.meets(occupied)) << direction
        };
        (way(0) | way(1) | way(2) | way(3)) & directions
    }

    /// As [`ways`](Jumps::ways), for a flying king.
    #[inline]
    fn king_ways(&self, at: Square, occupied: Bitboard, takeable: Bitboard, directions: u8) -> u8 {
        let rays = self.board.rays(at);
        let first = [
            (rays[0] & occupied).first_bit(),
            (rays[1] & occupied).first_bit(),
            (rays[2] & occupied).last_bit(),
            (rays[3] & occupied).last_bit(),
        ];
        let mut ways = 0;
        for direction in Direction::ALL {
            let victim = (first[direction as usize] & takeable).first();
            if let Some(victim) = victim
                && let Some(behind) = self.board.neighbour(victim, direction)
                && !occupied.contains(behind)
            {
                ways |= 1 << direction as u8;
            }
        }
        ways & directions
    }

    /// Those of the columns `takeable` over which a flying king on `at` jumps first.
    #[inline]
    pub(crate) fn king_targets(&self, at: Square, takeable: Bitboard) -> Bitboard {
        let occupied = self.position.occupied();
        let mut targets = Bitboard::EMPTY;
        for direction in Direction::ALL {
            let blockers = self.board.ray(at, direction) & occupied;
            let first = if direction.is_north() { blockers.first_bit() } else { blockers.last_bit() };
            if let Some(victim) = (first & takeable).first()
                && let Some(behind) = self.board.neighbour(victim, direction)
                && !occupied.contains(behind)
            {
                targets.insert(victim);
            }
        }
        targets
    }

    /// The jumps from a node, which is kept at `index` if it is.
    #[inline(always)]
    pub(crate) fn for_each(&self, node: &Node, index: usize, found: impl FnMut(&Node)) {
        if node.mover.king() && K::flying(self.rules) {
            self.for_each_far(node, index, found);
        } else {
            self.for_each_near(node, index, found);
        }
    }

    /// The jumps of a man or a short king.
    #[inline(always)]
    fn for_each_near(&self, node: &Node, index: usize, mut found: impl FnMut(&Node)) {
        let mover = node.mover;
        let leaps = self.board.leaps(mover.at());
        let mut ways = mover.ways();
        while ways != 0 {
            let direction = ways.trailing_zeros() as usize & 3;
            ways &= ways - 1;
            let leap = leaps[direction];
            let (Some(victim), Some(landing)) = (leap.over.first(), leap.to.first()) else { continue };
            let mut child = self.after_jump(node, victim);
            let crowned = !mover.king() & leap.to.meets(self.far_row);
            let king = mover.king() | crowned;
            let ways = if crowned && K::crowning_ends_a_move(self.rules) {
                0
            } else {
                let takeable = child.them & !child.barred;
                self.ways(landing, king, child.us | child.them, takeable, self.next_directions(direction))
            };
            child.mover = Mover::new(landing, king, ways, mover.captures() + 1, index as u32);
            found(&child);
        }
    }

    /// The jumps of a flying king.
    #[inline]
    fn for_each_far(&self, node: &Node, index: usize, mut found: impl FnMut(&Node)) {
        let mover = node.mover;
        let occupied = node.us | node.them;
        let mut ways = mover.ways();
        while ways != 0 {
            let direction = Direction::ALL[ways.trailing_zeros() as usize & 3];
            ways &= ways - 1;
            let blockers = self.board.ray(mover.at(), direction) & occupied;
            let blocker = if direction.is_north() { blockers.first() } else { blockers.last() };
            let Some(victim) = blocker else { continue };
            let mut child = self.after_jump(node, victim);
            // Of several squares to land on, the king takes those from which it goes on, if it must.
            let landings = self.board.slide(victim, direction, occupied);
            let (after, takeable) = (child.us | child.them, child.them & !child.barred);
            let directions = self.next_directions(direction as usize);
            let mut ways_on = [0; MOST_LANDINGS];
            let mut must_go_on = false;
            for (landing, ways) in landings.zip(&mut ways_on) {
                *ways = self.king_ways(landing, after, takeable, directions);
                must_go_on |= *ways != 0;
            }
            must_go_on &= K::kings_must_go_on(self.rules);
            for (landing, ways) in landings.zip(ways_on) {
                if ways != 0 || !must_go_on {
                    child.mover = Mover::new(landing, true, ways, mover.captures() + 1, index as u32);
                    found(&child);
                }
            }
        }
    }

    /// The state after a jump over a column, but for the mover.
    #[inline(always)]
    fn after_jump(&self, node: &Node, victim: Square) -> Node {
        let (stacks, rejump) = (K::stacks(self.rules), K::rejump(self.rules));
        let column = self.position.column(victim);
        let mut child = *node;
        let times = child.count_jump(victim);
        if stacks {
            child.taken |= u64::from(column.king_at(times)) << (node.mover.captures() & 63);
        }
        if rejump != Rejump::Free {
            child.barred = rejump.bar(node.barred, victim);
        }
        if rejump != Rejump::Turkish {
            if times + 1 == column.height() || !stacks {
                child.them.remove(victim);
            } else if times + 1 == column.own() {
                child.them.remove(victim);
                child.us.insert(victim);
            }
        }
        child
    }

    /// The directions that may follow a jump in a direction.
    #[inline]
    fn next_directions(&self, direction: usize) -> u8 {
        if K::reversal_forbidden(self.rules) {
            Direction::ALL[direction].opposite().others()
        } else {
            Direction::ALL_BITS
        }
    }

    /// The move that ends in a node: of the column on `from`.
    #[inline]
    pub(super) fn ending_in(&self, node: &Node, from: Square) -> Move {
        let crowns = node.mover.king() && !self.position.column(from).is_king();
        let way = Way::new(from, node.at(), node.mover.captures(), crowns);
        Move { way, jumped: node.jumped, jumps: node.jumps, taken: node.taken, paths: node.paths }
    }
}
