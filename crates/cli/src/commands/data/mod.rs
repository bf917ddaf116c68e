//! `bashni data`: the shards of self-play.

mod check;
mod export;
mod list;
mod sources;
mod stats;

use anyhow::Result;
use clap::Subcommand;

use crate::output::Output;

/// List, check and count the games of self-play, and export them as PDN
///
/// Games are kept in shards: Parquet files whose columns docs/data.md describes. They are given as files, as folders of them, or
/// as runs.
#[derive(clap::Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:\n  bashni data list runs/first\n  bashni data check runs/first\n  \
        bashni data stats runs/first/games/000012.parquet --json\n  \
        bashni data export runs/first --count 20 --out games.pdn"
)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::Args),
    Check(check::Args),
    Stats(stats::Args),
    Export(export::Args),
}

/// Runs `bashni data`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    match &args.command {
        Command::List(args) => list::run(args, output),
        Command::Check(args) => check::run(args, output),
        Command::Stats(args) => stats::run(args, output),
        Command::Export(args) => export::run(args, output),
    }
}
