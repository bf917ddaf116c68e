//! `bashni analyse`: the best moves of a position, or a game judged move by move.

mod game;
mod position;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, anyhow};
use bashni_arena::{Go, PlayerSpec};

use crate::engine_args::EngineArgs;
use crate::error::{OrUsage, UsageError};
use crate::output::Output;
use crate::rules_args::RulesArgs;

/// Find the best moves of a position, or judge a game move by move
///
/// A position is searched, live, and its best lines are shown with scores for the side to move: in men (+0.35), as a win or
/// loss in plies (+#5, -#4), or as shares of wins, draws and losses (w0.612 d0.300 l0.088).
///
/// Of a game of a PDN file every move is judged: what it costs is the drop of the score that its side can expect (a win
/// counts 1, a draw ½; a man ahead is taken for 200 Elo points). ?! costs 0.05, ? 0.10, ?? 0.20 or more. --pdn writes the game
/// with scores, marks and better lines, --html a page with the curve of what White could expect.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni analyse\n  \
        bashni analyse \"W:Wa1=1:Bb2=00,h8=0\" --depth 8 --lines 3\n  \
        bashni analyse --player net:runs/first --seconds 10\n  \
        bashni analyse games.pdn --number 2 --seconds 0.5 --pdn annotated.pdn --html game.html\n  \
        bashni analyse \"B:Wc3=0:Bd4=0,f6=0\" --depth 6 --json\n\n\
        With --json there is a document a line: what is found so far (type info, or move for each move of a game), and\n\
        the result as the last (type result).")]
pub struct Args {
    /// A position in any notation that `convert` reads, or a PDN file (- for standard input) [default: the start]
    #[arg(value_name = "POSITION|FILE")]
    what: Option<String>,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Lines to find, each with another first move [default: 3, of a game 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: Option<u16>,

    /// Time for a position [default: 5, of a game 0.5, if there is no limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    seconds: Option<Duration>,

    /// Depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Positions to visit; simulations, for a tree search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Which game of the file, from 1
    #[arg(long, value_name = "N", requires = "what", default_value_t = 1)]
    number: usize,

    /// Write the annotated game to a PDN file
    #[arg(long, value_name = "FILE", requires = "what")]
    pdn: Option<PathBuf>,

    /// Write the annotated game to one page of HTML
    #[arg(long, value_name = "FILE", requires = "what")]
    html: Option<PathBuf>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected a number of seconds above 0".to_owned()),
    }
}

/// Runs `bashni analyse`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    match args.what.as_deref().filter(|what| is_file(what)) {
        Some(path) => game::run(args, Path::new(path), output),
        None if args.pdn.is_some() || args.html.is_some() => Err(anyhow!(
            "there is no game to write: {} is no file",
            args.what.as_deref().unwrap_or("the start")
        ))
        .or_usage("--pdn, --html"),
        None if args.what.as_deref().is_some_and(|what| Path::new(what).is_dir()) => {
            let what = args.what.as_deref().unwrap_or_default();
            Err(UsageError::new(anyhow!("{what} is a folder: expected a position, or a PDN file")).into())
        }
        None => position::run(args, output),
    }
}

/// True for what is meant to be a file: it is there, or has a name as one.
fn is_file(what: &str) -> bool {
    what == "-" || Path::new(what).is_file() || what.to_ascii_lowercase().ends_with(".pdn")
}

/// How long a search was, in words.
fn limits_in_words(go: &Go) -> String {
    let limits = [
        go.depth.map(|depth| format!("depth {depth}")),
        go.nodes.or(go.sims).map(|nodes| format!("{nodes} positions a move")),
        go.time.map(|time| format!("{} s a move", time.as_secs_f64())),
    ];
    limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl Args {
    /// The player and how long it is to think; `time` and `lines` where nothing else is said.
    fn task(&self, time: Duration, lines: u16) -> Result<(PlayerSpec, Go)> {
        let (spec, limits) = self.engine.player()?;
        let asked = Go { depth: self.depth, nodes: self.nodes, time: self.seconds, ..Go::default() };
        let go = asked.within(&limits);
        let go = if go.is_endless() { Go::for_time(time) } else { go };
        Ok((spec, Go { lines: self.lines.unwrap_or(lines).into(), ..go }))
    }
}

/// An error of a player: the user chose it, but it may fail for reasons of its own.
fn player_error(player: &str, error: bashni_arena::PlayerError) -> anyhow::Error {
    anyhow::Error::new(error).context(format!("player `{player}`"))
}
