//! Ways to compute a network: all give what its forward pass gives, and what each promises of its rows.

use bashni_net::{
    Backend, Inference, InferenceCandidates, InferenceSetup, NetConfig, NetError, Precision, RowSizes,
    fastest_inference,
};
use bashni_rules::{Encoding, Rules};
use tch::{Device, Kind, Tensor};

use crate::{decisions, network, preset, random_network};

const ANY: InferenceCandidates =
    InferenceCandidates { backend: None, precision: None, batch: None, most: 1000 };

/// Everything that this machine's processor can compute with.
fn ways() -> Vec<(Backend, Precision)> {
    let ways = |backend: Backend| backend.precisions(Device::Cpu).iter().map(move |&p| (backend, p));
    Backend::ALL.into_iter().flat_map(ways).collect()
}

/// Planes of positions from random games, one after the other.
fn planes(rules: &Rules, count: usize) -> Vec<f32> {
    let encoding = Encoding::new(rules).unwrap();
    let mut planes = vec![0.0; count * encoding.len()];
    for (game, planes) in decisions(rules, count, 3).iter().zip(planes.chunks_mut(encoding.len())) {
        encoding.write(game, rules, planes);
    }
    planes
}

/// Policies and values of a batch.
fn run(inference: &mut dyn Inference, rules: &Rules, planes: &[f32]) -> (Vec<f32>, Vec<f32>) {
    let sizes = RowSizes::new(&Encoding::new(rules).unwrap());
    let batch = planes.len() / sizes.planes;
    // What stood there before must not matter.
    let (mut policy, mut value) = (vec![f32::NAN; batch * sizes.actions], vec![f32::NAN; batch * 3]);
    inference.run(batch, planes, &mut policy, &mut value).unwrap();
    (policy, value)
}

fn largest_difference(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, |most, d| if d <= most { most } else { d })
}

fn largest(values: &[f32]) -> f32 {
    values.iter().fold(0.0, |most, value| value.abs().max(most))
}

#[test]
fn every_backend_agrees_with_the_forward_pass() {
    let sizes = NetConfig { channels: 32, blocks: 3, value_channels: 8, value_hidden: 64 };
    for (name, count) in [("bashni", 64), ("bashni", 21), ("lasca", 5), ("bashni-10x10", 3)] {
        let rules = preset(name);
        let network = random_network(&sizes, &rules, 2);
        let planes = planes(&rules, count);
        let outputs = network
            .forward(
                &network.prepare(Kind::Float).unwrap(),
                &Tensor::from_slice(&planes).reshape([count as i64, -1]),
            )
            .unwrap();
        let floats = |tensor: Tensor| Vec::<f32>::try_from(tensor.flatten(0, -1)).unwrap();
        let (policy, value) = (floats(outputs.policy), floats(outputs.value.softmax(1, Kind::Float)));
        for (backend, precision) in ways() {
            let mut inference = backend.load(&network, precision).unwrap();
            let (ours, ours_value) = run(&mut *inference, &rules, &planes);
            let (most, most_value) = match precision {
                Precision::F32 => (1e-4 * largest(&policy), 1e-4),
                Precision::I16 => (5e-3 * largest(&policy), 5e-3),
                Precision::Bf16 => (0.05 * largest(&policy), 0.05),
            };
            let difference = largest_difference(&ours, &policy);
            assert!(difference <= most, "{name}, {backend} in {precision}: {difference}");
            let difference = largest_difference(&ours_value, &value);
            assert!(difference <= most_value, "{name}, {backend} in {precision}: {difference}");
            for row in ours_value.chunks(3) {
                assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{row:?}");
            }
        }
    }
}

#[test]
fn a_row_is_the_same_to_the_bit_in_every_batch() {
    let rules = preset("bashni");
    let encoding = Encoding::new(&rules).unwrap();
    let planes = planes(&rules, 512);
    for config in
        [crate::TINY, NetConfig::default(), NetConfig { channels: 64, blocks: 2, ..NetConfig::default() }]
    {
        let network = random_network(&config, &rules, 4);
        for (backend, precision) in ways() {
            let mut inference = backend.load(&network, precision).unwrap();
            let (policy, value) = run(&mut *inference, &rules, &planes);
            // Other neighbours, other places, other sizes.
            for (first, count) in
                [(0, 1), (511, 1), (7, 2), (3, 15), (60, 16), (61, 31), (2, 64), (17, 128), (250, 256)]
            {
                let part = &planes[first * encoding.len()..(first + count) * encoding.len()];
                let (ours, ours_value) = run(&mut *inference, &rules, part);
                let actions = encoding.actions();
                let what = format!("{config:?}, {backend} in {precision}, rows {first} and {count} on");
                assert!(ours == policy[first * actions..(first + count) * actions], "policy: {what}");
                assert!(ours_value == value[first * 3..(first + count) * 3], "value: {what}");
            }
        }
    }
}

#[test]
fn weights_are_those_of_when_it_was_made() {
    let rules = preset("bashni-4x4");
    let planes = planes(&rules, 20);
    for (backend, precision) in ways() {
        let network = network(&rules, 5);
        let mut inference = backend.load(&network, precision).unwrap();
        let before = run(&mut *inference, &rules, &planes);
        tch::no_grad(|| {
            for (_, parameter) in network.parameters() {
                let _ = parameter.shallow_clone().fill_(0.25);
            }
        });
        assert_eq!(run(&mut *inference, &rules, &planes), before, "{backend} in {precision}");
        assert_ne!(run(&mut *backend.load(&network, precision).unwrap(), &rules, &planes), before);
    }
}

#[test]
fn slices_that_do_not_fit_the_batch_are_refused_by_name() {
    let rules = preset("bashni-4x4");
    let sizes = RowSizes::new(&Encoding::new(&rules).unwrap());
    for (backend, precision) in ways() {
        let mut inference = backend.load(&network(&rules, 1), precision).unwrap();
        let mut refused = |planes: usize, policy: usize, value: usize| {
            let (planes, mut policy, mut value) = (vec![0.0; planes], vec![0.0; policy], vec![0.0; value]);
            inference.run(2, &planes, &mut policy, &mut value).map_err(|e| e.to_string())
        };
        let (planes, actions) = (2 * sizes.planes, 2 * sizes.actions);
        assert_eq!(refused(planes, actions, 6), Ok(()));
        let message = format!("planes of a batch of 2: expected 2 times {} numbers, found 1", sizes.planes);
        assert_eq!(refused(1, actions, 6), Err(message));
        assert!(refused(planes, actions + 1, 6).unwrap_err().starts_with("policy of a batch of 2: "));
        assert!(refused(planes, actions, 5).unwrap_err().starts_with("value of a batch of 2: "));
        inference.run(0, &[], &mut [], &mut []).unwrap();
    }
}

#[test]
fn candidates_go_up_to_the_positions_that_there_are() {
    let batches = |most| {
        let only =
            InferenceCandidates { precision: Some(Precision::F32), backend: Some(Backend::Torch), ..ANY };
        let list = InferenceCandidates { most, ..only }.list(Device::Cpu);
        list.iter().map(|setup| setup.batch).collect::<Vec<_>>()
    };
    assert_eq!(batches(1000), [32, 64, 128, 256, 512]);
    assert_eq!(batches(128), [32, 64, 128]);
    assert_eq!(batches(100), [32, 64, 100]);
    assert_eq!(batches(4), [4]);
    assert_eq!(batches(0), [1]);
}

#[test]
fn what_is_fixed_is_not_compared() {
    let all = ANY.list(Device::Cpu);
    assert_eq!(all.len(), 5 * ways().len());
    let fixed = InferenceCandidates {
        backend: Some(Backend::Torch),
        precision: Some(Precision::Bf16),
        batch: Some(48),
        most: 8,
    };
    let only = InferenceSetup { backend: Backend::Torch, precision: Precision::Bf16, batch: 48 };
    assert_eq!(fixed.list(Device::Cpu), [only]);
    let rules = preset("bashni-4x4");
    let chosen = fastest_inference(&network(&rules, 1), &rules, &[only]).unwrap();
    assert_eq!(chosen, (only, vec![]));
}

#[test]
fn the_choice_is_one_of_the_candidates_and_all_were_timed() {
    let rules = preset("bashni-4x4");
    let candidates = InferenceCandidates { most: 64, ..ANY }.list(Device::Cpu);
    let (chosen, rates) = fastest_inference(&network(&rules, 1), &rules, &candidates).unwrap();
    assert!(candidates.contains(&chosen));
    assert_eq!(rates.iter().map(|rate| rate.setup).collect::<Vec<_>>(), candidates);
    assert!(rates.iter().all(|rate| rate.per_second > 0.0), "{rates:?}");
}

#[test]
fn without_a_way_to_compute_there_is_an_error() {
    let rules = preset("bashni-4x4");
    let error = fastest_inference(&network(&rules, 1), &rules, &[]).unwrap_err();
    assert!(matches!(error, NetError::NoCandidate), "{error}");
    // No GPU has this number.
    assert_eq!(ANY.list(Device::Cuda(4095)), []);
}

#[test]
fn without_timing_the_same_is_used_every_time() {
    let usual = InferenceSetup::usual(Device::Cpu);
    assert_eq!(usual, InferenceSetup::usual(Device::Cpu));
    assert_eq!((usual.backend, usual.batch), (Backend::ALL[0], 128));
    let rules = preset("bashni-4x4");
    usual.evaluator(&network(&rules, 1), &rules).unwrap();
}

#[test]
fn backends_are_written_down_by_name() {
    for backend in Backend::ALL {
        let name = serde_json::to_string(&backend).unwrap();
        assert_eq!(name, format!("\"{backend}\""));
        assert_eq!(serde_json::from_str::<Backend>(&name).unwrap(), backend);
    }
    let error = serde_json::from_str::<Backend>("\"abacus\"").unwrap_err().to_string();
    assert!(
        error.starts_with("this program has no inference backend \"abacus\", only native, torch"),
        "{error}"
    );
}
