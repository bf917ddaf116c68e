//! The improved policy of Gumbel AlphaZero, and the choice that it makes below the root.
//!
//! Danihelka, Guez, Schrittwieser and Silver 2022, "Policy improvement by planning with Gumbel". Their formulas want values
//! from 0 to 1, here the expected score of the side that acts: a win is 1, a draw 1/2.
//!
//! Refuted steps are left out as if they were not legal, unless all are refuted.

use bashni_rules::Color;

use super::SearchConfig;
use super::arena::Edge;
use crate::{Wdl, White};

/// What a node knows of its steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knowledge<'a> {
    pub(super) edges: &'a [Edge],
    /// The side that acts.
    pub(super) turn: Color,
    /// What the evaluator thinks of the node.
    pub(super) evaluation: Wdl<White>,
}

impl Knowledge<'_> {
    /// True if a step takes part.
    fn counts(&self, edge: &Edge, all_refuted: bool) -> bool {
        all_refuted || !edge.is_refuted(self.turn)
    }

    fn all_refuted(&self) -> bool {
        self.edges.iter().all(|edge| edge.is_refuted(self.turn))
    }

    /// The value of steps that were not visited: the evaluation of the node, mixed with the values of those that were. These
    /// are weighted by their priors, and together count as often as they were visited.
    pub(super) fn mixed_value(&self) -> Wdl<White> {
        let all_refuted = self.all_refuted();
        let (mut visits, mut mass) = (0.0, 0.0);
        let (mut win, mut draw, mut loss) = (0.0, 0.0, 0.0);
        for edge in self.edges.iter().filter(|edge| edge.visits > 0 && self.counts(edge, all_refuted)) {
            let prior = usable(edge.prior);
            visits += edge.visits as f32;
            mass += prior;
            win += prior * edge.value.win;
            draw += prior * edge.value.draw;
            loss += prior * edge.value.loss;
        }
        if visits == 0.0 {
            return self.evaluation;
        }
        let mix = |own: f32, others: f32| (own + visits * (others / mass)) / (1.0 + visits);
        let own = self.evaluation;
        Wdl::new(mix(own.win, win), mix(own.draw, draw), mix(own.loss, loss))
    }

    /// The value of each step: its own, or the mixed value if it was not visited ("completed Q values").
    pub(super) fn completed(&self) -> impl Iterator<Item = Wdl<White>> {
        let mixed = self.mixed_value();
        self.edges.iter().map(move |edge| if edge.visits > 0 { edge.value } else { mixed })
    }

    /// Each step's logarithm of the prior plus the weighted value, `logits + sigma(completed Q)`; without end below for steps
    /// that are left out.
    pub(super) fn improved_logits(&self, config: &SearchConfig, logits: &mut Vec<f32>) {
        let all_refuted = self.all_refuted();
        let counted = self.edges.iter().filter(|edge| self.counts(edge, all_refuted));
        let most = counted.map(|edge| edge.visits).max().unwrap_or_default();
        let weight = ((config.c_visit + f64::from(most)) * config.c_scale) as f32;
        let logit = |(edge, value): (&Edge, Wdl<White>)| match self.counts(edge, all_refuted) {
            true => usable(edge.prior).ln() + weight * value.for_mover(self.turn).score(),
            false => f32::NEG_INFINITY,
        };
        logits.clear();
        logits.extend(self.edges.iter().zip(self.completed()).map(logit));
    }

    /// The improved policy: the softmax of [`improved_logits`](Knowledge::improved_logits).
    pub(super) fn improved_policy(&self, config: &SearchConfig, policy: &mut Vec<f32>) {
        self.improved_logits(config, policy);
        softmax(policy);
    }

    /// The step at an inner node: the one whose share of the visits is furthest below what the improved policy wants; the
    /// first of equals. A simulation in flight counts as a visit. `policy` is memory to be used again.
    pub(super) fn choice(&self, config: &SearchConfig, policy: &mut Vec<f32>) -> usize {
        self.improved_policy(config, policy);
        let all_refuted = self.all_refuted();
        let visits = |edge: &Edge| (edge.visits + u32::from(edge.in_flight)) as f32;
        let counted = self.edges.iter().filter(|edge| self.counts(edge, all_refuted));
        let total = 1.0 + counted.map(visits).sum::<f32>();
        let mut best = 0;
        let mut best_score = f32::NEG_INFINITY;
        for (index, (edge, &wanted)) in self.edges.iter().zip(policy.iter()).enumerate() {
            let score = wanted - visits(edge) / total;
            if score > best_score && self.counts(edge, all_refuted) {
                (best, best_score) = (index, score);
            }
        }
        best
    }

    /// The expected result under a policy.
    pub(super) fn value_of(&self, policy: &[f32]) -> Wdl<White> {
        let mut sum = Wdl::<White>::default();
        for (value, &share) in self.completed().zip(policy) {
            sum.win += share * value.win;
            sum.draw += share * value.draw;
            sum.loss += share * value.loss;
        }
        sum
    }
}

/// A prior that has a finite logarithm: those of steps that are all but ruled out underflow to 0.
fn usable(prior: f32) -> f32 {
    prior.max(f32::MIN_POSITIVE)
}

/// Turns logits, of which one at least is finite, into probabilities in proportion to their exponentials.
pub(super) fn softmax(logits: &mut [f32]) {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for logit in logits.iter_mut() {
        *logit = (*logit - largest).exp();
        total += *logit;
    }
    logits.iter_mut().for_each(|part| *part /= total);
}
