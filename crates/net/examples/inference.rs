//! How fast a network is computed on one thread, in every way that a run chooses from; and, for a checkpoint, how far from
//! libtorch in f32 what each way says is.
//!
//! `cargo run --release -p bashni-net --example inference -- 32x3 64x6 runs/first`

use std::error::Error;
use std::path::Path;

use bashni_net::{
    Backend, Checkpoint, InferenceCandidates, InferenceSetup, Network, Precision, fastest_inference,
    parse_device,
};
use bashni_rules::{Game, Rules, Step};
use bashni_search::{Evaluation, Evaluator, Query};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn main() -> Result<(), Box<dyn Error>> {
    let device = parse_device("cpu")?;
    tch::set_num_threads(1);
    for name in std::env::args().skip(1) {
        let (rules, network) = match name.parse() {
            Ok(config) => {
                let rules = Rules::preset("bashni")?;
                let network = Network::new(&config, &rules, 1, device)?;
                (rules, network)
            }
            Err(_) => {
                let checkpoint = Checkpoint::open(Path::new(&name))?;
                let rules = checkpoint.rules()?;
                let network = checkpoint.network(&rules, device)?;
                println!("{:30} prior  expected score: largest difference (mean)", "");
                for backend in Backend::ALL {
                    for &precision in backend.precisions(device) {
                        let setup = InferenceSetup { backend, precision, batch: 128 };
                        differences(&network, &rules, setup)?;
                    }
                }
                (rules, network)
            }
        };
        let all = InferenceCandidates { backend: None, precision: None, batch: None, most: usize::MAX };
        let (chosen, rates) = fastest_inference(&network, &rules, &all.list(device))?;
        println!("{name}, {} weights", network.parameter_count());
        for rate in rates {
            let mark = if rate.setup == chosen { " (chosen)" } else { "" };
            println!("{:30} {:8.0} positions/s{mark}", rate.setup.to_string(), rate.per_second);
        }
    }
    Ok(())
}

/// Compares priors and expected scores over states of random games.
fn differences(network: &Network, rules: &Rules, setup: InferenceSetup) -> Result<(), Box<dyn Error>> {
    let states = states(rules, 2000);
    let queries: Vec<Query<'_>> = states.iter().map(|(game, steps)| Query { game, steps }).collect();
    let evaluations = |setup: InferenceSetup| -> Result<Vec<Evaluation>, Box<dyn Error>> {
        let mut out = Vec::new();
        setup.evaluator(network, rules)?.evaluate(rules, &queries, &mut out)?;
        Ok(out)
    };
    let exact = evaluations(InferenceSetup { backend: Backend::Torch, precision: Precision::F32, ..setup })?;
    let (mut of_priors, mut of_scores) = (Vec::new(), Vec::new());
    for (exact, found) in exact.iter().zip(&evaluations(setup)?) {
        let (priors, others) = (softmax(&exact.logits), softmax(&found.logits));
        of_priors.extend(priors.iter().zip(others).map(|(a, b)| (a - b).abs()));
        of_scores.push(f64::from(exact.value.score() - found.value.score()).abs());
    }
    let largest = |all: &[f64]| all.iter().copied().fold(0.0, f64::max);
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    println!(
        "{:30} {:.6} ({:.6})  {:.6} ({:.6})",
        setup.to_string(),
        largest(&of_priors),
        mean(&of_priors),
        largest(&of_scores),
        mean(&of_scores)
    );
    Ok(())
}

fn softmax(logits: &[f32]) -> Vec<f64> {
    let powers: Vec<f64> = logits.iter().map(|&logit| f64::from(logit).exp()).collect();
    let total: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / total).collect()
}

/// States with a choice, from random games, and their steps.
fn states(rules: &Rules, count: usize) -> Vec<(Game, Vec<Step>)> {
    let mut random = Pcg64::seed_from_u64(1);
    let mut states = Vec::new();
    while states.len() < count {
        let mut game = Game::new(rules);
        while game.outcome(rules).is_none() {
            let steps = game.legal_steps(rules).to_vec();
            let step = steps[random.random_range(0..steps.len())];
            if steps.len() > 1 {
                states.push((game.clone(), steps));
            }
            game.play_step(rules, step);
        }
    }
    states
}
