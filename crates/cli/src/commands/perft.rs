//! `bashni perft`: counts move sequences, the usual test of a move generator.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::Result;
use bashni_rules::{Count, Perft};
use serde::Serialize;

use crate::output::Output;
use crate::rules_args::{PositionArgs, RulesArgs};

/// Count the move sequences of each length
///
/// Two paths that end in the same position are one move; --paths counts each path. Draws by repetition or for
/// want of progress are ignored.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni perft --depth 8 --json\n  \
        bashni perft --rules lasca --paths --depth 10\n  \
        bashni perft --position \"W:Wa1=1:Bb2=00\" --depth 3\n  \
        bashni perft --rules russian --depth 13 --threads 2 --hash 1024\n  \
        bashni perft --depth 5 --divide")]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    position: PositionArgs,

    /// Count sequences of 1 to N moves
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,

    /// Count each path (distinct sequence of landing squares), not each move
    #[arg(long)]
    paths: bool,

    /// Count with N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Remember counts in a table of at most this size, in mebibytes; positions are told apart by a hash of 64 bits
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1 << 20))]
    hash: u32,

    /// Tell the count of the last depth for each first move
    #[arg(long)]
    divide: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    rules: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Vec<u64>>,
    /// By the text of the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

/// Runs `bashni perft`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let rules = args.rules.load()?;
    let game = args.position.game(&rules)?;
    let count = if args.paths { Count::Paths } else { Count::Moves };
    let what = if args.paths { "paths" } else { "moves" };
    let counter =
        Perft::new(&rules, count).threads(args.threads.into()).table(usize::try_from(args.hash)?)?;
    if !output.is_json() {
        output.line(&format!("{}\ndepth {what:>15}  seconds", rules.name()))?;
    }
    let mut counts = Vec::new();
    let mut divide = None;
    for depth in 1..=args.depth {
        let begun = Instant::now();
        let number = if args.divide && depth == args.depth {
            let divided = counter.divide(game.position(), depth);
            let text = |(played, count)| (game.position().move_text(&rules, &played), count);
            let divided: BTreeMap<String, u64> = divided.into_iter().map(text).collect();
            let number = divided.values().copied().fold(0, u64::saturating_add);
            divide = Some(divided);
            number
        } else {
            counter.count(game.position(), depth)
        };
        counts.push(number);
        if !output.is_json() {
            output.line(&format!("{depth:5} {number:15} {:8.2}", begun.elapsed().as_secs_f64()))?;
        }
    }
    if output.is_json() {
        let (moves, paths) = if args.paths { (None, Some(counts)) } else { (Some(counts), None) };
        return output.json(&Document { rules: rules.name(), moves, paths, divide });
    }
    for (text, number) in divide.into_iter().flatten() {
        output.line(&format!("{text:>5} {number:15}"))?;
    }
    Ok(())
}
