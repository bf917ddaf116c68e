//! Forced playouts, and taking them out of what is learned (Wu 2019, "Accelerating self-play learning in Go", 3.2).

use bashni_rules::Color;

use super::SearchConfig;
use super::arena::Edge;
use super::select::{Standing, exploration};

/// The visits that a step is to have at least, once it was tried: `sqrt(k * prior * visits of all steps)`.
fn least(edge: &Edge, all: f64, k: f64) -> f64 {
    (k * f64::from(edge.prior) * all).sqrt()
}

/// A step of the root that has fewer visits than it is to have; the first one. Steps whose result is proven need none.
/// Simulations in flight count as visits.
pub(super) fn forced_playout(edges: &[Edge], k: f64) -> Option<usize> {
    let visits = |edge: &Edge| f64::from(edge.visits + u32::from(edge.in_flight));
    let all: f64 = edges.iter().map(visits).sum();
    edges.iter().position(|edge| {
        let tried = visits(edge);
        tried > 0.0 && edge.proven.is_none() && tried < least(edge, all, k)
    })
}

/// Takes from the weights of the steps, which are their visits, those that were forced: of each step but the one with most
/// visits as many as it was to have, as long as PUCT, with the values that are known now, still prefers that one. A step
/// that is left with a single visit loses this one too.
pub(super) fn prune_forced(edges: &[Edge], root: Standing, config: &SearchConfig, weights: &mut [f32]) {
    let mut best = 0;
    for index in 1..weights.len() {
        if weights[index] > weights[best] {
            best = index;
        }
    }
    let exploration = exploration(root.visits, config);
    let sign = match root.turn {
        Color::White => 1.0,
        Color::Black => -1.0,
    };
    let value = |edge: &Edge| sign * edge.value.value();
    let wanted = value(&edges[best]) + exploration * edges[best].prior / (1.0 + weights[best]);
    let all = edges.iter().map(|edge| f64::from(edge.visits)).sum();
    for (index, (edge, weight)) in edges.iter().zip(weights).enumerate() {
        if index == best || *weight == 0.0 || edge.proven.is_some() {
            continue;
        }
        // Better than the step with most visits whatever its own: none of its visits were against PUCT's will.
        let gap = wanted - value(edge);
        if gap <= 0.0 {
            continue;
        }
        // With fewer visits than this PUCT would prefer it.
        let kept = (exploration * edge.prior / gap - 1.0).floor() + 1.0;
        let forced = least(edge, all, config.forced_playouts).floor() as f32;
        let left = (*weight - forced).max(kept);
        if left < *weight {
            *weight = if left <= 1.0 { 0.0 } else { left };
        }
    }
}
