//! `bashni book`: makes and checks opening books.

use std::path::PathBuf;

use anyhow::Result;
use bashni_arena::{Balance, Book, BookConfig, Extent};
use clap::ArgGroup;
use serde_json::json;

use crate::error::UsageError;
use crate::match_args::load_book;
use crate::out_files;
use crate::output::Output;
use crate::rules_args::RulesArgs;

/// Make an opening book, or check one
///
/// A book is a text that a person can read and edit: one opening a line, moves from the start position. Lines to the
/// same position are there once, and no line on which the game is over. With --balanced only lines stay on which
/// alpha-beta sees neither a forced win nor an advantage beyond the limit; the head of the file says what was dropped.
#[derive(clap::Args)]
#[command(
    group = ArgGroup::new("what").required(true).args(["all", "count", "check"]),
    after_help = "Examples:\n  bashni book --plies 4 --all --out four.book\n  \
        bashni book --plies 8 --count 500 --seed 1 --balanced 50 --depth 6 --out balanced.book\n  \
        bashni arena --a minimax:depth=4 --b minimax:depth=3 --book balanced.book --games 1000\n  \
        bashni book --check mine.book"
)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// Moves of each line
    #[arg(long, value_name = "N", required_unless_present = "check", value_parser = clap::value_parser!(u32).range(1..=60))]
    plies: Option<u32>,

    /// Take all lines
    #[arg(long)]
    all: bool,

    /// Take so many lines, drawn at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: Option<u32>,

    /// Which lines are drawn
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Keep lines without a forced win and with an advantage of at most so many hundredths of a man
    #[arg(long, value_name = "N")]
    balanced: Option<u32>,

    /// How deep to look for that, in plies
    #[arg(long, value_name = "N", default_value_t = 6, requires = "balanced", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,

    /// The file to write
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    out: Option<PathBuf>,

    /// Read a book and say what is in it, instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plies", "all", "count", "balanced", "out"])]
    check: Option<PathBuf>,
}

/// Runs `bashni book`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let rules = args.rules.load()?;
    let (path, book) = match (&args.check, &args.out, args.plies) {
        (Some(path), ..) => (path, load_book(path, &rules)?),
        (None, Some(path), Some(plies)) => {
            let extent = match args.count {
                Some(count) => Extent::Sample { count: count as usize, seed: args.seed },
                None => Extent::All,
            };
            let balance = args.balanced.map(|limit| Balance { limit, depth: args.depth });
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            let book = Book::make(&rules, &BookConfig { plies, extent, balance }, threads);
            let book = book.map_err(UsageError::new)?;
            out_files::write(path, &book.text(&rules))?;
            (path, book)
        }
        // Refused by the options' own rules.
        _ => return Ok(()),
    };
    let file = path.display().to_string();
    if output.is_json() {
        let notes: serde_json::Map<String, serde_json::Value> =
            book.notes().iter().map(|(key, value)| (key.clone(), value.clone().into())).collect();
        return output.json(&json!({
            "file": file,
            "rules": rules.name(),
            "openings": book.openings().len(),
            "duplicates": book.duplicates(),
            "fingerprint": book.fingerprint(&rules),
            "notes": notes,
        }));
    }
    output.line(&format!("{file}: {} openings for {}", book.openings().len(), rules.name()))?;
    for (key, value) in book.notes().iter().filter(|(key, _)| key != "rules") {
        output.line(&format!("{key}: {value}"))?;
    }
    Ok(())
}
