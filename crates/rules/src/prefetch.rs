//! Telling the processor what will be read soon.

use std::mem::size_of_val;

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// Asks the processor to bring a value into its nearest cache, for whoever knows what will be read next. Only a hint: nothing
/// depends on it.
#[inline]
pub fn prefetch<T: ?Sized>(value: &T) {
    prefetch_at(std::ptr::from_ref(value).cast(), size_of_val(value));
}

/// The same for memory that may hold no value yet.
#[inline]
pub fn prefetch_at(start: *const u8, bytes: usize) {
    #[cfg(target_arch = "x86_64")]
    for line in 0..(start.addr() % LINE + bytes).div_ceil(LINE) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of any address reads and changes nothing that a program can see, and every x86-64 processor has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_add(line * LINE).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (start, bytes);
}
