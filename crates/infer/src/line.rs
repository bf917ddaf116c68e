//! Winograd's method along one line: outputs of a filter of three from fewer products than three each.
//!
//! A line and a filter are polynomials, whose product has the outputs among its coefficients; values of it at enough
//! points determine them (Winograd 1980, "Arithmetic complexity of computations"). For four outputs these are 0, 1, -1, 2,
//! -2 and infinity; the line has a neighbour at each end. A line of eight with zeros beside it takes ten products: at 0,
//! infinity, and p, -p, 1/p, -1/p for [`NEAR`] and [`FAR`]. Of all such points, those about here (0.374 and 0.784) make
//! rounding errors smallest; these are near and exact in binary.

use pulp::Simd;

/// Outputs of a short line.
pub(crate) const SHORT: usize = 4;
/// Products of a short line.
pub(crate) const SHORT_POINTS: usize = 6;
/// Outputs of a long line.
pub(crate) const LONG: usize = 8;
/// Products of a long line.
pub(crate) const LONG_POINTS: usize = 10;

const NEAR: f64 = 3.0 / 8.0;
const FAR: f64 = 13.0 / 16.0;

/// What a filter becomes for a short line: one row of factors a product.
pub(crate) const SHORT_FILTER: [[f64; 3]; SHORT_POINTS] = [
    [1.0 / 4.0, 0.0, 0.0],
    [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
    [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
    [0.0, 0.0, 1.0],
];

/// What a filter becomes for a long line.
pub(crate) const LONG_FILTER: [[f64; 3]; LONG_POINTS] = [
    [0.0, 0.0, 1.0],
    [NEAR * NEAR, NEAR, 1.0],
    [NEAR * NEAR, -NEAR, 1.0],
    [1.0, NEAR, NEAR * NEAR],
    [1.0, -NEAR, NEAR * NEAR],
    [FAR * FAR, FAR, 1.0],
    [FAR * FAR, -FAR, 1.0],
    [1.0, FAR, FAR * FAR],
    [1.0, -FAR, FAR * FAR],
    [1.0, 0.0, 0.0],
];

/// The six inputs of a short line, transformed.
#[inline(always)]
pub(crate) fn forward<S: Simd>(
    simd: S,
    [a, b, c, d, e, f]: [S::f32s; SHORT_POINTS],
) -> [S::f32s; SHORT_POINTS] {
    let (four, minus_five) = (simd.splat_f32s(4.0), simd.splat_f32s(-5.0));
    let first = simd.mul_add_f32s(four, a, simd.mul_add_f32s(minus_five, c, e));
    let last = simd.mul_add_f32s(four, b, simd.mul_add_f32s(minus_five, d, f));
    inner(simd, first, [b, c, d, e], last)
}

/// The inputs of a short line with zeros beside it, transformed.
#[inline(always)]
pub(crate) fn forward_alone<S: Simd>(simd: S, [b, c, d, e]: [S::f32s; SHORT]) -> [S::f32s; SHORT_POINTS] {
    let (four, minus_five) = (simd.splat_f32s(4.0), simd.splat_f32s(-5.0));
    let first = simd.mul_add_f32s(minus_five, c, e);
    let last = simd.mul_add_f32s(four, b, simd.mul_f32s(minus_five, d));
    inner(simd, first, [b, c, d, e], last)
}

#[inline(always)]
fn inner<S: Simd>(
    simd: S,
    first: S::f32s,
    [b, c, d, e]: [S::f32s; SHORT],
    last: S::f32s,
) -> [S::f32s; SHORT_POINTS] {
    let (minus_four, two) = (simd.splat_f32s(-4.0), simd.splat_f32s(2.0));
    let (even, odd) = (simd.mul_add_f32s(minus_four, c, e), simd.mul_add_f32s(minus_four, b, d));
    let (even_2, odd_2) = (simd.sub_f32s(e, c), simd.sub_f32s(d, b));
    [
        first,
        simd.add_f32s(even, odd),
        simd.sub_f32s(even, odd),
        simd.mul_add_f32s(two, odd_2, even_2),
        simd.negate_mul_add_f32s(two, odd_2, even_2),
        last,
    ]
}

/// The outputs of a short line, from the sums of its products.
#[inline(always)]
pub(crate) fn backward<S: Simd>(simd: S, [a, b, c, d, e, f]: [S::f32s; SHORT_POINTS]) -> [S::f32s; SHORT] {
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

/// The inputs of a long line with zeros beside it, transformed.
#[inline(always)]
pub(crate) fn forward_long<S: Simd>(
    simd: S,
    [a, b, c, d, e, f, g, h]: [S::f32s; LONG],
) -> [S::f32s; LONG_POINTS] {
    let [near, minus_near] = at_points(simd, NEAR, [a, c, e, g], [b, d, f, h]);
    let [near_turned, minus_near_turned] = at_points(simd, NEAR, [h, f, d, b], [g, e, c, a]);
    let [far, minus_far] = at_points(simd, FAR, [a, c, e, g], [b, d, f, h]);
    let [far_turned, minus_far_turned] = at_points(simd, FAR, [h, f, d, b], [g, e, c, a]);
    [a, near, minus_near, near_turned, minus_near_turned, far, minus_far, far_turned, minus_far_turned, h]
}

/// The polynomial with these coefficients of even and of odd powers, at `point` and at `-point`.
#[inline(always)]
fn at_points<S: Simd>(simd: S, point: f64, even: [S::f32s; 4], odd: [S::f32s; 4]) -> [S::f32s; 2] {
    let (even, odd) = (horner(simd, point * point, even), horner(simd, point * point, odd));
    let point = simd.splat_f32s(point as f32);
    [simd.mul_add_f32s(point, odd, even), simd.negate_mul_add_f32s(point, odd, even)]
}

#[inline(always)]
fn horner<S: Simd>(simd: S, point: f64, [first, second, third, fourth]: [S::f32s; 4]) -> S::f32s {
    let point = simd.splat_f32s(point as f32);
    let rest = simd.mul_add_f32s(point, fourth, third);
    simd.mul_add_f32s(point, simd.mul_add_f32s(point, rest, second), first)
}

/// How every second output of a long line follows from: for both points p the sums of the products at p and -p, and the
/// differences of those of the line turned round; and the product at 0. It is the solution of the equations that say what
/// these are in terms of the outputs.
const LONG_BACK: [[f32; 5]; 4] = [
    [5.080_780_0, -0.400_552_4, -0.267_931_76, 0.214_847_07, -9.426_685],
    [-11.764_923, 3.169_127_4, 2.488_030_5, -1.883_463_1, 17.772_158],
    [6.634_748, -2.318_108_4, -4.411_846, 2.574_916, -9.426_685],
    [-0.714_484_7, 0.264_427_17, 1.905_292_5, -0.325_448_82, 1.0],
];

/// The outputs of a long line, from the sums of its products.
#[inline(always)]
pub(crate) fn backward_long<S: Simd>(simd: S, points: [S::f32s; LONG_POINTS]) -> [S::f32s; LONG] {
    let [first, a, b, c, d, e, f, g, h, last] = points;
    let odd = [simd.add_f32s(a, b), simd.add_f32s(e, f), simd.sub_f32s(c, d), simd.sub_f32s(g, h), first];
    let even = [simd.add_f32s(c, d), simd.add_f32s(g, h), simd.sub_f32s(a, b), simd.sub_f32s(e, f), last];
    [
        weighted(simd, LONG_BACK[3], even),
        weighted(simd, LONG_BACK[0], odd),
        weighted(simd, LONG_BACK[2], even),
        weighted(simd, LONG_BACK[1], odd),
        weighted(simd, LONG_BACK[1], even),
        weighted(simd, LONG_BACK[2], odd),
        weighted(simd, LONG_BACK[0], even),
        weighted(simd, LONG_BACK[3], odd),
    ]
}

#[inline(always)]
fn weighted<S: Simd>(simd: S, [a, b, c, d, e]: [f32; 5], inputs: [S::f32s; 5]) -> S::f32s {
    let sum = simd.mul_f32s(simd.splat_f32s(a), inputs[0]);
    let sum = simd.mul_add_f32s(simd.splat_f32s(b), inputs[1], sum);
    let sum = simd.mul_add_f32s(simd.splat_f32s(c), inputs[2], sum);
    let sum = simd.mul_add_f32s(simd.splat_f32s(d), inputs[3], sum);
    simd.mul_add_f32s(simd.splat_f32s(e), inputs[4], sum)
}
