//! The subcommands. To add one: a file here with `Args` and `run`, a variant below, and a line in `run`.

mod analyse;
mod arena;
mod bench;
mod book;
mod convert;
mod data;
mod engine;
mod info;
mod moves;
mod perft;
mod play;
mod replay;
mod rules;
mod selfplay;
mod show;
mod tournament;
mod train;
mod tune;

use anyhow::Result;
use clap::Subcommand;

use crate::output::Output;

/// What the program can do. The help of each is the comment on its `Args`.
#[derive(Subcommand)]
pub enum Command {
    Rules(rules::Args),
    Show(show::Args),
    Moves(moves::Args),
    Replay(replay::Args),
    Convert(Box<convert::Args>),
    Perft(perft::Args),
    Train(train::Args),
    Selfplay(Box<selfplay::Args>),
    Tune(tune::Args),
    Arena(Box<arena::Args>),
    Tournament(Box<tournament::Args>),
    Book(Box<book::Args>),
    Info(info::Args),
    Data(data::Args),
    Play(Box<play::Args>),
    Analyse(Box<analyse::Args>),
    Engine(Box<engine::Args>),
    Bench(bench::Args),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// If it fails; the error carries what the user is to be told.
    pub fn run(&self, output: &Output) -> Result<()> {
        match self {
            Command::Rules(args) => rules::run(args, output),
            Command::Show(args) => show::run(args, output),
            Command::Moves(args) => moves::run(args, output),
            Command::Replay(args) => replay::run(args, output),
            Command::Convert(args) => convert::run(args, output),
            Command::Perft(args) => perft::run(args, output),
            Command::Train(args) => train::run(args, output),
            Command::Selfplay(args) => selfplay::run(args, output),
            Command::Tune(args) => tune::run(args, output),
            Command::Arena(args) => arena::run(args, output),
            Command::Tournament(args) => tournament::run(args, output),
            Command::Book(args) => book::run(args, output),
            Command::Info(args) => info::run(args, output),
            Command::Data(args) => data::run(args, output),
            Command::Play(args) => play::run(args, output),
            Command::Analyse(args) => analyse::run(args, output),
            Command::Engine(args) => engine::run(args, output),
            Command::Bench(args) => bench::run(args, output),
        }
    }
}
