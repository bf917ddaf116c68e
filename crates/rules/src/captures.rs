//! The captures of one column, result by result.
//!
//! They are searched level by level (by number of landings) over small nodes that hold only what a continuation and
//! its result depend on. Two paths that reach the same node are merged, and the number of paths is carried along; so
//! a king that can swing over tall columns in tens of thousands of ways costs no more than its distinct states. All
//! paths to one position take the same commanders, hence have the same number of landings and meet on one level.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::position::mix;
use crate::{
    Bitboard, Board, Chain, Color, Column, Direction, KingLanding, MAX_SQUARES, ManCapture, Move, Position,
    Promotion, Rejump, Reversal, Rules, Square,
};

const ROOT: u32 = u32::MAX;
/// The most jumps from one square: on four rays of at most 11 squares, behind a victim.
const MOST_JUMPS: usize = 40;
/// Under this many nodes a level is searched for equals one by one.
const FEW: usize = 12;

/// A state within a capture: what the next jump depends on, and what has been taken.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub at: Square,
    king: bool,
    /// True if the mover must jump again from here.
    pub goes_on: bool,
    /// The directions that the next jump may take, as far as `reversal` allows.
    directions: u8,
    /// The column jumped last.
    victim: Square,
    /// Number of jumps made.
    captures: u8,
    parent: u32,
    /// Columns of the mover's side, without the mover itself.
    us: Bitboard,
    them: Bitboard,
    barred: Bitboard,
    /// The columns jumped at least once.
    jumped: Bitboard,
    /// A sum over the jumps: equal for equal multisets of columns jumped.
    victims: u64,
    /// Ranks of the commanders taken, one bit each, in capture order.
    taken: u64,
    /// Number of paths that lead here.
    paths: u64,
}

impl Node {
    /// Equal in all that the rest of the move and its result depend on; the multiset of victims by its sum only.
    #[inline]
    fn same_state(&self, other: &Node) -> bool {
        self.victims == other.victims
            && self.taken == other.taken
            && self.at == other.at
            && self.king == other.king
            && self.goes_on == other.goes_on
            && (!self.goes_on || (self.barred == other.barred && self.directions == other.directions))
    }

    fn key(&self) -> u64 {
        let place = self.at.index() as u64 | u64::from(self.king) << 6 | u64::from(self.goes_on) << 7;
        let constraint = if self.goes_on { self.barred.0 ^ u64::from(self.directions) << 56 } else { 0 };
        mix(mix(self.taken, self.victims), mix(constraint, place))
    }

    /// True if no column was jumped twice.
    fn each_once(&self) -> bool {
        self.jumped.count() == u32::from(self.captures)
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

/// What jumps depend on besides the state within a capture.
#[derive(Clone, Copy)]
pub(crate) struct Jumps<'a> {
    rules: &'a Rules,
    board: &'a Board,
    columns: &'a [Column; MAX_SQUARES],
    us: Color,
    far_row: Bitboard,
    men_directions: u8,
}

impl<'a> Jumps<'a> {
    #[inline]
    pub(crate) fn new(rules: &'a Rules, position: &'a Position) -> Jumps<'a> {
        let us = position.turn();
        let men_directions = match (rules.fields().man_capture, us) {
            (ManCapture::All, _) => Direction::ALL_BITS,
            (ManCapture::Forward, Color::White) => 0b0011,
            (ManCapture::Forward, Color::Black) => 0b1100,
        };
        let (board, columns) = (rules.board(), position.all_columns());
        Jumps { rules, board, columns, us, far_row: board.far_row(us), men_directions }
    }

    /// The directions in which men capture.
    #[inline]
    pub(crate) fn men_directions(&self) -> impl Iterator<Item = Direction> + use<> {
        let directions = self.men_directions;
        Direction::ALL.into_iter().filter(move |&direction| directions >> direction as u8 & 1 == 1)
    }

    /// The state before a first jump of the column on `from`, or before the next jump of a chain.
    #[inline]
    pub(crate) fn root(&self, position: &Position, from: Square, chain: Option<&Chain>) -> Node {
        let mut us = position.owned(self.us);
        us.remove(from);
        Node {
            at: from,
            king: position.kings().contains(from),
            goes_on: true,
            directions: chain.map_or(Direction::ALL_BITS, Chain::directions),
            victim: from,
            captures: 0,
            parent: ROOT,
            us,
            them: position.owned(!self.us),
            barred: chain.map_or(Bitboard::EMPTY, Chain::barred),
            jumped: Bitboard::EMPTY,
            victims: 0,
            taken: 0,
            paths: 1,
        }
    }

    /// True if a column on `at` can jump: `occupied` without itself, `takeable` the enemy's columns that it may take.
    #[inline]
    pub(crate) fn can_jump(
        &self,
        at: Square,
        king: bool,
        occupied: Bitboard,
        takeable: Bitboard,
        directions: u8,
    ) -> bool {
        if king && self.rules.flying() {
            return Direction::ALL.into_iter().any(|direction| {
                directions >> direction as u8 & 1 == 1
                    && !self.king_victim(at, direction, occupied, takeable).is_empty()
            });
        }
        let directions = if king { directions } else { directions & self.men_directions };
        let leaps = self.board.leaps(at);
        // Without branches: which direction it is cannot be foreseen.
        let mut found = false;
        for (direction, leap) in leaps.iter().enumerate() {
            found |=
                (directions >> direction & 1 == 1) & leap.over.meets(takeable) & !leap.to.meets(occupied);
        }
        found
    }

    /// The column that a flying king takes in a direction: the first in its way, if it may be taken and the square
    /// behind it is free.
    #[inline]
    fn king_victim(
        &self,
        at: Square,
        direction: Direction,
        occupied: Bitboard,
        takeable: Bitboard,
    ) -> Bitboard {
        let blockers = self.board.ray(at, direction) & occupied;
        let blocker = if direction.is_north() { blockers.first_bit() } else { blockers.last_bit() };
        let Some(victim) = (blocker & takeable).first() else { return Bitboard::EMPTY };
        match self.board.neighbour(victim, direction) {
            Some(behind) if !occupied.contains(behind) => blocker,
            _ => Bitboard::EMPTY,
        }
    }

    /// The jumps from a node, the `index`-th of `nodes`.
    #[inline]
    pub(crate) fn for_each(&self, node: &Node, index: u32, nodes: &[Node], mut found: impl FnMut(Node)) {
        let fields = self.rules.fields();
        let occupied = node.us | node.them;
        let takeable = node.them & !node.barred;
        let far = node.king && self.rules.flying();
        let directions = if node.king { node.directions } else { node.directions & self.men_directions };
        for direction in Direction::ALL {
            if directions >> direction as u8 & 1 == 0 {
                continue;
            }
            let leap = self.board.leaps(node.at)[direction as usize];
            let over = if far {
                self.king_victim(node.at, direction, occupied, takeable)
            } else if leap.to.meets(occupied) {
                Bitboard::EMPTY
            } else {
                leap.over & takeable
            };
            let Some(victim) = over.first() else { continue };
            let times = if node.jumped.contains(victim) { times_jumped(nodes, node, victim) } else { 0 };
            let column = self.columns[victim.table_index()];
            let mut child = *node;
            child.parent = index;
            child.victim = victim;
            child.captures = node.captures + 1;
            if self.rules.stacks() {
                child.taken |= u64::from(column.king_at(times)) << (node.captures & 63);
            }
            child.victims = node.victims.wrapping_add(mix(victim.index() as u64, 0x2545_f491_4f6c_dd1d));
            child.jumped.insert(victim);
            child.barred = fields.rejump.bar(node.barred, victim);
            if fields.reversal == Reversal::Forbidden {
                child.directions = Direction::ALL_BITS & !(1 << direction.opposite() as u8);
            }
            if fields.rejump != Rejump::Turkish {
                if times + 1 == column.height() || !self.rules.stacks() {
                    child.them.remove(victim);
                } else if times + 1 == column.own() {
                    child.them.remove(victim);
                    child.us.insert(victim);
                }
            }
            let (occupied_after, takeable_after) = (child.us | child.them, child.them & !child.barred);
            let goes_on = |landing, king| {
                self.can_jump(landing, king, occupied_after, takeable_after, child.directions)
            };
            if !far {
                let Some(landing) = leap.to.first() else { continue };
                let crowned = !node.king && self.far_row.contains(landing);
                child.at = landing;
                child.king |= crowned;
                child.goes_on =
                    !(crowned && fields.promotion == Promotion::Stop) && goes_on(landing, child.king);
                found(child);
                continue;
            }
            let landings = self.board.slide(victim, direction, occupied);
            let going_on: Bitboard = landings.filter(|&landing| goes_on(landing, true)).collect();
            let must_go_on = fields.king_landing == KingLanding::MustContinue && !going_on.is_empty();
            for landing in if must_go_on { going_on } else { landings } {
                child.at = landing;
                child.goes_on = going_on.contains(landing);
                found(child);
            }
        }
    }

    /// The move that ends in a node: of the column on `from`, which was a king before or not.
    #[inline]
    fn ending_in(&self, nodes: &[Node], node: &Node, from: Square) -> Move {
        let crowns = node.king && !self.columns[from.table_index()].is_king();
        let jumps = if node.each_once() {
            (1 << (node.captures & 63)) - 1
        } else {
            let counts = jump_counts(nodes, node);
            let (mut jumps, mut length) = (0, 0);
            for square in node.jumped {
                length += counts[square.table_index()];
                jumps |= 1 << (length.wrapping_sub(1) & 63);
            }
            jumps
        };
        let Node { at: to, captures, jumped, taken, paths, .. } = *node;
        Move { from, to, captures, crowns, jumped, jumps, taken, paths }
    }
}

/// A node and those before it, back to the first jump.
fn jumps_back<'a>(nodes: &'a [Node], node: &'a Node) -> impl Iterator<Item = &'a Node> {
    std::iter::successors(Some(node), |node| nodes.get(node.parent as usize)).filter(|node| node.captures > 0)
}

/// How often a column was jumped on the way to a node.
fn times_jumped(nodes: &[Node], node: &Node, square: Square) -> usize {
    jumps_back(nodes, node).filter(|node| node.victim == square).count()
}

/// How often each column was jumped on the way to a node.
fn jump_counts(nodes: &[Node], node: &Node) -> [u8; MAX_SQUARES] {
    let mut counts = [0; MAX_SQUARES];
    jumps_back(nodes, node).for_each(|node| counts[node.victim.table_index()] += 1);
    counts
}

/// The captures of a position, column by column. One search serves all its columns, to reuse its memory.
pub(crate) struct Captures<'a> {
    jumps: Jumps<'a>,
    position: &'a Position,
    nodes: SmallVec<[Node; 16]>,
    /// Nodes of the level that is being filled, by their keys, once there are more than a few.
    seen: HashMap<u64, u32, BuildHasherDefault<Identity>>,
}

impl<'a> Captures<'a> {
    #[inline]
    pub(crate) fn new(jumps: Jumps<'a>, position: &'a Position) -> Captures<'a> {
        Captures { jumps, position, nodes: SmallVec::new(), seen: HashMap::default() }
    }

    /// Finds the captures of the column on `from`, shorter ones first.
    #[inline]
    pub(crate) fn for_each(&mut self, from: Square, mut found: impl FnMut(Move)) {
        self.nodes.clear();
        let root = self.jumps.root(self.position, from, None);
        let (jumps, nodes) = (self.jumps, &mut self.nodes);
        // Most captures are one jump. No two of those end in the same position.
        jumps.for_each(&root, ROOT, &[], |child| {
            if child.goes_on {
                nodes.push(child);
            } else {
                found(jumps.ending_in(&[], &child, from));
            }
        });
        if !self.nodes.is_empty() {
            self.for_each_chain(from, &mut found);
        }
    }

    /// Finds the captures that go on after the first jumps, which are the nodes.
    fn for_each_chain(&mut self, from: Square, found: &mut impl FnMut(Move)) {
        let mut level = 0..self.nodes.len();
        while !level.is_empty() {
            let next = self.nodes.len();
            self.seen.clear();
            for index in level {
                self.expand(index, next, |_| ());
            }
            for node in self.nodes[next..].iter().filter(|node| !node.goes_on) {
                found(self.jumps.ending_in(&self.nodes, node, from));
            }
            level = next..self.nodes.len();
        }
    }

    /// Adds the jumps from a node to the level that begins at `next`, after `arrange` has ordered them.
    #[inline]
    fn expand(&mut self, index: usize, next: usize, arrange: impl FnOnce(&mut [Node])) {
        let node = self.nodes[index];
        if !node.goes_on {
            return;
        }
        let mut children = ArrayVec::<Node, MOST_JUMPS>::new();
        self.jumps.for_each(&node, index as u32, &self.nodes, |child| children.push(child));
        arrange(&mut children);
        for child in &children {
            match self.twin(child, next) {
                Some(twin) => {
                    let twin = &mut self.nodes[twin];
                    twin.paths = twin.paths.saturating_add(child.paths);
                }
                None => self.nodes.push(*child),
            }
        }
    }

    /// The node of the level that begins at `next` which is equal to `child` in all that matters, if there is one.
    fn twin(&mut self, child: &Node, next: usize) -> Option<usize> {
        let twin = if self.nodes.len() - next < FEW {
            next + self.nodes[next..].iter().position(|node| node.same_state(child))?
        } else {
            if self.seen.is_empty() {
                let level = self.nodes[next..].iter().enumerate();
                self.seen.extend(level.map(|(i, node)| (node.key(), (next + i) as u32)));
            }
            let new = self.nodes.len() as u32;
            let twin = *self.seen.entry(child.key()).or_insert(new);
            if twin == new {
                return None;
            }
            twin as usize
        };
        // Keys and sums may collide, if hardly ever: then both nodes are kept.
        let node = &self.nodes[twin];
        let same = node.same_state(child)
            && node.jumped == child.jumped
            && (node.each_once() || jump_counts(&self.nodes, node) == jump_counts(&self.nodes, child));
        same.then_some(twin)
    }

    /// The squares of the canonical path to a move's result; `None` if the position has no such move.
    pub(crate) fn path(&mut self, played: &Move) -> Option<ArrayVec<Square, MAX_SQUARES>> {
        let board = self.jumps.board;
        self.nodes.clear();
        self.nodes.push(self.jumps.root(self.position, played.from, None));
        let mut level = 0..1;
        while !level.is_empty() {
            let next = self.nodes.len();
            self.seen.clear();
            // Nodes stay in the ASCII order of their paths, hence the first of those merged is canonical.
            for index in level {
                self.expand(index, next, |children| {
                    children.sort_unstable_by_key(|child| board.text_order(child.at));
                });
            }
            let ends = self.nodes[next..].iter().filter(|node| !node.goes_on);
            for node in ends.filter(|node| node.captures == played.captures) {
                if self.jumps.ending_in(&self.nodes, node, played.from).same_result(played) {
                    let squares = jumps_back(&self.nodes, node).map(|node| node.at);
                    let mut path: ArrayVec<Square, MAX_SQUARES> = squares.chain([played.from]).collect();
                    path.reverse();
                    return Some(path);
                }
            }
            level = next..self.nodes.len();
        }
        None
    }
}
