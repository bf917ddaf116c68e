//! AVX-512 VNNI.

// Loops over numbers of constant size are unrolled, so that the sums stay in registers.
#![allow(clippy::needless_range_loop)]

use std::arch::x86_64::{
    __m512i, _mm512_cvtepi32_ps, _mm512_dpwssd_epi32, _mm512_loadu_ps, _mm512_loadu_si512, _mm512_mul_ps,
    _mm512_set1_epi32, _mm512_setzero_si512, _mm512_storeu_ps,
};

use super::Integers;
use crate::buffer::LINE;
use crate::matrix::{Grid, Kernel, Matrix};

/// Proof that the processor has the instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found(());

impl Found {
    pub(super) fn new() -> Option<Found> {
        let found = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vnni");
        found.then_some(Found(()))
    }
}

/// Multiplies rows and writes the sums in their place, as [`Matrix::multiply_in_place`] does.
///
/// # Safety
/// The processor must have the instructions: there must be a [`Found`].
#[target_feature(enable = "avx512f,avx512vnni")]
pub(super) unsafe fn multiply_in_place<const ROW: usize>(
    integers: &Integers,
    data: (&mut [f32], Grid),
    aside: &mut [f32],
    next: &Matrix<u32>,
) {
    integers.matrix.multiply_in_place::<ROW>(Vnni(integers), data, aside, next);
}

/// Only used within [`multiply_in_place`]: that is why its instructions are there.
#[derive(Clone, Copy)]
struct Vnni<'a>(&'a Integers);

impl Kernel for Vnni<'_> {
    type Weight = u32;
    type Sums = __m512i;

    const LANES: usize = LINE;

    #[inline(always)]
    fn sums<const R: usize, const V: usize, const ROW: usize>(
        self,
        input: &[f32],
        row: usize,
        line: usize,
        panel: &[u32],
    ) -> [[__m512i; V]; R] {
        let row = if ROW == 0 { row } else { ROW };
        // SAFETY: the instructions are there, and vectors are read from slices that have been cut to their size.
        unsafe {
            let mut sums = [[_mm512_setzero_si512(); V]; R];
            for (number, weights) in panel.chunks_exact(LINE * V * LINE).enumerate() {
                let input = &input[2 * number * line..][..(R - 1) * row + LINE];
                for k in 0..LINE {
                    let mut columns = [_mm512_setzero_si512(); V];
                    for v in 0..V {
                        let weights = &weights[(k * V + v) * LINE..][..LINE];
                        columns[v] = _mm512_loadu_si512(weights.as_ptr().cast());
                    }
                    for i in 0..R {
                        let pair = _mm512_set1_epi32(input[i * row + k].to_bits() as i32);
                        for v in 0..V {
                            sums[i][v] = _mm512_dpwssd_epi32(sums[i][v], columns[v], pair);
                        }
                    }
                }
            }
            sums
        }
    }

    #[inline(always)]
    fn store(self, output: &mut [f32], sums: __m512i, column: usize) {
        let (output, steps) = (&mut output[..LINE], &self.0.steps[column..][..LINE]);
        // SAFETY: the instructions are there, and both slices have the size of a vector.
        unsafe {
            let steps = _mm512_loadu_ps(steps.as_ptr());
            _mm512_storeu_ps(output.as_mut_ptr(), _mm512_mul_ps(_mm512_cvtepi32_ps(sums), steps));
        }
    }
}
