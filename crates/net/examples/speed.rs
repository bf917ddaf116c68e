//! Forward and backward passes a second, in both precisions.
//!
//! `cargo run --release -p bashni-net --example speed -- CHANNELS BLOCKS`

use std::time::{Duration, Instant};

use bashni_net::{NetConfig, Network, Precision};
use bashni_rules::{Encoding, Rules};
use tch::{Device, Kind, Tensor};

fn rate(batch: i64, mut run: impl FnMut()) -> f64 {
    run();
    let (start, mut runs) = (Instant::now(), 0);
    while runs < 3 || start.elapsed() < Duration::from_millis(1000) {
        run();
        runs += 1;
    }
    (runs * batch) as f64 / start.elapsed().as_secs_f64()
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|a| a.parse().ok());
    let channels = arguments.next().unwrap_or(32);
    let blocks = arguments.next().unwrap_or(3);
    let rules = Rules::preset("bashni").expect("a preset");
    let size = Encoding::new(&rules).expect("a usual board").len() as i64;
    let config = NetConfig { channels, blocks, ..NetConfig::default() };
    let network = Network::new(&config, &rules, 1, Device::Cpu).expect("a network");
    println!("{channels}x{blocks}, {} weights", network.parameter_count());
    for threads in [1, 2] {
        tch::set_num_threads(threads);
        for precision in [Precision::F32, Precision::Bf16] {
            for batch in [16, 64, 128, 256, 512] {
                let planes = Tensor::rand([batch, size], (Kind::Float, Device::Cpu));
                let prepared = tch::no_grad(|| network.prepare(precision.kind()).expect("weights"));
                let forward = rate(batch, || {
                    tch::no_grad(|| network.forward(&prepared, &planes).expect("outputs"));
                });
                for (_, parameter) in network.parameters() {
                    let _ = parameter.set_requires_grad(true);
                }
                let backward = rate(batch, || {
                    let prepared = network.prepare(precision.kind()).expect("weights");
                    let outputs = network.forward(&prepared, &planes).expect("outputs");
                    (outputs.policy.mean(Kind::Float) + outputs.value.mean(Kind::Float)).backward();
                });
                for (_, parameter) in network.parameters() {
                    let _ = parameter.set_requires_grad(false);
                }
                println!(
                    "{threads} threads, {precision:?}, batch {batch}: {forward:.0} forward/s, {backward:.0} forward and backward/s"
                );
            }
        }
    }
}
