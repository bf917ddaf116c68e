//! The transposition table.

use super::score::LEAST_WIN;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the true one.
    #[default]
    Exact,
    /// The true one is at least this: the search was cut off.
    Lower,
    /// The true one is at most this: no move was good enough.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    score: i32,
    /// Index of the best move in the list of legal moves, which has a fixed order.
    pub(super) best: u16,
    /// The search that wrote this; 0 for none.
    search: u16,
    /// Depth that was left.
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

impl Entry {
    /// The score for a node `ply` plies from the root: wins are stored by their distance from the position itself.
    pub(super) fn score(&self, ply: usize) -> i32 {
        match self.score {
            score if score >= LEAST_WIN => score - ply as i32,
            score if score <= -LEAST_WIN => score + ply as i32,
            score => score,
        }
    }
}

/// A fixed number of entries, in pairs: of each pair the first keeps the deepest, the second the latest.
///
/// Entries of earlier searches count as empty, so that a search depends on nothing before it, and starting one
/// costs nothing.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pairs: Vec<[Entry; 2]>,
    search: u16,
}

impl Table {
    /// A table of at most `megabytes`; with 0 there is none.
    pub(super) fn new(megabytes: usize) -> Table {
        let room = megabytes.saturating_mul(1 << 20) / size_of::<[Entry; 2]>();
        // A power of two, rounded down.
        let pairs = if room == 0 { 0 } else { 1 << room.ilog2() };
        Table { pairs: vec![[Entry::default(); 2]; pairs], search: 0 }
    }

    /// Forgets everything.
    pub(super) fn start_search(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.pairs.fill([Entry::default(); 2]);
            self.search = 1;
        }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.pairs.len().wrapping_sub(1))
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let pair = self.pairs.get(self.slot(key))?;
        pair.iter().copied().find(|entry| entry.search == self.search && entry.key == key)
    }

    /// Stores a score found `ply` plies from the root.
    pub(super) fn put(&mut self, key: u64, ply: usize, depth: u32, score: i32, bound: Bound, best: usize) {
        let (slot, search) = (self.slot(key), self.search);
        let Some(pair) = self.pairs.get_mut(slot) else { return };
        let score = match score {
            score if score >= LEAST_WIN => score + ply as i32,
            score if score <= -LEAST_WIN => score - ply as i32,
            score => score,
        };
        let depth = depth.min(u32::from(u8::MAX)) as u8;
        let best = u16::try_from(best).unwrap_or(0);
        let entry = Entry { key, score, best, search, depth, bound };
        let [deepest, latest] = pair;
        if deepest.search != search || deepest.key == key || depth >= deepest.depth {
            *deepest = entry;
        } else {
            *latest = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::WIN;
    use super::*;

    #[test]
    fn a_win_keeps_its_distance_from_the_position_wherever_it_is_met() {
        let mut table = Table::new(1);
        table.start_search();
        // Found at ply 4, six plies from the root: two from the position.
        table.put(9, 4, 3, WIN - 6, Bound::Exact, 0);
        assert_eq!(table.get(9).unwrap().score(0), WIN - 2);
        assert_eq!(table.get(9).unwrap().score(7), WIN - 9);
        table.put(9, 4, 3, 6 - WIN, Bound::Exact, 0);
        assert_eq!(table.get(9).unwrap().score(1), 3 - WIN);
    }

    #[test]
    fn of_two_positions_in_one_place_the_deeper_stays_and_the_later_is_kept_too() {
        let mut table = Table::new(1);
        table.start_search();
        let stride = table.pairs.len() as u64;
        table.put(5, 0, 7, 70, Bound::Exact, 0);
        table.put(5 + stride, 0, 2, 20, Bound::Exact, 0);
        table.put(5 + 2 * stride, 0, 3, 30, Bound::Exact, 0);
        assert_eq!(table.get(5).unwrap().score(0), 70);
        assert!(table.get(5 + stride).is_none());
        assert_eq!(table.get(5 + 2 * stride).unwrap().score(0), 30);
    }

    #[test]
    fn a_new_search_knows_nothing_and_no_table_keeps_nothing() {
        let mut table = Table::new(1);
        table.start_search();
        table.put(5, 0, 7, 70, Bound::Exact, 0);
        table.start_search();
        assert!(table.get(5).is_none());
        let mut none = Table::new(0);
        none.start_search();
        none.put(5, 0, 7, 70, Bound::Exact, 0);
        assert!(none.get(5).is_none());
    }
}
