//! Learning from fixed rows.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use bashni_data::Window;
use bashni_net::{NetConfig, Network, Precision};
use bashni_rules::Rules;
use bashni_search::mcts::SearchConfig;
use bashni_search::{Evaluator, RolloutEvaluator};
use bashni_selfplay::{Order, Progress, SelfPlayConfig, play_games};
use bashni_train::{LearnConfig, Learned, Learner, TrainError};
use tch::Device;

static RULES: LazyLock<Rules> = LazyLock::new(|| Rules::preset("bashni-6x6").unwrap());

/// Rows of a few games that were judged by random games, half of them with quick searches.
static WINDOW: LazyLock<Window> = LazyLock::new(|| {
    let search = SearchConfig { sims: 16, ..SearchConfig::self_play() };
    let config =
        SelfPlayConfig { games: 12, search, full_share: 0.5, quick_sims: 4, ..SelfPlayConfig::default() };
    let order = Order { first_game: 0, seed: 1, network_step: 0 };
    let evaluator: Box<dyn Evaluator + Send> = Box::new(RolloutEvaluator::new(1, 1));
    let games = play_games(&RULES, &config, &order, vec![evaluator], &Progress::default()).unwrap();
    let mut window = Window::new(10_000);
    window.add(&games.rows);
    assert!(window.len() > 100);
    window
});

fn config() -> LearnConfig {
    LearnConfig { batch: 48, warmup: 0, rate: 0.01, ..LearnConfig::default() }
}

fn learner(config: &LearnConfig, precision: Precision, threads: usize) -> Learner<'static> {
    let size = NetConfig { channels: 8, blocks: 1, value_channels: 2, value_hidden: 8 };
    let network = Network::new(&size, &RULES, 3, Device::Cpu).unwrap();
    Learner::new(network, &RULES, config, precision, threads).unwrap()
}

/// A round and the total loss of each of its steps.
fn round(learner: &mut Learner<'_>, steps: u64, seed: u64) -> (Result<Learned, TrainError>, Vec<f64>) {
    let mut losses = Vec::new();
    let learned = learner.round(&WINDOW, steps, seed, |step, step_losses| {
        losses.push(step_losses.total);
        assert_eq!(step, losses.len() as u64);
        ControlFlow::Continue(())
    });
    (learned, losses)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[test]
fn the_loss_falls_in_either_precision() {
    for precision in [Precision::F32, Precision::Bf16] {
        let (learned, losses) = round(&mut learner(&config(), precision, 2), 80, 1);
        let (early, late) = (mean(&losses[..10]), mean(&losses[70..]));
        assert!(late < 0.9 * early, "{precision:?}: {early} to {late}");
        let learned = learned.unwrap();
        assert_eq!(learned.steps, 80);
        assert!((learned.losses.total - mean(&losses)).abs() < 1e-9);
        assert!((learned.losses.total - learned.losses.policy - learned.losses.value).abs() < 1e-9);
        assert!(learned.gradient > 0.0);
    }
}

/// First moments after a step, which are a tenth of the gradients.
fn moments(threads: usize) -> (Learned, Vec<f32>) {
    let config = LearnConfig { clip: 1e9, ..config() };
    let mut learner = learner(&config, Precision::F32, threads);
    let learned = round(&mut learner, 1, 2).0.unwrap();
    let state = learner.optimizer().state();
    let first = state.iter().filter(|(name, _)| name.starts_with("first."));
    (learned, first.flat_map(|(_, tensor)| Vec::<f32>::try_from(tensor.flatten(0, -1)).unwrap()).collect())
}

#[test]
fn gradients_do_not_depend_on_how_a_batch_is_split() {
    let (learned, one) = moments(1);
    // 48 rows on 7 threads: parts of 7 and a last one of 6.
    for threads in [2, 7, 60] {
        let (split, several) = moments(threads);
        let largest = one.iter().map(|x| x.abs()).fold(0.0, f32::max);
        assert!(largest > 0.0);
        for (a, b) in one.iter().zip(&several) {
            assert!((a - b).abs() <= 1e-5 * largest, "{threads} threads: {a} and {b}");
        }
        assert!((learned.losses.total - split.losses.total).abs() < 1e-6);
        assert!((learned.gradient - split.gradient).abs() < 1e-6);
    }
}

#[test]
fn the_same_round_gives_the_same_weights_to_the_bit() {
    for precision in [Precision::F32, Precision::Bf16] {
        let weights = |seed| {
            let mut learner = learner(&config(), precision, 2);
            round(&mut learner, 5, seed).0.unwrap();
            let parameters = learner.network().parameters();
            let values = parameters.iter().flat_map(|(_, t)| Vec::<f32>::try_from(t.flatten(0, -1)).unwrap());
            values.map(f32::to_bits).collect::<Vec<_>>()
        };
        assert_eq!(weights(1), weights(1));
        assert_ne!(weights(1), weights(2));
    }
}

#[test]
fn the_rate_rises_over_the_warm_up_and_falls_with_its_halflife() {
    let rate_after = |steps, warmup, halflife| {
        let config = LearnConfig { warmup, halflife, ..config() };
        round(&mut learner(&config, Precision::F32, 1), steps, 1).0.unwrap().rate / config.rate
    };
    let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
    assert!(close(rate_after(3, 0, 0), 1.0));
    assert!(close(rate_after(3, 6, 0), 0.5));
    assert!(close(rate_after(8, 6, 0), 1.0));
    assert!(close(rate_after(4, 0, 4), 0.5));
    assert!(close(rate_after(8, 0, 4), 1.0 / 3.0));
}

#[test]
fn a_round_uses_every_new_row_as_often_as_asked() {
    let config = LearnConfig { batch: 512, reuse: 4.0, ..config() };
    let learner = learner(&config, Precision::F32, 1);
    assert_eq!(learner.steps_for(0), 0);
    assert_eq!(learner.steps_for(1), 1);
    assert_eq!(learner.steps_for(128), 1);
    assert_eq!(learner.steps_for(129), 2);
    assert_eq!(learner.steps_for(12_800), 100);
}

#[test]
fn training_that_diverges_stops_and_says_what_to_do() {
    let config = LearnConfig { rate: 1e30, ..config() };
    let error = round(&mut learner(&config, Precision::F32, 2), 5, 1).0.unwrap_err();
    assert!(matches!(error, TrainError::Diverged { .. }), "{error}");
    assert!(error.to_string().contains("lower learn.rate"), "{error}");
}
