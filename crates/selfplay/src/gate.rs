//! How far ahead games may begin.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Lets games begin up to a number that rises as generations are published, and closes when nothing more is to be played.
pub(crate) struct Gate {
    /// The first game that may not begin yet.
    end: AtomicU64,
    closed: AtomicBool,
}

impl Gate {
    /// Lets so many games begin.
    pub fn new(first: u64, games: u64) -> Gate {
        Gate { end: AtomicU64::new(first.saturating_add(games)), closed: AtomicBool::new(false) }
    }

    /// Lets so many more begin.
    pub fn move_on(&self, games: u64) {
        self.end.fetch_add(games, Ordering::Relaxed);
    }

    pub fn lets(&self, game: u64) -> bool {
        game < self.end.load(Ordering::Relaxed)
    }

    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Closes the gate when it is dropped; to be forgotten by a thread whose games are all over.
    pub fn close_unless_done(&self) -> impl Drop {
        struct Close<'a>(&'a Gate);
        impl Drop for Close<'_> {
            fn drop(&mut self) {
                self.0.close();
            }
        }
        Close(self)
    }
}
