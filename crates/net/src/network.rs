use std::str::FromStr;

use bashni_rules::{Encoding, Rules};
use rand::SeedableRng;
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};
use tch::{Device, Kind, Tensor};
use thiserror::Error;

use crate::{Backend, Precision, RowSizes};

/// Size of a residual network.
///
/// There is no normalisation layer: residual branches start at zero and weights at Fixup's scale (Zhang et al.
/// 2019), so training and inference compute the same, and inference has nothing to fold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NetConfig {
    /// Width of the trunk, 1 to 1024.
    pub channels: i64,
    /// Residual blocks of two 3x3 convolutions, 0 to 100.
    pub blocks: i64,
    /// Channels that the value head reads from the trunk, 1 to 1024.
    pub value_channels: i64,
    /// Hidden units of the value head, 1 to 4096.
    pub value_hidden: i64,
}

impl Default for NetConfig {
    fn default() -> NetConfig {
        NetConfig { channels: 32, blocks: 3, value_channels: 8, value_hidden: 64 }
    }
}

impl NetConfig {
    /// Checks the ranges.
    ///
    /// # Errors
    /// Names the key out of range.
    pub fn check(&self) -> Result<(), NetError> {
        for (key, value, low, high) in [
            ("channels", self.channels, 1, 1024),
            ("blocks", self.blocks, 0, 100),
            ("value_channels", self.value_channels, 1, 1024),
            ("value_hidden", self.value_hidden, 1, 4096),
        ] {
            if !(low..=high).contains(&value) {
                return Err(NetError::Config(format!("net.{key} = {value}: expected {low} to {high}")));
            }
        }
        Ok(())
    }
}

/// Channels and blocks, and the rest as usual.
///
/// ```
/// use bashni_net::NetConfig;
///
/// let size: NetConfig = "64x6".parse()?;
/// assert_eq!(size, NetConfig { channels: 64, blocks: 6, ..NetConfig::default() });
/// assert!("64".parse::<NetConfig>().is_err() && "0x6".parse::<NetConfig>().is_err());
/// # Ok::<(), bashni_net::NetError>(())
/// ```
impl FromStr for NetConfig {
    type Err = NetError;

    fn from_str(text: &str) -> Result<NetConfig, NetError> {
        let sizes = text
            .split_once('x')
            .and_then(|(channels, blocks)| Some((channels.parse().ok()?, blocks.parse().ok()?)));
        let Some((channels, blocks)) = sizes else {
            return Err(NetError::Config(format!("{text:?}: expected channels and blocks, as 32x3")));
        };
        let config = NetConfig { channels, blocks, ..NetConfig::default() };
        config.check()?;
        Ok(config)
    }
}

/// What can go wrong with a network.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NetError {
    /// A size out of range.
    #[error("{0}")]
    Config(String),
    /// The rules have no encoding.
    #[error(transparent)]
    Encoding(#[from] bashni_rules::EncodingError),
    /// Parameters that do not fit.
    #[error("parameter {name}: {message}")]
    Parameter {
        /// Its name.
        name: String,
        /// What is wrong.
        message: String,
    },
    /// A slice whose length is not that of the batch.
    #[error("{slice} of a batch of {batch}: expected {batch} times {row} numbers, found {found}")]
    Length {
        /// Which slice.
        slice: &'static str,
        /// Positions of the batch.
        batch: usize,
        /// Numbers of a position.
        row: usize,
        /// Numbers of the slice.
        found: usize,
    },
    /// A backend that does not compute in this way on this machine.
    #[error(
        "the inference backend {backend} does not compute in {precision} on this machine's {device}; choose another one, or \
         go on with a run where it was started"
    )]
    Backend {
        /// The backend.
        backend: Backend,
        /// What it was to compute in.
        precision: Precision,
        /// Where.
        device: String,
    },
    /// What libtorch was to compute in.
    #[error("libtorch does not compute in {0}: only the native engine does")]
    NotOfLibtorch(Precision),
    /// Nothing computes a network in the way asked for.
    #[error(
        "no inference backend of this program computes on this machine in the way asked for (inference.backend, \
         inference.precision, device); leave one of them to be chosen"
    )]
    NoCandidate,
    /// A network or a batch that the native engine does not take.
    #[error("native engine: {0}")]
    Shape(#[from] bashni_infer::ShapeError),
    /// An error of libtorch.
    #[error("libtorch: {}", first_line(.0))]
    Torch(#[from] tch::TchError),
}

/// What libtorch says, without the C++ stack that follows.
pub fn first_line(error: &tch::TchError) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

/// What a network says of a batch of N positions.
#[derive(Debug)]
pub struct Outputs {
    /// Logits of the actions, f32, `[N, actions]`.
    pub policy: Tensor,
    /// Logits of win, draw and loss for the side that acts, f32, `[N, 3]`.
    pub value: Tensor,
}

/// A residual network over the packed board: 3x3 convolutions, then a convolutional policy head (one output for each
/// origin, direction and distance) and a win/draw/loss head.
#[derive(Debug)]
pub struct Network {
    config: NetConfig,
    parameters: Vec<(String, Tensor)>,
    /// Outputs of the policy convolution that are actions, int64, `[actions]`.
    policy_index: Tensor,
    planes: i64,
    height: i64,
    width: i64,
}

/// Shape and first scale of a parameter.
struct Spec {
    name: String,
    shape: Vec<i64>,
    /// Standard deviation at the start; 0 for zeros.
    deviation: f64,
}

fn specs(config: &NetConfig, encoding: &Encoding, policy_planes: i64) -> Vec<Spec> {
    let NetConfig { channels, blocks, value_channels, value_hidden } = *config;
    let places = (encoding.height() * encoding.width()) as i64;
    let mut specs = Vec::new();
    let mut layer = |name: &str, shape: &[i64], gain: f64| {
        let inputs: i64 = shape[1..].iter().product();
        let deviation = gain * (2.0 / inputs as f64).sqrt();
        specs.push(Spec { name: format!("{name}.weight"), shape: shape.to_vec(), deviation });
        specs.push(Spec { name: format!("{name}.bias"), shape: vec![shape[0]], deviation: 0.0 });
    };
    layer("stem", &[channels, encoding.planes() as i64, 3, 3], 1.0);
    for block in 0..blocks {
        let fixup = (blocks as f64).powf(-0.5);
        layer(&format!("blocks.{block}.first"), &[channels, channels, 3, 3], fixup);
        layer(&format!("blocks.{block}.second"), &[channels, channels, 3, 3], 0.0);
    }
    layer("policy.hidden", &[channels, channels, 1, 1], 1.0);
    layer("policy.output", &[policy_planes, channels, 1, 1], 0.1);
    layer("value.reduce", &[value_channels, channels, 1, 1], 1.0);
    layer("value.hidden", &[value_hidden, value_channels * places], 1.0);
    layer("value.output", &[3, value_hidden], 0.1);
    specs
}

impl Network {
    /// A new network for the rules' board, its weights drawn from `seed`.
    ///
    /// # Errors
    /// If a size is out of range or the board has no encoding.
    pub fn new(config: &NetConfig, rules: &Rules, seed: u64, device: Device) -> Result<Network, NetError> {
        let mut random = Pcg64::seed_from_u64(seed);
        Network::build(config, rules, device, |spec| {
            let count: i64 = spec.shape.iter().product();
            let values: Vec<f32> = (0..count)
                .map(|_| match spec.deviation {
                    0.0 => 0.0,
                    deviation => {
                        (deviation * Distribution::<f64>::sample(&StandardNormal, &mut random)) as f32
                    }
                })
                .collect();
            Ok(Tensor::f_from_slice(&values)?.f_reshape(&spec.shape)?)
        })
    }

    /// A network with the given parameters; all must be there, in the right shapes, and nothing else.
    ///
    /// # Errors
    /// Names the parameter that does not fit.
    pub fn from_parameters(
        config: &NetConfig,
        rules: &Rules,
        parameters: Vec<(String, Tensor)>,
        device: Device,
    ) -> Result<Network, NetError> {
        let mut given: std::collections::BTreeMap<_, _> = parameters.into_iter().collect();
        let error = |name: &str, message: String| NetError::Parameter { name: name.to_owned(), message };
        let network = Network::build(config, rules, device, |spec| {
            let tensor =
                given.remove(&spec.name).ok_or_else(|| error(&spec.name, "is missing".to_owned()))?;
            if tensor.size() != spec.shape || tensor.f_kind()? != Kind::Float {
                let found = format!("{:?} of {:?}", tensor.size(), tensor.f_kind()?);
                return Err(error(&spec.name, format!("expected {:?} of Float, found {found}", spec.shape)));
            }
            Ok(tensor)
        })?;
        match given.keys().next() {
            Some(name) => Err(error(name, "is no parameter of this network".to_owned())),
            None => Ok(network),
        }
    }

    fn build(
        config: &NetConfig,
        rules: &Rules,
        device: Device,
        mut tensor: impl FnMut(&Spec) -> Result<Tensor, NetError>,
    ) -> Result<Network, NetError> {
        config.check()?;
        let encoding = Encoding::new(rules)?;
        let geometry = encoding.action_geometry(rules);
        let reach = geometry.iter().map(|&(_, _, distance)| distance).max().unwrap_or(1);
        let policy_planes = 4 * reach;
        let index: Vec<i64> = geometry
            .iter()
            .map(|&(place, direction, distance)| {
                (place * policy_planes + direction * reach + distance - 1) as i64
            })
            .collect();
        let mut parameters = Vec::new();
        for spec in specs(config, &encoding, policy_planes as i64) {
            parameters.push((spec.name.clone(), tensor(&spec)?.f_to_device(device)?));
        }
        Ok(Network {
            config: config.clone(),
            parameters,
            policy_index: Tensor::f_from_slice(&index)?.f_to_device(device)?,
            planes: encoding.planes() as i64,
            height: encoding.height() as i64,
            width: encoding.width() as i64,
        })
    }

    /// The sizes.
    pub fn config(&self) -> &NetConfig {
        &self.config
    }

    /// The named parameters, f32, in a fixed order.
    pub fn parameters(&self) -> &[(String, Tensor)] {
        &self.parameters
    }

    /// Number of weights.
    pub fn parameter_count(&self) -> i64 {
        self.parameters.iter().map(|(_, tensor)| tensor.numel() as i64).sum()
    }

    /// Where the parameters are.
    pub fn device(&self) -> Device {
        self.policy_index.device()
    }

    /// Rows, places of a row and planes of the board.
    pub(crate) fn board_sizes(&self) -> [usize; 3] {
        [self.height, self.width, self.planes].map(|size| size as usize)
    }

    /// The parameter of a name.
    pub(crate) fn parameter(&self, name: &str) -> Result<&Tensor, NetError> {
        let found = self.parameters.iter().find(|(parameter, _)| parameter == name);
        found
            .map(|(_, tensor)| tensor)
            .ok_or_else(|| NetError::Parameter { name: name.to_owned(), message: "is missing".to_owned() })
    }

    /// Outputs of the policy convolution that are actions, int64, `[actions]`.
    pub(crate) fn policy_index(&self) -> &Tensor {
        &self.policy_index
    }

    /// Numbers of a position's planes and outputs.
    pub(crate) fn row_sizes(&self) -> RowSizes {
        RowSizes {
            planes: (self.planes * self.height * self.width) as usize,
            actions: self.policy_index.numel(),
        }
    }

    /// Another handle on the same weights.
    pub(crate) fn share(&self) -> Network {
        let share = |(name, tensor): &(String, Tensor)| (name.clone(), tensor.shallow_clone());
        Network {
            config: self.config.clone(),
            parameters: self.parameters.iter().map(share).collect(),
            policy_index: self.policy_index.shallow_clone(),
            ..*self
        }
    }

    /// A network with the same weights, in the same memory, but with gradients of its own.
    ///
    /// # Errors
    /// If libtorch fails.
    pub fn replica(&self) -> Result<Network, NetError> {
        let mut replica = self.share();
        for (_, tensor) in &mut replica.parameters {
            *tensor = tensor.f_detach()?.f_set_requires_grad(true)?;
        }
        Ok(replica)
    }

    /// The parameters as the forward pass wants them: of the given kind, convolution weights channels-last.
    /// Gradients flow back through the conversion to the f32 parameters.
    ///
    /// # Errors
    /// If libtorch fails.
    pub fn prepare(&self, kind: Kind) -> Result<Vec<Tensor>, NetError> {
        let convert = |(_, tensor): &(String, Tensor)| {
            let tensor = tensor.f_to_kind(kind)?;
            Ok(if tensor.dim() == 4 {
                tensor.f_permute([0, 2, 3, 1])?.f_contiguous()?.f_permute([0, 3, 1, 2])?
            } else {
                tensor
            })
        };
        self.parameters.iter().map(convert).collect()
    }

    /// The forward pass.
    ///
    /// `prepared` comes from [`prepare`](Network::prepare); `planes` holds N encoded games, channels last:
    /// `[N, height, width, planes]`, of any float kind.
    ///
    /// # Errors
    /// If libtorch fails, as it does where a shape is wrong.
    pub fn forward(&self, prepared: &[Tensor], planes: &Tensor) -> Result<Outputs, NetError> {
        let mut layers = Layers { parameters: prepared.iter() };
        let kind = prepared.first().map_or(Ok(Kind::Float), Tensor::f_kind)?;
        let planes = planes.f_view([-1, self.height, self.width, self.planes])?;
        let input = planes.f_to_kind(kind)?.f_permute([0, 3, 1, 2])?;
        // What is not needed again is overwritten, in learning too: the gradients of these operations need their results only.
        let mut trunk = layers.convolution(&input)?;
        for _ in 0..self.config.blocks {
            let mut inner = layers.convolution(&trunk.f_relu()?)?;
            let _ = trunk.f_add_(&layers.convolution(&inner.f_relu_()?)?)?;
        }
        let trunk = trunk.f_relu_()?;
        let policy = layers.convolution(&trunk)?.f_relu_()?;
        let policy = layers.convolution(&policy)?;
        let policy = policy.f_permute([0, 2, 3, 1])?.f_flatten(1, 3)?;
        let policy = policy.f_index_select(1, &self.policy_index)?.f_to_kind(Kind::Float)?;
        let value = layers.convolution(&trunk)?.f_relu_()?;
        let value = value.f_permute([0, 2, 3, 1])?.f_flatten(1, 3)?;
        let value = layers.linear(&value)?.f_relu_()?;
        let value = layers.linear(&value)?.f_to_kind(Kind::Float)?;
        Ok(Outputs { policy, value })
    }
}

/// Takes the parameters one layer at a time, in the order of [`specs`].
struct Layers<'a> {
    parameters: std::slice::Iter<'a, Tensor>,
}

impl Layers<'_> {
    fn next(&mut self) -> Result<(&Tensor, &Tensor), NetError> {
        match (self.parameters.next(), self.parameters.next()) {
            (Some(weight), Some(bias)) => Ok((weight, bias)),
            _ => Err(NetError::Config("the prepared parameters are of another network".to_owned())),
        }
    }

    /// A convolution that keeps the size of the board.
    fn convolution(&mut self, input: &Tensor) -> Result<Tensor, NetError> {
        let (weight, bias) = self.next()?;
        let padding = weight.size()[2] / 2;
        Ok(input.f_conv2d(weight, Some(bias), [1, 1], [padding, padding], [1, 1], 1)?)
    }

    fn linear(&mut self, input: &Tensor) -> Result<Tensor, NetError> {
        let (weight, bias) = self.next()?;
        Ok(input.f_linear(weight, Some(bias))?)
    }
}
