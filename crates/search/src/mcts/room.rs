//! How much memory a tree takes.

use bashni_rules::Step;

use super::arena::{Arena, Edge, Node};

impl Arena {
    /// Bytes taken from memory, unused room included.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.forced.capacity() * size_of::<Step>()
    }

    /// Makes room for one more node with so many forced steps, and for `edges` more edges. False, with nothing lost, if more
    /// than `bound` bytes would be taken.
    pub(super) fn make_room(&mut self, forced: usize, edges: usize, bound: usize) -> bool {
        let spare = |arena: &Arena| bound.saturating_sub(arena.bytes());
        let left = spare(self);
        if !grow(&mut self.nodes, 1, left) {
            return false;
        }
        let left = spare(self);
        if !grow(&mut self.forced, forced, left) {
            return false;
        }
        let left = spare(self);
        grow(&mut self.edges, edges, left)
    }

    /// Forgets all nodes. The memory is kept.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.forced.clear();
    }
}

/// Makes room for `more` elements, and beyond that doubles the room as far as `spare` bytes allow.
fn grow<T>(list: &mut Vec<T>, more: usize, spare: usize) -> bool {
    let missing = (list.len() + more).saturating_sub(list.capacity());
    if missing == 0 {
        return true;
    }
    let most = spare / size_of::<T>();
    if missing > most {
        return false;
    }
    let added = list.capacity().max(64).clamp(missing, most);
    list.reserve_exact(list.capacity() + added - list.len());
    true
}
