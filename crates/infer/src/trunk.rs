//! The trunk: 3x3 convolutions over a few boards at once.

use pulp::{Simd, WithSimd};

use crate::buffer::{Buffer, LINE, zeros};
use crate::matrix::{Grid, MOST_ROWS, Matrix};
use crate::net::{Layer, Sizes};
use crate::vectors::{load, store};
use crate::winograd::{
    BOARD, BOARD_POINTS, TILE, TILE_POINTS, transform_board, transform_board_back, transform_filter,
    transform_tile, transform_tile_back,
};

/// A 3x3 convolution, ready to be computed.
#[derive(Clone, Debug)]
pub(crate) struct Convolution {
    points: Vec<Matrix>,
    bias: Buffer,
}

impl Convolution {
    pub(crate) fn new(layer: &Layer, inputs: usize, tiling: Tiling, lanes: usize) -> Convolution {
        let outputs = layer.bias.len();
        let points = transform_filter(&layer.weight, (inputs, outputs), tiling.is_whole(), lanes);
        let mut bias = zeros(outputs.next_multiple_of(LINE));
        bias[..outputs].copy_from_slice(&layer.bias);
        Convolution { points, bias }
    }
}

/// How a board is cut into tiles of 4x4 places; the board of eight rows of four is not cut.
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
        let is_whole = height * TILE == BOARD && width == TILE;
        let (rows, columns) = if is_whole { (1, 1) } else { (height.div_ceil(TILE), width.div_ceil(TILE)) };
        Tiling { height, width, rows, columns }
    }

    /// True if the board is transformed whole.
    fn is_whole(self) -> bool {
        self.rows * TILE < self.height
    }

    /// Tiles of a board.
    pub(crate) fn tiles(self) -> usize {
        self.rows * self.columns
    }

    /// Values of a cell: one line of channels of a transformed tile.
    fn cell(self) -> usize {
        if self.is_whole() { WHOLE_CELL } else { CELL }
    }

    fn places(self) -> usize {
        self.height * self.width
    }

    /// Vectors of a row of a board with a border, filled up to whole tiles.
    fn row(self) -> usize {
        TILE * self.columns + 2
    }

    /// Vectors of such a board; one that is transformed whole needs no border.
    fn framed(self) -> usize {
        ((TILE * self.rows + 2) * self.row()).max(self.places())
    }

    /// The first place of a tile.
    fn corner(self, tile: usize) -> (usize, usize) {
        (tile / self.columns * TILE, tile % self.columns * TILE)
    }
}

const CELL: usize = TILE_POINTS * LINE;
const WHOLE_CELL: usize = BOARD_POINTS * LINE;

/// Memory to compute some boards in.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    pub(crate) boards: usize,
    tiling: Tiling,
    /// Lines of channels of the widest layer.
    lines: usize,
    /// Transformed inputs, then their products: `[boards][tiles][lines][points][LINE]`.
    cells: Buffer,
    /// `[lines][boards][places][LINE]`.
    pub(crate) trunk: Buffer,
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
            cells: zeros((boards * tiling.tiles()).next_multiple_of(MOST_ROWS) * lines * tiling.cell()),
            trunk: zeros(boards * tiling.places() * channels + MOST_ROWS * LINE),
            aside: zeros(MOST_ROWS * lines * LINE),
            framed: zeros(tiling.framed() * LINE),
        }
    }

    /// Bytes of the transformed tiles of a board.
    pub(crate) fn board_bytes(tiling: Tiling, lines: usize) -> usize {
        4 * tiling.tiles() * lines * tiling.cell()
    }
}

/// Transforms the planes of some boards, `[boards][places][planes]`, planes filled up to whole lines.
pub(crate) struct Enter<'a> {
    pub(crate) room: &'a mut Room,
    pub(crate) planes: &'a [f32],
    pub(crate) channels: usize,
    pub(crate) boards: usize,
}

impl WithSimd for Enter<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        if self.room.tiling.is_whole() { self.run::<S, true>(simd) } else { self.run::<S, false>(simd) }
    }
}

impl Enter<'_> {
    #[inline(always)]
    fn run<S: Simd, const WHOLE: bool>(self, simd: S) {
        let Enter { room: Room { tiling, lines, cells, framed, .. }, planes, channels, boards } = self;
        framed.fill(0.0);
        let planes = planes.chunks_exact(tiling.places() * channels);
        let cells = cells.chunks_exact_mut(tiling.tiles() * *lines * tiling.cell());
        for (planes, cells) in planes.zip(cells).take(boards) {
            for channel in (0..channels).step_by(S::F32_LANES) {
                let framed = S::as_mut_simd_f32s(framed).0;
                for (place, planes) in planes.chunks_exact(channels).enumerate() {
                    let (row, column) = (place / tiling.width, place % tiling.width);
                    let at = if WHOLE { place } else { (row + 1) * tiling.row() + column + 1 };
                    framed[at] = load::<S>(&planes[channel..]);
                }
                put_board::<S, WHOLE>(simd, *tiling, framed, cells, *lines, channel);
            }
        }
    }
}

/// The part of a board's cells that holds a channel of a tile.
#[inline(always)]
fn cell<const SIZE: usize>(cells: &mut [f32], lines: usize, tile: usize, channel: usize) -> &mut [f32; SIZE] {
    let at = (tile * lines + channel / LINE) * SIZE;
    match cells[at..].first_chunk_mut() {
        Some(cell) => cell,
        None => unreachable!("a board has all its cells"),
    }
}

/// Transforms one vector of channels of a board: with a border, or WHOLE and without.
#[inline(always)]
fn put_board<S: Simd, const WHOLE: bool>(
    simd: S,
    tiling: Tiling,
    framed: &[S::f32s],
    cells: &mut [f32],
    lines: usize,
    channel: usize,
) {
    let lane = channel % LINE;
    if WHOLE {
        let cell = cell::<WHOLE_CELL>(cells, lines, 0, channel);
        let Some(board) = framed.first_chunk() else { return };
        return transform_board::<S>(
            simd,
            board,
            #[inline(always)]
            |point, value| store::<S>(&mut cell[point * LINE + lane..], value),
        );
    }
    for tile in 0..tiling.tiles() {
        let cell = cell::<CELL>(cells, lines, tile, channel);
        let (y, x) = tiling.corner(tile);
        transform_tile::<S>(
            simd,
            #[inline(always)]
            |i, j| framed[(y + i) * tiling.row() + x + j],
            #[inline(always)]
            |point, value| store::<S>(&mut cell[point * LINE + lane..], value),
        );
    }
}

/// Multiplies the transformed inputs with a convolution's weights.
pub(crate) struct Multiply<'a> {
    pub(crate) room: &'a mut Room,
    pub(crate) convolution: &'a Convolution,
    /// The convolution that will be multiplied with next.
    pub(crate) next: &'a Convolution,
    pub(crate) boards: usize,
}

impl WithSimd for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Room { tiling, lines, cells, aside, .. } = self.room;
        let grid =
            Grid { rows: self.boards * tiling.tiles(), row: *lines * tiling.cell(), line: tiling.cell() };
        let matrices = &self.convolution.points;
        let next = matrices.iter().skip(1).chain(&self.next.points[..1]);
        for (point, (matrix, next)) in matrices.iter().zip(next).enumerate() {
            let cells = (&mut cells[point * LINE..], grid);
            // With the distance of rows known, their places need not be worked out.
            match (tiling.is_whole(), *lines) {
                (true, 2) => matrix.multiply_in_place::<S, { 2 * WHOLE_CELL }>(simd, cells, aside, next),
                (true, 4) => matrix.multiply_in_place::<S, { 4 * WHOLE_CELL }>(simd, cells, aside, next),
                _ => matrix.multiply_in_place::<S, 0>(simd, cells, aside, next),
            }
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
    pub(crate) then: Then,
    pub(crate) boards: usize,
}

impl WithSimd for Between<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match (self.room.tiling.is_whole(), self.then) {
            (true, Then::Pass) => self.run::<S, true, false, false, false>(simd),
            (true, Then::Start) => self.run::<S, true, true, false, false>(simd),
            (true, Then::Add) => self.run::<S, true, true, true, false>(simd),
            (true, Then::AddAndEnd) => self.run::<S, true, true, true, true>(simd),
            (true, Then::StartAndEnd) => self.run::<S, true, true, false, true>(simd),
            (false, Then::Pass) => self.run::<S, false, false, false, false>(simd),
            (false, Then::Start) => self.run::<S, false, true, false, false>(simd),
            (false, Then::Add) => self.run::<S, false, true, true, false>(simd),
            (false, Then::AddAndEnd) => self.run::<S, false, true, true, true>(simd),
            (false, Then::StartAndEnd) => self.run::<S, false, true, false, true>(simd),
        }
    }
}

impl Between<'_> {
    #[inline(always)]
    fn run<S: Simd, const WHOLE: bool, const TRUNK: bool, const ADD: bool, const END: bool>(self, simd: S) {
        let Between { room, convolution, boards, .. } = self;
        let Room { boards: most, tiling, lines, cells, trunk, framed, .. } = room;
        let (tiling, lines) = (*tiling, *lines);
        let places = tiling.places();
        let zero = simd.splat_f32s(0.0);
        framed.fill(0.0);
        for (board, cells) in
            cells.chunks_exact_mut(tiling.tiles() * lines * tiling.cell()).take(boards).enumerate()
        {
            for channel in (0..convolution.bias.len()).step_by(S::F32_LANES) {
                let lane = channel % LINE;
                let framed = S::as_mut_simd_f32s(framed).0;
                let trunk = &mut trunk[(channel / LINE * *most + board) * places * LINE..][..places * LINE];
                let bias = load::<S>(&convolution.bias[channel..]);
                // What becomes of one output.
                macro_rules! finish {
                    ($value:expr, $trunk:expr) => {{
                        let mut value = simd.add_f32s($value, bias);
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
                if WHOLE {
                    let cell = cell::<WHOLE_CELL>(cells, lines, 0, channel);
                    let Some(trunk) = trunk.first_chunk_mut::<{ BOARD * LINE }>() else { continue };
                    let Some(framed) = framed.first_chunk_mut::<BOARD>() else { continue };
                    transform_board_back::<S>(
                        simd,
                        #[inline(always)]
                        |point| load::<S>(&cell[point * LINE + lane..]),
                        #[inline(always)]
                        |place, value| framed[place] = finish!(value, &mut trunk[place * LINE + lane..]),
                    );
                } else {
                    for tile in 0..tiling.tiles() {
                        let cell = cell::<CELL>(cells, lines, tile, channel);
                        let (y, x) = tiling.corner(tile);
                        transform_tile_back::<S>(
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
                    put_board::<S, WHOLE>(simd, tiling, framed, cells, lines, channel);
                }
            }
        }
    }
}
