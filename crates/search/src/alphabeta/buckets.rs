//! The memory of the transposition table.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::MmapMut;

/// An entry in memory: see [`table`](super::table).
#[derive(Debug, Default)]
pub(super) struct Slot {
    pub check: AtomicU64,
    pub data: AtomicU64,
}

/// As many entries as lie in a line of the cache.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(super) struct Bucket(pub [Slot; 4]);

/// Buckets in memory of large pages, where the system has them: a look at the table otherwise costs as much for finding
/// its page as for the entry. Without memory there are none.
#[derive(Debug)]
pub(super) struct Buckets(Option<MmapMut>);

/// Bytes of a table up to which all its memory is taken at once.
const TAKEN_AT_ONCE: usize = 1 << 30;

impl Buckets {
    /// So many empty buckets.
    ///
    /// # Errors
    /// If the system does not give the memory.
    pub(super) fn new(count: usize) -> io::Result<Buckets> {
        if count == 0 {
            return Ok(Buckets(None));
        }
        let map = MmapMut::map_anon(count.saturating_mul(size_of::<Bucket>()))?;
        // Only a wish: without it the pages are small ones.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let mut buckets = Buckets(Some(map));
        // The system hands memory out when it is written for the first time, which takes as long as a move may; so that is
        // done here, unless there is so much that it is better taken as it is needed.
        if count * size_of::<Bucket>() <= TAKEN_AT_ONCE {
            buckets.clear();
        }
        Ok(buckets)
    }

    /// All buckets.
    #[inline]
    pub(super) fn all(&self) -> &[Bucket] {
        match &self.0 {
            // SAFETY: the map begins at a page, so it is aligned for buckets; it is as long as the slice; its bytes began
            // as zeros, which are valid buckets, and are written through their atomic fields alone.
            Some(map) => unsafe {
                std::slice::from_raw_parts(map.as_ptr().cast(), map.len() / size_of::<Bucket>())
            },
            None => &[],
        }
    }

    /// Empties all.
    pub(super) fn clear(&mut self) {
        for slot in self.all().iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    }
}
