//! The captures of one column, result by result.
//!
//! They are searched level by level (by number of landings) over small nodes that hold only what a continuation and
//! its result depend on. Two paths that reach the same node are merged, and the number of paths is carried along; so
//! a king that can swing over tall columns in tens of thousands of ways costs no more than its distinct states. All
//! paths to one position take the same commanders, hence have the same number of landings and meet on one level.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::marker::PhantomData;

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::known::Known;
use crate::moves::Way;
use crate::position::mix;
use crate::{
    Bitboard, Board, Chain, Color, Column, Direction, MAX_SQUARES, Move, Position, Rejump, Rules, Square,
};

/// The most squares behind a victim on a ray: 11 squares lie on the longest.
const MOST_LANDINGS: usize = 10;
/// The most jumps from one square.
const MOST_JUMPS: usize = 4 * MOST_LANDINGS;
/// Under this many nodes a level is searched for equals one by one.
const FEW: usize = 12;

/// A state within a capture: what the next jump depends on, and what has been taken.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// Columns of the mover's side, without the mover itself.
    us: Bitboard,
    them: Bitboard,
    barred: Bitboard,
    /// The columns jumped at least once.
    jumped: Bitboard,
    /// How often each of them was jumped, as in a [`Move`].
    jumps: u64,
    /// Ranks of the commanders taken, one bit each, in capture order.
    taken: u64,
    /// Number of paths that lead here.
    paths: u64,
    mover: Mover,
}

/// The mover within a capture, in one word, since nodes are copied right after they are made: square, ways on, rank,
/// number of jumps, and where the node before this one is kept.
#[derive(Clone, Copy)]
struct Mover(u64);

impl Mover {
    /// A column on `at`, a king or not, that can jump in the directions `ways` (a bit each) and must if there is one.
    #[inline]
    const fn new(at: Square, king: bool, ways: u8, captures: u8, parent: u32) -> Mover {
        let place = at.index() as u64 | (ways as u64) << 8 | (king as u64) << 16;
        Mover(place | (captures as u64) << 24 | (parent as u64) << 32)
    }

    #[inline]
    const fn at(self) -> Square {
        Square::from_index_unchecked(self.0 as u8)
    }

    #[inline]
    const fn ways(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline]
    const fn king(self) -> bool {
        self.0 >> 16 & 1 == 1
    }

    #[inline]
    const fn captures(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// Where the node before this one is kept, if it is.
    #[inline]
    const fn parent(self) -> usize {
        (self.0 >> 32) as usize
    }

    /// All but the parent.
    #[inline]
    const fn state(self) -> u32 {
        self.0 as u32
    }
}

impl Node {
    /// A state in which nothing has been jumped.
    #[inline]
    fn new(us: Bitboard, them: Bitboard, barred: Bitboard, mover: Mover) -> Node {
        Node { us, them, barred, jumped: Bitboard::EMPTY, jumps: 0, taken: 0, paths: 1, mover }
    }

    /// Where the mover stands.
    #[inline]
    pub(crate) fn at(&self) -> Square {
        self.mover.at()
    }

    /// True if the mover must jump again from here.
    #[inline]
    fn goes_on(&self) -> bool {
        self.mover.ways() != 0
    }

    /// Equal in all that the rest of the move and its result depend on.
    #[inline]
    fn same_state(&self, other: &Node) -> bool {
        self.mover.state() == other.mover.state()
            && self.jumped == other.jumped
            && self.jumps == other.jumps
            && self.taken == other.taken
            && (!self.goes_on() || self.barred == other.barred)
    }

    fn key(&self) -> u64 {
        let barred = if self.goes_on() { self.barred.0 } else { 0 };
        let victims = mix(self.jumped.0, self.jumps);
        mix(mix(self.taken, victims), mix(barred, self.mover.state().into()))
    }

    /// Counts a jump over a column. Says how often it was jumped before.
    #[inline]
    fn count_jump(&mut self, square: Square) -> usize {
        let each_once = self.jumps & self.jumps.wrapping_add(1) == 0;
        if each_once && !self.jumped.contains(square) {
            self.jumped.insert(square);
            self.jumps = self.jumps << 1 | 1;
            return 0;
        }
        self.count_jump_among_others(square)
    }

    /// As [`count_jump`](Node::count_jump), where columns may have been jumped more than once.
    fn count_jump_among_others(&mut self, square: Square) -> usize {
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

/// Keys are hashes already.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = mix(self.0, byte.into()));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

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
    board: &'a Board,
    position: &'a Position,
    columns: &'a [Column; MAX_SQUARES],
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
        let (board, columns) = (rules.board(), position.all_columns());
        Jumps {
            rules,
            board,
            position,
            columns,
            far_row: board.far_row(us),
            men_directions,
            known: PhantomData,
        }
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
    fn root(&self, from: Square, capturing: &Capturing) -> Node {
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
        let column = self.columns[victim.table_index()];
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
            Direction::ALL_BITS & !(1 << Direction::ALL[direction].opposite() as u8)
        } else {
            Direction::ALL_BITS
        }
    }

    /// The move that ends in a node: of the column on `from`.
    #[inline]
    fn ending_in(&self, node: &Node, from: Square) -> Move {
        let crowns = node.mover.king() && !self.columns[from.table_index()].is_king();
        let way = Way::new(from, node.at(), node.mover.captures(), crowns);
        Move { way, jumped: node.jumped, jumps: node.jumps, taken: node.taken, paths: node.paths }
    }
}

/// The captures of a position, column by column. One search serves all its columns, to reuse its memory.
pub(crate) struct Captures<'a, K> {
    jumps: &'a Jumps<'a, K>,
    nodes: Nodes,
    seen: Seen,
}

type Nodes = SmallVec<[Node; 16]>;
/// Nodes of the level that is being filled, by their keys, once there are more than a few.
type Seen = HashMap<u64, u32, BuildHasherDefault<Identity>>;

impl<'a, K: Known> Captures<'a, K> {
    #[inline]
    pub(crate) fn new(jumps: &'a Jumps<'a, K>) -> Captures<'a, K> {
        Captures { jumps, nodes: SmallVec::new(), seen: HashMap::default() }
    }

    /// Finds the captures of the column on `from`, shorter ones first.
    #[inline]
    pub(crate) fn for_each(&mut self, from: Square, capturing: &Capturing, mut found: impl FnMut(Move)) {
        let jumps = self.jumps;
        let mut node = jumps.root(from, capturing);
        // Most captures are one line. From one state, no two jumps lead to the same position.
        loop {
            let mut going_on = 0;
            let mut next = node;
            let nodes = &mut self.nodes;
            jumps.for_each(&node, 0, |child| {
                if !child.goes_on() {
                    found(jumps.ending_in(child, from));
                    return;
                }
                // Only where the line parts are nodes kept.
                match going_on {
                    0 => next = *child,
                    1 => {
                        nodes.clear();
                        nodes.extend([next, *child]);
                    }
                    _ => nodes.push(*child),
                }
                going_on += 1;
            });
            match going_on {
                0 => return,
                1 => node = next,
                _ => return self.for_each_of_many(from, &mut found),
            }
        }
    }

    /// Finds the captures that go on from several nodes.
    fn for_each_of_many(&mut self, from: Square, found: &mut impl FnMut(Move)) {
        let mut level = 0..self.nodes.len();
        while !level.is_empty() {
            let next = self.nodes.len();
            self.seen.clear();
            for index in level {
                let node = self.nodes[index];
                if node.goes_on() {
                    let Captures { jumps, nodes, seen } = self;
                    jumps.for_each(&node, index, |child| add(nodes, seen, next, child));
                }
            }
            for node in self.nodes[next..].iter().filter(|node| !node.goes_on()) {
                found(self.jumps.ending_in(node, from));
            }
            level = next..self.nodes.len();
        }
    }

    /// The squares of the canonical path to a move's result; `None` if the position has no such move.
    pub(crate) fn path(
        &mut self,
        played: &Move,
        capturing: &Capturing,
    ) -> Option<ArrayVec<Square, MAX_SQUARES>> {
        let jumps = self.jumps;
        self.nodes.clear();
        self.nodes.push(jumps.root(played.from(), capturing));
        let mut level = 0..1;
        while !level.is_empty() {
            let next = self.nodes.len();
            self.seen.clear();
            // Nodes stay in the ASCII order of their paths, hence the first of those merged is canonical.
            for index in level {
                let node = self.nodes[index];
                let mut children = ArrayVec::<Node, MOST_JUMPS>::new();
                jumps.for_each(&node, index, |child| children.push(*child));
                children.sort_unstable_by_key(|child| jumps.board.text_order(child.at()));
                children.iter().for_each(|child| add(&mut self.nodes, &mut self.seen, next, child));
            }
            let is_end =
                |node: &&Node| !node.goes_on() && jumps.ending_in(node, played.from()).same_result(played);
            if let Some(end) = self.nodes[next..].iter().find(is_end) {
                return Some(self.path_to(end));
            }
            level = next..self.nodes.len();
        }
        None
    }

    /// The squares on which the mover stood on the way to a node.
    fn path_to(&self, end: &Node) -> ArrayVec<Square, MAX_SQUARES> {
        let before = |node: &&Node| match node.mover.captures() {
            0 => None,
            _ => self.nodes.get(node.mover.parent()),
        };
        let mut path: ArrayVec<Square, MAX_SQUARES> =
            std::iter::successors(Some(end), before).map(Node::at).collect();
        path.reverse();
        path
    }
}

/// Adds a node to the level that begins at `next`, or its paths to those of a node that is equal in all that matters.
#[inline]
fn add(nodes: &mut Nodes, seen: &mut Seen, next: usize, child: &Node) {
    match twin(nodes, seen, next, child) {
        Some(twin) => nodes[twin].paths = nodes[twin].paths.saturating_add(child.paths),
        None => nodes.push(*child),
    }
}

/// The node of the level that begins at `next` which equals `child` in all that matters, if there is one.
fn twin(nodes: &Nodes, seen: &mut Seen, next: usize, child: &Node) -> Option<usize> {
    if nodes.len() - next < FEW {
        return Some(next + nodes[next..].iter().position(|node| node.same_state(child))?);
    }
    if seen.is_empty() {
        seen.extend(nodes[next..].iter().enumerate().map(|(i, node)| (node.key(), (next + i) as u32)));
    }
    let new = nodes.len() as u32;
    let twin = *seen.entry(child.key()).or_insert(new) as usize;
    // Keys may collide, if hardly ever: then both nodes are kept.
    nodes.get(twin).filter(|node| node.same_state(child)).map(|_| twin)
}
