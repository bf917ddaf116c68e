//! Rows as tensors, and the losses of a worked example.

use std::sync::Arc;

use bashni_data::{Ending, GameRecord, Row, State};
use bashni_net::Outputs;
use bashni_rules::{Color, Encoding, Game, Outcome, Rules};
use bashni_search::Wdl;
use bashni_train::Batch;
use tch::{Device, Kind, Tensor};

fn values(tensor: &Tensor) -> Vec<f32> {
    Vec::<f32>::try_from(tensor.flatten(0, -1)).unwrap()
}

/// A row of the first move or, for Black, of the second. White has won.
fn row(rules: &Rules, turn: Color) -> (Row, Game) {
    let mut game = Game::new(rules);
    if turn == Color::Black {
        game.play(rules, &game.position().legal_moves(rules)[0]);
    }
    let encoding = Encoding::new(rules).unwrap();
    let steps = game.legal_steps(rules);
    let legal = steps.iter().map(|&step| encoding.action(rules, step, turn).unwrap() as u16);
    let legal: Vec<u16> = legal.collect();
    let record = GameRecord {
        id: 0,
        seed: 0,
        network_step: 0,
        start: String::new(),
        opening: String::new(),
        plies: 9,
        outcome: Outcome::WhiteWins,
        ending: Ending::NoMove,
        final_position: "B:Wa1=0:B".to_owned(),
    };
    let row = Row {
        game: Arc::new(record),
        state: State::new(rules, &game, &[]),
        action: legal[0],
        policy: (0..legal.len())
            .map(|i| if i == 0 { 0.75 } else { 0.25 / (legal.len() - 1) as f32 })
            .collect(),
        legal,
        search: Wdl::new(0.5, 0.25, 0.25),
        root: Wdl::DRAW,
        full: true,
        sims: 32,
        surprise: 0.0,
    };
    (row, game)
}

#[test]
fn a_row_becomes_planes_and_targets_of_the_side_that_acts() {
    let rules = Rules::preset("bashni-6x6").unwrap();
    let encoding = Encoding::new(&rules).unwrap();
    let (white, first) = row(&rules, Color::White);
    let (black, second) = row(&rules, Color::Black);
    let rows = [white, black];
    let batch = Batch::new(&rows, &rules, &encoding, 0.25, Device::Cpu).unwrap();
    let mut planes = vec![0.0; 2 * encoding.len()];
    encoding.write(&first, &rules, &mut planes[..encoding.len()]);
    encoding.write(&second, &rules, &mut planes[encoding.len()..]);
    assert_eq!(values(&batch.planes), planes);
    // Three quarters of the result, one quarter of the search.
    assert_eq!(values(&batch.value), [0.875, 0.0625, 0.0625, 0.125, 0.0625, 0.8125]);
    let (policy, mask) = (values(&batch.policy), values(&batch.mask));
    for (i, row) in rows.iter().enumerate() {
        for action in 0..encoding.actions() {
            let place = row.legal.iter().position(|&legal| usize::from(legal) == action);
            let at = i * encoding.actions() + action;
            assert_eq!(policy[at], place.map_or(0.0, |place| row.policy[place]));
            assert_eq!(mask[at] == 0.0, place.is_some());
        }
    }
}

#[test]
fn losses_are_as_worked_out_by_hand() {
    let no_planes = Tensor::zeros([2, 1], (Kind::Float, Device::Cpu));
    let tensor = |values: &[f32]| Tensor::from_slice(values).reshape([2, 3]);
    let batch = Batch {
        planes: no_planes,
        policy: tensor(&[0.75, 0.25, 0.0, 1.0, 0.0, 0.0]),
        mask: tensor(&[0.0, 0.0, -1e9, 0.0, 0.0, 0.0]),
        value: tensor(&[1.0, 0.0, 0.0, 0.0, 0.5, 0.5]),
        policy_weight: Tensor::from_slice(&[1.0_f32, 1.0]),
    };
    // First row: the third action is not legal, whatever its logit; of the others the network thinks 1/4 and 3/4.
    // Second row: all three alike. Values: all alike; then 1/4, 1/2, 1/4.
    let (ln2, ln3) = (2_f32.ln(), 3_f32.ln());
    let outputs = Outputs {
        policy: tensor(&[0.0, ln3, 90.0, 5.0, 5.0, 5.0]),
        value: tensor(&[1.0, 1.0, 1.0, 0.0, ln2, 0.0]),
    };
    let (policy, value) = batch.losses(&outputs).unwrap();
    let first = -(0.75 * 0.25_f64.ln() + 0.25 * 0.75_f64.ln());
    let close = |loss: &Tensor, expected: f64| (loss.double_value(&[]) - expected).abs() < 1e-6;
    assert!(close(&policy, (first + 3_f64.ln()) / 2.0), "{policy}");
    let second = -(0.5 * 0.5_f64.ln() + 0.5 * 0.25_f64.ln());
    assert!(close(&value, (3_f64.ln() + second) / 2.0), "{value}");
    // If the search of the second row was a quick one, its value counts as before and its policy does not.
    let batch = Batch { policy_weight: Tensor::from_slice(&[1.0_f32, 0.0]), ..batch };
    let (policy, value) = batch.losses(&outputs).unwrap();
    assert!(close(&policy, first), "{policy}");
    assert!(close(&value, (3_f64.ln() + second) / 2.0), "{value}");
    // Of nothing but quick searches no policy is learned.
    let batch = Batch { policy_weight: Tensor::from_slice(&[0.0_f32, 0.0]), ..batch };
    assert!(close(&batch.losses(&outputs).unwrap().0, 0.0));
}

#[test]
fn a_quick_search_is_trained_on_for_its_value_only() {
    let rules = Rules::preset("bashni-6x6").unwrap();
    let encoding = Encoding::new(&rules).unwrap();
    let (full, _) = row(&rules, Color::White);
    let quick = Row { full: false, ..full.clone() };
    let batch = Batch::new(&[full, quick], &rules, &encoding, 0.25, Device::Cpu).unwrap();
    assert_eq!(values(&batch.policy_weight), [1.0, 0.0]);
    let value = values(&batch.value);
    assert_eq!(value[..3], value[3..]);
}

#[test]
fn rows_that_do_not_fit_the_board_are_errors() {
    let rules = Rules::preset("bashni-6x6").unwrap();
    let encoding = Encoding::new(&rules).unwrap();
    let refused = |change: fn(&mut Row)| {
        let (mut row, _) = row(&rules, Color::White);
        change(&mut row);
        Batch::new(&[row], &rules, &encoding, 0.0, Device::Cpu).unwrap_err().to_string()
    };
    assert!(refused(|row| row.legal[0] = 9_999).contains("9999"));
    assert!(refused(|row| row.state.position = "W:Wh8=0:Bb2=0".to_owned()).contains("h8"));
    assert!(refused(|row| row.state.turn = Color::Black).contains("`turn`"));
}
