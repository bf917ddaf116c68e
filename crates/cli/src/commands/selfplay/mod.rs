//! `bashni selfplay`: self-play alone, and one game of it played again.

mod phase;
mod replay;
mod series;

use std::path::PathBuf;

use anyhow::Result;
use bashni_train::Plain;
use clap::ArgGroup;

use crate::output::Output;

/// Play games against oneself, into shards of training rows, or play one of them again
///
/// With --run it is the self-play of a run's next generation, which `train` would play. With --net or --player one player
/// plays shard after shard into a folder; given again with the same settings it goes on after the last one. Killed or
/// interrupted at any moment, whole shards stay. Their bytes depend on player, seed and settings alone.
///
/// With --replay one game of a shard is played again, alone, compared move by move with its rows, and its searches are
/// shown. Exit status 1 if a move differs.
#[derive(clap::Args)]
#[command(
    group = ArgGroup::new("what").required(true).multiple(true).args(["run", "net", "player", "replay"]),
    after_help = "Examples:\n  bashni selfplay --run runs/first\n  \
        bashni selfplay --net runs/first --games 256 --shards 10 --seed 7 --out games\n  \
        bashni selfplay --net new:32x3 --rules lasca --set selfplay.search.sims=16 --minutes 30 --out lasca\n  \
        bashni selfplay --replay runs/first/games/000012.parquet#2900 --ply 14\n  \
        bashni selfplay --replay games/000001.parquet#17 --json"
)]
pub struct Args {
    /// Play the next generation of this run
    #[arg(long, value_name = "RUN", conflicts_with_all = ["net", "player", "series", "replayed"])]
    run: Option<PathBuf>,

    /// The network that plays: a checkpoint, a run (its newest), or new:32x3 (channels x blocks) for one drawn from the
    /// seed. With --replay: the network that played the game, if it is not found beside the shard
    #[arg(long, value_name = "CHECKPOINT|new:CxB")]
    net: Option<String>,

    /// Play without a network: uniform (all steps alike, each position a draw) or rollout (judged by a random game)
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["net", "replay"])]
    player: Option<Plain>,

    #[command(flatten)]
    series: series::SeriesArgs,

    #[command(flatten)]
    replayed: replay::ReplayArgs,
}

/// Runs `bashni selfplay`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    match (&args.run, &args.replayed.replay) {
        (Some(path), _) => phase::run(path, output),
        (None, Some(game)) => replay::run(game, args.net.as_deref(), &args.replayed, output),
        (None, None) => series::run(args.net.as_deref(), args.player, &args.series, output),
    }
}
