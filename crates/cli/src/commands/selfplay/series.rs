//! Self-play by one player into a folder of shards.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use bashni_net::{Checkpoint, NetConfig};
use bashni_train::{
    Limits, Plain, RunConfig, Series, SeriesEvent, SeriesOrder, SeriesPlayer, SeriesReport, TrainError,
};
use serde::Serialize;

use crate::commands::train::minutes;
use crate::error::UsageError;
use crate::interrupt;
use crate::output::Output;
use crate::progress::{Progress, say, self_played};
use crate::rules_args::load_rules;

/// The options of self-play into a folder.
#[derive(clap::Args)]
#[group(id = "series", multiple = true)]
pub struct SeriesArgs {
    /// The folder for the shards; made if it does not exist
    #[arg(long, value_name = "FOLDER", required_unless_present_any = ["run", "replay"], conflicts_with = "replay")]
    out: Option<PathBuf>,

    /// Take the settings of this config (as for `train`); of its keys seed, device, inference, threads, rules and
    /// selfplay count
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    config: Option<PathBuf>,

    /// Preset or rules file, for a network that is new or a player without one [default: the checkpoint's, the config's, or
    /// bashni]
    #[arg(long, value_name = "PRESET|FILE", conflicts_with = "replay")]
    rules: Option<String>,

    /// Change a key of the config, as selfplay.search.sims=16, or a field of the rules, as rejump=never (may be given
    /// several times)
    #[arg(long = "set", value_name = "KEY=VALUE", conflicts_with = "replay")]
    set: Vec<String>,

    /// Seed of all games [default: the config's, or 1]
    #[arg(long, value_name = "SEED", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64), conflicts_with = "replay")]
    seed: Option<u64>,

    /// Games of a shard [default: the config's, or 256]
    #[arg(long, value_name = "N", conflicts_with = "replay")]
    games: Option<u64>,

    /// Play until the folder has so many shards
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "replay")]
    shards: Option<u64>,

    /// Stop after the shard in which so many minutes have passed
    #[arg(long, value_name = "M", value_parser = minutes, conflicts_with = "replay")]
    minutes: Option<f64>,

    /// Threads that play; they change nothing in the games [default: the config's, or one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096), conflicts_with = "replay")]
    threads: Option<u32>,
}

/// How games ended.
#[derive(Serialize)]
pub struct Results {
    pub white: u64,
    pub drawn: u64,
    pub black: u64,
}

/// How fast it went.
#[derive(Serialize)]
pub struct Rates {
    games_per_s: f64,
    rows_per_s: f64,
    evaluations_per_s: f64,
}

impl Rates {
    pub fn new(games: u64, rows: u64, evaluations: u64, seconds: f64) -> Rates {
        let rate = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
        Rates { games_per_s: rate(games), rows_per_s: rate(rows), evaluations_per_s: rate(evaluations) }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    out: &'a str,
    /// Shards that the folder has, and those of them that this call played.
    shards: u64,
    played: u64,
    /// The first shard of this call, and the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    games: u64,
    rows: u64,
    results: Results,
    plies: u64,
    evaluations: u64,
    seconds: f64,
    #[serde(flatten)]
    rates: Rates,
}

/// Plays into the folder.
pub fn run(net: Option<&str>, plain: Option<Plain>, args: &SeriesArgs, output: &Output) -> Result<()> {
    if args.shards.is_none() && args.minutes.is_none() {
        return Err(UsageError::new(anyhow!("say when to stop: --shards K, --minutes M, or both")).into());
    }
    let player = match (net, plain) {
        (_, Some(plain)) => SeriesPlayer::Plain(plain),
        (Some(net), None) => series_player(net)?,
        // Refused by the options' own rules.
        (None, None) => return Ok(()),
    };
    let order = order(player, args)?;
    // Required by the options' own rules.
    let Some(out) = &args.out else { return Ok(()) };
    let games = order.config.selfplay.games;
    // First, since opening may time how the network is computed.
    let stop = interrupt::catch()?;
    let mut series = Series::open(out, order)?;
    let before = series.shards();
    if before > 0 {
        say(&format!("going on with {}: {before} shards are there", out.display()));
    }
    let limits = Limits { shards: args.shards, minutes: args.minutes, stop };
    let title = format!("{}: self-play", out.display());
    // Without a number of shards nobody knows how many games there will be.
    let mut progress =
        args.shards.map(|shards| Progress::new(&title, shards.saturating_sub(before) * games, "games"));
    let played = series.play(&limits, &mut |event| match event {
        SeriesEvent::Playing { games, evaluations } => {
            let note = format!("{:.2} million evaluations", evaluations as f64 / 1e6);
            if let Some(progress) = &mut progress {
                progress.set(games, &note);
            }
        }
        SeriesEvent::Published { shard, log } => {
            let line = format!("{}: {}", shard.display(), self_played(log));
            match &progress {
                Some(progress) => progress.line(&line),
                None => say(&line),
            }
        }
    });
    if let Some(progress) = progress {
        progress.finish();
    }
    let shards = series.shards();
    let report = played.map_err(|error| {
        interrupt::explain(error, || {
            format!(
                "interrupted; {shards} shards are in {}, and the same command goes on from there",
                out.display()
            )
        })
    })?;
    print(&series, &report, out, output)
}

/// The player that `--net` names.
fn series_player(text: &str) -> Result<SeriesPlayer> {
    let Some(size) = text.strip_prefix("new:") else { return Ok(SeriesPlayer::Checkpoint(text.into())) };
    match size.parse() {
        Ok(NetConfig { channels, blocks, .. }) => Ok(SeriesPlayer::New { channels, blocks }),
        Err(reason) => {
            let what = "a checkpoint, or new:CHANNELSxBLOCKS for a new network";
            Err(UsageError::new(anyhow!("--net {text}: {reason}; it takes {what}")).into())
        }
    }
}

fn order(player: SeriesPlayer, args: &SeriesArgs) -> Result<SeriesOrder> {
    let mut set = args.set.clone();
    set.extend(args.seed.map(|seed| format!("seed={seed}")));
    set.extend(args.games.map(|games| format!("selfplay.games={games}")));
    set.extend(args.threads.map(|threads| format!("threads={threads}")));
    let rules = match (&args.rules, &player) {
        (Some(name), _) => Some(load_rules(name)?),
        // A config says which rules; otherwise they are the network's own.
        (None, SeriesPlayer::Checkpoint(path)) if args.config.is_none() => {
            Some(Checkpoint::open(path)?.rules()?)
        }
        _ => None,
    };
    let loaded = match &args.config {
        Some(config) => RunConfig::load(config, &set, rules),
        None => RunConfig::usual(&set, rules),
    };
    let (config, rules) = loaded.map_err(|error| match error {
        TrainError::Config { .. } => anyhow::Error::from(UsageError::new(error)),
        error => error.into(),
    })?;
    Ok(SeriesOrder { player, config, rules })
}

fn print(series: &Series, report: &SeriesReport, out: &Path, output: &Output) -> Result<()> {
    let &SeriesReport { shards, played, games, rows, evaluations, seconds, .. } = report;
    let name = |number: u64| (played > 0).then(|| series.shard(number).display().to_string());
    let rates = Rates::new(games, rows, evaluations, seconds);
    if output.is_json() {
        return output.json(&Document {
            out: &out.to_string_lossy(),
            shards,
            played,
            first: name(shards + 1 - played.min(shards)),
            last: name(shards),
            games,
            rows,
            results: Results { white: report.white_wins, drawn: report.draws, black: report.black_wins },
            plies: report.plies,
            evaluations,
            seconds,
            rates,
        });
    }
    if played == 0 {
        return output.line(&format!("nothing to do: {} has {shards} shards", out.display()));
    }
    output.line(&format!(
        "{}: {shards} shards; {played} of them now: {games} games, {rows} rows in {seconds:.1} s ({:.1} games/s, {:.0} \
         evaluations/s); White {}, drawn {}, Black {}",
        out.display(),
        rates.games_per_s,
        rates.evaluations_per_s,
        report.white_wins,
        report.draws,
        report.black_wins
    ))
}
