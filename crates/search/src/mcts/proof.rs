//! Results that are certain, and how they go up the tree.
//!
//! A state at which the game is over has a certain result. So has a state from which the side that acts has a step to a
//! state where it wins for certain, and one all of whose steps lead to certain results (Winands, Björnsson and Saito 2008,
//! "Monte-Carlo tree search solver", here with draws). Whose win it is stands in the result; the side that acts is
//! asked at each node, so that chains need no rule of their own.
//!
//! Draws by repetition or for want of progress depend on how a state was reached. In a tree each state is reached in one
//! way, from a root whose game is known; so what is proven holds there, and it holds on when a step is played and the
//! tree goes along, since the game then goes the same way. Nothing that is proven is carried over to another path.

use bashni_rules::Outcome;

use super::arena::{Arena, NodeId};

/// How a game ends with best play from some state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) outcome: Outcome,
    /// The number of whole moves of the game when it ends, at the latest: the winner needs no more. Without meaning for
    /// draws.
    pub(super) ply: u32,
}

/// A result that is certain: no play of the other side can change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The result.
    pub outcome: Outcome,
    /// Whole moves until the game is over, the one in progress included: the winner needs no more than that, whatever the
    /// other side does. There may be a shorter way. `None` for draws.
    pub plies: Option<u32>,
}

impl End {
    /// The same counted from a state after `ply` moves.
    pub(super) fn seen_from(self, ply: u32) -> Proof {
        let plies = self.outcome.winner().map(|_| self.ply.saturating_sub(ply));
        Proof { outcome: self.outcome, plies }
    }
}

impl Arena {
    /// The end that the edges of a node prove, if they do: the quickest of the wins that are known; without one, and only
    /// if all edges are proven, a draw if there is one, otherwise the slowest of the losses.
    pub(super) fn end_by_edges(&self, node: NodeId) -> Option<End> {
        let win = Outcome::win(self.node(node).turn);
        let mut best: Option<End> = None;
        let mut complete = true;
        for edge in self.edges(node) {
            let Some(end) = edge.proven.and(edge.child()).and_then(|child| self.node(child).end) else {
                complete = false;
                continue;
            };
            if best.is_none_or(|best| is_better(end, best, win)) {
                best = Some(end);
            }
        }
        best.filter(|best| complete || best.outcome == win)
    }

    /// Carries what is proven at the end of a path up along its edges, as far as it goes.
    pub(super) fn prove(&mut self, path: &[u32], root: NodeId) {
        for (depth, &edge) in path.iter().enumerate().rev() {
            let child = self.edges[edge as usize].child();
            let Some(end) = child.and_then(|child| self.node(child).end) else { return };
            let edge = &mut self.edges[edge as usize];
            edge.proven = Some(end.outcome);
            edge.value = end.outcome.into();
            let parent = match depth {
                0 => Some(root),
                _ => self.edges[path[depth - 1] as usize].child(),
            };
            let Some(parent) = parent else { return };
            // Several simulations at once may prove a node twice: the first proof stays.
            if self.node(parent).end.is_some() {
                return;
            }
            match self.end_by_edges(parent) {
                None => return,
                end => self.nodes[parent as usize].end = end,
            }
        }
    }
}

/// True if the side that wins with `win` prefers end `a` to end `b`.
pub(super) fn is_better(a: End, b: End, win: Outcome) -> bool {
    let rank = |end: End| match end.outcome {
        outcome if outcome == win => (2, u32::MAX - end.ply),
        Outcome::Draw => (1, 0),
        _ => (0, end.ply),
    };
    rank(a) > rank(b)
}
