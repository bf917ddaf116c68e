//! Telling the processor what will be read soon.

use crate::buffer::LINE;

/// Asks for the lines of a slice to be brought into the second cache. Only a hint: nothing depends on it.
#[inline(always)]
pub(crate) fn prefetch<W>(values: &[W]) {
    for line in values.chunks(LINE) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: SSE is part of x86-64, and a prefetch of any address reads and changes nothing that a program can see.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T1>(line.as_ptr().cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = line;
    }
}
