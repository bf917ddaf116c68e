//! Products of 32-bit floats.

// Loops over numbers of constant size are unrolled, so that the sums stay in registers.
#![allow(clippy::needless_range_loop)]

use pulp::Simd;

use crate::buffer::LINE;
use crate::matrix::{Kernel, Matrix};
use crate::vectors::{load, store};

/// Fused multiply-adds in the processor's vectors.
#[derive(Clone, Copy)]
pub(crate) struct Floats<S>(pub(crate) S);

impl<S: Simd> Kernel for Floats<S> {
    type Weight = f32;
    type Sums = S::f32s;

    const LANES: usize = S::F32_LANES;

    #[inline(always)]
    fn sums<const R: usize, const V: usize, const ROW: usize>(
        self,
        input: &[f32],
        row: usize,
        line: usize,
        panel: &[f32],
    ) -> [[S::f32s; V]; R] {
        let Floats(simd) = self;
        let row = if ROW == 0 { row } else { ROW };
        let mut sums = [[simd.splat_f32s(0.0); V]; R];
        for (number, weights) in panel.chunks_exact(LINE * V * S::F32_LANES).enumerate() {
            let input = &input[number * line..][..(R - 1) * row + LINE];
            for k in 0..LINE {
                for i in 0..R {
                    let value = simd.splat_f32s(input[i * row + k]);
                    for v in 0..V {
                        let weights = load::<S>(&weights[(k * V + v) * S::F32_LANES..]);
                        sums[i][v] = simd.mul_add_f32s(value, weights, sums[i][v]);
                    }
                }
            }
        }
        sums
    }

    #[inline(always)]
    fn store(self, output: &mut [f32], sums: S::f32s, _: usize) {
        store::<S>(output, sums);
    }
}

/// A matrix of the weights `weight(output, input)`.
pub(crate) fn matrix(
    inputs: usize,
    outputs: usize,
    lanes: usize,
    weight: impl Fn(usize, usize) -> f32,
) -> Matrix<f32> {
    Matrix::new(inputs, outputs, lanes, |output, [input]| input.map_or(0.0, |input| weight(output, input)))
}
