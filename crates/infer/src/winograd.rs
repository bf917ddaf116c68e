//! Winograd's method in two dimensions: 3x3 convolutions with fewer products.
//!
//! Inputs are transformed along columns, then along rows; each number is multiplied by one that depends on the weights
//! alone; summed over the channels and transformed back they are the outputs (Lavin and Gray 2016, "Fast algorithms for
//! convolutional neural networks"). The sums over channels are products of matrices, one for each number. A tile of 4x4
//! places takes 36 products in place of 144, the whole board of eight rows of four 60 in place of 288. In f32 the error
//! is some 1e-6 of the values.

use pulp::Simd;

use crate::line::{
    LONG, LONG_FILTER, LONG_POINTS, SHORT, SHORT_FILTER, SHORT_POINTS, backward, backward_long, forward,
    forward_alone, forward_long,
};
use crate::matrix::Matrix;

/// Places of a tile along one side.
pub(crate) const TILE: usize = SHORT;
/// Numbers of a transformed tile.
pub(crate) const TILE_POINTS: usize = SHORT_POINTS * SHORT_POINTS;
/// Places of the board of eight rows of four.
pub(crate) const BOARD: usize = LONG * SHORT;
/// Numbers of that board, transformed whole.
pub(crate) const BOARD_POINTS: usize = LONG_POINTS * SHORT_POINTS;

/// The transformed weights `[outputs][inputs][3][3]` of a convolution, one matrix a number.
pub(crate) fn transform_filter(
    weight: &[f32],
    (inputs, outputs): (usize, usize),
    whole: bool,
    lanes: usize,
) -> Vec<Matrix> {
    let columns: &[[f64; 3]] = if whole { &LONG_FILTER } else { &SHORT_FILTER };
    let number = |filter: &[f32], point: usize| {
        let (left, right) = (columns[point / SHORT_POINTS], SHORT_FILTER[point % SHORT_POINTS]);
        let terms = (0..9).map(|i| left[i / 3] * right[i % 3] * f64::from(filter[i]));
        terms.sum::<f64>() as f32
    };
    (0..columns.len() * SHORT_POINTS)
        .map(|point| {
            let filter = |output: usize, input: usize| &weight[9 * (output * inputs + input)..][..9];
            Matrix::new(inputs, outputs, lanes, |output, input| number(filter(output, input), point))
        })
        .collect()
}

/// Repeats a block with a constant: what is indexed by it stays in registers.
macro_rules! for_each {
    ($name:ident in [$($value:literal)*] $block:block) => {
        $({
            const $name: usize = $value;
            $block
        })*
    };
}

/// Transforms a tile with its border: `input(row, column)`, each from 0 to 5.
#[inline(always)]
pub(crate) fn transform_tile<S: Simd>(
    simd: S,
    input: impl Fn(usize, usize) -> S::f32s,
    mut put: impl FnMut(usize, S::f32s),
) {
    let mut columns = [[simd.splat_f32s(0.0); SHORT_POINTS]; SHORT_POINTS];
    for_each!(COLUMN in [0 1 2 3 4 5] {
        let inputs = [
            input(0, COLUMN), input(1, COLUMN), input(2, COLUMN),
            input(3, COLUMN), input(4, COLUMN), input(5, COLUMN),
        ];
        columns[COLUMN] = forward(simd, inputs);
    });
    for_each!(ROW in [0 1 2 3 4 5] {
        let [a, b, c, d, e, f] = &columns;
        let points = forward(simd, [a[ROW], b[ROW], c[ROW], d[ROW], e[ROW], f[ROW]]);
        for_each!(COLUMN in [0 1 2 3 4 5] {
            put(ROW * SHORT_POINTS + COLUMN, points[COLUMN]);
        });
    });
}

/// Transforms the sums of a tile back to its outputs: `put(row, column, output)`.
#[inline(always)]
pub(crate) fn transform_tile_back<S: Simd>(
    simd: S,
    sum: impl Fn(usize) -> S::f32s,
    mut put: impl FnMut(usize, usize, S::f32s),
) {
    let mut columns = [[simd.splat_f32s(0.0); SHORT]; SHORT_POINTS];
    for_each!(COLUMN in [0 1 2 3 4 5] {
        let sums = [
            sum(COLUMN), sum(6 + COLUMN), sum(12 + COLUMN), sum(18 + COLUMN), sum(24 + COLUMN), sum(30 + COLUMN),
        ];
        columns[COLUMN] = backward(simd, sums);
    });
    for_each!(ROW in [0 1 2 3] {
        let [a, b, c, d, e, f] = &columns;
        let outputs = backward(simd, [a[ROW], b[ROW], c[ROW], d[ROW], e[ROW], f[ROW]]);
        for_each!(COLUMN in [0 1 2 3] {
            put(ROW, COLUMN, outputs[COLUMN]);
        });
    });
}

/// Transforms a whole board, beside which there is nothing.
#[inline(always)]
pub(crate) fn transform_board<S: Simd>(
    simd: S,
    board: &[S::f32s; BOARD],
    mut put: impl FnMut(usize, S::f32s),
) {
    let mut columns = [[simd.splat_f32s(0.0); LONG_POINTS]; SHORT];
    for_each!(COLUMN in [0 1 2 3] {
        let inputs = [
            board[COLUMN], board[4 + COLUMN], board[8 + COLUMN], board[12 + COLUMN],
            board[16 + COLUMN], board[20 + COLUMN], board[24 + COLUMN], board[28 + COLUMN],
        ];
        columns[COLUMN] = forward_long(simd, inputs);
    });
    for_each!(ROW in [0 1 2 3 4 5 6 7 8 9] {
        let [a, b, c, d] = &columns;
        let points = forward_alone(simd, [a[ROW], b[ROW], c[ROW], d[ROW]]);
        for_each!(COLUMN in [0 1 2 3 4 5] {
            put(ROW * SHORT_POINTS + COLUMN, points[COLUMN]);
        });
    });
}

/// Transforms the sums of a whole board back to its outputs: `put(place, output)`.
#[inline(always)]
pub(crate) fn transform_board_back<S: Simd>(
    simd: S,
    sum: impl Fn(usize) -> S::f32s,
    mut put: impl FnMut(usize, S::f32s),
) {
    let mut rows = [[simd.splat_f32s(0.0); SHORT]; LONG_POINTS];
    for_each!(ROW in [0 1 2 3 4 5 6 7 8 9] {
        let sums = [
            sum(6 * ROW), sum(6 * ROW + 1), sum(6 * ROW + 2), sum(6 * ROW + 3), sum(6 * ROW + 4), sum(6 * ROW + 5),
        ];
        rows[ROW] = backward(simd, sums);
    });
    for_each!(COLUMN in [0 1 2 3] {
        let [a, b, c, d, e, f, g, h, i, j] = &rows;
        let sums = [
            a[COLUMN], b[COLUMN], c[COLUMN], d[COLUMN], e[COLUMN],
            f[COLUMN], g[COLUMN], h[COLUMN], i[COLUMN], j[COLUMN],
        ];
        let outputs = backward_long(simd, sums);
        for_each!(ROW in [0 1 2 3 4 5 6 7] {
            put(ROW * SHORT + COLUMN, outputs[ROW]);
        });
    });
}
