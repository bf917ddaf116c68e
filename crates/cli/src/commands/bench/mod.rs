//! `bashni bench`: how fast the toolkit is on this machine.

mod rates;
mod rules;
mod search;

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
}

/// Runs `bashni bench`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    match &args.what {
        What::Rules(args) => rules::run(args, output),
        What::Search(args) => search::run(args, output),
    }
}

/// Reads a number of seconds.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.01 to 3600".to_owned()),
    }
}
