//! Games played at random, with the rows that self-play would leave behind.
#![allow(dead_code, reason = "each test uses a part")]

use std::sync::Arc;

use bashni_data::{Ending, GameRecord, Origin, Row, State, surprise};
use bashni_rules::{Encoding, Game, Outcome, Rules, Step};
use bashni_search::Wdl;
use bashni_search::mcts::whole_moves;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

pub fn origin() -> Origin {
    Origin { program: "bashni 0".to_owned(), provenance: Some("seed = 1\n".to_owned()) }
}

/// How a game is to be played.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The position that it begins from; the start of the rules if empty.
    pub start: String,
    /// Random moves before the first row.
    pub opening_plies: u32,
    /// After so many plies the side to move gives up.
    pub resigns_at: Option<u32>,
}

/// The rows of a game that follows from its number. There is none where nothing was left to decide.
pub fn play(rules: &Rules, id: u64, plan: &Plan) -> Vec<Row> {
    let encoding = Encoding::new(rules).unwrap();
    let mut rng = Pcg64::seed_from_u64(id);
    let mut game =
        if plan.start.is_empty() { Game::new(rules) } else { Game::from_fen(&plan.start, rules).unwrap() };
    let mut move_start = game.clone();
    let mut steps = Vec::new();
    let mut opening = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut resigned = None;
    while game.outcome(rules).is_none() {
        let legal = game.legal_steps(rules);
        if steps.is_empty() && legal.len() > 1 && plan.resigns_at.is_some_and(|ply| game.ply() >= ply) {
            resigned = Some(Outcome::win(!game.turn()));
            break;
        }
        let step = legal[rng.random_range(0..legal.len())];
        if legal.len() > 1 && move_start.ply() >= plan.opening_plies {
            let state = State::new(rules, &move_start, &steps);
            rows.push(row(rules, &encoding, state, &legal, step, &mut rng));
        }
        game.play_step(rules, step);
        steps.push(step);
        if game.chain().is_none() {
            if rows.is_empty() {
                let played = whole_moves(rules, &move_start, &steps)[0];
                opening.push(move_start.position().move_text(rules, &played));
            }
            steps.clear();
            move_start = game.clone();
        }
    }
    let record = Arc::new(GameRecord {
        id,
        seed: id * 7,
        network_step: id / 10,
        start: plan.start.clone(),
        opening: opening.join(" "),
        plies: game.ply(),
        outcome: resigned.or(game.outcome(rules)).unwrap(),
        ending: Ending::by_rule(&game, rules).unwrap_or(Ending::Resignation),
        final_position: game.position().fen(rules),
    });
    rows.iter_mut().for_each(|row| row.game = record.clone());
    rows
}

fn row(rules: &Rules, encoding: &Encoding, state: State, legal: &[Step], step: Step, rng: &mut Pcg64) -> Row {
    let action = |step: Step| encoding.action(rules, step, state.turn).unwrap() as u16;
    let weights: Vec<f32> = legal.iter().map(|_| rng.random_range(0.1..1.0)).collect();
    let total: f32 = weights.iter().sum();
    let policy: Vec<f32> = weights.iter().map(|weight| weight / total).collect();
    let mut value = || {
        let (win, draw) = (rng.random_range(0.0..0.5), rng.random_range(0.0..0.5));
        Wdl::new(win, draw, 1.0 - win - draw)
    };
    let (search, root) = (value(), value());
    Row {
        game: Arc::new(unfinished()),
        action: action(step),
        legal: legal.iter().map(|&step| action(step)).collect(),
        surprise: surprise(&policy, &vec![1.0 / policy.len() as f32; policy.len()]),
        policy,
        search,
        root,
        full: rng.random(),
        sims: rng.random_range(1..100),
        state,
    }
}

/// Stands in until the game has ended.
fn unfinished() -> GameRecord {
    GameRecord {
        id: 0,
        seed: 0,
        network_step: 0,
        start: String::new(),
        opening: String::new(),
        plies: 0,
        outcome: Outcome::Draw,
        ending: Ending::Repetition,
        final_position: String::new(),
    }
}

/// The rows of some games that follow each other.
pub fn games(rules: &Rules, ids: std::ops::Range<u64>, plan: &Plan) -> Vec<Row> {
    ids.flat_map(|id| play(rules, id, plan)).collect()
}
