//! Products of 16-bit integers, whose sums have 32 bits: twice as many at once as of floats, where the processor has an
//! instruction for them (AVX-512 VNNI), and the same bits on all others.
//!
//! Each board's transformed inputs are rounded to steps of their own, as small as the largest of them allows, and so are
//! the weights of each output. No sum can overflow: how many steps the inputs may have follows from the weights.

// Loops over numbers of constant size are unrolled, so that the sums stay in registers.
#![allow(clippy::needless_range_loop)]

use bytemuck::cast_slice;
use pulp::Simd;

use crate::buffer::{Buffer, LINE, zeros};
use crate::matrix::{Grid, Kernel, Matrix};
use crate::trunk::CELL;

/// The transformed weights of a convolution for one point, in steps.
#[derive(Clone, Debug)]
pub(crate) struct Integers {
    matrix: Matrix<u32>,
    /// What a step of each output's weights stands for.
    steps: Buffer,
    /// The largest sum of the sizes of an output's weights.
    most: u32,
}

/// The most steps of a weight. With more inputs there are fewer, so that as many can be left to the inputs.
fn weight_steps(inputs: usize) -> f64 {
    (65_536.0 / (inputs as f64).sqrt()).floor().min(32_767.0)
}

impl Integers {
    /// Rounds the weights `weight(output, input)`.
    pub(crate) fn new(inputs: usize, outputs: usize, weight: impl Fn(usize, usize) -> f64) -> Integers {
        let largest = |output: usize| {
            let sizes = (0..inputs).map(|input| weight(output, input).abs());
            // Not `max`, which would hide what is not a number.
            sizes.fold(0.0, |a: f64, b| if a >= b || a.is_nan() { a } else { b })
        };
        let mut steps = zeros(outputs.next_multiple_of(LINE));
        let mut inverse = vec![0.0; outputs];
        for (output, (step, inverse)) in steps.iter_mut().zip(&mut inverse).enumerate() {
            let largest = largest(output);
            *step = (largest / weight_steps(inputs)) as f32;
            *inverse = if largest.is_normal() { weight_steps(inputs) / largest } else { 0.0 };
        }
        let rounded =
            |output: usize, input: usize| (weight(output, input) * inverse[output]).round_ties_even() as i16;
        let sum = |output: usize| (0..inputs).map(|i| u32::from(rounded(output, i).unsigned_abs())).sum();
        let most = (0..outputs).map(sum).max().unwrap_or(0);
        let matrix = Matrix::new(inputs, outputs, LINE, |output, pair: [Option<usize>; 2]| {
            let [low, high] = pair.map(|input| input.map_or(0, |input| rounded(output, input)));
            u32::from(low as u16) | u32::from(high as u16) << 16
        });
        Integers { matrix, steps, most }
    }

    /// The most steps that inputs may have, so that no sum of this matrix overflows.
    pub(crate) fn input_steps(&self) -> u16 {
        (i32::MAX as u32 / self.most.max(1)).min(32_767) as u16
    }

    /// Multiplies rows and writes the sums in their place, as [`Matrix::multiply_in_place`] does.
    #[inline(always)]
    pub(crate) fn multiply_in_place<const ROW: usize>(
        &self,
        with: Processor,
        data: (&mut [f32], Grid),
        aside: &mut [f32],
        next: &Integers,
    ) {
        match with {
            Processor::Any => self.matrix.multiply_in_place::<ROW>(Any(self), data, aside, &next.matrix),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Processor::found` alone makes this value, after it saw that the instructions are there.
            Processor::Vnni(_) => unsafe { vnni::multiply_in_place::<ROW>(self, data, aside, &next.matrix) },
        }
    }
}

/// How large the transformed inputs of a board are.
pub(crate) struct Largest<S: Simd> {
    /// Without a sign the bits of floats are in the order of the numbers, after which come those of what is not finite.
    bits: S::u32s,
    signless: S::u32s,
}

impl<S: Simd> Largest<S> {
    #[inline(always)]
    pub(crate) fn new(simd: S) -> Largest<S> {
        Largest { bits: simd.splat_u32s(0), signless: simd.splat_u32s(u32::MAX >> 1) }
    }

    #[inline(always)]
    pub(crate) fn see(&mut self, simd: S, values: S::f32s) {
        let bits = simd.and_u32s(self.signless, simd.transmute_u32s_f32s(values));
        self.bits = simd.max_u32s(self.bits, bits);
    }

    #[inline(always)]
    fn get(self) -> f32 {
        let lanes: &[u32] = cast_slice(std::slice::from_ref(&self.bits));
        f32::from_bits(lanes.iter().fold(0, |largest, &lane| largest.max(lane)))
    }
}

/// A float whose last bit is worth 1: in a sum with a small number, the lower bits are that number rounded to an integer.
const ROUNDING: f32 = (3 << 22) as f32;

/// Rounds the transformed inputs of a board to steps, in place: in the first `used` of each tile's `lines`, every first
/// line then holds two. Returns what a step stands for, which is NaN if an input is not finite.
#[inline(always)]
pub(crate) fn round_to_steps<S: Simd>(
    simd: S,
    board: &mut [f32],
    lines: usize,
    used: usize,
    largest: Largest<S>,
    steps: u16,
) -> f32 {
    let largest = largest.get();
    if !largest.is_finite() {
        return f32::NAN;
    }
    // So small that it might not have an inverse, it is as good as nothing.
    let inverse = if largest < 1e-30 { 0.0 } else { f32::from(steps) / largest };
    let (inverse, rounding) = (simd.splat_f32s(inverse), simd.splat_f32s(ROUNDING));
    let (lower, up) = (simd.splat_u32s(0xffff), simd.splat_u32s(16));
    for tile in board.chunks_exact_mut(lines * CELL) {
        for pair in tile[..used * CELL].chunks_mut(2 * CELL) {
            let (first, second) = pair.split_at_mut(CELL);
            let first = S::as_mut_simd_f32s(first).0;
            let second = S::as_simd_f32s(second).0;
            for (i, first) in first.iter_mut().enumerate() {
                let low = simd.transmute_u32s_f32s(simd.mul_add_f32s(*first, inverse, rounding));
                let mut both = simd.and_u32s(lower, low);
                if let Some(&second) = second.get(i) {
                    let high = simd.transmute_u32s_f32s(simd.mul_add_f32s(second, inverse, rounding));
                    both = simd.or_u32s(both, simd.wrapping_dyn_shl_u32s(high, up));
                }
                *first = simd.transmute_f32s_u32s(both);
            }
        }
    }
    largest / f32::from(steps)
}

/// What multiplies integers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Processor {
    /// Every processor, slowly.
    Any,
    /// One that multiplies and adds two pairs of 16-bit integers in each of 16 lanes.
    #[cfg(target_arch = "x86_64")]
    Vnni(vnni::Found),
}

impl Processor {
    /// The fastest way that this processor has.
    pub(crate) fn found() -> Processor {
        #[cfg(target_arch = "x86_64")]
        if let Some(found) = vnni::Found::new() {
            return Processor::Vnni(found);
        }
        Processor::Any
    }

    /// True if it is faster than multiplying floats.
    pub(crate) fn is_fast(self) -> bool {
        !matches!(self, Processor::Any)
    }
}

/// The definition.
#[derive(Clone, Copy)]
struct Any<'a>(&'a Integers);

impl Kernel for Any<'_> {
    type Weight = u32;
    type Sums = [i32; LINE];

    const LANES: usize = LINE;

    #[inline(always)]
    fn sums<const R: usize, const V: usize, const ROW: usize>(
        self,
        input: &[f32],
        row: usize,
        line: usize,
        panel: &[u32],
    ) -> [[[i32; LINE]; V]; R] {
        let halves = |pair: u32| [i32::from(pair as u16 as i16), i32::from((pair >> 16) as u16 as i16)];
        let mut sums = [[[0; LINE]; V]; R];
        for (number, weights) in panel.chunks_exact(LINE * V * LINE).enumerate() {
            for i in 0..R {
                let input: &[u32] = cast_slice(&input[2 * number * line + i * row..][..LINE]);
                for (&pair, weights) in input.iter().zip(weights.chunks_exact(V * LINE)) {
                    let [low, high] = halves(pair);
                    for (sum, &pair) in sums[i].as_flattened_mut().iter_mut().zip(weights) {
                        let [low_weight, high_weight] = halves(pair);
                        *sum += low * low_weight + high * high_weight;
                    }
                }
            }
        }
        sums
    }

    #[inline(always)]
    fn store(self, output: &mut [f32], sums: [i32; LINE], column: usize) {
        let steps = &self.0.steps[column..][..LINE];
        for (output, (sum, step)) in output.iter_mut().zip(sums.into_iter().zip(steps)) {
            *output = sum as f32 * step;
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) mod vnni;
