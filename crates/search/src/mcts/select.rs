//! Which edge of a node a simulation follows.
//!
//! A rule of selection is a function from what is known at a node to the index of an edge, so another one (Gumbel's
//! deterministic choice, say) is another function next to this.

use bashni_rules::Color;

use super::SearchConfig;
use super::arena::Edge;
use super::tally::Tally;

/// AlphaZero's PUCT: the edge with the largest `Q + c * P * sqrt(N) / (1 + n)`, for the side that acts; the first of
/// equals.
///
/// `N` are the visits of the node and `n` those of the edge. `N` includes the evaluation of the node itself, where the
/// published formula sums the visits of the edges: so it is never 0, and the prior decides which edge comes first.
/// `Q` of an edge without visits is given by first-play urgency, with `fpu_reduction`.
pub(super) fn puct(
    edges: &[Edge],
    node: &Tally,
    turn: Color,
    config: &SearchConfig,
    fpu_reduction: f64,
) -> usize {
    let visits = f64::from(node.visits());
    let c = config.c_puct + ((visits + config.c_base + 1.0) / config.c_base).ln();
    let exploration = (c * visits.sqrt()) as f32;
    let tried: f32 = edges.iter().filter(|edge| edge.tally.visits() > 0).map(|edge| edge.prior).sum();
    let untried_value = node.value(turn) - fpu_reduction as f32 * tried.sqrt();
    let mut best = 0;
    let mut best_score = f32::NEG_INFINITY;
    for (index, edge) in edges.iter().enumerate() {
        let n = edge.tally.visits();
        let value = if n == 0 { untried_value } else { edge.tally.value(turn) };
        let score = value + exploration * edge.prior / (1 + n) as f32;
        if score > best_score {
            (best, best_score) = (index, score);
        }
    }
    best
}
