//! `bashni data stats`: what the games in shards are like.

use anyhow::Result;
use bashni_data::{Spread, Stats, shard_stats};
use bashni_report::{Cell, Table};

use super::sources::{ShardProgress, SourceArgs};
use crate::output::Output;

/// Count what is in shards: games, results, lengths, searches, how well values foretell results
///
/// docs/data.md says how each number is defined; scripts/shard_stats.py computes the same with Python.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni data stats runs/first\n  bashni data stats runs/first --json")]
pub struct Args {
    #[command(flatten)]
    sources: SourceArgs,
}

/// Runs `bashni data stats`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let shards = args.sources.shards()?;
    let progress = ShardProgress::new("counting", shards.len());
    let stats = shard_stats(&shards, &|_| progress.step());
    progress.finish();
    let stats = stats?;
    if output.is_json() {
        return output.json(&stats);
    }
    output.line(&format!("{}\n{}\n{}", counts(&stats), games(&stats), spreads(&stats).to_string().trim_end()))
}

fn integer(number: u64) -> Cell {
    Cell::integer(i64::try_from(number).unwrap_or(i64::MAX))
}

fn counts(stats: &Stats) -> Table {
    let (first, last) = stats.network_steps;
    Table::new(["", "number"])
        .row([Cell::text("shards"), integer(stats.shards)])
        .row([Cell::text("games"), integer(stats.games)])
        .row([Cell::text("rows"), integer(stats.rows)])
        .row([Cell::text("of full searches"), integer(stats.full_rows)])
        .row([Cell::text("of quick searches"), integer(stats.quick_rows)])
        .row([Cell::text("within a chain of captures"), integer(stats.chain_rows)])
        .row([Cell::text("different positions"), integer(stats.distinct_positions)])
        .row([Cell::text("different openings"), integer(stats.distinct_openings)])
        .row([Cell::text("first network step"), integer(first)])
        .row([Cell::text("last network step"), integer(last)])
        .row([Cell::text("Brier score of the search's value"), Cell::number(stats.brier.search, 4)])
        .row([Cell::text("Brier score of the network's value"), Cell::number(stats.brier.root, 4)])
}

fn games(stats: &Stats) -> Table {
    let mut table = Table::new(["games", "number", "share"]);
    let (results, endings) = (&stats.results, &stats.endings);
    for (name, games) in [
        ("won by White", results.white_wins),
        ("drawn", results.draws),
        ("won by Black", results.black_wins),
        ("decided", results.white_wins + results.black_wins),
        ("ended without a legal move", endings.no_move),
        ("ended by repetition", endings.repetition),
        ("ended for want of progress", endings.no_progress),
        ("ended by resignation", endings.resignation),
    ] {
        let share = games as f64 / stats.games.max(1) as f64;
        table = table.row([Cell::text(name), integer(games), Cell::percent(share, 1)]);
    }
    table.row([Cell::text("White's points"), Cell::empty(), Cell::percent(stats.white_score, 1)])
}

fn spreads(stats: &Stats) -> Table {
    let mut table = Table::new(["", "mean", "median", "least", "most"]);
    let rows: [(&str, &Spread); 8] = [
        ("plies a game", &stats.plies),
        ("rows a game", &stats.rows_per_game),
        ("plies before the first row", &stats.opening_plies),
        ("legal steps a row", &stats.legal_steps),
        ("simulations a row", &stats.sims),
        ("entropy of the policy (nats)", &stats.policy_entropy),
        ("surprise (nats)", &stats.surprise),
        ("tallest column", &stats.tallest_column),
    ];
    for (name, spread) in rows {
        let digits = if name.ends_with("(nats)") { 3 } else { 1 };
        let number = |value: f64| Cell::number(value, digits);
        table = table.row([
            Cell::text(name),
            number(spread.mean),
            number(spread.median),
            number(spread.min),
            number(spread.max),
        ]);
    }
    table
}
