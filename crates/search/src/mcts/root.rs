//! What a search has found, at its root.

use bashni_rules::{Color, Game, Outcome, Step};

use super::arena::{Edge, NodeId, ROOT};
use super::forced::prune_forced;
use super::proof::{End, Proof, is_better};
use super::select::Standing;
use super::tree::{Tree, knowledge};
use crate::{Wdl, White};

/// What is known of one step at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootEdge {
    /// The step.
    pub step: Step,
    /// Probability that the evaluator gave it.
    pub prior: f32,
    /// The same with the noise that the search was given (PUCT).
    pub noisy_prior: f32,
    /// Simulations that went through it.
    pub visits: u32,
    /// What the state after it is worth: the mean of those simulations, without those through refuted steps, or the exact
    /// result if it is proven. `None` if it was not tried.
    pub value: Option<Wdl<White>>,
    /// Its result, if that is proven.
    pub proof: Option<Proof>,
}

impl Tree {
    /// The state that is searched.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The side that acts at the root.
    pub fn turn(&self) -> Color {
        self.game.turn()
    }

    /// The result, if the game is over at the root.
    pub fn outcome(&self) -> Option<Outcome> {
        let end = self.arena.node(ROOT).end.filter(|_| self.is_terminal());
        end.map(|end| end.outcome)
    }

    fn is_terminal(&self) -> bool {
        self.ahead.is_empty() && self.arena.edges(ROOT).is_empty()
    }

    /// The only legal step, if there is only one: to be played at once.
    pub fn forced_step(&self) -> Option<Step> {
        self.ahead.front().copied()
    }

    /// The result of best play from the root, once it is proven. At the end of a game that is its result.
    pub fn proof(&self) -> Option<Proof> {
        self.arena.node(ROOT).end.map(|end| end.seen_from(self.game.ply()))
    }

    /// Simulations of this search so far.
    pub fn sims_done(&self) -> u32 {
        self.sims_done
    }

    /// Number of nodes: the root, and one for each state with a choice or end of a game that was reached.
    pub fn nodes(&self) -> usize {
        self.arena.nodes.len()
    }

    /// The legal steps in the order of [`Game::legal_steps`], with what the search knows of each. Empty at the end of a
    /// game, and before the root was evaluated.
    pub fn root_edges(&self) -> Vec<RootEdge> {
        if let Some(step) = self.forced_step() {
            let (visits, value, proof) = (self.root_visits, self.root_value(), self.proof());
            return vec![RootEdge { step, prior: 1.0, noisy_prior: 1.0, visits, value, proof }];
        }
        let edges = self.arena.edges(ROOT).iter().zip(&self.root_priors);
        edges
            .map(|(edge, &prior)| RootEdge {
                step: edge.step,
                prior,
                noisy_prior: edge.prior,
                visits: edge.visits,
                value: (edge.visits > 0).then_some(edge.value),
                proof: self.end(edge).map(|end| end.seen_from(self.game.ply())),
            })
            .collect()
    }

    /// Each legal step with its visits, in the order of [`root_edges`](Tree::root_edges).
    pub fn root_visits(&self) -> Vec<(Step, u32)> {
        self.root_edges().iter().map(|edge| (edge.step, edge.visits)).collect()
    }

    /// The policy that the search recommends, in the order of [`root_edges`](Tree::root_edges): the policy target of
    /// training.
    ///
    /// - PUCT: the share of the visits of each step; without visits the prior. Visits that were forced do not count
    ///   ([`SearchConfig::forced_playouts`](super::SearchConfig::forced_playouts)).
    /// - Gumbel: the improved policy, without the noise of the root.
    ///
    /// A proven win gets all. Refuted steps get nothing, unless all are.
    pub fn policy(&self) -> Vec<f32> {
        if self.forced_step().is_some() {
            return vec![1.0];
        }
        let known = knowledge(&self.arena, ROOT);
        let win = Outcome::win(known.turn);
        if self.arena.node(ROOT).end.is_some_and(|end| end.outcome == win) {
            let best = self.best_edge(ROOT);
            return (0..known.edges.len()).map(|index| if Some(index) == best { 1.0 } else { 0.0 }).collect();
        }
        let mut policy = Vec::new();
        if self.halving.is_some() {
            known.improved_policy(&self.config, &mut policy);
            return policy;
        }
        let counts = |edge: &Edge| !edge.is_refuted(known.turn);
        let all_refuted = !known.edges.iter().any(counts);
        if known.edges.iter().all(|edge| edge.visits == 0) {
            return self.root_priors.clone();
        }
        let visited = known.edges.iter().any(|edge| edge.visits > 0 && (all_refuted || counts(edge)));
        let weight = |(edge, &prior): (&Edge, &f32)| match () {
            () if !all_refuted && !counts(edge) => 0.0,
            () if visited => edge.visits as f32,
            () => prior,
        };
        policy.extend(known.edges.iter().zip(&self.root_priors).map(weight));
        if visited && self.config.forced_playouts > 0.0 {
            let visits = 1 + self.root_visits;
            let standing = Standing { turn: known.turn, visits, value: self.root_value };
            prune_forced(known.edges, standing, &self.config, &mut policy);
        }
        let total: f32 = policy.iter().sum();
        // Priors can all be 0 where those of the refuted steps were all but 1.
        let share =
            |part: &mut f32| *part = if total > 0.0 { *part / total } else { 1.0 / known.edges.len() as f32 };
        policy.iter_mut().for_each(share);
        policy
    }

    /// The result that the search expects; exact where it is proven. `None` if the root is forced and not proven, or not
    /// yet evaluated.
    ///
    /// - PUCT: the mean of the root's evaluation and of all simulations, without those through refuted steps.
    /// - Gumbel: the mean under the improved policy. (The plain mean would count all steps that were considered at first.)
    pub fn root_value(&self) -> Option<Wdl<White>> {
        if let Some(end) = self.arena.node(ROOT).end {
            return Some(end.outcome.into());
        }
        self.root_evaluation()?;
        if self.halving.is_none() {
            return Some(self.root_value);
        }
        let mut policy = Vec::new();
        let known = knowledge(&self.arena, ROOT);
        known.improved_policy(&self.config, &mut policy);
        Some(known.value_of(&policy))
    }

    /// What the evaluator alone thinks of the root; `None` where it was not asked.
    pub fn root_evaluation(&self) -> Option<Wdl<White>> {
        (!self.root_priors.is_empty()).then(|| self.arena.node(ROOT).evaluation)
    }

    /// The step to play. `None` at the end of a game, and before the root was evaluated.
    ///
    /// - Of a proven root: the quickest win that is known, a draw, or the slowest loss.
    /// - PUCT: the step with the most visits; of equals the one of better value, then of larger prior, then the first.
    /// - Gumbel: the best of the steps considered last, with the noise of the root. In self-play this is the draw from the
    ///   improved policy, so it is played as it is.
    ///
    /// Refuted steps are played only if all are.
    pub fn best_step(&self) -> Option<Step> {
        self.forced_step().or_else(|| self.best_index().map(|index| self.arena.edges(ROOT)[index].step))
    }

    /// The index of [`best_step`](Tree::best_step) in [`root_edges`](Tree::root_edges).
    pub fn best_index(&self) -> Option<usize> {
        self.best_index_with_noise(1.0)
    }

    /// The same with a share of the noise of a Gumbel search: with 1 its choice is the draw from the improved policy that the
    /// search was made for, in between one at a lower temperature, and with 0 simply the best of the steps considered last. What
    /// the search explored, and its policy, stay as they are. Without meaning for PUCT.
    pub fn best_index_with_noise(&self, share: f32) -> Option<usize> {
        if self.forced_step().is_some() {
            return Some(0);
        }
        match &self.halving {
            Some(halving) if self.arena.node(ROOT).end.is_none() => {
                halving.best(&self.config, knowledge(&self.arena, ROOT), share)
            }
            _ => self.best_edge(ROOT),
        }
    }

    /// The end that an edge is proven to lead to.
    fn end(&self, edge: &Edge) -> Option<End> {
        edge.proven.and(edge.child()).and_then(|child| self.arena.node(child).end)
    }

    /// The edge of best play that is known at a node.
    pub(super) fn best_edge(&self, node: NodeId) -> Option<usize> {
        let edges = self.arena.edges(node);
        let (turn, end) = (self.arena.node(node).turn, self.arena.node(node).end);
        let mut best = None;
        for (index, edge) in edges.iter().enumerate() {
            if best.is_none_or(|best: usize| self.is_better_edge(edge, &edges[best], turn, end.is_some())) {
                best = Some(index);
            }
        }
        best
    }

    /// True if the side that acts prefers edge `a` to edge `b`. Where the node is proven, it is by proof; visits break ties.
    pub(super) fn is_better_edge(&self, a: &Edge, b: &Edge, turn: Color, proven: bool) -> bool {
        let win = Outcome::win(turn);
        if proven {
            match (self.end(a), self.end(b)) {
                (Some(a), Some(b)) if is_better(a, b, win) => return true,
                (Some(a), Some(b)) if is_better(b, a, win) => return false,
                (Some(end), None) if end.outcome == win => return true,
                (None, Some(end)) if end.outcome == win => return false,
                _ => {}
            }
        }
        let rank = |edge: &Edge| {
            let value = if edge.visits > 0 { edge.value.for_mover(turn).value() } else { 0.0 };
            (edge.proven == Some(win), !edge.is_refuted(turn), edge.visits, value, edge.prior)
        };
        rank(a) > rank(b)
    }
}
