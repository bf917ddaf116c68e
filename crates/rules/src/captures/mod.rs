//! The captures of one column, result by result.
//!
//! They are searched level by level (by number of landings) over small nodes that hold only what a continuation and
//! its result depend on. Two paths that reach the same node are merged, and the number of paths is carried along; so
//! a king that can swing over tall columns in tens of thousands of ways costs no more than its distinct states. All
//! paths to one position take the same commanders, hence have the same number of landings and meet on one level.

mod jumps;
mod node;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::known::Known;
use crate::position::mix;
use crate::{MAX_SQUARES, Move, Square};
use jumps::MOST_LANDINGS;
pub(crate) use jumps::{Capturing, Jumps};
use node::Node;

/// The most jumps from one square.
const MOST_JUMPS: usize = 4 * MOST_LANDINGS;
/// Under this many nodes a level is searched for equals one by one.
const FEW: usize = 12;

/// The captures of a position, column by column. One search serves all its columns, to reuse its memory.
pub(crate) struct Captures<'a, K> {
    jumps: &'a Jumps<'a, K>,
    nodes: Nodes,
}

type Nodes = SmallVec<[Node; 16]>;
/// Nodes of the level that is being filled, by their keys, once there are more than a few.
type Seen = HashMap<u64, u32, BuildHasherDefault<Identity>>;

impl<'a, K: Known> Captures<'a, K> {
    #[inline]
    pub(crate) fn new(jumps: &'a Jumps<'a, K>) -> Captures<'a, K> {
        Captures { jumps, nodes: SmallVec::new() }
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
        let mut seen = Seen::default();
        let mut level = 0..self.nodes.len();
        while !level.is_empty() {
            let next = self.nodes.len();
            seen.clear();
            for index in level {
                let node = self.nodes[index];
                if node.goes_on() {
                    let Captures { jumps, nodes } = self;
                    jumps.for_each(&node, index, |child| add(nodes, &mut seen, next, child));
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
        let mut seen = Seen::default();
        let mut level = 0..1;
        while !level.is_empty() {
            let next = self.nodes.len();
            seen.clear();
            // Nodes stay in the ASCII order of their paths, hence the first of those merged is canonical.
            for index in level {
                let node = self.nodes[index];
                let mut children = ArrayVec::<Node, MOST_JUMPS>::new();
                jumps.for_each(&node, index, |child| children.push(*child));
                children.sort_unstable_by_key(|child| jumps.board.text_order(child.at()));
                children.iter().for_each(|child| add(&mut self.nodes, &mut seen, next, child));
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
