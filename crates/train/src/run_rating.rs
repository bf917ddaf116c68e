//! The checkpoints of a run against each other and against fixed opponents, on one scale.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use bashni_arena::{
    MctsLimits, Played, Player, PlayerError, PlayerFactory, PlayerIdentity, PlayerSpec, Rating, Schedule,
    Standings, Tournament, TournamentConfig, TournamentError, TournamentProgress,
};
use bashni_net::Checkpoint;
use bashni_report::{LinePlot, Plot, Point, Report, Section, Series};
use bashni_rules::Rules;
use serde::Serialize;

use crate::log::{now, write_json};
use crate::tensorboard::Curves;
use crate::{Run, RunConfig, TrainError};

/// How to rate a run.
#[derive(Clone, Debug)]
pub struct RunRatingOrder {
    /// Take the checkpoints of every so many generations, at least 1; the newest is always there.
    pub every: u64,
    /// Fixed opponents; `None` for those of the run's config.
    pub against: Option<Vec<PlayerSpec>>,
    /// Simulations a step; `None` for those of the run's config.
    pub sims: Option<u32>,
    /// The tournament. If its schedule is adaptive, `games` are those of each player, on average. If it has no anchor, the
    /// last fixed opponent is at 0, or the first checkpoint if there is none: by fixed opponents runs can be compared, and
    /// a player who wins and loses holds the scale better than an untrained net, which loses all.
    pub tournament: TournamentConfig,
}

/// A checkpoint on the scale: the content of `matches/ratings.json`.
#[derive(Clone, Debug, Serialize)]
pub struct CheckpointRating {
    /// Generation of the checkpoint.
    pub generation: u64,
    /// Optimiser steps behind it.
    pub step: u64,
    /// Its rating.
    #[serde(flatten)]
    pub rating: Rating,
}

/// The ratings of a run.
#[derive(Clone, Debug, Serialize)]
pub struct RunRating {
    /// The checkpoints that were rated, the earliest first.
    pub checkpoints: Vec<CheckpointRating>,
    /// All players, with the fixed opponents.
    pub standings: Standings,
    /// Pairings for which there was no opening left.
    #[serde(skip)]
    pub used_up: Vec<String>,
}

/// Makes the checkpoints of a run under names that do not depend on where the run lies, as `net:checkpoints/000012,sims=32`,
/// and all other players as another factory does.
struct Checkpoints {
    /// The names of the checkpoints, and where each is.
    paths: BTreeMap<String, String>,
    others: Arc<dyn PlayerFactory>,
}

impl Checkpoints {
    /// The player with its true path.
    fn located(&self, spec: &PlayerSpec) -> PlayerSpec {
        match spec {
            PlayerSpec::Net { path, limits } => {
                PlayerSpec::Net { path: self.paths.get(path).unwrap_or(path).clone(), limits: *limits }
            }
            other => other.clone(),
        }
    }
}

impl PlayerFactory for Checkpoints {
    fn create(&self, specs: &[PlayerSpec], rules: &Arc<Rules>) -> Result<Box<dyn Player>, PlayerError> {
        let located: Vec<PlayerSpec> = specs.iter().map(|spec| self.located(spec)).collect();
        self.others.create(&located, rules)
    }

    fn identify(&self, spec: &PlayerSpec, rules: &Arc<Rules>) -> Result<PlayerIdentity, PlayerError> {
        Ok(PlayerIdentity { spec: spec.clone(), ..self.others.identify(&self.located(spec), rules)? })
    }

    fn can_share(&self, a: &PlayerSpec, b: &PlayerSpec) -> bool {
        self.others.can_share(&self.located(a), &self.located(b))
    }
}

/// Plays the checkpoints of a run and fixed opponents in a tournament, which is kept in `matches/tournament` and
/// goes on with whatever is missing when it is called again, for instance for new checkpoints. Writes `matches/ratings.json`,
/// the curve as `ratings.svg` and `ratings.png` beside it, all of it with the games as `ratings.html`, and the curve for
/// TensorBoard to `tensorboard/ratings`. The run may be training meanwhile.
///
/// The checkpoints are named by their folders within the run, as `net:checkpoints/000012,sims=32`, so that a run can be
/// moved.
///
/// # Errors
/// If the folder holds no run or a damaged one, the number of games is odd or 0, the tournament fails, or the results
/// cannot be written.
pub fn rate_run(
    run: &Path,
    order: RunRatingOrder,
    factory: &Arc<dyn PlayerFactory>,
    progress: &mut dyn FnMut(&TournamentProgress<'_>),
) -> Result<RunRating, TrainError> {
    let record = Run::inspect(run)?;
    let (config, rules) = RunConfig::load(&run.join("config.toml"), &[], None)?;
    let rules = Arc::new(rules);
    let limits = MctsLimits::sims(order.sims.unwrap_or(config.arena.sims));
    let (mut checkpoints, mut paths) = (Vec::new(), BTreeMap::new());
    for generation in generations(run, order.every.max(1))? {
        let name = format!("checkpoints/{generation:06}");
        let path = run.join(&name);
        let step = Checkpoint::open(&path)?.manifest().steps;
        paths.insert(name.clone(), path.to_string_lossy().into_owned());
        checkpoints.push((generation, step, PlayerSpec::Net { path: name, limits }));
    }
    let factory: Arc<dyn PlayerFactory> = Arc::new(Checkpoints { paths, others: factory.clone() });
    let against = match order.against {
        Some(against) => against,
        None => config.arena.opponents.iter().filter_map(|text| text.parse().ok()).collect(),
    };
    let players: Vec<PlayerSpec> =
        checkpoints.iter().map(|(_, _, spec)| spec.clone()).chain(against.iter().cloned()).collect();
    let mut settings = order.tournament;
    if settings.games == 0 || !settings.games.is_multiple_of(2) {
        return Err(TournamentError::Games(settings.games).into());
    }
    if settings.schedule == Schedule::Adaptive {
        // A game is one of two players.
        settings.games = (settings.games.saturating_mul(players.len() as u64) / 4).max(1) * 2;
    }
    let folder = run.join("matches").join("tournament");
    let anchor = against.last().or(checkpoints.first().map(|(_, _, first)| first));
    settings.anchor = settings.anchor.or_else(|| anchor.map(|anchor| (anchor.clone(), 0.0)));
    let mut tournament = Tournament::open(&folder, &rules, &players, settings, &factory)?;
    let Played { standings, used_up } = tournament.play(progress)?;
    let rating = |spec: &PlayerSpec| {
        let name = spec.to_string();
        standings.ratings.ratings.iter().find(|rating| rating.player == name).cloned()
    };
    let checkpoints: Vec<CheckpointRating> = checkpoints
        .iter()
        .filter_map(|(generation, step, spec)| {
            Some(CheckpointRating { generation: *generation, step: *step, rating: rating(spec)? })
        })
        .collect();
    let rated = RunRating { checkpoints, standings, used_up };
    let matches = run.join("matches");
    let plot = plot(&rated, &against);
    let mut page = Report::new(format!("Ratings of {}", run.display()))
        .subtitle(format!("{} games of {}", rated.standings.games, rated.standings.rules))
        .section(Section::new("Strength over training").plot(plot.clone()));
    for section in tournament.sections(&rated.standings) {
        page = page.section(section);
    }
    let png =
        plot.png(PLOT_WIDTH, 2.0).map_err(|error| TrainError::io(&matches, std::io::Error::other(error)))?;
    let files = [
        ("ratings.svg", plot.svg(PLOT_WIDTH).into_bytes()),
        ("ratings.png", png),
        ("ratings.html", page.html().into_bytes()),
    ];
    for (name, bytes) in files {
        let path = matches.join(name);
        bashni_files::write_atomically(&path, &bytes).map_err(|error| TrainError::io(&path, error))?;
    }
    write_json(&matches.join("ratings.json"), &rated)?;
    let curve = run.join("tensorboard").join("ratings");
    let _ = Curves::open(&curve, record.started, |curves| curves.run_rating(&rated.checkpoints, now()));
    Ok(rated)
}

/// The generations whose checkpoints are rated, the earliest first.
fn generations(run: &Path, every: u64) -> Result<Vec<u64>, TrainError> {
    let folder = run.join("checkpoints");
    let entries = std::fs::read_dir(&folder).map_err(|error| TrainError::io(&folder, error))?;
    let mut all: Vec<u64> =
        entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    all.sort_unstable();
    let newest = all.last().copied();
    all.retain(|&generation| generation.is_multiple_of(every) || Some(generation) == newest);
    if all.is_empty() {
        let message = "has no checkpoint yet; train it first".to_owned();
        return Err(TrainError::Run { path: run.to_owned(), message });
    }
    Ok(all)
}

/// Width of the plots that are files, in pixels.
const PLOT_WIDTH: u32 = 760;

fn plot(rated: &RunRating, against: &[PlayerSpec]) -> Plot {
    let points = rated.checkpoints.iter().map(|checkpoint| {
        let Rating { elo, low, high, .. } = checkpoint.rating;
        Point::new(checkpoint.step as f64, elo).interval(low, high)
    });
    let mut plot =
        LinePlot::new("optimiser steps", "Elo (95 % interval)").series(Series::new("checkpoints", points));
    // Others in the folder are checkpoints too, with other simulations, or opponents of earlier days.
    let against: Vec<String> = against.iter().map(PlayerSpec::to_string).collect();
    for rating in rated.standings.ratings.ratings.iter().filter(|rating| against.contains(&rating.player)) {
        plot = plot.reference(rating.elo, &rating.player);
    }
    plot.into()
}
