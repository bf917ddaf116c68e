//! The program `bashni`: rules, moves and games of column draughts on the command line.
//!
//! One file or folder under `commands/` holds one subcommand. What they share: [`rules_args`] (which rules), [`output`]
//! (text or JSON on stdout), [`engine_args`] (what thinks), [`painting`] (colours of diagrams), [`input`] (text that is read), [`notation_form`] (names
//! of notations), [`error`] (messages on stderr and exit statuses), [`interrupt`] (Ctrl-C), [`version`].

mod commands;
mod engine_args;
mod error;
mod game_args;
mod input;
mod interrupt;
mod match_args;
mod notation_form;
mod out_files;
mod output;
mod painting;
mod progress;
mod rules_args;
mod table;
mod version;

use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::Parser;

use commands::Command;
use output::Output;

/// Column draughts (Bashni, Lasca): rules, moves, games, and players trained from self-play.
#[derive(Parser)]
#[command(
    name = "bashni",
    version = version::version(),
    arg_required_else_help = true,
    after_help = "Examples:\n  \
        bashni train configs/first-run.toml --run runs/first\n  \
        bashni selfplay --net runs/first --shards 10 --out games\n  \
        bashni arena --a net:runs/first --b minimax:depth=4 --games 100\n  \
        bashni rules list\n  \
        bashni show \"W:Wc1=1/0000:Bb8=0\" --svg tower.svg\n  \
        bashni moves --position \"W:Wa1=1:Bb2=00\"\n  \
        bashni replay c3-b4 b6-c5 b4-a5\n  \
        bashni convert --to players:ru \"W:Wc1=1/0000:Ba1=110101/1\"\n  \
        bashni perft --rules lasca --depth 8\n  \
        bashni book --plies 8 --count 500 --balanced 50 --out balanced.book\n  \
        bashni show --svg towers.svg \"W:Wc1=1/00,e3=0:Bb6=0\"\n  \
        bashni play --player minimax:depth=4 --time 5:00+3\n  \
        bashni analyse games.pdn --html game.html\n  \
        bashni engine --player net:runs/first\n  \
        bashni bench selfplay\n\n\
        Exit status: 0 done, 1 failed, 2 used wrongly (an option or its value), 130 interrupted (Ctrl-C)."
)]
struct Cli {
    /// Print one JSON document on stdout, and nothing else
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    // Warnings of the libraries, on stderr; RUST_LOG asks for more.
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    let colours = AutoStream::choice(&std::io::stderr()) != ColorChoice::Never;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    log.with_ansi(colours).without_time().init();
    match cli.command.run(&Output::new(cli.json)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error::report(&error),
    }
}
