//! The forward pass of a network on the processor, without libtorch.
//!
//! [`Engine`] computes a [`ResidualNet`] over small boards, several times faster than libtorch does on a processor
//! without matrix units: 3x3 convolutions by Winograd's method, the layers of the trunk joined over a few boards that
//! stay in the second cache, and vectors as wide as the processor has them (AVX-512, AVX2 or NEON, found when the program
//! starts).
//!
//! ```
//! use bashni_infer::{Arithmetic, Engine, Layer, ResidualNet, Sizes};
//!
//! let layer = |inputs: usize, outputs: usize| Layer { weight: vec![0.1; inputs * outputs], bias: vec![0.0; outputs] };
//! let net = ResidualNet {
//!     sizes: Sizes {
//!         height: 4, width: 2, planes: 3, channels: 8, policy_planes: 4, value_channels: 2, value_hidden: 5,
//!     },
//!     stem: layer(9 * 3, 8),
//!     blocks: vec![[layer(9 * 8, 8), layer(9 * 8, 8)]],
//!     policy_hidden: layer(8, 8),
//!     policy_output: layer(8, 4),
//!     policy_index: vec![0, 5, 31],
//!     value_reduce: layer(8, 2),
//!     value_hidden: layer(4 * 2 * 2, 5),
//!     value_output: layer(5, 3),
//! };
//! let mut engine = Engine::new(&net, Arithmetic::F32)?;
//! let (mut policy, mut value) = ([0.0; 3], [0.0; 3]);
//! engine.run(1, &[1.0; 4 * 2 * 3], &mut policy, &mut value)?;
//! assert_eq!(value, [1.0 / 3.0; 3]);
//! # Ok::<(), bashni_infer::ShapeError>(())
//! ```

mod buffer;
mod engine;
mod floats;
mod integers;
mod matrix;
mod net;
mod prefetch;
mod trunk;
mod vectors;
mod winograd;

pub use engine::{Arithmetic, Engine};
pub use net::{Layer, ResidualNet, ShapeError, Sizes};
