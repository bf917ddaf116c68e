//! `bashni data check`: are shards what they say?

use anyhow::{Result, bail};
use bashni_data::{CheckReport, Fault, check_shards};
use serde::Serialize;

use super::sources::{ShardProgress, SourceArgs};
use crate::output::Output;
use crate::rules_args::RulesArgs;

/// Check shards: checksums, columns, every row against the rules, whole games
///
/// Each game is played again from its start: states, counters, legal steps, length, result and final position must be what its
/// rows say, so no row is missing. Policies and values must be distributions, and no game may be there twice in the shards of a
/// folder. Each fault is a line with file, row, game and column; the exit status is then 1. With --rules or --set the games must
/// have been played under these rules, otherwise under those that each shard names.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni data check runs/first\n  \
        bashni data check runs/first/games/000012.parquet --rules bashni --json")]
pub struct Args {
    #[command(flatten)]
    sources: SourceArgs,

    #[command(flatten)]
    rules: RulesArgs,
}

/// Faults that are written out for people.
const SHOWN: usize = 100;

#[derive(Serialize)]
struct Document<'a> {
    shards: u64,
    games: u64,
    rows: u64,
    faults: Vec<FaultDocument<'a>>,
}

#[derive(Serialize)]
struct FaultDocument<'a> {
    path: String,
    row: Option<usize>,
    game: Option<u64>,
    column: Option<&'a str>,
    message: &'a str,
}

impl<'a> From<&'a Fault> for FaultDocument<'a> {
    fn from(fault: &'a Fault) -> FaultDocument<'a> {
        let path = fault.path.display().to_string();
        let Fault { row, column, game, ref message, .. } = *fault;
        FaultDocument { path, row, game, column, message }
    }
}

/// Runs `bashni data check`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let rules = if args.rules.is_given() { Some(args.rules.load()?) } else { None };
    let shards = args.sources.shards()?;
    let progress = ShardProgress::new("checking", shards.len());
    let report = check_shards(&shards, rules.as_ref(), &|_| progress.step());
    progress.finish();
    let CheckReport { shards, games, rows, ref faults } = report;
    if output.is_json() {
        let faults = faults.iter().map(FaultDocument::from).collect();
        output.json(&Document { shards, games, rows, faults })?;
    } else {
        for fault in faults.iter().take(SHOWN) {
            output.line(&fault.to_string())?;
        }
        if faults.len() > SHOWN {
            output.line(&format!("and {} more; --json has all", faults.len() - SHOWN))?;
        }
    }
    let seen = format!("{shards} shards, {games} games, {rows} rows");
    match faults.len() {
        0 if output.is_json() => Ok(()),
        0 => output.line(&format!("{seen}: all right")),
        1 => bail!("{seen}: 1 fault"),
        faults => bail!("{seen}: {faults} faults"),
    }
}
