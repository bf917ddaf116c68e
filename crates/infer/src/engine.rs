use std::sync::Arc;

use pulp::{Arch, Simd, WithSimd};

use crate::buffer::{Buffer, LINE, zeros};
use crate::floats;
use crate::integers::Processor;
use crate::matrix::{Grid, MOST_ROWS, Matrix};
use crate::net::{Layer, ResidualNet, ShapeError, Sizes};
use crate::trunk::{Between, Convolution, Enter, Multiply, Room, Then, Tiling};
use crate::vectors::load;

/// Bytes that the transformed boards of one pass may take. They should stay in the second cache; but the fewer boards, the
/// more often the weights of the layers have to be fetched from a farther one.
const PASS_BYTES: usize = 1 << 20;

/// Boards of a pass come in multiples of this, where there are so many: their tiles then fill the groups of rows that are
/// multiplied at once.
const BOARD_STEP: usize = MOST_ROWS / 2;

/// The numbers that the convolutions multiply. All else is computed in 32-bit floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// 32-bit floats: outputs are exact to about a millionth.
    F32,
    /// 16-bit integers, in steps that suit each board and each output: outputs are exact to about a thousandth.
    I16,
}

/// Computes a [`ResidualNet`] on one thread.
///
/// A clone shares the weights, so that each thread has an engine of its own at little cost. What it says of a board does
/// not depend on the others in the batch, nor on how wide the processor's vectors are.
#[derive(Clone, Debug)]
pub struct Engine {
    arch: Arch,
    processor: Processor,
    weights: Arc<Weights>,
    room: Room,
    /// Planes of a pass, where they have to be filled up.
    planes: Buffer,
    hidden: Buffer,
    logits: Buffer,
    reduced: Buffer,
    units: Buffer,
}

#[derive(Debug)]
struct Weights {
    sizes: Sizes,
    /// Planes and channels, filled up to whole lines.
    planes: usize,
    channels: usize,
    stem: Convolution,
    blocks: Vec<[Convolution; 2]>,
    policy_hidden: Linear,
    policy_output: Linear,
    policy_index: Vec<u32>,
    value_reduce: Linear,
    value_hidden: Linear,
    value_output: Linear,
}

#[derive(Debug)]
struct Linear {
    matrix: Matrix<f32>,
    bias: Buffer,
}

impl Linear {
    fn new(layer: &Layer, inputs: usize, lanes: usize) -> Linear {
        let outputs = layer.bias.len();
        let weight = |output: usize, input: usize| layer.weight[output * inputs + input];
        let matrix = floats::matrix(inputs, outputs, lanes, weight);
        let mut bias = zeros(matrix.outputs);
        bias[..outputs].copy_from_slice(&layer.bias);
        Linear { matrix, bias }
    }

    /// Sums and bias, with a relu if RELU, for the first `columns` outputs.
    #[inline(always)]
    fn apply<S: Simd, const RELU: bool, const ROW: usize>(
        &self,
        simd: S,
        input: (&[f32], Grid),
        output: (&mut [f32], Grid),
        columns: usize,
    ) {
        self.matrix.multiply::<S, ROW>(
            simd,
            input,
            output,
            columns,
            #[inline(always)]
            |sum, column| {
                let sum = simd.add_f32s(sum, load::<S>(&self.bias[column..]));
                if RELU { simd.max_f32s(simd.splat_f32s(0.0), sum) } else { sum }
            },
        );
    }
}

impl Weights {
    /// Values of a board that the value is computed from, filled up to whole lines.
    fn reduced(&self) -> usize {
        (self.sizes.places() * self.sizes.value_channels).next_multiple_of(LINE)
    }

    /// The convolutions of the trunk in their order, and what is done with their outputs.
    fn convolutions(&self) -> Vec<(&Convolution, Then)> {
        let blocks =
            self.blocks.iter().flat_map(|[first, second]| [(first, Then::Pass), (second, Then::Add)]);
        let mut all: Vec<_> = std::iter::once((&self.stem, Then::Start)).chain(blocks).collect();
        if let Some((_, last)) = all.last_mut() {
            *last = if *last == Then::Start { Then::StartAndEnd } else { Then::AddAndEnd };
        }
        all
    }
}

struct Lanes;

impl WithSimd for Lanes {
    type Output = usize;

    fn with_simd<S: Simd>(self, _: S) -> usize {
        S::F32_LANES
    }
}

impl Engine {
    /// Lays out the weights for this processor.
    ///
    /// # Errors
    /// If the network's sizes do not agree.
    pub fn new(net: &ResidualNet, arithmetic: Arithmetic) -> Result<Engine, ShapeError> {
        Engine::for_processor(net, arithmetic, Arch::new(), Processor::found())
    }

    fn for_processor(
        net: &ResidualNet,
        arithmetic: Arithmetic,
        arch: Arch,
        processor: Processor,
    ) -> Result<Engine, ShapeError> {
        net.check()?;
        let lanes = arch.dispatch(Lanes);
        let sizes = net.sizes;
        let [planes, channels] = [sizes.planes, sizes.channels].map(|n| n.next_multiple_of(LINE));
        let linear = |layer: &Layer, inputs: usize| Linear::new(layer, inputs, lanes);
        let tiling = Tiling::new(&sizes);
        let convolution = |layer: &Layer| Convolution::new(layer, sizes.channels, arithmetic, lanes);
        let weights = Weights {
            sizes,
            planes,
            channels,
            stem: Convolution::new(&net.stem, sizes.planes, arithmetic, lanes),
            blocks: net.blocks.iter().map(|block| [0, 1].map(|i| convolution(&block[i]))).collect(),
            policy_hidden: linear(&net.policy_hidden, sizes.channels),
            policy_output: linear(&net.policy_output, sizes.channels),
            policy_index: Vec::new(),
            value_reduce: linear(&net.value_reduce, sizes.channels),
            value_hidden: linear(&net.value_hidden, sizes.places() * sizes.value_channels),
            value_output: linear(&net.value_output, sizes.value_hidden),
        };
        // Where an action is among outputs that are filled up to whole lines.
        let stride = weights.policy_output.matrix.outputs;
        let index =
            |&index: &usize| (index / sizes.policy_planes * stride + index % sizes.policy_planes) as u32;
        let weights = Weights { policy_index: net.policy_index.iter().map(index).collect(), ..weights };
        let lines = planes.max(channels) / LINE;
        let most = PASS_BYTES / Room::board_bytes(tiling, lines);
        let boards = (most / BOARD_STEP * BOARD_STEP).clamp(1, 240);
        let places = boards * sizes.places();
        Ok(Engine {
            arch,
            processor,
            room: Room::new(boards, tiling, lines, channels),
            planes: zeros(places * planes),
            hidden: zeros(places * channels + MOST_ROWS * LINE),
            logits: zeros(places * stride),
            reduced: zeros((boards + MOST_ROWS) * weights.reduced()),
            units: zeros((boards + MOST_ROWS) * weights.value_hidden.matrix.outputs),
            weights: Arc::new(weights),
        })
    }

    /// True if this processor has the instructions that the arithmetic is made for: vectors with fused multiply-adds, and
    /// for integers AVX-512 VNNI. Without, an engine gives the same numbers, but not fast.
    pub fn is_fast(arithmetic: Arithmetic) -> bool {
        let has_vectors = Arch::new().dispatch(Lanes) > 1;
        has_vectors && (arithmetic == Arithmetic::F32 || Processor::found().is_fast())
    }

    /// Actions of the policy.
    pub fn actions(&self) -> usize {
        self.weights.policy_index.len()
    }

    /// Judges `batch` boards.
    ///
    /// `planes` is `[batch][height][width][planes]`; `policy` becomes `[batch][actions]`, logits; `value` becomes
    /// `[batch][3]`, probabilities of win, draw and loss.
    ///
    /// # Errors
    /// If a slice has another length.
    pub fn run(
        &mut self,
        batch: usize,
        planes: &[f32],
        policy: &mut [f32],
        value: &mut [f32],
    ) -> Result<(), ShapeError> {
        let Sizes { planes: count, .. } = self.weights.sizes;
        let size = self.weights.sizes.places() * count;
        let actions = self.actions();
        ShapeError::check("planes", batch * size, planes.len())?;
        ShapeError::check("policy", batch * actions, policy.len())?;
        ShapeError::check("value", batch * 3, value.len())?;
        let arch = self.arch;
        let pass = self.pass(batch);
        for first in (0..batch).step_by(pass) {
            let boards = (batch - first).min(pass);
            arch.dispatch(Pass {
                engine: self,
                boards,
                planes: &planes[first * size..(first + boards) * size],
                policy: &mut policy[first * actions..(first + boards) * actions],
                value: &mut value[first * 3..(first + boards) * 3],
            });
        }
        Ok(())
    }
}

impl Engine {
    /// Boards of a pass: passes of about the same size, each a whole number of the groups in which rows are multiplied.
    fn pass(&self, batch: usize) -> usize {
        let most = self.room.boards;
        batch.max(1).div_ceil(batch.div_ceil(most).max(1)).next_multiple_of(BOARD_STEP).min(most)
    }
}

/// Some boards through the network.
struct Pass<'a> {
    engine: &'a mut Engine,
    boards: usize,
    planes: &'a [f32],
    policy: &'a mut [f32],
    value: &'a mut [f32],
}

impl WithSimd for Pass<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Pass { engine, boards, planes, policy, value } = self;
        let weights = engine.weights.clone();
        let (room, processor) = (&mut engine.room, engine.processor);
        let planes = if weights.planes == weights.sizes.planes {
            planes
        } else {
            let rows = engine.planes.chunks_exact_mut(weights.planes);
            for (row, planes) in rows.zip(planes.chunks_exact(weights.sizes.planes)) {
                row[..planes.len()].copy_from_slice(planes);
            }
            &engine.planes[..boards * weights.sizes.places() * weights.planes]
        };
        simd.vectorize(Enter { room, planes, next: &weights.stem, boards });
        let convolutions = weights.convolutions();
        let next = convolutions[1..].iter().chain(&convolutions[..1]);
        for (&(convolution, then), &(next, _)) in convolutions.iter().zip(next) {
            simd.vectorize(Multiply { room, convolution, next, processor, boards });
            simd.vectorize(Between { room, convolution, next, then, boards });
        }
        simd.vectorize(Heads { engine, weights: &weights, boards, policy, value });
    }
}

struct Heads<'a> {
    engine: &'a mut Engine,
    weights: &'a Weights,
    boards: usize,
    policy: &'a mut [f32],
    value: &'a mut [f32],
}

impl WithSimd for Heads<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Heads { engine, weights, boards, policy, value } = self;
        let Engine { room, hidden, logits, reduced, units, .. } = engine;
        let places = weights.sizes.places();
        let rows = boards * places;
        let channels = weights.channels;
        let trunk = &room.trunk[..];
        let by_line = Grid { rows, row: LINE, line: room.boards * places * LINE };
        let policy_columns = weights.policy_output.matrix.outputs;
        let outputs = Grid::of_rows(rows, policy_columns);
        weights.policy_hidden.apply::<S, true, LINE>(simd, (trunk, by_line), (hidden, by_line), channels);
        weights.policy_output.apply::<S, false, LINE>(
            simd,
            (hidden, by_line),
            (logits, outputs),
            policy_columns,
        );
        let outputs = logits.chunks_exact(places * policy_columns);
        for (policy, logits) in policy.chunks_exact_mut(weights.policy_index.len().max(1)).zip(outputs) {
            for (logit, &index) in policy.iter_mut().zip(&weights.policy_index) {
                *logit = logits[index as usize];
            }
        }
        let value_channels = weights.sizes.value_channels;
        for (board, reduced) in reduced.chunks_exact_mut(weights.reduced()).take(boards).enumerate() {
            let input = (&trunk[board * places * LINE..], Grid { rows: places, ..by_line });
            let output = (reduced, Grid::of_rows(places, value_channels));
            weights.value_reduce.apply::<S, true, LINE>(simd, input, output, value_channels);
        }
        let inputs = Grid::of_rows(boards, weights.reduced());
        let hidden_units = Grid::of_rows(boards, weights.value_hidden.matrix.outputs);
        weights.value_hidden.apply::<S, true, 0>(
            simd,
            (reduced, inputs),
            (units, hidden_units),
            hidden_units.row,
        );
        let outputs = Grid::of_rows(boards, 3);
        weights.value_output.apply::<S, false, 0>(simd, (units, hidden_units), (value, outputs), 3);
        value.chunks_exact_mut(3).for_each(softmax);
    }
}

/// Softmax in the same arithmetic on every machine.
fn softmax(values: &mut [f32]) {
    let largest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    values.iter_mut().for_each(|value| *value = libm::expf(*value - largest));
    let total: f32 = values.iter().sum();
    values.iter_mut().for_each(|value| *value /= total);
}

#[cfg(test)]
mod tests;
