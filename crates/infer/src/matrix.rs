//! Products with a matrix of weights, which is laid out once for the processor's vectors.

// Loops over numbers of constant size are unrolled, so that the sums stay in registers.
#![allow(clippy::needless_range_loop)]

use std::iter::repeat;

use pulp::Simd;

use crate::buffer::{Buffer, LINE, zeros};
use crate::prefetch::prefetch;
use crate::vectors::{load, store};

/// Weights of a linear layer, in panels of columns: `[outputs / panel][inputs][panel]`.
///
/// A panel is as wide as the registers allow: the sums of several rows by all columns of a panel stay in registers while
/// the inputs pass by. Each sum is made in the order of the inputs by fused multiply-adds, however wide a vector is. So
/// all processors that have them compute the same bits, and no row depends on another.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    /// Inputs in lines; those beyond the layer's own have no weight.
    lines: usize,
    /// Columns, a multiple of [`LINE`]; those beyond the layer's own are zero.
    pub(crate) outputs: usize,
    panel: usize,
    weights: Buffer,
}

/// Where the values of some rows are: they come in lines, and rows as well as the lines of a row have a fixed distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) rows: usize,
    /// From a row to the next.
    pub(crate) row: usize,
    /// From a line of a row to the next.
    pub(crate) line: usize,
}

impl Grid {
    /// Rows one after the other.
    pub(crate) fn of_rows(rows: usize, row: usize) -> Grid {
        Grid { rows, row, line: LINE }
    }

    #[inline(always)]
    fn at(self, row: usize, column: usize) -> usize {
        row * self.row + column / LINE * self.line + column % LINE
    }
}

/// The most rows that are multiplied at once.
pub(crate) const MOST_ROWS: usize = 12;

impl Matrix {
    /// From `weight(output, input)`, for vectors of so many lanes.
    pub(crate) fn new(
        inputs: usize,
        outputs: usize,
        lanes: usize,
        weight: impl Fn(usize, usize) -> f32,
    ) -> Matrix {
        let lines = inputs.div_ceil(LINE);
        let padded = outputs.next_multiple_of(LINE);
        let panel = match padded / LINE {
            lines if lanes < LINE || lines % 2 == 1 => LINE,
            lines if lines % 4 == 0 => 4 * LINE,
            _ => 2 * LINE,
        };
        let rows = lines * LINE;
        let mut weights = zeros(rows * padded);
        for (index, place) in weights.iter_mut().enumerate() {
            let (number, rest) = (index / (rows * panel), index % (rows * panel));
            let (input, output) = (rest / panel, number * panel + rest % panel);
            if input < inputs && output < outputs {
                *place = weight(output, input);
            }
        }
        Matrix { lines, outputs: padded, panel, weights }
    }

    /// Multiplies rows of `input` and writes to rows of `output` what `finish` makes of the sums; it is told the column
    /// of a vector's first lane. Columns from `columns` on are left out. The input's rows are read up to a multiple of
    /// [`MOST_ROWS`]: they must be there. ROW is their distance, or 0 if it is not known in advance.
    #[inline(always)]
    pub(crate) fn multiply<S: Simd, const ROW: usize>(
        &self,
        simd: S,
        input: (&[f32], Grid),
        output: (&mut [f32], Grid),
        columns: usize,
        finish: impl Fn(S::f32s, usize) -> S::f32s,
    ) {
        let job = Job { matrix: self, simd };
        match (S::F32_LANES, self.panel / S::F32_LANES) {
            (16, 4) => job.multiply::<6, 4, ROW>(input, output, columns, finish),
            (16, 2) => job.multiply::<12, 2, ROW>(input, output, columns, finish),
            (16, _) => job.multiply::<12, 1, ROW>(input, output, columns, finish),
            (8, _) => job.multiply::<6, 2, ROW>(input, output, columns, finish),
            (4, _) => job.multiply::<6, 4, ROW>(input, output, columns, finish),
            _ => job.multiply::<1, LINE, ROW>(input, output, columns, finish),
        }
    }

    /// Multiplies rows and writes the sums in their place. More rows are multiplied, up to a multiple of
    /// [`MOST_ROWS`]: they must be there. `aside` must have room for the inputs of [`MOST_ROWS`] rows. The weights of
    /// the `next` matrix are fetched into the cache meanwhile.
    #[inline(always)]
    pub(crate) fn multiply_in_place<S: Simd, const ROW: usize>(
        &self,
        simd: S,
        data: (&mut [f32], Grid),
        aside: &mut [f32],
        next: &Matrix,
    ) {
        let job = Job { matrix: self, simd };
        match (S::F32_LANES, self.panel / S::F32_LANES) {
            (16, 4) => job.multiply_in_place::<6, 4, ROW>(data, aside, next),
            (16, 2) => job.multiply_in_place::<12, 2, ROW>(data, aside, next),
            (16, _) => job.multiply_in_place::<12, 1, ROW>(data, aside, next),
            (8, _) => job.multiply_in_place::<6, 2, ROW>(data, aside, next),
            (4, _) => job.multiply_in_place::<6, 4, ROW>(data, aside, next),
            _ => job.multiply_in_place::<1, LINE, ROW>(data, aside, next),
        }
    }
}

struct Job<'a, S> {
    matrix: &'a Matrix,
    simd: S,
}

impl<S: Simd> Job<'_, S> {
    #[inline(always)]
    fn multiply<const R: usize, const V: usize, const ROW: usize>(
        &self,
        (input, grid): (&[f32], Grid),
        (output, out): (&mut [f32], Grid),
        columns: usize,
        finish: impl Fn(S::f32s, usize) -> S::f32s,
    ) {
        for (number, panel) in self.panels().enumerate() {
            for first in (0..grid.rows).step_by(R) {
                let sums = self.sums::<R, V, ROW>(&input[first * grid.row..], grid.row, grid.line, panel);
                for i in 0..R {
                    for v in 0..V {
                        let column = (number * V + v) * S::F32_LANES;
                        if first + i < grid.rows && column < columns {
                            let row = &mut output[out.at(first + i, column)..];
                            let sum = finish(sums[i][v], column);
                            if column + S::F32_LANES <= columns {
                                store::<S>(row, sum);
                            } else {
                                self.simd.partial_store_f32s(&mut row[..columns - column], sum);
                            }
                        }
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn multiply_in_place<const R: usize, const V: usize, const ROW: usize>(
        &self,
        (data, grid): (&mut [f32], Grid),
        aside: &mut [f32],
        next: &Matrix,
    ) {
        let row = if ROW == 0 { grid.row } else { ROW };
        let share = next.weights.len().div_ceil(grid.rows.div_ceil(R)).next_multiple_of(LINE);
        let shares = next.weights.chunks(share).chain(repeat(&[][..]));
        for (first, next) in (0..grid.rows).step_by(R).zip(shares) {
            prefetch(next);
            let data = &mut data[first * row..];
            if self.matrix.outputs == self.matrix.panel {
                let sums = self.sums::<R, V, ROW>(data, row, grid.line, &self.matrix.weights);
                self.put::<R, V, ROW>(data, row, grid.line, 0, &sums);
                continue;
            }
            for (number, aside) in aside.chunks_exact_mut(LINE).take(R * self.matrix.lines).enumerate() {
                let at = number % R * row + number / R * grid.line;
                aside.copy_from_slice(&data[at..at + LINE]);
            }
            for (number, panel) in self.panels().enumerate() {
                let sums = self.sums::<R, V, LINE>(aside, LINE, R * LINE, panel);
                self.put::<R, V, ROW>(data, row, grid.line, number * self.matrix.panel, &sums);
            }
        }
    }

    #[inline(always)]
    fn put<const R: usize, const V: usize, const ROW: usize>(
        &self,
        data: &mut [f32],
        row: usize,
        line: usize,
        column: usize,
        sums: &[[S::f32s; V]; R],
    ) {
        let row = if ROW == 0 { row } else { ROW };
        for v in 0..V {
            let column = column + v * S::F32_LANES;
            let data = &mut data[column / LINE * line + column % LINE..][..(R - 1) * row + S::F32_LANES];
            for i in 0..R {
                store::<S>(&mut data[i * row..], sums[i][v]);
            }
        }
    }

    #[inline(always)]
    fn panels(&self) -> impl Iterator<Item = &[f32]> {
        self.matrix.weights.chunks_exact(self.matrix.lines * LINE * self.matrix.panel)
    }

    /// The products of R rows, `row` apart (ROW if that is not 0), whose lines are `line` apart, with the V vectors of a
    /// panel.
    #[inline(always)]
    fn sums<const R: usize, const V: usize, const ROW: usize>(
        &self,
        input: &[f32],
        row: usize,
        line: usize,
        panel: &[f32],
    ) -> [[S::f32s; V]; R] {
        let simd = self.simd;
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
}
