//! `bashni bench`: how fast the toolkit is on this machine.

mod rates;
mod rules;
mod search;
mod selfplay;

use anyhow::Result;
use clap::Subcommand;

use crate::output::Output;

/// Measure how fast the toolkit is on this machine
#[derive(clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Rules(rules::Args),
    Search(search::Args),
    Selfplay(selfplay::Args),
}

/// Runs `bashni bench`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    match &args.what {
        What::Rules(args) => rules::run(args, output),
        What::Search(args) => search::run(args, output),
        What::Selfplay(args) => selfplay::run(args, output),
    }
}
