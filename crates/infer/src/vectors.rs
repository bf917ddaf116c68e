//! Vectors in slices of floats.

use pulp::Simd;

/// The first lanes of a slice. Slices are made long enough by their owners.
#[inline(always)]
pub(crate) fn load<S: Simd>(values: &[f32]) -> S::f32s {
    S::as_simd_f32s(&values[..S::F32_LANES]).0[0]
}

/// Overwrites the first lanes of a slice.
#[inline(always)]
pub(crate) fn store<S: Simd>(values: &mut [f32], vector: S::f32s) {
    S::as_mut_simd_f32s(&mut values[..S::F32_LANES]).0[0] = vector;
}
