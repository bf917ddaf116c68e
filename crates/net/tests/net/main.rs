//! Networks: what they compute, how they serve a search, and how they are kept.

mod checkpoints;
mod evaluator;
mod folders;
mod inference;
mod network;

use bashni_net::{NetConfig, Network};
use bashni_rules::{Game, Rules};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tch::{Device, Tensor};

/// A network small enough to be made and computed at once.
const TINY: NetConfig = NetConfig { channels: 4, blocks: 1, value_channels: 2, value_hidden: 4 };

fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap()
}

/// A tiny network all of whose weights are random, those that begin at zero too.
fn network(rules: &Rules, seed: u64) -> Network {
    random_network(&TINY, rules, seed)
}

/// A network all of whose weights are random, of a size that keeps its outputs near 1 whatever its own size.
fn random_network(config: &NetConfig, rules: &Rules, seed: u64) -> Network {
    let mut random = Pcg64::seed_from_u64(seed);
    let network = Network::new(config, rules, seed, Device::Cpu).unwrap();
    let parameters = network.parameters().iter().map(|(name, tensor)| {
        let inputs: i64 = tensor.size()[1..].iter().product();
        let most = 1.5 / (inputs as f32).sqrt();
        let values: Vec<f32> = (0..tensor.numel()).map(|_| random.random_range(-most..most)).collect();
        (name.clone(), Tensor::from_slice(&values).reshape(tensor.size()))
    });
    Network::from_parameters(config, rules, parameters.collect(), Device::Cpu).unwrap()
}

/// Values of every parameter, as bits: equal only if the weights are the same to the last one.
fn weights(network: &Network) -> Vec<(String, Vec<u32>)> {
    let bits = |tensor: &Tensor| {
        let mut values = vec![0.0_f32; tensor.numel()];
        tensor.contiguous().copy_data(&mut values, tensor.numel());
        values.into_iter().map(f32::to_bits).collect()
    };
    network.parameters().iter().map(|(name, tensor)| (name.clone(), bits(tensor))).collect()
}

/// States with a choice, chains among them, from random games.
fn decisions(rules: &Rules, count: usize, seed: u64) -> Vec<Game> {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut states = Vec::new();
    while states.len() < count {
        let mut game = Game::new(rules);
        while game.outcome(rules).is_none() {
            let steps = game.legal_steps(rules);
            if steps.len() > 1 {
                states.push(game.clone());
            }
            game.play_step(rules, steps[random.random_range(0..steps.len())]);
        }
    }
    states.truncate(count);
    states
}
