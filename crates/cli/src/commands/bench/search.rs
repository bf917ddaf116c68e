//! `bashni bench search`: how much the searches see a second.

use anyhow::{Context, Result, bail};
use bashni_rules::{Game, Rules};
use bashni_search::alphabeta::{AlphaBeta, Limits, Settings};
use bashni_search::mcts::{SearchConfig, SpeedTest};
use serde::Serialize;

use super::rates::{ROUNDS, Rates, seconds};
use crate::output::Output;
use crate::rules_args::RulesArgs;

/// Measure the searches on middle-game positions
///
/// The tree search (PUCT, one thread) makes 800 simulations from each of many positions, 20 to 40 random moves from the
/// start, with an evaluator that knows nothing and so takes no time. The alpha-beta engine searches positions from games
/// of its own to a fixed number of nodes, with one thread and with two; under other rules than bashni's the positions
/// of the tree search. Each figure is the median of several rounds, since other programs on the machine disturb some.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  bashni bench search\n  bashni bench search --rules lasca --seconds 10 --json"
)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// Seconds for each figure
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0, value_parser = seconds)]
    seconds: f64,
}

/// Positions of the tree search.
const POSITIONS: usize = 50;

/// Middle-game positions from games of bashni between engines, one a line.
const ENGINE_POSITIONS: &str = include_str!("../../../../../tests/data/middle_game.txt");

/// Nodes a position: so many that the table and the histories are filled.
const NODES: u64 = 200_000;

#[derive(Serialize)]
struct Document<'a> {
    rules: &'a str,
    mcts_sims_per_s: f64,
    alphabeta_nodes_per_s: f64,
    alphabeta_two_threads_nodes_per_s: f64,
    /// How many times the nodes of one thread two find.
    alphabeta_two_threads_ratio: f64,
}

/// Runs `bashni bench search`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let rules = args.rules.load()?;
    let config = SearchConfig { sims: SpeedTest::SIMS, ..SearchConfig::default() };
    let test = SpeedTest::new(&rules, config, POSITIONS);
    if test.games().is_empty() {
        bail!(
            "under the rules {} random games hardly ever reach move 20 with anything left to search: \
             choose others with --rules",
            rules.name()
        );
    }
    let games = if rules.fields() == Rules::preset("bashni")?.fields() {
        engine_positions(&rules)?
    } else {
        test.games().to_vec()
    };
    let sims = Rates::try_measure(args.seconds, || test.run(&rules))?;
    let one = alphabeta(&rules, &games, 1, args.seconds)?;
    let two = alphabeta(&rules, &games, 2, args.seconds)?;
    let ratio = two.median / one.median;
    if output.is_json() {
        return output.json(&Document {
            rules: rules.name(),
            mcts_sims_per_s: sims.median,
            alphabeta_nodes_per_s: one.median,
            alphabeta_two_threads_nodes_per_s: two.median,
            alphabeta_two_threads_ratio: ratio,
        });
    }
    output.line(&format!("{}, middle game: median (lowest to highest of {ROUNDS} rounds)", rules.name()))?;
    output.line(&sims.text("million simulations/s of the tree search, one thread"))?;
    output.line(&one.text("million nodes/s of alphabeta, one thread"))?;
    output.line(&two.text(&format!("million nodes/s of alphabeta, two threads: {ratio:.2} times")))
}

fn engine_positions(rules: &Rules) -> Result<Vec<Game>> {
    let lines = ENGINE_POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| Game::from_fen(line, rules).with_context(|| format!("middle-game position {line}")))
        .collect()
}

fn alphabeta(rules: &Rules, games: &[Game], threads: usize, seconds: f64) -> Result<Rates> {
    let mut engine = AlphaBeta::new(Settings { threads, ..Settings::default() })?;
    let mut games = games.iter().cycle();
    let limits = Limits::nodes(NODES * threads as u64);
    Ok(Rates::measure(seconds, || games.next().map_or(0, |game| engine.search(rules, game, limits).nodes)))
}
