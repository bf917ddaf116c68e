//! Which edge of a node a simulation follows in a PUCT search.

use std::hint::select_unpredictable;

use bashni_rules::{Color, Outcome};

use super::SearchConfig;
use super::arena::Edge;
use crate::{Wdl, White};

/// What selection knows of a node besides its edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// The side that acts.
    pub(super) turn: Color,
    /// Visits, its own evaluation and simulations in flight included.
    pub(super) visits: u32,
    /// What it is worth.
    pub(super) value: Wdl<White>,
}

/// AlphaZero's PUCT: the edge with the largest `Q + c * P * sqrt(N) / (1 + n)`, for the side that acts; the first of
/// equals. Refuted steps are left out.
///
/// `N` are the visits of the node and `n` those of the edge. `N` includes the evaluation of the node itself, where the
/// published formula sums the visits of the edges: so it is never 0, and the prior decides which edge comes first.
/// `Q` of an edge without visits is given by first-play urgency, with `fpu_reduction`. Each simulation in flight counts as a
/// visit that lost (Chaslot, Winands and van den Herik 2008, "Parallel Monte-Carlo tree search").
pub(super) fn puct(edges: &[Edge], node: Standing, config: &SearchConfig, fpu_reduction: f64) -> usize {
    let exploration = exploration(node.visits, config);
    let sign = match node.turn {
        Color::White => 1.0,
        Color::Black => -1.0,
    };
    let mut untried_value = sign * node.value.value();
    if fpu_reduction > 0.0 {
        let tried: f32 = edges.iter().map(|edge| edge.prior * f32::from(u8::from(edge.visits > 0))).sum();
        untried_value -= fpu_reduction as f32 * tried.sqrt();
    }
    // Without branches: which edges were tried, and which is better, cannot be foreseen.
    let refuted = Some(Outcome::win(!node.turn));
    let mut best = 0;
    let mut best_score = f32::NEG_INFINITY;
    for (index, edge) in edges.iter().enumerate() {
        let mut n = edge.visits as f32;
        let mut value = select_unpredictable(edge.visits == 0, untried_value, sign * edge.value.value());
        if edge.in_flight > 0 {
            let in_flight = f32::from(edge.in_flight);
            value = n * value - in_flight;
            n = (edge.visits + u32::from(edge.in_flight)) as f32;
            value /= n;
        }
        let score = value + exploration * edge.prior / (1.0 + n);
        let better = (score > best_score) & (edge.proven != refuted);
        best = select_unpredictable(better, index, best);
        best_score = select_unpredictable(better, score, best_score);
    }
    best
}

/// `c * sqrt(N)` of PUCT.
#[inline]
pub(super) fn exploration(visits: u32, config: &SearchConfig) -> f32 {
    let visits = f64::from(visits);
    let c = config.c_puct + ((visits + config.c_base + 1.0) / config.c_base).ln();
    (c * visits.sqrt()) as f32
}
