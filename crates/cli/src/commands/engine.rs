//! `bashni engine`: a player for other programs, by the UGI protocol.

use std::io::{BufReader, stdin, stdout};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use bashni_arena::ugi::{Session, serve};

use crate::engine_args::EngineArgs;
use crate::error::OrUsage;
use crate::output::Output;
use crate::rules_args::RulesArgs;

/// Be an engine for another program: speak UGI on stdin and stdout
///
/// UGI is UCI, the protocol of chess engines, for any game. Positions and moves are written as everywhere here:
/// `position fen W:Wa1=1:Bb2=00 moves a1:c3:a1`. docs/ugi.md has a dialogue, and says what is left open by the protocol and
/// how it is done here.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni engine\n  bashni engine --player net:runs/first\n  \
        bashni engine --player alphabeta:depth=6 --rules lasca\n  \
        bashni arena --a \"engine:ms=100,cmd=bashni engine\" --b minimax:ms=100 --games 20\n\n\
        Options of the protocol (setoption): Player, Rules, Hash, Threads, MultiPV, Seed. A player without limits has\n\
        those of go alone; limits in its text hold besides.")]
pub struct Args {
    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Lines to report, each with another first move
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: u16,
}

/// Runs `bashni engine`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    if output.is_json() {
        return Err(anyhow!(
            "an engine speaks UGI, not JSON; `bashni analyse --json` has what it finds as JSON"
        ))
        .or_usage("--json");
    }
    let session = Session {
        factory: args.engine.factory()?,
        rules: Arc::new(args.engine.rules(&args.rules)?),
        player: args.engine.text().to_owned(),
        setup: args.engine.setup(),
        lines: args.lines.into(),
    };
    serve(BufReader::new(stdin()), stdout(), session).context("cannot begin")
}
