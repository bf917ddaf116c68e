//! Telling the processor which parts of a tree will be read soon.

use bashni_rules::Rules;
use bashni_rules::prefetch::{prefetch, prefetch_at};

use super::arena::{Arena, Edge, Node};
use super::tree::Tree;

/// Edges that a node has, more or less.
const EDGES: usize = 10;

impl Tree {
    /// Trees that [`prefetch_ahead`](Tree::prefetch_ahead) looks ahead.
    const AHEAD: usize = 3;

    /// For whoever lets many trees receive and gather in turn: asks for what the trees behind this one will read. All trees of a
    /// thread together do not fit into the near caches, and waiting for the far ones takes as long as the search itself.
    ///
    /// `tree` gives the tree at a distance from this one. What is asked for are the lines that can be named without waiting: of
    /// the next tree the edges of its last path, of the one behind it what its fields point to, of the third the fields.
    pub fn prefetch_ahead<'a>(rules: &Rules, tree: impl Fn(usize) -> Option<&'a Tree>) {
        if let Some(tree) = tree(Tree::AHEAD) {
            tree.prefetch_fields(rules);
        }
        if let Some(tree) = tree(2) {
            tree.prefetch_memory(rules);
        }
        if let Some(tree) = tree(1) {
            tree.prefetch_path();
        }
    }

    fn prefetch_fields(&self, rules: &Rules) {
        self.root.prefetch(rules);
        prefetch(&self.config);
        prefetch(&self.arena);
        prefetch(&self.leaves);
        prefetch(&self.path);
        prefetch(&self.policy);
        prefetch(&self.root_value);
        prefetch(&self.root_priors);
        prefetch(&self.in_flight);
        prefetch(&self.sims_done);
        prefetch(&self.halving);
    }

    fn prefetch_memory(&self, rules: &Rules) {
        let Arena { nodes, edges, .. } = &self.arena;
        prefetch_at(nodes.as_ptr().cast(), size_of::<Node>());
        prefetch_at(nodes.as_ptr().wrapping_add(nodes.len().wrapping_sub(1)).cast(), 2 * size_of::<Node>());
        prefetch_at(edges.as_ptr().cast(), EDGES * size_of::<Edge>());
        prefetch_at(edges.as_ptr().wrapping_add(edges.len()).cast(), EDGES * size_of::<Edge>());
        prefetch(&self.path[..]);
        prefetch(self.root.earlier_hashes());
        if let Some(leaf) = self.leaves.first() {
            leaf.game.prefetch(rules);
            prefetch(&leaf.node);
            prefetch(&leaf.steps);
            prefetch(&leaf.path);
        }
    }

    fn prefetch_path(&self) {
        for &edge in self.path.iter().skip(1) {
            let first = (edge as usize).saturating_sub(EDGES / 2);
            prefetch_at(self.arena.edges.as_ptr().wrapping_add(first).cast(), EDGES * size_of::<Edge>());
        }
        if let Some(leaf) = self.leaves.first() {
            prefetch(leaf.game.earlier_hashes());
            prefetch(&leaf.steps[..]);
            prefetch(&leaf.path[..]);
        }
    }
}
