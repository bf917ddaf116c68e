//! What cut-offs have taught about quiet moves.

use bashni_rules::{Color, MAX_SQUARES, Move};

/// Origin and target of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    from: u8,
    to: u8,
}

impl Way {
    #[inline]
    pub(super) fn of(played: &Move) -> Way {
        Way { from: played.from().index() as u8, to: played.to().index() as u8 }
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.from & 63) * MAX_SQUARES + usize::from(self.to & 63)
    }
}

/// No count goes beyond this.
const MOST: i32 = 1 << 14;

/// Counts by origin and target.
type Butterfly = Box<[i16; MAX_SQUARES * MAX_SQUARES]>;

/// How often quiet moves have cut off.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// By side: what cut off, less what failed to, weighted by depth (Schaeffer, *The history heuristic*, 1989).
    counts: [Butterfly; 2],
}

impl History {
    pub(super) fn new() -> History {
        let counts = || Box::new([0; MAX_SQUARES * MAX_SQUARES]);
        History { counts: [counts(), counts()] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.counts.iter_mut().for_each(|counts| counts.fill(0));
    }

    /// How well a quiet move has done, up to [`MOST`] either way.
    #[inline]
    pub(super) fn count(&self, turn: Color, way: Way) -> i32 {
        self.counts[turn.index()][way.index()].into()
    }

    /// Learns that a quiet move cut off, and that those tried earlier did not.
    pub(super) fn cut_off(&mut self, turn: Color, way: Way, failed: &[Way], depth: i32) {
        let bonus = (16 * depth * depth + 32 * depth).clamp(0, 1 << 11);
        self.add(turn, way, bonus);
        failed.iter().for_each(|&other| self.add(turn, other, -bonus));
    }

    /// Counts fade the faster the larger they are, so that they follow the search.
    fn add(&mut self, turn: Color, way: Way, bonus: i32) {
        let count = &mut self.counts[turn.index()][way.index()];
        *count += (bonus - i32::from(*count) * bonus.abs() / MOST) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cuts_off_rises_what_failed_falls_and_nothing_leaves_its_range() {
        let mut history = History::new();
        let way = |from, to| Way { from, to };
        let (good, bad) = (way(1, 5), way(2, 5));
        for _ in 0..10_000 {
            history.cut_off(Color::White, good, &[bad], 60);
        }
        assert!((MOST - 10..=MOST).contains(&history.count(Color::White, good)));
        assert!((-MOST..=10 - MOST).contains(&history.count(Color::White, bad)));
        assert_eq!(history.count(Color::Black, good), 0);
        history.clear();
        assert_eq!(history.count(Color::White, good), 0);
    }
}
