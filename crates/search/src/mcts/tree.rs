use bashni_rules::{Game, Rules, Step};
use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::arena::{Arena, NodeId};
use super::noise::dirichlet;
use super::select::puct;
use super::{SearchConfig, SearchError, Tally};
use crate::decision::end;
use crate::{Evaluation, Query, Wdl, White, next_decision};

pub(super) const ROOT: NodeId = 0;

/// The search of one state, as a machine that stops whenever it needs an evaluation.
///
/// The cycle is [`gather`](Tree::gather), [`query`](Tree::query), [`receive`](Tree::receive), until `gather` says that
/// the simulations are done; [`search_batch`](super::search_batch) does it for many trees at once. Everything random
/// comes from the tree's own seed, so its result depends on no other tree.
///
/// Two kinds of root need no search, and are finished from the start, with no visits:
/// - the end of a game ([`outcome`](Tree::outcome)): no steps are offered, and the root's value is exact;
/// - one legal step ([`forced_step`](Tree::forced_step)): that step is the policy, and the root has no value.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(super) config: SearchConfig,
    pub(super) game: Game,
    pub(super) arena: Arena,
    /// The root's own visits; those of other nodes are kept in the edge that leads to them.
    pub(super) root_tally: Tally,
    /// The priors of the root as the evaluator gave them, without noise.
    pub(super) root_priors: Vec<f32>,
    pub(super) root_evaluation: Option<Wdl<White>>,
    pub(super) sims_done: u32,
    rng: Pcg64,
    /// The node that waits for its evaluation. Its state and legal steps are in `leaf` and `leaf_steps`, and the edges
    /// that lead to it in `path`.
    waiting: Option<NodeId>,
    leaf: Game,
    leaf_steps: Vec<Step>,
    path: Vec<u32>,
    forced: Vec<Step>,
}

impl Tree {
    /// A search that has yet to begin. `seed` decides the noise at the root.
    pub fn new(rules: &Rules, game: Game, config: SearchConfig, seed: u64) -> Tree {
        let steps = game.legal_steps(rules);
        let end = end(rules, &game, &steps);
        let mut tree = Tree {
            config,
            leaf: game.clone(),
            game,
            arena: Arena::default(),
            root_tally: Tally::default(),
            root_priors: Vec::new(),
            root_evaluation: None,
            sims_done: 0,
            rng: Pcg64::seed_from_u64(seed),
            waiting: None,
            leaf_steps: steps,
            path: Vec::new(),
            forced: Vec::new(),
        };
        let root = tree.arena.add_node(tree.game.turn(), &[], end);
        match tree.leaf_steps[..] {
            _ if end.is_some() => {}
            [only] => {
                tree.arena.expand(root, [(only, 1.0)]);
                tree.root_priors.push(1.0);
            }
            _ => tree.waiting = Some(root),
        }
        tree
    }

    /// Simulates until a state needs an evaluation (true), or the search has finished (false).
    ///
    /// Simulations that reach the end of a game are complete in themselves, so there may be many in one call.
    pub fn gather(&mut self, rules: &Rules) -> bool {
        while self.waiting.is_none() && !self.is_finished() {
            self.simulate(rules);
        }
        self.waiting.is_some()
    }

    /// The state that waits for an evaluation, if any.
    pub fn query(&self) -> Option<Query<'_>> {
        self.waiting.map(|_| Query { game: &self.leaf, steps: &self.leaf_steps })
    }

    /// Takes the evaluation of the state that waits; without one, nothing happens.
    ///
    /// # Errors
    /// If the evaluation is not a distribution and one finite logit a step (the message names the position), or
    /// the settings make no sense. The state then goes on waiting.
    pub fn receive(&mut self, rules: &Rules, evaluation: &Evaluation) -> Result<(), SearchError> {
        let Some(node) = self.waiting else { return Ok(()) };
        self.check(rules, evaluation)?;
        let mut priors = softmax(&evaluation.logits);
        let value = evaluation.value.for_white(self.leaf.turn());
        if node == ROOT {
            self.config.check()?;
            self.root_evaluation = Some(value);
            self.root_priors.clone_from(&priors);
            self.add_noise(&mut priors);
            self.root_tally.add(value);
        } else {
            self.back_up(value);
        }
        self.arena.expand(node, self.leaf_steps.iter().copied().zip(priors));
        self.waiting = None;
        Ok(())
    }

    /// Changes how many simulations the search is to have in all, those done included. For a search that goes on for as
    /// long as there is time: raised a little at a time, since simulations that meet only ends of games cost no evaluation
    /// and give the caller no chance to look at the clock.
    pub fn set_sims(&mut self, sims: u32) {
        self.config.sims = sims;
    }

    /// True if nothing is left to do.
    pub fn is_finished(&self) -> bool {
        let decided = self.outcome().is_some() || self.forced_step().is_some();
        self.waiting.is_none() && (decided || self.sims_done >= self.config.sims)
    }

    /// One walk from the root along the edges that selection prefers, to the end of a game or a new state.
    fn simulate(&mut self, rules: &Rules) {
        self.path.clear();
        let (mut node, mut tally) = (ROOT, self.root_tally);
        loop {
            if let Some(outcome) = self.arena.node(node).end {
                return self.back_up(outcome.into());
            }
            let (edges, turn) = (self.arena.edges(node), self.arena.node(node).turn);
            let fpu = if node == ROOT { self.config.root_fpu_reduction } else { self.config.fpu_reduction };
            let index = puct(edges, &tally, turn, &self.config, fpu);
            let edge = &edges[index];
            self.path.push((self.arena.node(node).edges.range().start + index) as u32);
            match edge.child {
                Some(child) => (node, tally) = (child, edge.tally),
                None => return self.grow(rules),
            }
        }
    }

    /// Adds the node that the last edge of the path leads to.
    fn grow(&mut self, rules: &Rules) {
        self.leaf.clone_from(&self.game);
        for &edge in &self.path {
            let edge = self.arena.edges[edge as usize];
            self.leaf.play_step(rules, edge.step);
            for &step in edge.child.map_or(&[][..], |child| self.arena.forced(child)) {
                self.leaf.play_step(rules, step);
            }
        }
        self.forced.clear();
        let forced = &mut self.forced;
        let end = next_decision(rules, &mut self.leaf, &mut self.leaf_steps, |step| forced.push(step));
        let child = self.arena.add_node(self.leaf.turn(), &self.forced, end);
        if let Some(&edge) = self.path.last() {
            self.arena.edges[edge as usize].child = Some(child);
        }
        match end {
            Some(outcome) => self.back_up(outcome.into()),
            None => self.waiting = Some(child),
        }
    }

    /// Counts a result, which is White's whoever acted, at the root and at every edge of the path.
    fn back_up(&mut self, result: Wdl<White>) {
        self.root_tally.add(result);
        for &edge in &self.path {
            self.arena.edges[edge as usize].tally.add(result);
        }
        self.sims_done += 1;
    }

    fn add_noise(&mut self, priors: &mut [f32]) {
        if self.config.dirichlet_fraction == 0.0 {
            return;
        }
        let fraction = self.config.dirichlet_fraction as f32;
        let alpha = self.config.dirichlet_alpha / priors.len() as f64;
        let noise = dirichlet(alpha, priors.len(), &mut self.rng);
        for (prior, noise) in priors.iter_mut().zip(noise) {
            *prior += fraction * (noise - *prior);
        }
    }

    fn check(&self, rules: &Rules, evaluation: &Evaluation) -> Result<(), SearchError> {
        let position = || {
            let fen = self.leaf.position().fen(rules);
            match self.leaf.chain() {
                Some(chain) => format!("{fen} (in a chain, at {})", rules.board().name(chain.square())),
                None => fen,
            }
        };
        let Evaluation { logits, value } = evaluation;
        if logits.len() != self.leaf_steps.len() {
            let (expected, got) = (self.leaf_steps.len(), logits.len());
            return Err(SearchError::Logits { position: position(), expected, got });
        }
        if let Some((&logit, step)) =
            logits.iter().zip(&self.leaf_steps).find(|(logit, _)| !logit.is_finite())
        {
            let name = |square| rules.board().name(square);
            let step = format!("{}-{}", name(step.from), name(step.to));
            return Err(SearchError::Logit { position: position(), step, logit });
        }
        if !value.is_distribution() {
            let Wdl { win, draw, loss, .. } = *value;
            return Err(SearchError::Value { position: position(), win, draw, loss });
        }
        Ok(())
    }
}

/// Probabilities in proportion to the exponentials of finite logits.
fn softmax(logits: &[f32]) -> Vec<f32> {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut parts: Vec<f32> = logits.iter().map(|logit| (logit - largest).exp()).collect();
    let total: f32 = parts.iter().sum();
    parts.iter_mut().for_each(|part| *part /= total);
    parts
}
