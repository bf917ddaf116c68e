//! Products with a matrix of weights, which is laid out once for the processor's vectors.

// Loops over numbers of constant size are unrolled, so that the sums stay in registers.
#![allow(clippy::needless_range_loop)]

use std::iter::repeat;

use aligned_vec::{AVec, ConstAlign};
use pulp::Simd;

use crate::buffer::LINE;
use crate::floats::Floats;
use crate::prefetch::prefetch;
use crate::vectors::store;

/// Weights of a linear layer, in panels of columns: `[outputs / panel][inputs / PACK][panel]`, PACK of them in a `W`.
///
/// A panel is as wide as the registers allow: the sums of several rows by all columns of a panel stay in registers while
/// the inputs pass by. Each sum is made in the order of the inputs, however wide a vector is. So all processors compute
/// the same bits, and no row depends on another.
#[derive(Clone, Debug)]
pub(crate) struct Matrix<W> {
    /// Inputs in lines; those beyond the layer's own have no weight.
    lines: usize,
    /// Columns, a multiple of [`LINE`]; those beyond the layer's own are zero.
    pub(crate) outputs: usize,
    panel: usize,
    weights: AVec<W, ConstAlign<64>>,
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

/// How rows are multiplied with the columns of a panel.
pub(crate) trait Kernel: Copy {
    /// Weights that lie together.
    type Weight;
    /// Sums of as many columns as a vector has lanes.
    type Sums: Copy;

    /// Columns that are summed in one vector.
    const LANES: usize;

    /// The products of R rows, `row` apart (ROW if that is not 0), whose lines are `line` apart, with the V vectors of a
    /// panel.
    fn sums<const R: usize, const V: usize, const ROW: usize>(
        self,
        input: &[f32],
        row: usize,
        line: usize,
        panel: &[Self::Weight],
    ) -> [[Self::Sums; V]; R];

    /// Writes the sums of the columns from `column` on.
    fn store(self, output: &mut [f32], sums: Self::Sums, column: usize);
}

impl<W> Matrix<W> {
    /// From `weights(output, inputs)`, for vectors of so many lanes. The inputs of one `W` are a line apart; there is none
    /// where there are not so many.
    pub(crate) fn new<const PACK: usize>(
        inputs: usize,
        outputs: usize,
        lanes: usize,
        weights: impl Fn(usize, [Option<usize>; PACK]) -> W,
    ) -> Matrix<W> {
        let padded = outputs.next_multiple_of(LINE);
        let panel = match padded / LINE {
            lines if lanes < LINE || lines % 2 == 1 => LINE,
            lines if lines % 4 == 0 => 4 * LINE,
            _ => 2 * LINE,
        };
        let lines = inputs.div_ceil(LINE);
        let rows = lines.div_ceil(PACK) * LINE;
        let weight = |index: usize| {
            let (number, rest) = (index / (rows * panel), index % (rows * panel));
            let (row, output) = (rest / panel, number * panel + rest % panel);
            let first = row / LINE * PACK * LINE + row % LINE;
            let is_there = |input: usize| input < inputs && output < outputs;
            weights(output, std::array::from_fn(|i| Some(first + i * LINE).filter(|&input| is_there(input))))
        };
        let weights = AVec::from_iter(64, (0..rows * padded).map(weight));
        Matrix { lines, outputs: padded, panel, weights }
    }

    #[inline(always)]
    fn panels(&self) -> impl Iterator<Item = &[W]> {
        // As many weights a column in every panel.
        self.weights.chunks_exact(self.weights.len() / self.outputs * self.panel)
    }

    /// Multiplies rows and writes the sums in their place. More rows are multiplied, up to a multiple of
    /// [`MOST_ROWS`]: they must be there. `aside` must have room for the inputs of [`MOST_ROWS`] rows. The weights of
    /// the `next` matrix are fetched into the cache meanwhile. ROW is the distance of rows, or 0 if it is not known in
    /// advance.
    #[inline(always)]
    pub(crate) fn multiply_in_place<const ROW: usize>(
        &self,
        kernel: impl Kernel<Weight = W>,
        data: (&mut [f32], Grid),
        aside: &mut [f32],
        next: &Matrix<W>,
    ) {
        self.by_lanes::<_, ROW>(kernel, data, aside, next);
    }

    #[inline(always)]
    fn by_lanes<K: Kernel<Weight = W>, const ROW: usize>(
        &self,
        kernel: K,
        data: (&mut [f32], Grid),
        aside: &mut [f32],
        next: &Matrix<W>,
    ) {
        match (K::LANES, self.panel / K::LANES) {
            (16, 4) => self.in_place::<K, 6, 4, ROW>(kernel, data, aside, next),
            (16, 2) => self.in_place::<K, 12, 2, ROW>(kernel, data, aside, next),
            (16, _) => self.in_place::<K, 12, 1, ROW>(kernel, data, aside, next),
            (8, _) => self.in_place::<K, 6, 2, ROW>(kernel, data, aside, next),
            (4, _) => self.in_place::<K, 6, 4, ROW>(kernel, data, aside, next),
            _ => self.in_place::<K, 1, LINE, ROW>(kernel, data, aside, next),
        }
    }

    #[inline(always)]
    fn in_place<K: Kernel<Weight = W>, const R: usize, const V: usize, const ROW: usize>(
        &self,
        kernel: K,
        (data, grid): (&mut [f32], Grid),
        aside: &mut [f32],
        next: &Matrix<W>,
    ) {
        let row = if ROW == 0 { grid.row } else { ROW };
        let share = next.weights.len().div_ceil(grid.rows.div_ceil(R)).next_multiple_of(LINE);
        let shares = next.weights.chunks(share).chain(repeat(&[][..]));
        for (first, next) in (0..grid.rows).step_by(R).zip(shares) {
            prefetch(next);
            let data = &mut data[first * row..];
            if self.outputs == self.panel {
                let sums = kernel.sums::<R, V, ROW>(data, row, grid.line, &self.weights);
                put::<K, R, V, ROW>(kernel, data, row, grid.line, 0, &sums);
                continue;
            }
            for (number, aside) in aside.chunks_exact_mut(LINE).take(R * self.lines).enumerate() {
                let at = number % R * row + number / R * grid.line;
                aside.copy_from_slice(&data[at..at + LINE]);
            }
            for (number, panel) in self.panels().enumerate() {
                let sums = kernel.sums::<R, V, LINE>(aside, LINE, R * LINE, panel);
                put::<K, R, V, ROW>(kernel, data, row, grid.line, number * self.panel, &sums);
            }
        }
    }
}

#[inline(always)]
fn put<K: Kernel, const R: usize, const V: usize, const ROW: usize>(
    kernel: K,
    data: &mut [f32],
    row: usize,
    line: usize,
    column: usize,
    sums: &[[K::Sums; V]; R],
) {
    let row = if ROW == 0 { row } else { ROW };
    for v in 0..V {
        let column = column + v * K::LANES;
        let data = &mut data[column / LINE * line + column % LINE..][..(R - 1) * row + K::LANES];
        for i in 0..R {
            kernel.store(&mut data[i * row..], sums[i][v], column);
        }
    }
}

impl Matrix<f32> {
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
        match (S::F32_LANES, self.panel / S::F32_LANES) {
            (16, 4) => self.aside::<S, 6, 4, ROW>(simd, input, output, columns, finish),
            (16, 2) => self.aside::<S, 12, 2, ROW>(simd, input, output, columns, finish),
            (16, _) => self.aside::<S, 12, 1, ROW>(simd, input, output, columns, finish),
            (8, _) => self.aside::<S, 6, 2, ROW>(simd, input, output, columns, finish),
            (4, _) => self.aside::<S, 6, 4, ROW>(simd, input, output, columns, finish),
            _ => self.aside::<S, 1, LINE, ROW>(simd, input, output, columns, finish),
        }
    }

    #[inline(always)]
    fn aside<S: Simd, const R: usize, const V: usize, const ROW: usize>(
        &self,
        simd: S,
        (input, grid): (&[f32], Grid),
        (output, out): (&mut [f32], Grid),
        columns: usize,
        finish: impl Fn(S::f32s, usize) -> S::f32s,
    ) {
        for (number, panel) in self.panels().enumerate() {
            for first in (0..grid.rows).step_by(R) {
                let input = &input[first * grid.row..];
                let sums = Floats(simd).sums::<R, V, ROW>(input, grid.row, grid.line, panel);
                for i in 0..R {
                    for v in 0..V {
                        let column = (number * V + v) * S::F32_LANES;
                        if first + i < grid.rows && column < columns {
                            let row = &mut output[out.at(first + i, column)..];
                            let sum = finish(sums[i][v], column);
                            if column + S::F32_LANES <= columns {
                                store::<S>(row, sum);
                            } else {
                                simd.partial_store_f32s(&mut row[..columns - column], sum);
                            }
                        }
                    }
                }
            }
        }
    }
}
