//! `bashni play`: a game in the terminal.

mod keyboard;
mod record;
mod request;
mod session;
mod time_control;
mod view;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use bashni_rules::Color;
use clap::ValueEnum;

use crate::engine_args::EngineArgs;
use crate::error::OrUsage;
use crate::out_files::check_out_files;
use crate::output::Output;
use crate::rules_args::{PositionArgs, RulesArgs};

use session::Session;
use time_control::TimeControl;

/// Play a game in the terminal against any player
///
/// Towers are drawn as `show` draws them, and your legal moves are listed. Type a move, or its number in the list; help shows
/// what else can be typed: hint, undo, flip, clock, save FILE, resign, quit. Lines may also come from a file or a pipe.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni play\n  bashni play --player alphabeta:depth=2 --side black\n  \
        bashni play --player net:runs/first,sims=200 --time 5:00+3 --pdn game.pdn\n  \
        bashni play --rules lasca --player rollout:ms=500\n  \
        bashni play --position \"W:Wa1=1,c1=0:Bb8=0,h8=00\"\n\n\
        A player without limits thinks for a second, with clocks as long as they allow. Ctrl-C and the end of\n\
        input leave the game, and --pdn is written then too.")]
pub struct Args {
    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    position: PositionArgs,

    /// Your side
    #[arg(long, value_name = "SIDE", value_enum, default_value_t = Side::White)]
    side: Side,

    /// Clocks: time for each side, and seconds for each move, as 5:00+3
    #[arg(long, value_name = "TIME")]
    time: Option<TimeControl>,

    /// Write the game to a PDN file when it ends or is left
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,

    /// Your name, for the file
    #[arg(long, value_name = "NAME", default_value = "Human")]
    name: String,

    /// Seen from the other side
    #[arg(long)]
    flip: bool,

    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,

    /// Draw in colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = clap::ColorChoice::Auto)]
    color: clap::ColorChoice,
}

/// Which side a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
    Random,
}

impl Side {
    fn color(self) -> Color {
        match self {
            Side::White => Color::White,
            Side::Black => Color::Black,
            // The keys of a new hasher are the randomness that the standard library has.
            Side::Random if RandomState::new().build_hasher().finish().is_multiple_of(2) => Color::White,
            Side::Random => Color::Black,
        }
    }
}

/// Runs `bashni play`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    if output.is_json() {
        return Err(anyhow!("a game with a person is not JSON; programs play by `bashni engine`"))
            .or_usage("--json");
    }
    check_out_files(&[], &[("--pdn", args.pdn.as_deref())])?;
    let rules = Arc::new(args.engine.rules(&args.rules)?);
    let start = args.position.game(&rules)?;
    Session::new(args, rules, start, output)?.play()
}
