//! What is left of a tree when a step is played.

use std::num::NonZeroU32;

use bashni_rules::{IllegalStep, Rules, Step};

use super::arena::{Arena, NodeId, ROOT, Stretch};
use super::tree::Tree;
use super::{SearchConfig, SearchKind};

impl Tree {
    /// Plays a step: the state after it is searched next, with the same settings and as many new simulations.
    ///
    /// With [`SearchConfig::reuse`](super::SearchConfig::reuse), what is known of the step is kept, what is proven
    /// included: its visits come on top of those of the new search, which so begins with a root that has some already. All
    /// else is forgotten and its memory is free for new nodes. Simulations in flight are dropped. Without, or if the step was
    /// never tried, the search begins anew. Noise is drawn anew in any case.
    ///
    /// The tree must be told every step of the game, those of both sides: what is proven may rest on draws by repetition,
    /// and so on the way that the game has gone.
    ///
    /// # Errors
    /// If the step is not legal; nothing has changed then.
    pub fn advance(&mut self, rules: &Rules, step: Step) -> Result<(), IllegalStep> {
        self.advance_with(rules, step, self.config)
    }

    /// Plays a step as [`advance`](Tree::advance) does; what is searched from then on is searched with these settings.
    ///
    /// ```
    /// use bashni_rules::{Game, Rules};
    /// use bashni_search::UniformEvaluator;
    /// use bashni_search::mcts::{SearchConfig, Tree, search_batch};
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let full = SearchConfig { sims: 50, ..SearchConfig::self_play() };
    /// let mut trees = [Tree::new(&rules, Game::new(&rules), full, 1)];
    /// search_batch(&rules, &mut trees, &mut UniformEvaluator).unwrap();
    /// let step = trees[0].best_step().unwrap();
    /// let quick = SearchConfig { sims: 10, ..full.without_noise() };
    /// trees[0].advance_with(&rules, step, quick).unwrap();
    /// search_batch(&rules, &mut trees, &mut UniformEvaluator).unwrap();
    /// assert_eq!(trees[0].sims_done(), 10);
    /// ```
    ///
    /// # Errors
    /// If the step is not legal; nothing has changed then.
    pub fn advance_with(
        &mut self,
        rules: &Rules,
        step: Step,
        config: SearchConfig,
    ) -> Result<(), IllegalStep> {
        self.game.try_step(rules, step)?;
        self.config = config;
        self.cancel();
        let keeps = self.config.reuse && self.config.kind == SearchKind::Puct;
        if self.ahead.pop_front().is_some() {
            // The root stays the same; whether anything is known of it depends on whether it was searched.
            match keeps || self.root_visits == 0 {
                true => self.resume(rules),
                false => self.begin(rules),
            }
            return Ok(());
        }
        let edge = self.arena.edges(ROOT).iter().find(|edge| edge.step == step).copied();
        let Some((edge, child)) = edge.filter(|_| keeps).and_then(|edge| Some((edge, edge.child()?))) else {
            self.begin(rules);
            return Ok(());
        };
        self.forget_root();
        self.root.clone_from(&self.game);
        for &step in self.arena.forced(child) {
            self.root.play_step(rules, step);
            self.ahead.push_back(step);
        }
        self.arena.keep(child);
        self.root_visits = edge.visits - 1;
        self.root_value = edge.value;
        self.resume(rules);
        Ok(())
    }
}

impl Arena {
    /// Keeps a node, as the root, and what is below it. All else is forgotten.
    ///
    /// Nodes, edges and forced steps lie in the order of the nodes, and parents come before their children. So one pass
    /// finds out what stays and where it goes, and another one moves it to the front, without memory for a second tree.
    fn keep(&mut self, root: NodeId) {
        const GONE: NodeId = NodeId::MAX;
        let mut places = vec![GONE; self.nodes.len()];
        places[root as usize] = ROOT;
        let mut nodes = ROOT;
        for node in root as usize..self.nodes.len() {
            if places[node] == GONE {
                continue;
            }
            places[node] = nodes;
            nodes += 1;
            for edge in &self.edges[self.nodes[node].edges.range()] {
                if let Some(child) = edge.child() {
                    // Its place is not known yet; any other than none marks it.
                    places[child as usize] = ROOT;
                }
            }
        }
        let (mut edges, mut forced) = (0, 0);
        for node in root as usize..self.nodes.len() {
            if places[node] == GONE {
                continue;
            }
            let mut moved = self.nodes[node];
            let edges_before = moved.edges.range();
            moved.edges = Stretch::of(edges, edges_before.len());
            for index in edges_before {
                let mut edge = self.edges[index];
                edge.child = edge.child.and_then(|child| NonZeroU32::new(places[child.get() as usize]));
                self.edges[edges] = edge;
                edges += 1;
            }
            // The steps that lead to the root are played before it.
            let forced_before = if node == root as usize { 0..0 } else { moved.forced.range() };
            moved.forced = Stretch::of(forced, forced_before.len());
            self.forced.copy_within(forced_before.clone(), forced);
            forced += forced_before.len();
            self.nodes[places[node] as usize] = moved;
        }
        self.nodes.truncate(nodes as usize);
        self.edges.truncate(edges);
        self.forced.truncate(forced);
    }
}
