use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use crate::position::mix;

/// What is stored for a position: its key, and depth and count in one word. Both are written without a lock; the key is
/// stored combined with the other word, so that an entry of which two threads wrote a half each is no entry.
#[derive(Default)]
struct Entry {
    key: AtomicU64,
    data: AtomicU64,
}

/// The memory for a table is not to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no memory for a table of {mebibytes} MiB; ask for a smaller one")]
pub struct TableError {
    /// The size asked for.
    pub mebibytes: usize,
}

/// Bits of an entry's data that hold the count; the depth is above.
const COUNT_BITS: u32 = 56;

/// Counts by position and depth. Of two entries for a place, one keeps the deeper count, the other the newer.
pub(super) struct Table {
    buckets: Vec<[Entry; 2]>,
    mask: u64,
}

impl Table {
    /// A table of at most so many mebibytes; none for 0.
    pub fn new(mebibytes: usize) -> Result<Option<Table>, TableError> {
        let most = mebibytes.saturating_mul(1 << 20) / size_of::<[Entry; 2]>();
        let Some(length) = most.checked_ilog2().map(|bits| 1usize << bits) else { return Ok(None) };
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(length).map_err(|_| TableError { mebibytes })?;
        buckets.resize_with(length, Default::default);
        Ok(Some(Table { buckets, mask: length as u64 - 1 }))
    }

    pub fn get(&self, hash: u64, depth: u32) -> Option<u64> {
        let key = key(hash, depth);
        self.bucket(key).iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            (entry.key.load(Ordering::Relaxed) ^ data == key && data >> COUNT_BITS == u64::from(depth))
                .then_some(data & ((1 << COUNT_BITS) - 1))
        })
    }

    pub fn put(&self, hash: u64, depth: u32, count: u64) {
        if count >> COUNT_BITS != 0 || depth >> (64 - COUNT_BITS) != 0 {
            return;
        }
        let (key, data) = (key(hash, depth), u64::from(depth) << COUNT_BITS | count);
        let [deeper, newer] = self.bucket(key);
        let kept = deeper.data.load(Ordering::Relaxed) >> COUNT_BITS;
        let entry = if u64::from(depth) >= kept { deeper } else { newer };
        entry.data.store(data, Ordering::Relaxed);
        entry.key.store(key ^ data, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &[Entry; 2] {
        &self.buckets[(key & self.mask) as usize]
    }
}

fn key(hash: u64, depth: u32) -> u64 {
    mix(hash, u64::from(depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_found_for_its_position_and_depth_alone() {
        let table = Table::new(1).unwrap().unwrap();
        table.put(17, 3, 42);
        assert_eq!(table.get(17, 3), Some(42));
        assert_eq!((table.get(17, 4), table.get(18, 3)), (None, None));
        table.put(17, 3, 1 << COUNT_BITS);
        assert_eq!(table.get(17, 3), Some(42));
    }

    #[test]
    fn a_table_has_no_more_than_the_memory_it_is_given() {
        assert!(Table::new(0).unwrap().is_none());
        assert!(Table::new(usize::MAX).is_err());
        for mebibytes in [1, 3, 4] {
            let table = Table::new(mebibytes).unwrap().unwrap();
            let size = table.buckets.len() * size_of::<[Entry; 2]>();
            assert!(size <= mebibytes << 20 && 2 * size > mebibytes << 20);
        }
    }
}
