use thiserror::Error;

/// Weights and biases of one layer, in the order that PyTorch has them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    /// `[outputs][inputs]`, and `[3][3]` for a convolution that looks at neighbours.
    pub weight: Vec<f32>,
    /// `[outputs]`.
    pub bias: Vec<f32>,
}

/// Sizes of a [`ResidualNet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Rows of the board.
    pub height: usize,
    /// Places of a row.
    pub width: usize,
    /// Numbers that describe a place.
    pub planes: usize,
    /// Width of the trunk.
    pub channels: usize,
    /// Outputs of the policy at each place.
    pub policy_planes: usize,
    /// Channels that the value is computed from.
    pub value_channels: usize,
    /// Hidden units of the value.
    pub value_hidden: usize,
}

/// A residual network with the weights as they were trained.
///
/// `trunk = stem(planes)`, then for each block `trunk += second(relu(first(relu(trunk))))`, 3x3 convolutions with a border of zeros; then the heads look at
/// `relu(trunk)`: the policy by two 1x1 convolutions with a relu between, the value by a 1x1 convolution, a hidden layer and an output layer, with a relu after the first two.
#[derive(Clone, Debug, PartialEq)]
pub struct ResidualNet {
    /// Sizes of everything.
    pub sizes: Sizes,
    /// 3x3, planes to channels.
    pub stem: Layer,
    /// 3x3, channels to channels, twice a block.
    pub blocks: Vec<[Layer; 2]>,
    /// Channels to channels, at each place.
    pub policy_hidden: Layer,
    /// Channels to policy planes, at each place.
    pub policy_output: Layer,
    /// For each action where it is among the policy's outputs `[height][width][policy_planes]`.
    pub policy_index: Vec<usize>,
    /// Channels to value channels, at each place.
    pub value_reduce: Layer,
    /// `[height][width][value_channels]` to hidden units.
    pub value_hidden: Layer,
    /// Hidden units to win, draw and loss.
    pub value_output: Layer,
}

/// Why a network cannot be computed, or a batch does not fit it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}: expected {expected}, found {found}")]
pub struct ShapeError {
    /// Which layer, or which buffer.
    pub what: String,
    /// Numbers, or a range.
    pub expected: String,
    /// What it is.
    pub found: String,
}

impl ShapeError {
    pub(crate) fn check(what: &str, expected: usize, found: usize) -> Result<(), ShapeError> {
        if expected == found {
            return Ok(());
        }
        let (what, expected, found) = (what.to_owned(), expected.to_string(), found.to_string());
        Err(ShapeError { what, expected, found })
    }
}

impl Sizes {
    /// Places of the board.
    pub fn places(&self) -> usize {
        self.height * self.width
    }
}

impl ResidualNet {
    /// Checks that all sizes agree.
    ///
    /// # Errors
    /// Names the first layer that does not fit.
    pub fn check(&self) -> Result<(), ShapeError> {
        let Sizes { height, width, planes, channels, policy_planes, value_channels, value_hidden } =
            self.sizes;
        for (what, size) in [
            ("height", height),
            ("width", width),
            ("planes", planes),
            ("channels", channels),
            ("policy planes", policy_planes),
            ("value channels", value_channels),
            ("hidden units", value_hidden),
        ] {
            if !(1..=4096).contains(&size) {
                let (expected, found) = ("1 to 4096".to_owned(), size.to_string());
                return Err(ShapeError { what: what.to_owned(), expected, found });
            }
        }
        let layer = |what: &str, layer: &Layer, inputs: usize, outputs: usize| {
            ShapeError::check(&format!("{what}.weight"), inputs * outputs, layer.weight.len())?;
            ShapeError::check(&format!("{what}.bias"), outputs, layer.bias.len())
        };
        layer("stem", &self.stem, 9 * planes, channels)?;
        for (number, [first, second]) in self.blocks.iter().enumerate() {
            layer(&format!("blocks.{number}.first"), first, 9 * channels, channels)?;
            layer(&format!("blocks.{number}.second"), second, 9 * channels, channels)?;
        }
        layer("policy.hidden", &self.policy_hidden, channels, channels)?;
        layer("policy.output", &self.policy_output, channels, policy_planes)?;
        layer("value.reduce", &self.value_reduce, channels, value_channels)?;
        layer("value.hidden", &self.value_hidden, self.sizes.places() * value_channels, value_hidden)?;
        layer("value.output", &self.value_output, value_hidden, 3)?;
        let outputs = self.sizes.places() * policy_planes;
        match self.policy_index.iter().find(|&&index| index >= outputs) {
            Some(index) => Err(ShapeError {
                what: "an action's place among the policy's outputs".to_owned(),
                expected: format!("less than {outputs}"),
                found: index.to_string(),
            }),
            None => Ok(()),
        }
    }
}
