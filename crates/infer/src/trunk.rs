//! The trunk: 3x3 convolutions over a few boards at once.

use pulp::{Simd, WithSimd};

use crate::buffer::{Buffer, LINE, zeros};
use crate::engine::Arithmetic;
use crate::floats::{self, Floats};
use crate::integers::{Integers, Largest, Processor, round_to_steps};
use crate::matrix::{Grid, MOST_ROWS, Matrix};
use crate::net::{Layer, Sizes};
use crate::vectors::{load, store};
use crate::winograd::{POINTS, SIDE, TILE, transform, transform_back, transform_filter};

/// A 3x3 convolution, ready to be computed.
#[derive(Clone, Debug)]
pub(crate) struct Convolution {
    /// Lines of inputs.
    lines: usize,
    points: Points,
    bias: Buffer,
}

/// The matrices of a convolution, one for each number of a transformed tile.
#[derive(Clone, Debug)]
enum Points {
    Floats(Vec<Matrix<f32>>),
    /// With the most steps that inputs may have.
    Integers(Vec<Integers>, u16),
}

impl Convolution {
    pub(crate) fn new(layer: &Layer, inputs: usize, arithmetic: Arithmetic, lanes: usize) -> Convolution {
        let outputs = layer.bias.len();
        let points = match arithmetic {
            Arithmetic::F32 => Points::Floats(transform_filter(&layer.weight, inputs, |weight| {
                floats::matrix(inputs, outputs, lanes, |output, input| weight(output, input) as f32)
            })),
            Arithmetic::I16 => {
                let points =
                    transform_filter(&layer.weight, inputs, |weight| Integers::new(inputs, outputs, weight));
                let steps = points.iter().map(Integers::input_steps).min().unwrap_or(1);
                Points::Integers(points, steps)
            }
        };
        let mut bias = zeros(outputs.next_multiple_of(LINE));
        bias[..outputs].copy_from_slice(&layer.bias);
        Convolution { lines: inputs.div_ceil(LINE), points, bias }
    }

    /// The most steps that inputs may have, if they have to be rounded.
    fn steps(&self) -> Option<u16> {
        match self.points {
            Points::Floats(_) => None,
            Points::Integers(_, steps) => Some(steps),
        }
    }
}

/// How a board is cut into tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiling {
    height: usize,
    width: usize,
    rows: usize,
    columns: usize,
}

impl Tiling {
    pub(crate) fn new(sizes: &Sizes) -> Tiling {
        let Sizes { height, width, .. } = *sizes;
        Tiling { height, width, rows: height.div_ceil(TILE), columns: width.div_ceil(TILE) }
    }

    /// Tiles of a board.
    pub(crate) fn tiles(self) -> usize {
        self.rows * self.columns
    }

    fn places(self) -> usize {
        self.height * self.width
    }

    /// True if the board is one tile wide and whole tiles high: then a tile has zeros beside it, and its places follow each
    /// other in memory.
    fn is_narrow(self) -> bool {
        self.width == TILE && self.height.is_multiple_of(TILE)
    }

    /// Vectors of a row of a board with a border, filled up to whole tiles.
    fn row(self) -> usize {
        TILE * self.columns + 2
    }

    /// Vectors of such a board.
    fn framed(self) -> usize {
        (TILE * self.rows + 2) * self.row()
    }

    /// The first place of a tile.
    fn corner(self, tile: usize) -> (usize, usize) {
        (tile / self.columns * TILE, tile % self.columns * TILE)
    }
}

/// One line of channels of a transformed tile.
pub(crate) const CELL: usize = POINTS * LINE;

/// Memory to compute some boards in.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    pub(crate) boards: usize,
    tiling: Tiling,
    /// Lines of channels of the widest layer.
    lines: usize,
    /// Transformed inputs, then their products: `[boards][tiles][lines][POINTS][LINE]`.
    cells: Buffer,
    /// `[lines][boards][places][LINE]`.
    pub(crate) trunk: Buffer,
    /// For each board what its products are to be multiplied with.
    factors: Vec<f32>,
    aside: Buffer,
    framed: Buffer,
}

impl Room {
    /// For so many boards; `lines` is that of the widest layer, `channels` the trunk's.
    pub(crate) fn new(boards: usize, tiling: Tiling, lines: usize, channels: usize) -> Room {
        Room {
            boards,
            tiling,
            lines,
            cells: zeros((boards * tiling.tiles()).next_multiple_of(MOST_ROWS) * lines * CELL),
            trunk: zeros(boards * tiling.places() * channels + MOST_ROWS * LINE),
            factors: vec![1.0; boards],
            aside: zeros(MOST_ROWS * lines * LINE),
            framed: zeros(tiling.framed() * LINE),
        }
    }

    /// Bytes of the transformed tiles of a board.
    pub(crate) fn board_bytes(tiling: Tiling, lines: usize) -> usize {
        4 * tiling.tiles() * lines * CELL
    }
}

/// Transforms the planes of some boards, `[boards][places][planes]`, planes filled up to whole lines.
pub(crate) struct Enter<'a> {
    pub(crate) room: &'a mut Room,
    pub(crate) planes: &'a [f32],
    /// The convolution that will be multiplied with.
    pub(crate) next: &'a Convolution,
    pub(crate) boards: usize,
}

impl WithSimd for Enter<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match (self.room.tiling.is_narrow(), self.next.steps()) {
            (true, None) => self.run::<S, true, false>(simd, 0),
            (false, None) => self.run::<S, false, false>(simd, 0),
            (true, Some(steps)) => self.run::<S, true, true>(simd, steps),
            (false, Some(steps)) => self.run::<S, false, true>(simd, steps),
        }
    }
}

impl Enter<'_> {
    #[inline(always)]
    fn run<S: Simd, const NARROW: bool, const ROUND: bool>(self, simd: S, steps: u16) {
        let Enter { room: Room { tiling, lines, cells, factors, framed, .. }, planes, next, boards } = self;
        let channels = next.lines * LINE;
        framed.fill(0.0);
        let planes = planes.chunks_exact(tiling.places() * channels);
        let cells = cells.chunks_exact_mut(tiling.tiles() * *lines * CELL);
        for ((planes, cells), factor) in planes.zip(cells).zip(factors).take(boards) {
            let mut largest = Largest::new(simd);
            for channel in (0..channels).step_by(S::F32_LANES) {
                let framed = S::as_mut_simd_f32s(framed).0;
                for (place, planes) in planes.chunks_exact(channels).enumerate() {
                    let at = if NARROW {
                        place + TILE
                    } else {
                        (place / tiling.width + 1) * tiling.row() + place % tiling.width + 1
                    };
                    framed[at] = load::<S>(&planes[channel..]);
                }
                put_board::<S, NARROW, ROUND>(simd, *tiling, framed, cells, *lines, channel, &mut largest);
            }
            if ROUND {
                *factor = round_to_steps(simd, cells, *lines, next.lines, largest, steps);
            }
        }
    }
}

/// The cell of a tile that holds a channel.
#[inline(always)]
fn cell(cells: &mut [f32], lines: usize, tile: usize, channel: usize) -> &mut [f32; CELL] {
    let at = (tile * lines + channel / LINE) * CELL;
    match cells[at..].first_chunk_mut() {
        Some(cell) => cell,
        None => unreachable!("a board has all its cells"),
    }
}

/// Transforms one vector of channels of a framed board. If NARROW, there is no border at its sides. If ROUND, it is noted
/// how large the numbers are.
#[inline(always)]
fn put_board<S: Simd, const NARROW: bool, const ROUND: bool>(
    simd: S,
    tiling: Tiling,
    framed: &[S::f32s],
    cells: &mut [f32],
    lines: usize,
    channel: usize,
    largest: &mut Largest<S>,
) {
    for tile in 0..tiling.tiles() {
        let cell = cell(cells, lines, tile, channel);
        let lane = channel % LINE;
        macro_rules! put {
            () => {
                #[inline(always)]
                |point, value| {
                    if ROUND {
                        largest.see(simd, value);
                    }
                    store::<S>(&mut cell[point * LINE + lane..], value)
                }
            };
        }
        if NARROW {
            let Some(rows) = framed[tile * TILE * TILE..].first_chunk::<{ SIDE * TILE }>() else { continue };
            transform::<S, true>(
                simd,
                #[inline(always)]
                |i, j| rows[i * TILE + j - 1],
                put!(),
            );
        } else {
            let (y, x) = tiling.corner(tile);
            transform::<S, false>(
                simd,
                #[inline(always)]
                |i, j| framed[(y + i) * tiling.row() + x + j],
                put!(),
            );
        }
    }
}

/// Multiplies the transformed inputs with a convolution's weights.
pub(crate) struct Multiply<'a> {
    pub(crate) room: &'a mut Room,
    pub(crate) convolution: &'a Convolution,
    /// The convolution that will be multiplied with next.
    pub(crate) next: &'a Convolution,
    pub(crate) processor: Processor,
    pub(crate) boards: usize,
}

impl WithSimd for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Room { tiling, lines, cells, aside, .. } = self.room;
        let grid = Grid { rows: self.boards * tiling.tiles(), row: *lines * CELL, line: CELL };
        macro_rules! multiply {
            ($matrices:expr, $next:expr, $with:expr) => {
                let next = $matrices.iter().skip(1).chain(&$next[..1]);
                for (point, (matrix, next)) in $matrices.iter().zip(next).enumerate() {
                    let cells = (&mut cells[point * LINE..], grid);
                    // With the distance of rows known, their places need not be worked out.
                    match *lines {
                        2 => matrix.multiply_in_place::<{ 2 * CELL }>($with, cells, aside, next),
                        4 => matrix.multiply_in_place::<{ 4 * CELL }>($with, cells, aside, next),
                        _ => matrix.multiply_in_place::<0>($with, cells, aside, next),
                    }
                }
            };
        }
        match (&self.convolution.points, &self.next.points) {
            (Points::Floats(matrices), Points::Floats(next)) => {
                multiply!(matrices, next, Floats(simd));
            }
            (Points::Integers(matrices, _), Points::Integers(next, _)) => {
                multiply!(matrices, next, self.processor);
            }
            _ => unreachable!("all convolutions of a network have the same arithmetic"),
        }
    }
}

/// What is done with the outputs of a convolution, beside adding its bias.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Then {
    /// They become the trunk, and the input of the next convolution.
    Start,
    /// They become the input of the next convolution.
    Pass,
    /// They are added to the trunk, which becomes the input of the next convolution.
    Add,
    /// They become the trunk, after a relu: the input of the heads.
    StartAndEnd,
    /// They are added to the trunk, which gets a relu: the input of the heads.
    AddAndEnd,
}

/// Transforms the products of a convolution back and, after a relu, to the input of the next one.
pub(crate) struct Between<'a> {
    pub(crate) room: &'a mut Room,
    pub(crate) convolution: &'a Convolution,
    /// The convolution that will be multiplied with next.
    pub(crate) next: &'a Convolution,
    pub(crate) then: Then,
    pub(crate) boards: usize,
}

impl WithSimd for Between<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match (self.room.tiling.is_narrow(), self.next.steps()) {
            (true, None) => self.one_of::<S, true, false>(simd, 0),
            (false, None) => self.one_of::<S, false, false>(simd, 0),
            (true, Some(steps)) => self.one_of::<S, true, true>(simd, steps),
            (false, Some(steps)) => self.one_of::<S, false, true>(simd, steps),
        }
    }
}

impl Between<'_> {
    #[inline(always)]
    fn one_of<S: Simd, const NARROW: bool, const ROUND: bool>(self, simd: S, steps: u16) {
        match self.then {
            Then::Pass => self.run::<S, NARROW, ROUND, false, false, false>(simd, steps),
            Then::Start => self.run::<S, NARROW, ROUND, true, false, false>(simd, steps),
            Then::Add => self.run::<S, NARROW, ROUND, true, true, false>(simd, steps),
            Then::AddAndEnd => self.run::<S, NARROW, false, true, true, true>(simd, steps),
            Then::StartAndEnd => self.run::<S, NARROW, false, true, false, true>(simd, steps),
        }
    }

    #[inline(always)]
    fn run<
        S: Simd,
        const NARROW: bool,
        const ROUND: bool,
        const TRUNK: bool,
        const ADD: bool,
        const END: bool,
    >(
        self,
        simd: S,
        steps: u16,
    ) {
        let Between { room, convolution, next, boards, .. } = self;
        let Room { boards: most, tiling, lines, cells, trunk, factors, framed, .. } = room;
        let (tiling, lines) = (*tiling, *lines);
        let places = tiling.places();
        let zero = simd.splat_f32s(0.0);
        framed.fill(0.0);
        let cells = cells.chunks_exact_mut(tiling.tiles() * lines * CELL);
        for (board, (cells, factor)) in cells.zip(factors).take(boards).enumerate() {
            let products = simd.splat_f32s(*factor);
            let mut largest = Largest::new(simd);
            for channel in (0..convolution.bias.len()).step_by(S::F32_LANES) {
                let lane = channel % LINE;
                let framed = S::as_mut_simd_f32s(framed).0;
                let trunk = &mut trunk[(channel / LINE * *most + board) * places * LINE..][..places * LINE];
                let bias = load::<S>(&convolution.bias[channel..]);
                for tile in 0..tiling.tiles() {
                    let cell = cell(cells, lines, tile, channel);
                    // What becomes of one output.
                    macro_rules! finish {
                        ($value:expr, $trunk:expr) => {{
                            let mut value = simd.mul_add_f32s($value, products, bias);
                            if TRUNK {
                                if ADD {
                                    value = simd.add_f32s(value, load::<S>($trunk));
                                }
                                if END {
                                    value = simd.max_f32s(zero, value);
                                }
                                store::<S>($trunk, value);
                            }
                            simd.max_f32s(zero, value)
                        }};
                    }
                    if NARROW {
                        let at = tile * TILE * TILE;
                        let Some(trunk) = trunk[at * LINE..].first_chunk_mut::<{ TILE * TILE * LINE }>()
                        else {
                            continue;
                        };
                        let Some(framed) = framed[at + TILE..].first_chunk_mut::<{ TILE * TILE }>() else {
                            continue;
                        };
                        transform_back::<S>(
                            simd,
                            #[inline(always)]
                            |point| load::<S>(&cell[point * LINE + lane..]),
                            #[inline(always)]
                            |i, j, value| {
                                let place = i * TILE + j;
                                framed[place] = finish!(value, &mut trunk[place * LINE + lane..]);
                            },
                        );
                    } else {
                        let (y, x) = tiling.corner(tile);
                        transform_back::<S>(
                            simd,
                            #[inline(always)]
                            |point| load::<S>(&cell[point * LINE + lane..]),
                            #[inline(always)]
                            |i, j, value| {
                                if y + i < tiling.height && x + j < tiling.width {
                                    let place = (y + i) * tiling.width + x + j;
                                    framed[(y + i + 1) * tiling.row() + x + j + 1] =
                                        finish!(value, &mut trunk[place * LINE + lane..]);
                                }
                            },
                        );
                    }
                }
                if !END {
                    put_board::<S, NARROW, ROUND>(simd, tiling, framed, cells, lines, channel, &mut largest);
                }
            }
            if ROUND {
                *factor = round_to_steps(simd, cells, lines, next.lines, largest, steps);
            }
        }
    }
}
