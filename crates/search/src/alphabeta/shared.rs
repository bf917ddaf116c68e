use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// What the threads of a search tell each other, and when they must stop.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    /// The limit on nodes, of all threads together.
    pub max_nodes: u64,
    pub deadline: Option<Instant>,
    /// Set from outside, at any time.
    stop: Option<&'a AtomicBool>,
    /// Set by the thread that has finished.
    done: AtomicBool,
    nodes: AtomicU64,
}

impl<'a> Shared<'a> {
    pub(super) fn new(max_nodes: u64, deadline: Option<Instant>, stop: Option<&'a AtomicBool>) -> Shared<'a> {
        Shared { max_nodes, deadline, stop, done: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    /// Adds nodes to those of all threads, and returns their sum.
    pub(super) fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    /// Nodes of all threads, as far as they were added.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(super) fn finish(&self) {
        self.done.store(true, Relaxed);
    }

    /// True if the search must end, whatever the nodes.
    pub(super) fn is_over(&self) -> bool {
        self.done.load(Relaxed)
            || self.stop.is_some_and(|stop| stop.load(Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
