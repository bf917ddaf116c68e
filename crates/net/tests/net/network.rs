//! The network itself: shapes, weights, precision.

use bashni_net::{NetConfig, NetError, Network};
use bashni_rules::Encoding;
use tch::{Device, Kind, Tensor};

use crate::{TINY, network, preset, weights};

#[test]
fn every_board_gets_a_logit_for_each_action_and_three_for_the_value() {
    for (name, actions) in [("bashni", 280), ("lasca", 188), ("bashni-4x4", 28), ("bashni-10x10", 570)] {
        let rules = preset(name);
        let encoding = Encoding::new(&rules).unwrap();
        let network = Network::new(&TINY, &rules, 1, Device::Cpu).unwrap();
        let planes = Tensor::zeros([5, encoding.len() as i64], (Kind::Float, Device::Cpu));
        for kind in [Kind::Float, Kind::BFloat16] {
            let outputs = network.forward(&network.prepare(kind).unwrap(), &planes).unwrap();
            assert_eq!(outputs.policy.size(), [5, encoding.actions() as i64], "{name}");
            assert_eq!(outputs.value.size(), [5, 3], "{name}");
            assert_eq!((outputs.policy.kind(), outputs.value.kind()), (Kind::Float, Kind::Float));
        }
        assert_eq!(encoding.actions(), actions, "{name}");
    }
}

#[test]
fn a_new_network_depends_on_its_seed_and_on_nothing_else() {
    let rules = preset("bashni-6x6");
    let new = |seed| weights(&Network::new(&TINY, &rules, seed, Device::Cpu).unwrap());
    assert_eq!(new(7), new(7));
    assert_ne!(new(7), new(8));
}

#[test]
fn weights_are_counted() {
    let network = Network::new(&TINY, &preset("bashni-4x4"), 1, Device::Cpu).unwrap();
    let sum: usize = weights(&network).iter().map(|(_, values)| values.len()).sum();
    assert_eq!(network.parameter_count(), sum as i64);
    let wider = NetConfig { channels: 8, ..TINY };
    let wider = Network::new(&wider, &preset("bashni-4x4"), 1, Device::Cpu).unwrap();
    assert!(wider.parameter_count() > network.parameter_count());
}

#[test]
fn half_the_bits_say_nearly_the_same() {
    let rules = preset("bashni-6x6");
    let network = network(&rules, 3);
    let planes = Tensor::ones([2, Encoding::new(&rules).unwrap().len() as i64], (Kind::Float, Device::Cpu));
    let run = |kind| network.forward(&network.prepare(kind).unwrap(), &planes).unwrap();
    let (full, half) = (run(Kind::Float), run(Kind::BFloat16));
    let difference = |a: &Tensor, b: &Tensor| ((a - b).abs().max() / a.abs().max()).double_value(&[]);
    assert!(difference(&full.policy, &half.policy) < 0.05);
    assert!(difference(&full.value, &half.value) < 0.05);
    assert!(difference(&full.policy, &half.policy) > 0.0, "bf16 was not used");
}

#[test]
fn sizes_out_of_range_are_refused_by_name() {
    for (config, message) in [
        (NetConfig { channels: 0, ..TINY }, "net.channels = 0: expected 1 to 1024"),
        (NetConfig { blocks: -1, ..TINY }, "net.blocks = -1: expected 0 to 100"),
        (NetConfig { value_channels: 1025, ..TINY }, "net.value_channels = 1025: expected 1 to 1024"),
        (NetConfig { value_hidden: 5000, ..TINY }, "net.value_hidden = 5000: expected 1 to 4096"),
    ] {
        let error = Network::new(&config, &preset("bashni"), 1, Device::Cpu).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let flat = NetConfig { blocks: 0, ..TINY };
    assert!(Network::new(&flat, &preset("bashni"), 1, Device::Cpu).is_ok());
}

#[test]
fn a_board_that_cannot_be_turned_has_no_network() {
    let rules = preset("bashni").with(&["files=7"]).unwrap();
    let error = Network::new(&TINY, &rules, 1, Device::Cpu).unwrap_err();
    assert!(matches!(error, NetError::Encoding(_)), "{error}");
    assert!(error.to_string().contains("7x8"), "{error}");
}

#[test]
fn parameters_that_do_not_fit_are_refused_by_name() {
    let rules = preset("bashni-4x4");
    let parameters = || -> Vec<(String, Tensor)> {
        let copy = |(name, tensor): &(String, Tensor)| (name.clone(), tensor.shallow_clone());
        network(&rules, 1).parameters().iter().map(copy).collect()
    };
    let refused = |parameters, part: &str| {
        let error = Network::from_parameters(&TINY, &rules, parameters, Device::Cpu).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    };
    let mut missing = parameters();
    missing.retain(|(name, _)| name != "stem.bias");
    refused(missing, "stem.bias: is missing");
    let mut foreign = parameters();
    foreign.push(("tail.weight".to_owned(), Tensor::zeros([1], (Kind::Float, Device::Cpu))));
    refused(foreign, "tail.weight: is no parameter of this network");
    let mut reshaped = parameters();
    reshaped[0].1 = reshaped[0].1.flatten(0, -1);
    refused(reshaped, "stem.weight: expected [4, 32, 3, 3] of Float");
    let mut doubled = parameters();
    doubled[0].1 = doubled[0].1.to_kind(Kind::Double);
    refused(doubled, "of Double");
}
