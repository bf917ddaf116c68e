//! `bashni arena`: a match between two players.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use bashni_arena::{MatchConfig, MatchError, PlayerSpec, pdn_all, play_match};
use bashni_net::{Checkpoint, parse_device};
use bashni_rules::Rules;
use bashni_train::Players;

use crate::error::UsageError;
use crate::output::Output;
use crate::progress::Progress;
use crate::rules_args::RulesArgs;
use crate::table::elo_with_interval;

/// Play a match between two players
///
/// Games are played in pairs from distinct random openings, with colours swapped. The result is player A's. Elo is
/// given with its 95 % interval, from the scores of the pairs; where one side has won no game, half a win is added to
/// each, so that it is finite.
#[derive(clap::Args)]
#[command(after_help = "Players:\n  \
        random                any legal move\n  \
        rollout:sims=200      tree search whose leaves are judged by random games\n  \
        minimax:depth=4       alpha-beta to a depth; or minimax:ms=100, minimax:nodes=10000\n  \
        net:PATH,sims=64      tree search with a network: a checkpoint, or a run's newest\n\
        sims counts simulations a step; forced steps take none.\n\n\
        Examples:\n  bashni arena --a random --b minimax:depth=2 --games 40\n  \
        bashni arena --a net:runs/first,sims=64 --b minimax:depth=4 --games 100 --pdn games.pdn\n\n\
        With a network, its own rules are played unless --rules is given.")]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// Player A, whose result is reported
    #[arg(long, value_name = "PLAYER")]
    a: PlayerSpec,

    /// Player B
    #[arg(long, value_name = "PLAYER")]
    b: PlayerSpec,

    /// Number of games, even
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,

    /// Seed of the openings and of the players
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Random plies with which each pair of games begins
    #[arg(long, value_name = "N", default_value_t = 6)]
    opening_plies: u32,

    /// Threads to play on [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Where networks compute: cpu, cuda or cuda:N
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    device: String,

    /// Write all games to a PDN file
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
}

/// Runs `bashni arena`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let rules = Arc::new(rules(args)?);
    let threads = args.threads.map_or_else(available_threads, usize::from);
    let config = MatchConfig {
        games: args.games,
        seed: args.seed,
        threads,
        batch: usize::try_from(args.games).unwrap_or(usize::MAX).div_ceil(threads).clamp(1, 64),
        opening_plies: args.opening_plies,
    };
    let device = parse_device(&args.device).map_err(UsageError::new)?;
    let players = Players::new(device);
    let mut progress = Progress::new(format!("{} against {}", args.a, args.b), args.games, "games");
    let result = play_match(&rules, &args.a, &args.b, &config, &players, &mut |p| {
        progress.set(p.done, &format!("+{} ={} -{}", p.wins, p.draws, p.losses));
    });
    progress.finish();
    let result = result.map_err(|error| match error {
        MatchError::Games(_) | MatchError::Openings(_) => UsageError::new(error).into(),
        error => anyhow::Error::from(error),
    })?;
    if let Some(path) = &args.pdn {
        std::fs::write(path, pdn_all(&result.games, &rules))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let report = &result.report;
    if output.is_json() {
        return output.json(report);
    }
    output.line(&format!(
        "{} against {}, rules {}: {} games, +{} ={} -{}, score {:.1} %, Elo {}",
        report.a,
        report.b,
        rules.name(),
        report.games,
        report.wins,
        report.draws,
        report.losses,
        100.0 * report.score,
        elo_with_interval(report.elo, report.elo_low, report.elo_high)
    ))
}

/// The rules asked for, or else those of a network that plays.
fn rules(args: &Args) -> Result<Rules> {
    if !args.rules.is_given() {
        for player in [&args.a, &args.b] {
            if let PlayerSpec::Net { path, .. } = player {
                return Ok(Checkpoint::open(path.as_ref())?.rules()?);
            }
        }
    }
    args.rules.load()
}

fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
