//! What a search has found, at its root.

use bashni_rules::{Color, Game, Outcome, Step};

use super::arena::{Edge, NodeId};
use super::tree::{ROOT, Tree};
use crate::{Wdl, White};

/// What is known of one step at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootEdge {
    /// The step.
    pub step: Step,
    /// Probability that the evaluator gave it.
    pub prior: f32,
    /// The same with the noise that the search was given.
    pub noisy_prior: f32,
    /// Simulations that went through it.
    pub visits: u32,
    /// Mean of the results of those simulations; `None` without any.
    pub value: Option<Wdl<White>>,
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
        self.arena.node(ROOT).end
    }

    /// The only legal step, if there is only one: to be played at once.
    pub fn forced_step(&self) -> Option<Step> {
        match self.arena.edges(ROOT) {
            [only] => Some(only.step),
            _ => None,
        }
    }

    /// Simulations done so far.
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
        let edges = self.arena.edges(ROOT).iter().zip(&self.root_priors);
        edges
            .map(|(edge, &prior)| RootEdge {
                step: edge.step,
                prior,
                noisy_prior: edge.prior,
                visits: edge.tally.visits(),
                value: edge.tally.mean(),
            })
            .collect()
    }

    /// Each legal step with its visits, in the order of [`root_edges`](Tree::root_edges).
    pub fn root_visits(&self) -> Vec<(Step, u32)> {
        self.arena.edges(ROOT).iter().map(|edge| (edge.step, edge.tally.visits())).collect()
    }

    /// The policy that the search recommends: the share of visits of each step, in the order of
    /// [`root_edges`](Tree::root_edges). This is the policy target of training. Without visits it is the prior, which
    /// for a forced step is 1.
    pub fn policy(&self) -> Vec<f32> {
        let visits: u32 = self.arena.edges(ROOT).iter().map(|edge| edge.tally.visits()).sum();
        if visits == 0 {
            return self.root_priors.clone();
        }
        self.arena.edges(ROOT).iter().map(|edge| edge.tally.visits() as f32 / visits as f32).collect()
    }

    /// The result that the search expects: the mean of the root's evaluation and of all simulations. Exact at the end of
    /// a game; `None` if the root is forced or not yet evaluated.
    pub fn root_value(&self) -> Option<Wdl<White>> {
        self.outcome().map(Wdl::from).or_else(|| self.root_tally.mean())
    }

    /// What the evaluator alone thinks of the root; `None` where it was not asked.
    pub fn root_evaluation(&self) -> Option<Wdl<White>> {
        self.root_evaluation
    }

    /// The step with the most visits; of equals the one of better value, then of larger prior, then the first. `None` at
    /// the end of a game, and before the root was evaluated.
    pub fn best_step(&self) -> Option<Step> {
        self.best_edge(ROOT).map(|index| self.arena.edges(ROOT)[index].step)
    }

    /// The line of most visits from the root, forced steps included, as far as the tree has gone.
    pub fn principal_variation(&self) -> Vec<Step> {
        let mut line = Vec::new();
        let mut node = ROOT;
        while let Some(index) = self.best_edge(node) {
            let edge = &self.arena.edges(node)[index];
            if node != ROOT && edge.tally.visits() == 0 {
                break;
            }
            line.push(edge.step);
            let Some(child) = edge.child else { break };
            line.extend_from_slice(self.arena.forced(child));
            node = child;
        }
        line
    }

    fn best_edge(&self, node: NodeId) -> Option<usize> {
        let (edges, turn) = (self.arena.edges(node), self.arena.node(node).turn);
        let rank = |edge: &Edge| (edge.tally.visits(), edge.tally.value(turn), edge.prior);
        let mut best = None;
        for (index, edge) in edges.iter().enumerate() {
            if best.is_none_or(|best: usize| rank(edge) > rank(&edges[best])) {
                best = Some(index);
            }
        }
        best
    }
}
