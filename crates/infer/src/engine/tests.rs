use proptest::prelude::*;
use pulp::Arch;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::{Arithmetic, Engine};
use crate::integers::Processor;
use crate::{Layer, ResidualNet, Sizes};

/// A network with random weights.
fn network(sizes: Sizes, blocks: usize, seed: u64) -> ResidualNet {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut values = |count: usize, scale: f32| -> Vec<f32> {
        (0..count).map(|_| random.random_range(-scale..scale)).collect()
    };
    let mut layer = |inputs: usize, outputs: usize| Layer {
        weight: values(inputs * outputs, (3.0 / inputs as f32).sqrt()),
        bias: values(outputs, 0.5),
    };
    let Sizes { planes, channels, policy_planes, value_channels, value_hidden, .. } = sizes;
    let places = sizes.places();
    ResidualNet {
        sizes,
        stem: layer(9 * planes, channels),
        blocks: (0..blocks).map(|_| [layer(9 * channels, channels), layer(9 * channels, channels)]).collect(),
        policy_hidden: layer(channels, channels),
        policy_output: layer(channels, policy_planes),
        policy_index: (0..places * policy_planes).step_by(3).collect(),
        value_reduce: layer(channels, value_channels),
        value_hidden: layer(places * value_channels, value_hidden),
        value_output: layer(value_hidden, 3),
    }
}

/// The same network by its definition, in double precision: `[places][channels]` after each layer.
fn by_definition(net: &ResidualNet, planes: &[f32]) -> (Vec<f64>, Vec<f64>) {
    let Sizes { height, width, .. } = net.sizes;
    let linear = |layer: &Layer, input: &[f64]| -> Vec<f64> {
        let weights = layer.weight.chunks_exact(input.len());
        let sum =
            |weights: &[f32]| -> f64 { weights.iter().zip(input).map(|(w, x)| f64::from(*w) * x).sum() };
        weights.zip(&layer.bias).map(|(weights, bias)| sum(weights) + f64::from(*bias)).collect()
    };
    let relu = |values: &[f64]| -> Vec<f64> { values.iter().map(|value| value.max(0.0)).collect() };
    let convolution = |layer: &Layer, input: &[f64]| -> Vec<f64> {
        let channels = input.len() / (height * width);
        let place = |place: usize| {
            let (row, column) = ((place / width) as i64, (place % width) as i64);
            let at = |channel: usize, neighbour: usize| {
                let (y, x) = (row + neighbour as i64 / 3 - 1, column + neighbour as i64 % 3 - 1);
                let inside = (0..height as i64).contains(&y) && (0..width as i64).contains(&x);
                if inside { input[(y as usize * width + x as usize) * channels + channel] } else { 0.0 }
            };
            linear(layer, &(0..9 * channels).map(|i| at(i / 9, i % 9)).collect::<Vec<_>>())
        };
        (0..height * width).flat_map(place).collect()
    };
    let everywhere = |layer: &Layer, input: &[f64]| -> Vec<f64> {
        input.chunks_exact(input.len() / (height * width)).flat_map(|input| linear(layer, input)).collect()
    };
    let planes: Vec<f64> = planes.iter().copied().map(f64::from).collect();
    let mut trunk = convolution(&net.stem, &planes);
    for [first, second] in &net.blocks {
        let inner = relu(&convolution(first, &relu(&trunk)));
        trunk = trunk.iter().zip(convolution(second, &inner)).map(|(a, b)| a + b).collect();
    }
    let trunk = relu(&trunk);
    let policy = everywhere(&net.policy_output, &relu(&everywhere(&net.policy_hidden, &trunk)));
    let units = relu(&linear(&net.value_hidden, &relu(&everywhere(&net.value_reduce, &trunk))));
    let value: Vec<f64> = linear(&net.value_output, &units).into_iter().map(f64::exp).collect();
    let total: f64 = value.iter().sum();
    (
        net.policy_index.iter().map(|&index| policy[index]).collect(),
        value.iter().map(|value| value / total).collect(),
    )
}

fn boards(net: &ResidualNet, count: usize) -> Vec<f32> {
    let mut random = Pcg64::seed_from_u64(7);
    (0..count * net.sizes.places() * net.sizes.planes).map(|_| random.random_range(0.0..1.0)).collect()
}

fn run(engine: &mut Engine, batch: usize, planes: &[f32]) -> (Vec<f32>, Vec<f32>) {
    let (mut policy, mut value) = (vec![0.0; batch * engine.actions()], vec![0.0; batch * 3]);
    engine.run(batch, planes, &mut policy, &mut value).unwrap();
    (policy, value)
}

fn sizes() -> impl Strategy<Value = Sizes> {
    // The usual board is computed in a way of its own.
    let board = prop_oneof![Just((8usize, 4usize)), (1..=11usize, 1..=9usize)];
    (board, 1..=40usize, 1..=140usize, 1..=40usize, 1..=20usize, 1..=70usize).prop_map(
        |((height, width), planes, channels, policy_planes, value_channels, value_hidden)| Sizes {
            height,
            width,
            planes,
            channels,
            policy_planes,
            value_channels,
            value_hidden,
        },
    )
}

fn arithmetics() -> impl Strategy<Value = Arithmetic> {
    prop_oneof![Just(Arithmetic::F32), Just(Arithmetic::I16)]
}

const USUAL: Sizes = Sizes {
    height: 8,
    width: 4,
    planes: 32,
    channels: 64,
    policy_planes: 28,
    value_channels: 8,
    value_hidden: 64,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_engine_computes_what_the_network_is_by_definition(sizes in sizes(), blocks in 0..3usize, seed: u64) {
        let net = network(sizes, blocks, seed);
        let planes = boards(&net, 2);
        for (arithmetic, error) in [(Arithmetic::F32, 1e-4), (Arithmetic::I16, 1e-2)] {
            let (policy, value) = run(&mut Engine::new(&net, arithmetic).unwrap(), 2, &planes);
            for board in 0..2 {
                let size = sizes.places() * sizes.planes;
                let (logits, wdl) = by_definition(&net, &planes[board * size..(board + 1) * size]);
                let actions = logits.len();
                let largest = logits.iter().fold(1.0f64, |largest, logit| largest.max(logit.abs()));
                for (found, logit) in policy[board * actions..].iter().zip(&logits) {
                    prop_assert!((f64::from(*found) - logit).abs() < error * largest, "{found} for {logit}");
                }
                for (found, part) in value[3 * board..].iter().zip(&wdl) {
                    prop_assert!((f64::from(*found) - part).abs() < error, "{found} for {part}");
                }
            }
        }
    }

    #[test]
    fn what_it_says_of_a_board_does_not_depend_on_the_batch(sizes in sizes(), arithmetic in arithmetics(), batch in 1..70usize, seed: u64) {
        let net = network(sizes, 1, seed);
        let mut engine = Engine::new(&net, arithmetic).unwrap();
        let planes = boards(&net, batch);
        let together = run(&mut engine, batch, &planes);
        let (mut policy, mut value) = (Vec::new(), Vec::new());
        for planes in planes.chunks_exact(sizes.places() * sizes.planes) {
            let (logits, wdl) = run(&mut engine, 1, planes);
            policy.extend(logits);
            value.extend(wdl);
        }
        prop_assert_eq!(together, (policy, value));
    }
}

/// Narrow and wide vectors, and none at all; instructions for integers or none.
#[test]
fn all_processors_compute_the_same_bits() {
    let archs = [
        Arch::Scalar,
        #[cfg(target_arch = "x86_64")]
        pulp::x86::V3::try_new().map_or(Arch::Scalar, Arch::V3),
        Arch::new(),
    ];
    for (sizes, blocks) in [(USUAL, 2), (Sizes { height: 7, channels: 48, planes: 20, ..USUAL }, 1)] {
        let net = network(sizes, blocks, 5);
        let planes = boards(&net, 9);
        for arithmetic in [Arithmetic::F32, Arithmetic::I16] {
            let outputs = |arch: Arch, processor: Processor| {
                run(&mut Engine::for_processor(&net, arithmetic, arch, processor).unwrap(), 9, &planes)
            };
            let first = outputs(Arch::Scalar, Processor::Any);
            for arch in archs {
                for processor in [Processor::Any, Processor::found()] {
                    assert_eq!(first, outputs(arch, processor), "{arithmetic:?} {arch:?} {processor:?}");
                }
            }
        }
    }
}

/// Weights and inputs of one sign and size are the worst case.
#[test]
fn sums_of_integers_do_not_overflow() {
    for channels in [1, 16, 64, 256] {
        let sizes = Sizes { channels, planes: channels, ..USUAL };
        let mut net = network(sizes, 1, 5);
        for layer in net.blocks.iter_mut().flatten().chain([&mut net.stem]) {
            layer.weight.fill(1.0 / (9 * channels) as f32);
        }
        let planes = vec![1.0; sizes.places() * channels];
        let logits = |arithmetic: Arithmetic, processor: Processor| {
            let mut engine = Engine::for_processor(&net, arithmetic, Arch::new(), processor).unwrap();
            run(&mut engine, 1, &planes).0
        };
        let exact = logits(Arithmetic::F32, Processor::Any);
        let largest = exact.iter().fold(0.0f32, |largest, logit| largest.max(logit.abs()));
        // Without instructions of its own, an overflow is a panic.
        for processor in [Processor::Any, Processor::found()] {
            for (found, exact) in logits(Arithmetic::I16, processor).iter().zip(&exact) {
                assert!((found - exact).abs() < 5e-3 * largest, "{channels} channels: {found} for {exact}");
            }
        }
    }
}

#[test]
fn a_clone_computes_on_another_thread() {
    let net = network(USUAL, 1, 3);
    let planes = boards(&net, 4);
    let mut engine = Engine::new(&net, Arithmetic::F32).unwrap();
    let mut clone = engine.clone();
    let other = std::thread::scope(|scope| scope.spawn(|| run(&mut clone, 4, &planes)).join().unwrap());
    assert_eq!(run(&mut engine, 4, &planes), other);
}

#[test]
fn sizes_that_do_not_agree_are_named() {
    let refused = |change: fn(&mut ResidualNet)| {
        let mut net = network(USUAL, 1, 3);
        change(&mut net);
        Engine::new(&net, Arithmetic::F32).unwrap_err().to_string()
    };
    assert_eq!(refused(|n| n.blocks[0][1].bias.push(0.0)), "blocks.0.second.bias: expected 64, found 65");
    assert_eq!(refused(|n| n.sizes.channels = 0), "channels: expected 1 to 4096, found 0");
    assert!(refused(|n| n.sizes.height = 7).starts_with("value.hidden.weight: expected"));
    assert!(refused(|n| n.policy_index.push(8 * 4 * 28)).contains("less than 896"));
    let mut engine = Engine::new(&network(USUAL, 0, 3), Arithmetic::F32).unwrap();
    engine.run(0, &[], &mut [], &mut []).unwrap();
    let short = engine.run(2, &[0.0; 1024], &mut [], &mut []).unwrap_err();
    assert_eq!(short.to_string(), "planes: expected 2048, found 1024");
}

/// A NaN in the planes must come out at the other end, where the search sees it, and not vanish in a relu.
#[test]
fn what_is_not_a_number_is_not_hidden() {
    let net = network(USUAL, 1, 3);
    let mut planes = boards(&net, 2);
    planes[5] = f32::NAN;
    for arithmetic in [Arithmetic::F32, Arithmetic::I16] {
        let (policy, value) = run(&mut Engine::new(&net, arithmetic).unwrap(), 2, &planes);
        assert!(value[0].is_nan() || policy[..280].iter().any(|logit| logit.is_nan()));
        assert!(value[3..].iter().chain(&policy[policy.len() / 2..]).all(|number| number.is_finite()));
    }
}
