//! Winograd's F(4x4, 3x3): sixteen outputs of a 3x3 convolution from 36 products in place of 144.
//!
//! The input of a tile (its 4x4 places and a border of one) is transformed to 36 numbers, each of which is multiplied by
//! a number that depends on the weights alone; summed over the channels and transformed back they are the outputs
//! (Lavin and Gray 2016, "Fast algorithms for convolutional neural networks"). The sums over channels are 36 products
//! of matrices. The interpolation points are 0, 1, -1, 2, -2 and infinity; in f32 the error is some 1e-6 of the values.
//!
//! Each of the 36 numbers could be a multiple of what it is, and the weights a part. These are such that all have about
//! the same size: then they can be rounded to integers with a common step.

use pulp::Simd;

/// Outputs of a tile along one side.
pub(crate) const TILE: usize = 4;
/// Numbers of a transformed tile along one side.
pub(crate) const SIDE: usize = 6;
/// Numbers of a transformed tile.
pub(crate) const POINTS: usize = SIDE * SIDE;

/// What the weights of a filter are multiplied with, from both sides.
const FILTER: [[f64; 3]; SIDE] = [
    [1.0, 0.0, 0.0],
    [2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0],
    [2.0 / 3.0, -2.0 / 3.0, 2.0 / 3.0],
    [1.0 / 12.0, 1.0 / 6.0, 1.0 / 3.0],
    [-1.0 / 12.0, 1.0 / 6.0, -1.0 / 3.0],
    [0.0, 0.0, 4.0],
];

/// The transformed weights `[outputs][inputs][3][3]` of a convolution: for each point what `matrix` makes of the weights
/// `weight(output, input)`.
pub(crate) fn transform_filter<M>(
    weight: &[f32],
    inputs: usize,
    matrix: impl Fn(&dyn Fn(usize, usize) -> f64) -> M,
) -> Vec<M> {
    let points: Vec<[f64; POINTS]> = weight.chunks_exact(9).map(filter_points).collect();
    (0..POINTS).map(|point| matrix(&|output, input| points[output * inputs + input][point])).collect()
}

fn filter_points(filter: &[f32]) -> [f64; POINTS] {
    std::array::from_fn(|point| {
        let (left, right) = (FILTER[point / SIDE], FILTER[point % SIDE]);
        (0..9).map(|i| left[i / 3] * right[i % 3] * f64::from(filter[i])).sum()
    })
}

/// The transform of six inputs in a row.
#[inline(always)]
fn forward<S: Simd>(simd: S, [a, b, c, d, e, f]: [S::f32s; SIDE]) -> [S::f32s; SIDE] {
    let (quarter, minus) = (simd.splat_f32s(0.25), simd.splat_f32s(-1.25));
    let first = simd.mul_add_f32s(minus, c, simd.mul_add_f32s(quarter, e, a));
    let last = simd.mul_add_f32s(minus, d, simd.mul_add_f32s(quarter, f, b));
    inner(simd, first, [b, c, d, e], last)
}

/// The transform of six inputs of which the first and the last are zero.
#[inline(always)]
fn forward_inside<S: Simd>(simd: S, [b, c, d, e]: [S::f32s; TILE]) -> [S::f32s; SIDE] {
    let (quarter, minus) = (simd.splat_f32s(0.25), simd.splat_f32s(-1.25));
    let first = simd.mul_add_f32s(minus, c, simd.mul_f32s(quarter, e));
    let last = simd.mul_add_f32s(minus, d, b);
    inner(simd, first, [b, c, d, e], last)
}

#[inline(always)]
fn inner<S: Simd>(simd: S, first: S::f32s, [b, c, d, e]: [S::f32s; TILE], last: S::f32s) -> [S::f32s; SIDE] {
    let (quarter, half) = (simd.splat_f32s(0.25), simd.splat_f32s(0.5));
    let (even, odd) = (simd.negate_mul_add_f32s(quarter, e, c), simd.negate_mul_add_f32s(quarter, d, b));
    let (even_2, odd_2) = (simd.sub_f32s(e, c), simd.sub_f32s(d, b));
    [
        first,
        simd.add_f32s(even, odd),
        simd.sub_f32s(even, odd),
        simd.mul_add_f32s(half, even_2, odd_2),
        simd.negate_mul_add_f32s(half, even_2, odd_2),
        last,
    ]
}

/// The transform back of six sums in a row.
#[inline(always)]
fn backward<S: Simd>(simd: S, [a, b, c, d, e, f]: [S::f32s; SIDE]) -> [S::f32s; TILE] {
    let (two, four, eight) = (simd.splat_f32s(2.0), simd.splat_f32s(4.0), simd.splat_f32s(8.0));
    let (sum, difference) = (simd.add_f32s(b, c), simd.sub_f32s(b, c));
    let (sum_2, difference_2) = (simd.add_f32s(d, e), simd.sub_f32s(d, e));
    [
        simd.add_f32s(simd.add_f32s(a, sum), sum_2),
        simd.mul_add_f32s(two, difference_2, difference),
        simd.mul_add_f32s(four, sum_2, sum),
        simd.add_f32s(simd.mul_add_f32s(eight, difference_2, difference), f),
    ]
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

/// Transforms a tile. `input(row, column)` is from 0 to 5; if the tile is NARROW, columns 0 and 5 are zero and not asked for.
#[inline(always)]
pub(crate) fn transform<S: Simd, const NARROW: bool>(
    simd: S,
    input: impl Fn(usize, usize) -> S::f32s,
    mut put: impl FnMut(usize, S::f32s),
) {
    let mut columns = [[simd.splat_f32s(0.0); SIDE]; SIDE];
    for_each!(COLUMN in [0 1 2 3 4 5] {
        if !NARROW || matches!(COLUMN, 1..=TILE) {
            let inputs = [
                input(0, COLUMN), input(1, COLUMN), input(2, COLUMN),
                input(3, COLUMN), input(4, COLUMN), input(5, COLUMN),
            ];
            columns[COLUMN] = forward(simd, inputs);
        }
    });
    for_each!(ROW in [0 1 2 3 4 5] {
        let [a, b, c, d, e, f] = &columns;
        let inner = [b[ROW], c[ROW], d[ROW], e[ROW]];
        let points = if NARROW {
            forward_inside(simd, inner)
        } else {
            forward(simd, [a[ROW], b[ROW], c[ROW], d[ROW], e[ROW], f[ROW]])
        };
        for_each!(COLUMN in [0 1 2 3 4 5] {
            put(ROW * SIDE + COLUMN, points[COLUMN]);
        });
    });
}

/// Transforms the sums of a tile back to its outputs, row by row.
#[inline(always)]
pub(crate) fn transform_back<S: Simd>(
    simd: S,
    sum: impl Fn(usize) -> S::f32s,
    mut put: impl FnMut(usize, usize, S::f32s),
) {
    let mut columns = [[simd.splat_f32s(0.0); TILE]; SIDE];
    for_each!(COLUMN in [0 1 2 3 4 5] {
        let sums = [
            sum(COLUMN), sum(SIDE + COLUMN), sum(2 * SIDE + COLUMN),
            sum(3 * SIDE + COLUMN), sum(4 * SIDE + COLUMN), sum(5 * SIDE + COLUMN),
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
