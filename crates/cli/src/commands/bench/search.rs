//! `bashni bench search`: simulations a second, one thread.

use anyhow::{Result, bail};
use bashni_search::mcts::{SearchConfig, SpeedTest};
use serde::Serialize;

use super::rates::{ROUNDS, Rates, seconds};
use crate::output::Output;
use crate::rules_args::RulesArgs;

/// Measure the searches on one thread
///
/// The tree search (PUCT) makes 800 simulations from each of many middle-game positions, 20 to 40 random moves from the
/// start, with an evaluator that knows nothing and so takes no time. Each figure is the median of several rounds, since
/// other programs on the machine disturb some.
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

#[derive(Serialize)]
struct Document<'a> {
    rules: &'a str,
    mcts_sims_per_s: f64,
}

/// Positions that are searched.
const POSITIONS: usize = 50;

/// Runs `bashni bench search`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let rules = args.rules.load()?;
    let config = SearchConfig { sims: SpeedTest::SIMS, ..SearchConfig::default() };
    let test = SpeedTest::new(&rules, config, POSITIONS);
    if test.is_empty() {
        bail!(
            "under the rules {} random games hardly ever reach move 20 with anything left to search: \
             choose others with --rules",
            rules.name()
        );
    }
    let sims = Rates::try_measure(args.seconds, || test.run(&rules))?;
    if output.is_json() {
        return output.json(&Document { rules: rules.name(), mcts_sims_per_s: sims.median });
    }
    output.line(&format!("{}, one thread: median (lowest to highest of {ROUNDS} rounds)", rules.name()))?;
    output.line(&sims.text("million simulations/s of the tree search"))
}
