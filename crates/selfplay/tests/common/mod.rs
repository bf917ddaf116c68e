//! What the tests of self-play share.

// Each test program uses a part of it.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::Path;

use bashni_data::Row;
use bashni_rules::{Encoding, Game, Rules};
use bashni_search::mcts::SearchConfig;
use bashni_search::{Evaluation, Evaluator, EvaluatorError, Query, Wdl};
use bashni_selfplay::{Generation, Order, Progress, SelfPlayConfig, Starts, play_games};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

pub type Evaluators = Vec<Box<dyn Evaluator + Send>>;

pub fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap()
}

/// Few simulations, and no opening but what a test asks for.
pub fn config(games: u64) -> SelfPlayConfig {
    SelfPlayConfig {
        games,
        parallel: 5,
        opening_plies: 0,
        temperature_plies: 8,
        search: SearchConfig { sims: 8, ..SearchConfig::self_play() },
        ..SelfPlayConfig::default()
    }
}

/// A config whose games begin at these positions.
pub fn starting_at(mut config: SelfPlayConfig, rules: &Rules, text: &str) -> SelfPlayConfig {
    config.openings.file = "starts.txt".to_owned();
    config.openings.starts = Starts::parse(text, Path::new("starts.txt"), rules).unwrap();
    config
}

pub fn order(seed: u64) -> Order {
    Order { first_game: 100, seed, network_step: 7 }
}

/// An evaluator that is a function of a query.
#[derive(Clone)]
pub struct Scripted<F>(pub F);

impl<F: FnMut(&Query<'_>) -> Evaluation> Evaluator for Scripted<F> {
    fn evaluate(
        &mut self,
        _rules: &Rules,
        queries: &[Query<'_>],
        out: &mut Vec<Evaluation>,
    ) -> Result<(), EvaluatorError> {
        out.clear();
        out.extend(queries.iter().map(&mut self.0));
        Ok(())
    }
}

/// Opinions that look like a network's: they differ from state to state, and depend on nothing else.
pub fn opinionated(query: &Query<'_>) -> Evaluation {
    let mut random = Pcg64::seed_from_u64(query.game.hash());
    let logits = query.steps.iter().map(|_| random.random_range(-2.0..2.0)).collect();
    let win = random.random_range(0.0..1.0f32);
    let draw = random.random_range(0.0..1.0 - win);
    Evaluation { logits, value: Wdl::new(win, draw, 1.0 - win - draw) }
}

/// Plays with an evaluator for each thread.
pub fn play_with<F>(
    rules: &Rules,
    config: &SelfPlayConfig,
    order: &Order,
    threads: usize,
    script: F,
) -> Generation
where
    F: FnMut(&Query<'_>) -> Evaluation + Clone + Send + 'static,
{
    let evaluators: Evaluators = (0..threads).map(|_| Box::new(Scripted(script.clone())) as _).collect();
    play_games(rules, config, order, evaluators, &Progress::default()).unwrap()
}

/// The rows of each game.
pub fn by_game(generation: &Generation) -> BTreeMap<u64, Vec<&Row>> {
    let mut games: BTreeMap<u64, Vec<&Row>> = BTreeMap::new();
    for row in &generation.rows {
        games.entry(row.game.id).or_default().push(row);
    }
    games
}

/// The game before its first row's move, played from its record.
pub fn opened(rules: &Rules, rows: &[&Row]) -> Game {
    let record = &rows[0].game;
    let mut game = record.start(rules).unwrap();
    for word in record.opening.split_whitespace() {
        let played = rules.parse_move(game.position(), word).unwrap();
        game.play(rules, &played);
    }
    game
}

/// Plays a game from its record and its rows to its last position: between decisions all steps are forced.
pub fn replayed(rules: &Rules, rows: &[&Row]) -> Game {
    let encoding = Encoding::new(rules).unwrap();
    let mut game = opened(rules, rows);
    let mut decisions = rows.iter();
    let plies = rows[0].game.plies;
    while game.ply() < plies {
        let steps = game.legal_steps(rules);
        let step = match steps[..] {
            [only] => only,
            _ => {
                let row = decisions.next().expect("a decision that has no row");
                assert_eq!(row.state.game(rules).unwrap().position(), game.position());
                encoding.step(rules, row.action.into(), game.turn()).unwrap()
            }
        };
        game.play_step(rules, step);
    }
    assert_eq!(decisions.next(), None, "a row after the end of its game");
    game
}
