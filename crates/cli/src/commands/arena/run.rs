//! `bashni arena --run`: ratings of a run's checkpoints.

use std::path::Path;

use anyhow::{Result, bail};
use bashni_arena::{Schedule, TournamentConfig};
use bashni_rules::Rules;
use bashni_train::{Run, RunConfig, RunRatingOrder, TrainError, rate_run};

use super::Args;
use crate::match_args::{bootstrap, standings, tournament_error, warn, warn_used_up};
use crate::output::Output;
use crate::progress::Progress;

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
    let schedule = args.schedule.unwrap_or(Schedule::Adaptive);
    let order = RunRatingOrder {
        every: args.every,
        against: (!args.against.is_empty()).then(|| args.against.clone()),
        sims: args.sims,
        tournament: TournamentConfig {
            anchor: args.anchor.clone(),
            bootstrap: bootstrap(args.bootstrap),
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
