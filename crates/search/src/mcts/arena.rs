//! The memory of a tree: nodes, edges and forced steps in three vectors, linked by index.

use std::ops::Range;

use bashni_rules::{Color, Outcome, Step};

use super::tally::Tally;

/// Index of a node. A 32-bit index is enough: a tree has at most one node a simulation, and the root.
pub(super) type NodeId = u32;

/// A stretch of one of the arena's vectors.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stretch {
    start: u32,
    end: u32,
}

impl Stretch {
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A state with at least two legal steps, or the end of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The side that acts.
    pub(super) turn: Color,
    /// The forced steps that lead here after the step of the edge.
    pub(super) forced: Stretch,
    /// Where the edges are; empty while the node waits for its evaluation.
    pub(super) edges: Stretch,
    /// The result, if the game ends here.
    pub(super) end: Option<Outcome>,
}

/// A step that may be chosen at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The step.
    pub(super) step: Step,
    /// Probability that the search gives it before it is tried; at the root with noise.
    pub(super) prior: f32,
    /// Where it leads, once tried.
    pub(super) child: Option<NodeId>,
    /// The visits of the node it leads to, the evaluation of that node included.
    pub(super) tally: Tally,
}

/// All nodes of one tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    forced: Vec<Step>,
}

impl Arena {
    /// Adds a node without edges. `forced` are the steps that led to it by themselves.
    pub(super) fn add_node(&mut self, turn: Color, forced: &[Step], end: Option<Outcome>) -> NodeId {
        let start = self.forced.len() as u32;
        self.forced.extend_from_slice(forced);
        let forced = Stretch { start, end: self.forced.len() as u32 };
        self.nodes.push(Node { turn, forced, edges: Stretch::default(), end });
        self.nodes.len() as u32 - 1
    }

    /// Gives a node its edges.
    pub(super) fn expand(&mut self, node: NodeId, edges: impl IntoIterator<Item = (Step, f32)>) {
        let start = self.edges.len() as u32;
        let fresh = |(step, prior)| Edge { step, prior, child: None, tally: Tally::default() };
        self.edges.extend(edges.into_iter().map(fresh));
        self.nodes[node as usize].edges = Stretch { start, end: self.edges.len() as u32 };
    }

    pub(super) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node as usize]
    }

    pub(super) fn edges(&self, node: NodeId) -> &[Edge] {
        &self.edges[self.node(node).edges.range()]
    }

    pub(super) fn forced(&self, node: NodeId) -> &[Step] {
        &self.forced[self.node(node).forced.range()]
    }
}
