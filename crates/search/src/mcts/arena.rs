//! The memory of a tree: nodes, edges and forced steps in three vectors, linked by index.

use std::num::NonZeroU32;
use std::ops::Range;

use bashni_rules::{Color, Outcome, Step};

use super::proof::End;
use crate::{Wdl, White};

/// Index of a node. The parents of a node have smaller ones, and the edges of nodes lie in the order of the nodes.
///
/// 32 bits are enough: the memory that a search may have is limited to fewer.
pub(super) type NodeId = u32;

pub(super) const ROOT: NodeId = 0;

/// A stretch of one of the arena's vectors.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stretch {
    start: u32,
    end: u32,
}

impl Stretch {
    pub(super) fn of(start: usize, len: usize) -> Stretch {
        Stretch { start: start as u32, end: (start + len) as u32 }
    }

    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A state with at least two legal steps, or the end of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The side that acts.
    pub(super) turn: Color,
    /// The end that best play leads to, once that is proven; at the end of a game that end.
    pub(super) end: Option<End>,
    /// The forced steps that lead here after the step of the edge.
    pub(super) forced: Stretch,
    /// Where the edges are; empty at the end of a game, and while the node waits for its evaluation.
    pub(super) edges: Stretch,
    /// What the evaluator thinks of it.
    pub(super) evaluation: Wdl<White>,
}

/// A step that may be chosen at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The step.
    pub(super) step: Step,
    /// The result of the node it leads to, once that is proven.
    pub(super) proven: Option<Outcome>,
    /// Simulations that have passed here and wait for their evaluation.
    pub(super) in_flight: u16,
    /// Probability that the search gives it before it is tried; at the root with noise.
    pub(super) prior: f32,
    /// Simulations that have passed here.
    pub(super) visits: u32,
    /// Where it leads, once tried. The root is no child.
    pub(super) child: Option<NonZeroU32>,
    /// The value of the node it leads to: see [`Arena::value`].
    pub(super) value: Wdl<White>,
}

impl Edge {
    pub(super) fn child(&self) -> Option<NodeId> {
        self.child.map(NonZeroU32::get)
    }

    /// True if the step is proven to lose for the side that would play it.
    #[inline]
    pub(super) fn is_refuted(&self, turn: Color) -> bool {
        self.proven == Some(Outcome::win(!turn))
    }
}

/// All nodes of one tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    pub(super) forced: Vec<Step>,
}

impl Arena {
    /// Adds a node without edges. `forced` are the steps that led to it by themselves.
    pub(super) fn add_node(&mut self, turn: Color, forced: &[Step], end: Option<End>) -> NodeId {
        let start = self.forced.len();
        self.forced.extend_from_slice(forced);
        let forced = Stretch::of(start, forced.len());
        let evaluation = end.map_or(Wdl::default(), |end| end.outcome.into());
        self.nodes.push(Node { turn, end, forced, edges: Stretch::default(), evaluation });
        self.nodes.len() as u32 - 1
    }

    /// Gives a node its evaluation and its edges.
    pub(super) fn expand(
        &mut self,
        node: NodeId,
        evaluation: Wdl<White>,
        edges: impl IntoIterator<Item = (Step, f32)>,
    ) {
        let start = self.edges.len();
        let fresh = |(step, prior)| Edge {
            step,
            proven: None,
            in_flight: 0,
            prior,
            visits: 0,
            child: None,
            value: Wdl::default(),
        };
        self.edges.extend(edges.into_iter().map(fresh));
        let edges = Stretch::of(start, self.edges.len() - start);
        let node = &mut self.nodes[node as usize];
        node.edges = edges;
        node.evaluation = evaluation;
    }

    #[inline]
    pub(super) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline]
    pub(super) fn edges(&self, node: NodeId) -> &[Edge] {
        &self.edges[self.node(node).edges.range()]
    }

    pub(super) fn forced(&self, node: NodeId) -> &[Step] {
        &self.forced[self.node(node).forced.range()]
    }

    /// What a node is worth: its result if that is proven, otherwise the mean of its own evaluation and of the values of its
    /// edges, each with the weight of its visits. Refuted steps have no weight: nobody will play them.
    ///
    /// It is computed anew from the edges whenever one of them has changed, so that no error adds up and a value that was
    /// wrong before it was proven leaves nothing behind.
    #[inline]
    pub(super) fn value(&self, node: NodeId) -> Wdl<White> {
        let Node { turn, end, evaluation, .. } = *self.node(node);
        if let Some(end) = end {
            return end.outcome.into();
        }
        let Wdl { mut win, mut draw, mut loss, .. } = evaluation;
        let mut total = 1.0;
        for edge in self.edges(node) {
            let weight = if edge.is_refuted(turn) { 0.0 } else { edge.visits as f32 };
            win += weight * edge.value.win;
            draw += weight * edge.value.draw;
            loss += weight * edge.value.loss;
            total += weight;
        }
        Wdl::new(win / total, draw / total, loss / total)
    }
}
