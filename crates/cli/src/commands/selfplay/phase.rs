//! The self-play of a run's next generation.

use std::path::Path;

use anyhow::{Result, bail};
use bashni_train::{Run, RunConfig, self_play};
use serde::Serialize;

use super::series::{Rates, Results};
use crate::interrupt;
use crate::output::Output;
use crate::progress::{TrainProgress, self_played};

#[derive(Serialize)]
struct Document<'a> {
    run: &'a str,
    generation: u64,
    shard: String,
    /// False if the games were there before.
    played: bool,
    games: u64,
    rows: u64,
    results: Results,
    plies: u64,
    evaluations: u64,
    seconds: f64,
    #[serde(flatten)]
    rates: Rates,
}

/// Plays the next generation of the run at `path`.
pub fn run(path: &Path, output: &Output) -> Result<()> {
    let name = path.display();
    if !Run::is_run(path) {
        bail!("{name}: no run (there is no run.json in it); `bashni train CONFIG --run {name}` begins one");
    }
    let (config, rules) = RunConfig::load(&path.join("config.toml"), &[], None)?;
    let mut run = Run::open(path, config, rules)?;
    let stop = interrupt::catch()?;
    let mut progress = TrainProgress::new();
    let played = self_play(&mut run, &stop, &mut |event| progress.show(&event));
    progress.finish();
    let played = played.map_err(|error| {
        interrupt::explain(error, || {
            "interrupted; the games of this generation are given up, the same command plays them".to_owned()
        })
    })?;
    let log = &played.log;
    if output.is_json() {
        return output.json(&Document {
            run: &path.to_string_lossy(),
            generation: played.generation,
            shard: played.shard.display().to_string(),
            played: !played.was_there,
            games: log.games,
            rows: log.rows,
            results: Results { white: log.white_wins, drawn: log.draws, black: log.black_wins },
            plies: log.plies,
            evaluations: log.evaluations,
            seconds: log.seconds,
            rates: Rates::new(log.games, log.rows, log.evaluations, log.seconds),
        });
    }
    let (shard, generation) = (played.shard.display(), played.generation);
    if played.was_there {
        return output.line(&format!(
            "nothing to do: the games of generation {generation} are in {shard}, and the network has yet to learn from them \
             (`bashni train`)"
        ));
    }
    output.line(&format!("{shard}: {}", self_played(log)))
}
