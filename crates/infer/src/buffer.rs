//! Memory that starts on a cache line.

use aligned_vec::{AVec, ConstAlign};

/// Floats of one cache line.
pub(crate) const LINE: usize = 16;

/// Floats whose first lies on a cache line, so that no vector that starts at a multiple of [`LINE`] lies across two.
pub(crate) type Buffer = AVec<f32, ConstAlign<64>>;

/// A buffer of `len` zeros.
pub(crate) fn zeros(len: usize) -> Buffer {
    AVec::from_iter(64, std::iter::repeat_n(0.0, len))
}
