//! `bashni arena --run`: ratings of a run's checkpoints.

use std::path::Path;

use anyhow::{Result, bail};
use bashni_arena::{PlayerSpec, Schedule, TournamentConfig};
use bashni_rules::Rules;
use bashni_train::{Run, RunConfig, RunRatingOrder, TrainError, rate_run};

use super::Args;
use crate::match_args::{anchor, bootstrap, samples, standings, tournament_error, warn, warn_used_up};
use crate::output::Output;
use crate::progress::Progress;

/// The options that go with `--run` alone.
#[derive(clap::Args)]
#[group(requires = "run", conflicts_with_all = ["a", "b"])]
pub struct RatingArgs {
    /// With --run: a fixed opponent (may be given several times) [default: those of the run's config]
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    against: Vec<PlayerSpec>,

    /// With --run: take the checkpoints of every so many generations, and the newest
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,

    /// With --run: simulations a step of the checkpoints [default: those of the run's config]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sims: Option<u32>,

    /// With --run: who plays whom, round-robin, gauntlet or adaptive [default: adaptive]
    #[arg(long, value_name = "SCHEDULE")]
    schedule: Option<Schedule>,

    /// With --run: rate relative to a player, as random=0 [default: the last fixed opponent at 0]
    #[arg(long, value_name = "PLAYER=ELO", value_parser = anchor)]
    anchor: Option<(PlayerSpec, f64)>,

    /// With --run: samples for the intervals by the bootstrap, from 100, or 0 for none
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = samples)]
    bootstrap: usize,
}

/// Rates the checkpoints of the run at `path`.
pub fn run(args: &Args, path: &Path, output: &Output) -> Result<()> {
    if !Run::is_run(path) {
        let folder = path.display();
        bail!(
            "{folder}: no run (there is no run.json in it); `bashni train CONFIG --run {folder}` begins one"
        );
    }
    let rules: Rules = RunConfig::load(&path.join("config.toml"), &[], None)?.1;
    let openings = args.openings.load(&rules)?;
    let rating = &args.rating;
    let schedule = rating.schedule.unwrap_or(Schedule::Adaptive);
    let order = RunRatingOrder {
        every: rating.every,
        against: (!rating.against.is_empty()).then(|| rating.against.clone()),
        sims: rating.sims,
        tournament: TournamentConfig {
            anchor: rating.anchor.clone(),
            bootstrap: bootstrap(rating.bootstrap),
            ..args.pace.tournament(args.games, args.seed, schedule, openings)
        },
    };
    let players = args.pace.players()?;
    let mut progress: Option<Progress> = None;
    let rated = rate_run(path, order, &players, &mut |p| {
        let title = format!("checkpoints of {}", path.display());
        progress.get_or_insert_with(|| Progress::new(title, p.games, "games")).set(p.done, "");
    });
    if let Some(progress) = progress {
        progress.finish();
    }
    let rated = rated.map_err(|error| match error {
        TrainError::Tournament(error) => tournament_error(*error),
        error => error.into(),
    })?;
    warn(&rated.standings.forfeits);
    warn_used_up(&rated.used_up);
    if output.is_json() {
        return output.json(&rated);
    }
    standings(&rated.standings, output)?;
    output.line(&format!("written to {}", path.join("matches").display()))
}
