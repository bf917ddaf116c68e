//! `bashni arena`: a match between two players, or ratings of a run's checkpoints.

mod files;
mod report;
mod run;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use bashni_arena::{MatchConfig, Model, PlayerSpec, Sprt, games_table, match_page, play_match};

use crate::error::UsageError;
use crate::match_args::{OpeningArgs, PLAYERS_HELP, PaceArgs, match_error, rules_for, warn};
use crate::out_files;
use crate::output::Output;
use crate::progress::Progress;
use crate::rules_args::RulesArgs;
use files::GrowingPdn;

/// Play a match between two players, or rate the checkpoints of a run
///
/// Games are played in pairs from distinct openings, random or of a book, with colours swapped. The result is player A's.
/// Elo is given with its 95 % interval, from the scores of the pairs; where one side has won no game, half a win is
/// added to each, so that it is finite. With --sprt the match ends as soon as it is decided. A player that crashes, does
/// not answer or plays an illegal move loses that game, which is reported.
///
/// With --run the checkpoints of a run and fixed opponents play a tournament instead, in RUN/matches, and are rated on one
/// scale. Given again, the command plays what is missing, also for new checkpoints.
#[derive(clap::Args)]
#[command(after_help = format!("{PLAYERS_HELP}\n\n\
        Examples:\n  bashni arena --a random --b minimax:depth=2 --games 40\n  \
        bashni arena --a net:runs/first,sims=64 --b minimax:depth=4 --games 100 --pdn games.pdn\n  \
        bashni arena --a net:new --b net:old --sprt 0,20 --games 4000 --book balanced.book\n  \
        bashni arena --run runs/first --every 5 --games 40\n\n\
        With a network, its own rules are played unless --rules is given."))]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// Player A, whose result is reported
    #[arg(long, value_name = "PLAYER", required_unless_present = "run")]
    a: Option<PlayerSpec>,

    /// Player B
    #[arg(long, value_name = "PLAYER", required_unless_present = "run")]
    b: Option<PlayerSpec>,

    /// Rate the checkpoints of this run instead
    #[arg(long, value_name = "RUN", conflicts_with_all = [
        "a", "b", "sprt", "sprt_nelo", "alpha", "beta", "pdn", "csv", "html", "rules", "set",
    ])]
    run: Option<PathBuf>,

    #[command(flatten)]
    rating: run::RatingArgs,

    /// Number of games, even; with --sprt the most that are played; with --run games for each player, on average
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,

    /// Seed of the openings and of the players
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    openings: OpeningArgs,

    #[command(flatten)]
    pace: PaceArgs,

    /// Stop as soon as a sequential test decides: is A stronger than B by ELO0 (H0) or by ELO1 (H1)?
    #[arg(long, value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,

    /// The two are normalised Elo points, which take draws and openings into account
    #[arg(long, requires = "sprt")]
    sprt_nelo: bool,

    /// Probability of accepting H1 although H0 is true
    #[arg(long, value_name = "P", default_value_t = Sprt::ERROR_RATE, requires = "sprt")]
    alpha: f64,

    /// Probability of accepting H0 although H1 is true
    #[arg(long, value_name = "P", default_value_t = Sprt::ERROR_RATE, requires = "sprt")]
    beta: f64,

    /// Write all games to a PDN file, each as it ends
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,

    /// Write a line of CSV for each game: players, result, why it ended, plies, times, seed
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write the result and the games to one page of HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

fn bounds(text: &str) -> Result<(f64, f64), String> {
    let numbers = text.split_once(',').map(|(low, high)| (low.trim().parse(), high.trim().parse()));
    match numbers {
        Some((Ok(low), Ok(high))) => Ok((low, high)),
        _ => Err("expected two numbers, as 0,20".to_owned()),
    }
}

/// Runs `bashni arena`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    match (&args.a, &args.b, &args.run) {
        (Some(a), Some(b), None) => play(args, a, b, output),
        (_, _, Some(path)) => run::run(args, path, output),
        // Refused by the options' own rules.
        _ => Ok(()),
    }
}

fn play(args: &Args, a: &PlayerSpec, b: &PlayerSpec, output: &Output) -> Result<()> {
    let rules = Arc::new(rules_for(&args.rules, &[a.clone(), b.clone()])?);
    let openings = args.openings.load(&rules)?;
    let config = MatchConfig { sprt: sprt(args)?, ..args.pace.config(args.games, args.seed, openings) };
    let players = args.pace.players()?;
    files::check(&[&args.pdn, &args.csv, &args.html].into_iter().flatten().collect::<Vec<_>>())?;
    let mut pdn = args.pdn.as_ref().map(|path| GrowingPdn::new(path, &rules));
    let mut progress = Progress::new(format!("{a} against {b}"), args.games, "games");
    let result = play_match(&rules, a, b, &config, &players, &mut |p| {
        if let Some(pdn) = &mut pdn {
            pdn.add(p.last, p.players);
        }
        let test = p.sprt.map(|test| format!(", LLR {:.2}", test.llr)).unwrap_or_default();
        progress.set(p.done, &format!("+{} ={} -{}{test}", p.wins, p.draws, p.losses));
    });
    progress.finish();
    let result = result.map_err(match_error)?;
    let written = pdn.map_or(Ok(()), GrowingPdn::finish);
    let csv =
        args.csv.as_ref().map_or(Ok(()), |path| out_files::write(path, &games_table(&result.games).csv()));
    let html =
        args.html.as_ref().map_or(Ok(()), |path| out_files::write(path, &match_page(&result, &rules).html()));
    warn(&result.report.forfeits);
    // The result first: it is there whatever became of the files.
    match output.is_json() {
        true => output.json(&result.report)?,
        false => output.line(&report::text(&result.report, &rules))?,
    }
    written.and(csv).and(html)
}

fn sprt(args: &Args) -> Result<Option<Sprt>> {
    let Some((elo0, elo1)) = args.sprt else { return Ok(None) };
    let model = if args.sprt_nelo { Model::Normalised } else { Model::Logistic };
    let sprt = Sprt::new(elo0, elo1).and_then(|sprt| sprt.with_error_rates(args.alpha, args.beta));
    Ok(Some(sprt.map_err(UsageError::new)?.with_model(model)))
}
