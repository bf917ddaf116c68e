//! How a network serves a search: both sides see the same game, and batches do not matter.

use bashni_net::{Backend, InferenceSetup, NetEvaluator, Network, Precision};
use bashni_rules::{Color, Encoding, Game, Rules, Step};
use bashni_search::{Evaluation, Evaluator, Query};
use tch::{Kind, Tensor};

use crate::{decisions, network, preset};

/// A network that is computed in f32 by the backend that is usual.
fn served(network: &Network, rules: &Rules) -> NetEvaluator {
    let setup = InferenceSetup::usual(network.device());
    InferenceSetup { precision: Precision::F32, ..setup }.evaluator(network, rules).unwrap()
}

fn evaluate(rules: &Rules, evaluator: &mut NetEvaluator, games: &[Game]) -> Vec<Evaluation> {
    let steps: Vec<Vec<Step>> = games.iter().map(|game| game.legal_steps(rules)).collect();
    let queries: Vec<Query<'_>> =
        games.iter().zip(&steps).map(|(game, steps)| Query { game, steps }).collect();
    let mut evaluations = Vec::new();
    evaluator.evaluate(rules, &queries, &mut evaluations).unwrap();
    evaluations
}

fn softmax(logits: &[f32]) -> Vec<f64> {
    let powers: Vec<f64> = logits.iter().map(|&logit| f64::from(logit).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-5
}

#[test]
fn priors_are_the_softmax_of_the_network_over_the_legal_actions() {
    for name in ["bashni", "lasca", "bashni-4x4"] {
        let rules = preset(name);
        let (network, encoding) = (network(&rules, 1), Encoding::new(&rules).unwrap());
        let mut evaluator = served(&network, &rules);
        let games = decisions(&rules, 40, 2);
        let evaluations = evaluate(&rules, &mut evaluator, &games);
        assert_eq!(evaluator.evaluations(), 40);
        let mut sides = [0, 0];
        for (game, evaluation) in games.iter().zip(&evaluations) {
            let mut planes = vec![0.0; encoding.len()];
            encoding.write(game, &rules, &mut planes);
            let planes = Tensor::from_slice(&planes).unsqueeze(0);
            let outputs = network.forward(&network.prepare(Kind::Float).unwrap(), &planes).unwrap();
            // The policy of all actions, with those that are not legal taken out.
            let legal = game.legal_steps(&rules);
            let chosen: Vec<i64> = legal
                .iter()
                .map(|&step| encoding.action(&rules, step, game.turn()).unwrap() as i64)
                .collect();
            let policy =
                outputs.policy.index_select(1, &Tensor::from_slice(&chosen)).softmax(1, Kind::Double);
            for (i, prior) in softmax(&evaluation.logits).into_iter().enumerate() {
                assert!(close(prior, policy.double_value(&[0, i as i64])), "{name}");
            }
            let value = outputs.value.softmax(1, Kind::Double);
            let served = [evaluation.value.win, evaluation.value.draw, evaluation.value.loss];
            for (i, part) in served.into_iter().enumerate() {
                assert!(close(f64::from(part), value.double_value(&[0, i as i64])), "{name}");
            }
            assert!(evaluation.value.is_distribution());
            sides[usize::from(game.turn() == Color::Black)] += 1;
        }
        assert!(sides[0] > 0 && sides[1] > 0, "{name}: {sides:?}");
    }
}

#[test]
fn a_turned_position_gets_the_turned_policy_and_the_same_value() {
    for name in ["bashni", "lasca", "bashni-10x10"] {
        let rules = preset(name);
        let board = rules.board();
        let mut evaluator = served(&network(&rules, 4), &rules);
        // Within a chain a position alone does not say the state.
        let games: Vec<Game> =
            decisions(&rules, 60, 5).into_iter().filter(|game| game.chain().is_none()).collect();
        let turned: Vec<Game> = games
            .iter()
            .map(|game| {
                let position = game.position().turned(board).unwrap();
                Game::restore(position, game.no_progress(), game.repetitions())
            })
            .collect();
        let ours = evaluate(&rules, &mut evaluator, &games);
        let theirs = evaluate(&rules, &mut evaluator, &turned);
        for (i, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            assert_ne!(games[i].turn(), turned[i].turn());
            assert_eq!(ours.value, theirs.value, "{name}");
            let logits = |game: &Game, evaluation: &Evaluation, turn: bool| {
                let square = |square| if turn { board.turned(square) } else { square };
                let steps = game.legal_steps(&rules);
                let mut logits: Vec<(usize, usize, u32)> = steps
                    .iter()
                    .zip(&evaluation.logits)
                    .map(|(step, logit)| {
                        (square(step.from).index(), square(step.to).index(), logit.to_bits())
                    })
                    .collect();
                logits.sort_unstable();
                logits
            };
            assert_eq!(logits(&games[i], ours, false), logits(&turned[i], theirs, true), "{name}");
        }
    }
}

#[test]
fn an_evaluation_does_not_depend_on_the_batch_that_it_is_in() {
    let rules = preset("bashni");
    let (network, games) = (network(&rules, 7), decisions(&rules, 50, 6));
    for backend in Backend::ALL {
        for &precision in backend.precisions(network.device()) {
            let evaluator =
                |batch| InferenceSetup { backend, precision, batch }.evaluator(&network, &rules).unwrap();
            let together = evaluate(&rules, &mut evaluator(64), &games);
            for size in [1, 2, 15, 16, 17, 33] {
                let mut whole = evaluator(64);
                let apart: Vec<Evaluation> =
                    games.chunks(size).flat_map(|games| evaluate(&rules, &mut whole, games)).collect();
                assert_eq!(apart, together, "{backend} in {precision}, asked for {size} at once");
                let mut parts = evaluator(size);
                assert_eq!(
                    evaluate(&rules, &mut parts, &games),
                    together,
                    "{backend} in {precision}, {size} at once"
                );
                assert_eq!(parts.evaluations(), 50);
            }
        }
    }
}

#[test]
fn nothing_is_asked_of_the_network_for_no_positions() {
    let rules = preset("bashni-4x4");
    let mut evaluator = served(&network(&rules, 1), &rules);
    assert_eq!(evaluate(&rules, &mut evaluator, &[]), []);
    assert_eq!(evaluator.evaluations(), 0);
}
