//! `bashni bench rules`: moves and encodings a second, one thread.

use std::hint::black_box;
use std::time::Instant;

use anyhow::Result;
use bashni_rules::{Count, Encoding, Game, MoveList, Rules, perft};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::Serialize;

use super::rates::{ROUNDS, Rates, seconds};
use crate::output::Output;
use crate::rules_args::RulesArgs;

/// Measure the rules: random games, perft and encodings, on one thread
///
/// Random games are played under the complete rules: every legal move is generated, one is chosen with equal chances,
/// and repetitions and plies without progress are counted. Perft starts from the start position and counts the last ply
/// without playing it. Encoded are states of random games, chains of captures among them. Each figure is the median of
/// several rounds, since other programs on the machine disturb some.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  bashni bench rules\n  bashni bench rules --rules russian --seconds 10 --json"
)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// Seconds for each figure
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0, value_parser = seconds)]
    seconds: f64,
}

#[derive(Serialize)]
struct Document<'a> {
    rules: &'a str,
    random_moves_per_s: f64,
    perft_moves_per_s: f64,
    /// None for boards without an encoding.
    encode_positions_per_s: Option<f64>,
}

/// Runs `bashni bench rules`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let rules = args.rules.load()?;
    let games = random_games(&rules, args.seconds);
    let perft = perft_rates(&rules, args.seconds);
    let encodings = Encoding::new(&rules).ok().map(|encoding| encode_rates(&rules, &encoding, args.seconds));
    if output.is_json() {
        return output.json(&Document {
            rules: rules.name(),
            random_moves_per_s: games.median,
            perft_moves_per_s: perft.median,
            encode_positions_per_s: encodings.map(|rates| rates.median),
        });
    }
    output.line(&format!("{}, one thread: median (lowest to highest of {ROUNDS} rounds)", rules.name()))?;
    output.line(&games.text("million moves/s in random games"))?;
    output.line(&perft.text("million moves/s in perft"))?;
    match encodings {
        Some(rates) => output.line(&rates.text("million encodings/s")),
        None => output.line("       -  encodings: this board has none"),
    }
}

fn random_games(rules: &Rules, seconds: f64) -> Rates {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let start = Game::new(rules);
    let (mut game, mut moves) = (start.clone(), MoveList::new());
    Rates::measure(seconds, || {
        let mut played = 0;
        // Several games between two looks at the clock.
        for _ in 0..16 {
            game.clone_from(&start);
            loop {
                game.position().legal_moves_into(rules, &mut moves);
                if moves.is_empty() || game.draw_by_rule(rules) {
                    break;
                }
                game.play(rules, &moves[random.random_range(0..moves.len())]);
                played += 1;
            }
        }
        played
    })
}

fn perft_rates(rules: &Rules, seconds: f64) -> Rates {
    // The depth that takes a good part of a round, or the last one that a game can have.
    let mut depth = 1;
    loop {
        let begun = Instant::now();
        let count = perft(rules.start(), rules, depth, Count::Moves);
        if begun.elapsed().as_secs_f64() * 4.0 > seconds / f64::from(ROUNDS) || depth == 100 || count == 0 {
            break;
        }
        depth += 1;
    }
    Rates::measure(seconds, || perft(black_box(rules.start()), rules, depth, Count::Moves))
}

fn encode_rates(rules: &Rules, encoding: &Encoding, seconds: f64) -> Rates {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut states = Vec::new();
    let mut steps = Vec::new();
    while states.len() < 1000 {
        let mut game = Game::new(rules);
        while game.outcome(rules).is_none() {
            game.legal_steps_into(rules, &mut steps);
            game.play_step(rules, steps[random.random_range(0..steps.len())]);
            states.push(game.clone());
        }
        // A start position in which the game is over.
        if states.is_empty() {
            states.push(game);
            break;
        }
    }
    let mut planes = vec![0.0; encoding.len()];
    Rates::measure(seconds, || {
        for state in &states {
            encoding.write(state, rules, black_box(&mut planes));
        }
        states.len() as u64
    })
}
