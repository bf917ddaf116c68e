//! `bashni train`: trains a network from self-play.

use std::path::PathBuf;

use anyhow::Result;
use bashni_train::{Options, Report, Run, RunConfig, TrainError, train};
use serde::Serialize;

use crate::error::UsageError;
use crate::interrupt;
use crate::output::Output;
use crate::progress::TrainProgress;
use crate::rules_args::load_rules;
use crate::table::{elo_with_interval, table};

/// Train a network from self-play, or go on with a run
///
/// A run is a folder. Killed at any moment, it goes on from the last phase that was finished when the same command is
/// given again. Ctrl-C gives up the phase in progress. At the end of each call the newest network is rated.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni train configs/first-run.toml --run runs/first\n  \
        bashni train configs/first-run.toml --run runs/first --minutes 30\n  \
        bashni train configs/first-run.toml --run runs/lasca --set rules=lasca --set selfplay.search.sims=16\n\n\
        Curves: tensorboard --logdir runs")]
pub struct Args {
    /// The config; every key is explained in configs/first-run.toml
    #[arg(value_name = "CONFIG")]
    config: PathBuf,

    /// The run's folder; made if it does not exist
    #[arg(long, value_name = "FOLDER")]
    run: PathBuf,

    /// Preset or rules file, in place of the config's
    #[arg(long, value_name = "PRESET|FILE")]
    rules: Option<String>,

    /// Change a key of the config, as learn.rate=0.001, or a field of its rules, as rejump=never (may be given several
    /// times)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// Stop this call after the phase in which so many minutes have passed
    #[arg(long, value_name = "M", value_parser = minutes)]
    minutes: Option<f64>,

    /// Stop this call after this generation of the run
    #[arg(long, value_name = "N")]
    generations: Option<u64>,
}

/// The value of `--minutes`.
pub fn minutes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(minutes) if minutes.is_finite() && minutes > 0.0 => Ok(minutes),
        _ => Err("expected a number of minutes above 0".to_owned()),
    }
}

#[derive(Serialize)]
struct Document<'a> {
    run: &'a str,
    generation: u64,
    checkpoint: String,
    games: u64,
    rows: u64,
    steps: u64,
    seconds: f64,
    standings: Vec<serde_json::Value>,
}

/// Runs `bashni train`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    // Here a relative path starts from where the program was called; in a config, from the config's folder.
    let rules = args.rules.as_deref().map(load_rules).transpose()?;
    let (config, rules) = RunConfig::load(&args.config, &args.set, rules).map_err(|error| match error {
        // A file that is there but says something wrong was used wrongly; one that cannot be read failed.
        TrainError::Config { .. } => anyhow::Error::from(UsageError::new(error)),
        error => error.into(),
    })?;
    let mut run = Run::open(&args.run, config, rules)?;
    let stop = interrupt::catch()?;
    let options = Options { minutes: args.minutes, generations: args.generations, stop };
    let mut progress = TrainProgress::new();
    let report = train(&mut run, options, &mut |event| progress.show(&event));
    progress.finish();
    let report = report.map_err(|error| {
        interrupt::explain(error, || {
            let done = run.record.counters.generations;
            format!("interrupted; {done} generations are done, and the same command goes on from there")
        })
    })?;
    print(&run, &report, output)
}

fn print(run: &Run, report: &Report, output: &Output) -> Result<()> {
    let counters = run.record.counters;
    if output.is_json() {
        let standing = |standing: &bashni_train::Standing| {
            let mut value = serde_json::to_value(&standing.report)?;
            value["opponent"] = standing.opponent.clone().into();
            Ok(value)
        };
        return output.json(&Document {
            run: &run.path().to_string_lossy(),
            generation: report.generation,
            checkpoint: report.checkpoint.display().to_string(),
            games: counters.games,
            rows: counters.rows,
            steps: counters.steps,
            seconds: counters.seconds,
            standings: report.standings.iter().map(standing).collect::<Result<_, serde_json::Error>>()?,
        });
    }
    output.line(&format!(
        "{} after {} generations: {} games, {} rows, {} optimiser steps",
        report.checkpoint.display(),
        report.generation,
        counters.games,
        counters.rows,
        counters.steps
    ))?;
    if report.standings.is_empty() {
        return Ok(());
    }
    output.line(&format!("At {} simulations a step:", run.config.arena.sims))?;
    let mut rows =
        vec![["against", "games", "won", "drawn", "lost", "score", "Elo (95 % interval)"].map(String::from)];
    for standing in &report.standings {
        let r = &standing.report;
        rows.push([
            standing.opponent.clone(),
            r.games.to_string(),
            r.wins.to_string(),
            r.draws.to_string(),
            r.losses.to_string(),
            format!("{:.1} %", 100.0 * r.score),
            elo_with_interval(r.elo, r.elo_low, r.elo_high),
        ]);
    }
    output.line(&table(&rows))
}
