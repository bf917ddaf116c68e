//! The transposition table, which all threads of a search share without locks.
//!
//! An entry is two words, the second being the first mixed into the key, so that an entry torn by two writers fits no key
//! (Hyatt and Mann, *A lock-less transposition table implementation for parallel search chess engines*, 2002). Four entries
//! fill a line of the cache.

use std::io;
use std::sync::atomic::Ordering::Relaxed;

use thiserror::Error;

use super::buckets::{Bucket, Buckets, Slot};
use super::score::{LEAST_WIN, is_decided};

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// Nothing: only the move is of use.
    None = 0,
    /// The true one is at most this: no move was good enough.
    Upper = 1,
    /// The true one is at least this: the search was cut off.
    Lower = 2,
    /// It is the true one.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The score as seen from the position itself.
    pub score: i32,
    /// Index of the best move in the list of legal moves, which has a fixed order; [`NO_MOVE`](Entry::NO_MOVE) if none is
    /// known to be.
    pub best: u16,
    /// Depth that was left.
    pub depth: u8,
    /// The most plies in a row without progress that the search below has looked at: see `Found`.
    pub reach: u8,
    pub bound: Bound,
}

impl Entry {
    /// No index of a move.
    pub(super) const NO_MOVE: u16 = u16::MAX;

    fn pack(self, age: u8) -> u64 {
        u64::from(self.score as i16 as u16)
            | u64::from(self.best) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.reach) << 40
            | u64::from(age) << 48
            | (self.bound as u64) << 56
    }

    fn unpack(word: u64) -> Entry {
        let bound = match word >> 56 & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        Entry {
            score: i32::from(word as u16 as i16),
            best: (word >> 16) as u16,
            depth: (word >> 32) as u8,
            reach: (word >> 40) as u8,
            bound,
        }
    }

    /// The score for a node `ply` plies from the root: wins are stored by their distance from the position itself.
    pub(super) fn score_at(&self, ply: usize) -> i32 {
        match self.score {
            score if score >= LEAST_WIN => score - ply as i32,
            score if score <= -LEAST_WIN => score + ply as i32,
            score => score,
        }
    }

    /// The score to store, of a node `ply` plies from the root.
    pub(super) fn stored_score(score: i32, ply: usize) -> i32 {
        match score {
            score if !is_decided(score) => score,
            score if score > 0 => score + ply as i32,
            score => score - ply as i32,
        }
    }
}

/// The search that wrote an entry.
fn age_of(data: u64) -> u8 {
    (data >> 48) as u8
}

/// The memory for a table is not there.
#[derive(Debug, Error)]
#[error("a table of {megabytes} MB is more memory than the system gives ({source}): choose a smaller one")]
pub struct TableError {
    /// What was asked for.
    pub megabytes: usize,
    source: io::Error,
}

/// A fixed number of entries.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Buckets,
    /// The search that goes on, from 1; 0 marks an empty slot.
    age: u8,
    /// The oldest search whose entries are used.
    oldest: u8,
}

impl Table {
    /// A table of at most `megabytes`; with 0 there is none.
    ///
    /// # Errors
    /// If the system does not give the memory.
    pub(super) fn new(megabytes: usize) -> Result<Table, TableError> {
        let room = megabytes.saturating_mul(1 << 20) / size_of::<Bucket>();
        // A power of two, rounded down.
        let buckets = if room == 0 { 0 } else { 1 << room.ilog2() };
        let buckets = Buckets::new(buckets).map_err(|source| TableError { megabytes, source })?;
        Ok(Table { buckets, age: 0, oldest: 1 })
    }

    /// Begins a search: with `keep` it uses what earlier ones have found, else it knows nothing.
    pub(super) fn start_search(&mut self, keep: bool) {
        if self.age == u8::MAX {
            // What is forgotten here is forgotten once in 255 searches.
            self.buckets.clear();
            self.age = 0;
            self.oldest = 1;
        }
        self.age += 1;
        if !keep {
            self.oldest = self.age;
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let buckets = self.buckets.all();
        buckets.get(key as usize & buckets.len().wrapping_sub(1))
    }

    /// Asks the processor for the line of a key, ahead of its use.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(bucket) = self.bucket(key) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing, and every x86-64 processor has it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known under a key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key)?.0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key && age_of(data) >= self.oldest {
                return Some(Entry::unpack(data));
            }
        }
        None
    }

    /// Stores an entry: in place of one under the same key, else of the one that is of least use, which is one of an
    /// earlier search or of little depth.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let Some(bucket) = self.bucket(key) else { return };
        let (mut worst, mut least): (&Slot, i32) = (&bucket.0[0], i32::MAX);
        let mut entry = entry;
        for slot in &bucket.0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key && age_of(data) >= self.oldest {
                let old = Entry::unpack(data);
                // A deeper result of this search is worth more than a new bound from less.
                if old.bound != Bound::None
                    && entry.bound != Bound::Exact
                    && age_of(data) == self.age
                    && i32::from(old.depth) > i32::from(entry.depth) + KEEP_DEEPER
                {
                    return;
                }
                if entry.best == Entry::NO_MOVE {
                    entry.best = old.best;
                }
                worst = slot;
                break;
            }
            let age = i32::from(self.age.wrapping_sub(age_of(data)));
            let worth = i32::from(Entry::unpack(data).depth) - 8 * age;
            if worth < least {
                (worst, least) = (slot, worth);
            }
        }
        let data = entry.pack(self.age);
        worst.data.store(data, Relaxed);
        worst.check.store(key ^ data, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, by a sample.
    pub(super) fn permille_full(&self) -> u32 {
        let sample = &self.buckets.all()[..self.buckets.all().len().min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| age_of(slot.data.load(Relaxed)) == self.age).count();
        (used * 1000 / (4 * sample.len()).max(1)) as u32
    }
}

/// By so much an older bound must be deeper to stay.
const KEEP_DEEPER: i32 = 3;

#[cfg(test)]
mod tests {
    use super::super::score::WIN;
    use super::*;

    fn entry(score: i32, depth: u8) -> Entry {
        Entry { score, best: 3, depth, reach: 7, bound: Bound::Lower }
    }

    fn table() -> Table {
        let mut table = Table::new(1).unwrap();
        table.start_search(false);
        table
    }

    #[test]
    fn an_entry_reads_back_as_it_was_written() {
        let table = table();
        for (key, score) in [(1, 0), (2, -250), (3, WIN - 7), (4, 9 - WIN)] {
            for bound in [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact] {
                let entry = Entry { bound, ..entry(score, 255) };
                table.put(key, entry);
                assert_eq!(table.get(key), Some(entry));
            }
        }
        assert_eq!(table.get(5), None);
    }

    #[test]
    fn a_win_keeps_its_distance_from_the_position_wherever_it_is_met() {
        // Found at ply 4, six plies from the root: two from the position.
        let win = Entry { score: Entry::stored_score(WIN - 6, 4), ..entry(0, 3) };
        assert_eq!((win.score_at(0), win.score_at(7)), (WIN - 2, WIN - 9));
        let loss = Entry { score: Entry::stored_score(6 - WIN, 4), ..entry(0, 3) };
        assert_eq!((loss.score_at(0), loss.score_at(7)), (2 - WIN, 9 - WIN));
        assert_eq!(Entry::stored_score(55, 4), 55);
    }

    #[test]
    fn where_five_positions_share_a_line_the_shallowest_goes() {
        let table = table();
        let stride = table.buckets.all().len() as u64;
        for (i, depth) in [5, 3, 9, 4, 6].into_iter().enumerate() {
            table.put(8 + i as u64 * stride, entry(0, depth));
        }
        let left = (0..5).map(|i| table.get(8 + i * stride).map(|entry| entry.depth));
        assert_eq!(left.collect::<Vec<_>>(), [Some(5), None, Some(9), Some(4), Some(6)]);
    }

    #[test]
    fn entries_of_earlier_searches_go_first_and_are_used_only_if_asked_for() {
        let mut table = table();
        let stride = table.buckets.all().len() as u64;
        (0..4).for_each(|i| table.put(8 + i * stride, entry(0, 5)));
        table.start_search(true);
        assert!(table.get(8).is_some());
        (4..8).for_each(|i| table.put(8 + i * stride, entry(0, 1)));
        assert!((0..4).all(|i| table.get(8 + i * stride).is_none()));
        table.start_search(false);
        assert!((4..8).all(|i| table.get(8 + i * stride).is_none()));
    }

    #[test]
    fn many_searches_do_not_bring_an_old_entry_back() {
        let mut table = table();
        table.put(8, entry(0, 5));
        for _ in 0..600 {
            table.start_search(false);
            assert_eq!(table.get(8), None);
        }
    }

    #[test]
    fn a_torn_entry_fits_no_key_and_no_table_keeps_nothing() {
        let table = table();
        table.put(8, entry(10, 5));
        table.bucket(8).unwrap().0[0].data.store(entry(20, 6).pack(1), Relaxed);
        assert_eq!(table.get(8), None);
        let none = Table::new(0).unwrap();
        none.put(8, entry(0, 5));
        none.prefetch(8);
        assert_eq!((none.get(8), none.permille_full()), (None, 0));
    }
}
