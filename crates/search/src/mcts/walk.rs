//! Simulations: from the root along the edges that selection prefers, and back.

use std::num::NonZeroU32;

use bashni_rules::Rules;

use super::SearchKind;
use super::arena::{NodeId, ROOT};
use super::forced::forced_playout;
use super::gumbel::Knowledge;
use super::leaf::Leaf;
use super::proof::End;
use super::select::{Standing, puct};
use super::tree::{Tree, knowledge};
use crate::next_decision;

/// How a simulation ended.
enum Walk {
    /// At a known result, which was counted.
    Counted,
    /// At a new state, which waits.
    Waiting,
    /// At a state that waits already.
    Collided,
    /// It could not begin, or could not be completed, before the states in flight have come back.
    Stopped,
}

impl Tree {
    /// Simulates until as many states wait for evaluations as one batch may have
    /// ([`SearchConfig::leaves`](super::SearchConfig::leaves)), or the search has finished. Returns how many wait.
    ///
    /// Simulations that reach a known result are complete in themselves, so there may be many in one call. With several states
    /// in flight, a simulation may meet one of them; it is then dropped, and only keeps the next ones off its path until the
    /// batch is complete. There are no more of these than leaves.
    pub fn gather(&mut self, rules: &Rules) -> usize {
        let leaves = self.config.leaves as usize;
        let mut collisions = 0;
        while self.in_flight < leaves
            && collisions < leaves
            && !self.full
            && (self.sims_done as usize + self.in_flight) < self.config.sims as usize
            && !self.root_priors.is_empty()
            && !self.is_decided()
        {
            match self.simulate(rules) {
                Walk::Counted | Walk::Waiting => {
                    if let Some(halving) = &mut self.halving {
                        halving.count();
                    }
                }
                Walk::Collided => collisions += 1,
                Walk::Stopped => break,
            }
        }
        for edge in self.collided.drain(..) {
            self.arena.edges[edge as usize].in_flight -= 1;
        }
        self.in_flight
    }

    fn simulate(&mut self, rules: &Rules) -> Walk {
        self.path.clear();
        let mut standing = Standing {
            turn: self.root.turn(),
            visits: 1 + self.root_visits + self.in_flight as u32,
            value: self.root_value,
        };
        let mut node = ROOT;
        loop {
            let Some(index) = self.select(node, standing) else { return Walk::Stopped };
            let index = self.arena.node(node).edges.range().start + index;
            self.path.push(index as u32);
            let edge = &self.arena.edges[index];
            if edge.proven.is_some() {
                self.back_up_path();
                return Walk::Counted;
            }
            let Some(child) = edge.child() else { return self.grow(rules) };
            let next = self.arena.node(child);
            if next.edges.range().is_empty() {
                self.mark_path();
                self.collided.extend_from_slice(&self.path);
                return Walk::Collided;
            }
            let visits = edge.visits + u32::from(edge.in_flight);
            standing = Standing { turn: next.turn, visits, value: edge.value };
            node = child;
        }
    }

    /// The edge that a simulation takes; `None` if that depends on simulations that are in flight.
    #[inline]
    fn select(&mut self, node: NodeId, standing: Standing) -> Option<usize> {
        match self.config.kind {
            SearchKind::Puct => {
                let forced = self.config.forced_playouts;
                if node == ROOT && forced > 0.0 {
                    let edges = self.arena.edges(ROOT);
                    if let Some(index) = forced_playout(edges, forced) {
                        return Some(index);
                    }
                }
                let fpu =
                    if node == ROOT { self.config.root_fpu_reduction } else { self.config.fpu_reduction };
                Some(puct(self.arena.edges(node), standing, &self.config, fpu))
            }
            SearchKind::Gumbel => {
                let known: Knowledge<'_> = knowledge(&self.arena, node);
                match &mut self.halving {
                    Some(halving) if node == ROOT => {
                        let waits = halving.begins_a_phase() && self.in_flight > 0;
                        (!waits).then(|| halving.choice(&self.config, known))
                    }
                    _ => Some(known.choice(&self.config, &mut self.policy)),
                }
            }
        }
    }

    /// Adds the node that the last edge of the path leads to.
    fn grow(&mut self, rules: &Rules) -> Walk {
        if self.leaves.len() == self.in_flight {
            self.leaves.push(Leaf::new(&self.root));
        }
        let leaf = &mut self.leaves[self.in_flight];
        leaf.game.clone_from(&self.root);
        for &edge in &self.path {
            let edge = &self.arena.edges[edge as usize];
            leaf.game.play_step(rules, edge.step);
            for &step in edge.child().map_or(&[][..], |child| self.arena.forced(child)) {
                leaf.game.play_step(rules, step);
            }
        }
        let forced = &mut leaf.forced;
        forced.clear();
        let outcome = next_decision(rules, &mut leaf.game, &mut leaf.steps, |step| forced.push(step));
        let end = outcome.map(|outcome| End { outcome, ply: leaf.game.ply() });
        let edges = if end.is_some() { 0 } else { leaf.steps.len() };
        let bound = (self.config.memory_mib as usize) << 20;
        if !self.arena.make_room(leaf.forced.len(), self.promised + edges, bound) {
            self.full = true;
            return Walk::Stopped;
        }
        leaf.node = self.arena.add_node(leaf.game.turn(), &leaf.forced, end);
        let child = NonZeroU32::new(leaf.node);
        if let Some(&last) = self.path.last() {
            self.arena.edges[last as usize].child = child;
        }
        if end.is_some() {
            self.arena.prove(&self.path, ROOT);
            self.back_up_path();
            return Walk::Counted;
        }
        leaf.path.clone_from(&self.path);
        self.promised += edges;
        self.in_flight += 1;
        self.mark_path();
        Walk::Waiting
    }

    /// Marks the edges of the path as passed by a simulation in flight.
    fn mark_path(&mut self) {
        for &edge in &self.path {
            self.arena.edges[edge as usize].in_flight += 1;
        }
    }

    fn back_up_path(&mut self) {
        let path = std::mem::take(&mut self.path);
        self.back_up(&path);
        self.path = path;
    }

    /// Counts a simulation at the edges of its path and at the root, and values them anew.
    pub(super) fn back_up(&mut self, path: &[u32]) {
        for &index in path.iter().rev() {
            let edge = &self.arena.edges[index as usize];
            let value = edge.child().map(|child| self.arena.value(child));
            let edge = &mut self.arena.edges[index as usize];
            edge.visits += 1;
            edge.value = value.unwrap_or(edge.value);
        }
        self.root_visits += 1;
        self.root_value = self.arena.value(ROOT);
        self.sims_done += 1;
    }
}
