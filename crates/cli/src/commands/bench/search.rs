//! `bashni bench search`: positions a second of the searches.

use std::time::Duration;

use anyhow::{Context, Result};
use bashni_rules::{Game, Rules};
use bashni_search::alphabeta::{AlphaBeta, Limits, Settings};
use serde::Serialize;

use super::rates::Rates;
use crate::output::Output;

/// Measure the searches on middle-game positions of bashni
///
/// The alpha-beta engine searches each position for a fixed number of nodes, with one thread and with two. Each figure
/// is the median of several rounds over all positions, since other programs on the machine disturb some.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni bench search\n  bashni bench search --seconds 20 --json")]
pub struct Args {
    /// Seconds for each figure
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = super::seconds)]
    seconds: f64,
}

/// Middle-game positions, one a line.
const POSITIONS: &str = include_str!("../../../../../tests/data/middle_game.txt");

/// Nodes a position: deep enough that the table and the histories are filled.
const NODES: u64 = 200_000;

#[derive(Serialize)]
struct Document {
    alphabeta_nodes_per_s: f64,
    alphabeta_two_threads_nodes_per_s: f64,
    /// How many times the nodes of one thread two find.
    alphabeta_two_threads_ratio: f64,
}

/// Runs `bashni bench search`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let rules = Rules::preset("bashni")?;
    let games: Vec<Game> = POSITIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| Game::from_fen(line, &rules).with_context(|| format!("middle-game position {line}")))
        .collect::<Result<_>>()?;
    let round = Duration::from_secs_f64(args.seconds / f64::from(Rates::ROUNDS));
    let one = alphabeta(&rules, &games, 1, round);
    let two = alphabeta(&rules, &games, 2, round);
    let ratio = two.median / one.median;
    if output.is_json() {
        return output.json(&Document {
            alphabeta_nodes_per_s: one.median,
            alphabeta_two_threads_nodes_per_s: two.median,
            alphabeta_two_threads_ratio: ratio,
        });
    }
    output.line(&format!("bashni, middle game: median (lowest to highest of {} rounds)", Rates::ROUNDS))?;
    output.line(&one.text("million nodes/s, alphabeta, one thread"))?;
    output.line(&two.text(&format!("million nodes/s, alphabeta, two threads: {ratio:.2} times")))
}

fn alphabeta(rules: &Rules, games: &[Game], threads: usize, round: Duration) -> Rates {
    let mut engine = AlphaBeta::new(Settings { threads, ..Settings::default() });
    let mut games = games.iter().cycle();
    let limits = Limits::nodes(NODES * threads as u64);
    Rates::measure(round, || games.next().map_or(0, |game| engine.search(rules, game, limits).nodes))
}
