//! `bashni tournament`: many players, rated on one scale.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use bashni_arena::{BookOrder, Played, PlayerSpec, Schedule, Tournament};
use bashni_rules::Rules;
use clap::ArgGroup;
use serde::Deserialize;

use crate::error::UsageError;
use crate::match_args::{
    self, MoveLimit, OpeningArgs, PLAYERS_HELP, PaceArgs, anchor, bootstrap, rules_for, samples,
    tournament_error, warn, warn_used_up,
};
use crate::output::Output;
use crate::progress::Progress;
use crate::rules_args::RulesArgs;

/// Play a tournament and rate its players, or go on with one
///
/// A tournament is a folder. Each game is written down as it ends, so that the command can be killed at any moment; given
/// again, it plays what is missing, also for a player that is new or for more games. Ratings are of maximum likelihood,
/// with 95 % intervals; report.html, ratings.json, tables as CSV and games.pdn say all about it.
#[derive(clap::Args)]
#[command(
    group = ArgGroup::new("who").required(true).multiple(true).args(["players", "config"]),
    after_help = format!("{PLAYERS_HELP}\n\n\
        Examples:\n  \
        bashni tournament --players random minimax:depth=1 minimax:depth=2 --games 40 --out cups/first\n  \
        bashni tournament --players net:new net:old minimax:depth=4 --schedule gauntlet --out cups/new\n  \
        bashni tournament --config cup.toml --out cups/third --anchor minimax:depth=2=0\n\n\
        A config file has the keys players, games, seed, schedule, rules, opening_plies, book, book_order,\n\
        move_limit, each as the option of that name; options win over it.")
)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// The players
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    players: Vec<PlayerSpec>,

    /// A TOML file with players and settings
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// The tournament's folder; made if it does not exist
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// Who plays whom: round-robin, gauntlet (the first player against the others) or adaptive (those who tell most)
    /// [default: round-robin]
    #[arg(long, value_name = "SCHEDULE")]
    schedule: Option<Schedule>,

    /// Games of each pairing, even; of all together if adaptive [default: 100]
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Seed of the openings and of the players [default: 1]
    #[arg(long, value_name = "SEED", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,

    /// Rate relative to a player, as random=0; otherwise the mean is 0
    #[arg(long, value_name = "PLAYER=ELO", value_parser = anchor)]
    anchor: Option<(PlayerSpec, f64)>,

    /// Samples for the intervals by the bootstrap, from 100, or 0 for none
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = samples)]
    bootstrap: usize,

    #[command(flatten)]
    openings: OpeningArgs,

    #[command(flatten)]
    pace: PaceArgs,
}

/// The file of `--config`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Config {
    players: Vec<PlayerSpec>,
    games: Option<u64>,
    seed: Option<u64>,
    schedule: Option<Schedule>,
    rules: Option<String>,
    opening_plies: Option<u32>,
    book: Option<PathBuf>,
    book_order: Option<BookOrder>,
    /// Seconds, or `off`.
    move_limit: Option<MoveLimit>,
}

/// Runs `bashni tournament`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let file = args.config.as_deref().map(read).transpose()?.unwrap_or_default();
    let players = if args.players.is_empty() { file.players } else { args.players.clone() };
    let rules = Arc::new(match (&file.rules, &args.config) {
        (Some(name), Some(config)) if !args.rules.is_given() => {
            // A file of rules is looked for beside the config.
            let folder = config.parent().unwrap_or(Path::new(""));
            Rules::load(name, folder)
                .map_err(|error| UsageError::new(anyhow!("{}: {error}", config.display())))?
        }
        _ => rules_for(&args.rules, &players)?,
    });
    let openings = args.openings.over(file.book, file.opening_plies, file.book_order).load(&rules)?;
    let games = args.games.or(file.games).unwrap_or(100);
    let seed = args.seed.or(file.seed).unwrap_or(1);
    let schedule = args.schedule.or(file.schedule).unwrap_or_default();
    let mut config = args.pace.tournament(games, seed, schedule, openings);
    if let (Some(MoveLimit(limit)), false) = (file.move_limit, args.pace.has_move_limit()) {
        config.move_limit = limit;
    }
    config.anchor.clone_from(&args.anchor);
    config.bootstrap = bootstrap(args.bootstrap);
    let factory = args.pace.players()?;
    let opened = Tournament::open(&args.out, &rules, &players, config, &factory);
    let mut tournament = opened.map_err(tournament_error)?;
    let mut progress: Option<Progress> = None;
    let played = tournament.play(&mut |p| {
        let title = args.out.display().to_string();
        let note = format!("{} - {}", p.last.white, p.last.black);
        progress.get_or_insert_with(|| Progress::new(title, p.games, "games")).set(p.done, &note);
    });
    if let Some(progress) = progress {
        progress.finish();
    }
    let Played { standings, used_up } = played.map_err(tournament_error)?;
    warn(&standings.forfeits);
    warn_used_up(&used_up);
    if output.is_json() {
        return output.json(&standings);
    }
    match_args::standings(&standings, output)?;
    output.line(&format!("{} games, written to {}", standings.games, args.out.display()))
}

fn read(path: &Path) -> Result<Config> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let read: Result<Config, _> = toml::from_str(&text);
    let mut config = read
        .map_err(|error| UsageError::new(anyhow!("{}: {}", path.display(), error.to_string().trim_end())))?;
    // A book is looked for beside the config.
    config.book = config.book.map(|book| path.parent().unwrap_or(Path::new("")).join(book));
    Ok(config)
}
