use std::collections::VecDeque;

use bashni_rules::{Game, Rules, Step};
use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::arena::{Arena, NodeId, ROOT};
use super::gumbel::Knowledge;
use super::halving::Halving;
use super::leaf::Leaf;
use super::noise::dirichlet;
use super::proof::End;
use super::temperature::{heat, root_temperature};
use super::{SearchConfig, SearchKind};
use crate::{Wdl, White, next_decision};

/// The search of one state, as a machine that stops whenever it needs evaluations.
///
/// The cycle is [`gather`](Tree::gather), [`queries`](Tree::queries), [`receive`](Tree::receive), until `gather` finds nothing
/// more to ask; [`search_batch`](super::search_batch) does it for many trees at once. Everything random comes from the
/// tree's own seed, so its result depends on no other tree.
///
/// Two kinds of root need no search, and are finished from the start, with no visits:
/// - the end of a game ([`outcome`](Tree::outcome)): no steps are offered, and the root's value is exact;
/// - one legal step ([`forced_step`](Tree::forced_step)): that step is the policy, and the root has no value unless
///   forced steps lead to the end of the game. [`search_past_forced_steps`](Tree::search_past_forced_steps) changes that.
///
/// A search ends when its simulations are done, when the result of the root is proven ([`proof`](Tree::proof)), or when its
/// memory is full ([`is_full`](Tree::is_full)).
#[derive(Clone, Debug)]
pub struct Tree {
    pub(super) config: SearchConfig,
    /// The state that was asked about.
    pub(super) game: Game,
    /// The forced steps from there to the root of the tree, which is a decision or the end of the game.
    pub(super) ahead: VecDeque<Step>,
    /// True if the search goes on behind forced steps.
    pub(super) past_forced: bool,
    /// The state at the root of the tree.
    pub(super) root: Game,
    pub(super) arena: Arena,
    /// Simulations that have passed the root, and what it is worth. Those of other nodes are kept in the edge that leads
    /// to them.
    pub(super) root_visits: u32,
    pub(super) root_value: Wdl<White>,
    /// The priors of the root as the evaluator gave them, without noise. Empty until it did.
    pub(super) root_priors: Vec<f32>,
    /// The schedule of the root, in a Gumbel search.
    pub(super) halving: Option<Halving>,
    pub(super) sims_done: u32,
    pub(super) rng: Pcg64,
    /// States that wait for their evaluations, the first `in_flight` of them. The others are memory to be used again.
    pub(super) leaves: Vec<Leaf>,
    pub(super) in_flight: usize,
    /// Edges that the leaves will need.
    pub(super) promised: usize,
    pub(super) full: bool,
    /// The edges of the simulation that is being made.
    pub(super) path: Vec<u32>,
    /// Edges of simulations that met a state in flight, and stay marked until the batch is complete.
    pub(super) collided: Vec<u32>,
    /// Memory for improved policies.
    pub(super) policy: Vec<f32>,
}

impl Tree {
    /// A search that has yet to begin. `seed` decides the noise at the root.
    pub fn new(rules: &Rules, game: Game, config: SearchConfig, seed: u64) -> Tree {
        let mut tree = Tree {
            config,
            root: game.clone(),
            game,
            ahead: VecDeque::new(),
            past_forced: false,
            arena: Arena::default(),
            root_visits: 0,
            root_value: Wdl::default(),
            root_priors: Vec::new(),
            halving: None,
            sims_done: 0,
            rng: Pcg64::seed_from_u64(seed),
            leaves: Vec::new(),
            in_flight: 0,
            promised: 0,
            full: false,
            path: Vec::new(),
            collided: Vec::new(),
            policy: Vec::new(),
        };
        tree.begin(rules);
        tree
    }

    /// Begins anew at the state of `game`. Only memory is kept.
    pub(super) fn begin(&mut self, rules: &Rules) {
        self.forget_root();
        self.root.clone_from(&self.game);
        let ahead = &mut self.ahead;
        let outcome = next_decision(rules, &mut self.root, &mut Vec::new(), |step| ahead.push_back(step));
        let end = outcome.map(|outcome| End { outcome, ply: self.root.ply() });
        self.arena.clear();
        self.arena.add_node(self.root.turn(), &[], end);
        self.root_value = self.arena.value(ROOT);
        self.resume(rules);
    }

    /// Forgets what belongs to one root.
    pub(super) fn forget_root(&mut self) {
        self.ahead.clear();
        self.root_visits = 0;
        self.root_priors.clear();
        self.halving = None;
    }

    /// Begins a search at the root of the tree, for which nothing is in flight.
    pub(super) fn resume(&mut self, rules: &Rules) {
        self.full = false;
        self.sims_done = 0;
        if self.waits_for_forced_steps() {
            return;
        }
        match self.arena.edges(ROOT).is_empty() {
            true if self.arena.node(ROOT).end.is_none() => self.ask_about_root(rules),
            false if self.root_priors.is_empty() => self.prepare_root(),
            _ => {}
        }
    }

    fn ask_about_root(&mut self, rules: &Rules) {
        if self.leaves.is_empty() {
            self.leaves.push(Leaf::new(&self.root));
        }
        let leaf = &mut self.leaves[0];
        leaf.node = ROOT;
        leaf.path.clear();
        leaf.game.clone_from(&self.root);
        leaf.game.legal_steps_into(rules, &mut leaf.steps);
        self.promised = leaf.steps.len();
        self.in_flight = 1;
    }

    /// Readies a root that has its edges: noise, or the schedule of halving.
    pub(super) fn prepare_root(&mut self) {
        let edges = self.arena.node(ROOT).edges.range();
        let priors = self.arena.edges(ROOT).iter().map(|edge| edge.prior);
        self.root_priors.clear();
        self.root_priors.extend(priors);
        self.root_value = self.arena.value(ROOT);
        let temperature = root_temperature(&self.config, self.root.ply());
        if self.config.kind == SearchKind::Puct && temperature != 1.0 {
            self.policy.clone_from(&self.root_priors);
            heat(&mut self.policy, temperature);
            for (edge, &prior) in self.arena.edges[edges.clone()].iter_mut().zip(&self.policy) {
                edge.prior = prior;
            }
        }
        match self.config.kind {
            SearchKind::Gumbel => {
                let root = knowledge(&self.arena, ROOT);
                self.halving = Some(Halving::new(&self.config, root, temperature, &mut self.rng));
            }
            SearchKind::Puct if self.config.dirichlet_fraction > 0.0 => {
                let fraction = self.config.dirichlet_fraction as f32;
                let alpha = self.config.dirichlet_alpha / edges.len() as f64;
                let noise = dirichlet(alpha, edges.len(), &mut self.rng);
                for (edge, noise) in self.arena.edges[edges].iter_mut().zip(noise) {
                    edge.prior += fraction * (noise - edge.prior);
                }
            }
            SearchKind::Puct => {}
        }
    }

    /// Changes how many simulations the search is to have in all, those done included. For a search that goes on for as
    /// long as there is time: raised a little at a time, since simulations that meet only known results cost no evaluation
    /// and give the caller no chance to look at the clock. A Gumbel search keeps the schedule that it began with; what
    /// comes later goes to the steps considered last.
    pub fn set_sims(&mut self, sims: u32) {
        self.config.sims = sims;
    }

    /// True if nothing is left to do.
    pub fn is_finished(&self) -> bool {
        self.in_flight == 0 && (self.is_decided() || self.full || self.sims_done >= self.config.sims)
    }

    /// True if a search could tell nothing more.
    pub(super) fn is_decided(&self) -> bool {
        self.waits_for_forced_steps() || self.arena.node(ROOT).end.is_some()
    }

    fn waits_for_forced_steps(&self) -> bool {
        !self.past_forced && !self.ahead.is_empty()
    }

    /// For analysis: where only one step is legal, searches the decision that forced steps lead to, and so gives the root a
    /// value and a line. It stays so for the steps that are played later.
    pub fn search_past_forced_steps(&mut self, rules: &Rules) {
        if self.waits_for_forced_steps() {
            self.past_forced = true;
            self.resume(rules);
        }
        self.past_forced = true;
    }

    /// True if the search has ended because the memory that it may have ([`SearchConfig::memory_mib`]) is used up. What it
    /// found is right as far as it goes. Playing a step ([`advance`](Tree::advance)) frees memory.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Bytes that the nodes of the tree have taken from memory, unused room included; never more than
    /// [`SearchConfig::memory_mib`]. The states in flight come on top, a few kilobytes each.
    pub fn memory(&self) -> usize {
        self.arena.bytes()
    }
}

/// What the improved policy of a node is made of.
pub(super) fn knowledge(arena: &Arena, node: NodeId) -> Knowledge<'_> {
    let edges = arena.edges(node);
    Knowledge { edges, turn: arena.node(node).turn, evaluation: arena.node(node).evaluation }
}
