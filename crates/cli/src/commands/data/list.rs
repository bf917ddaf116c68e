//! `bashni data list`: shards and what is in them.

use std::path::Path;

use anyhow::Result;
use bashni_data::{Shard, ShardError};
use bashni_report::{Cell, Table};
use serde::Serialize;

use super::sources::{ShardProgress, SourceArgs, generation};
use crate::output::Output;
use crate::progress::say;

/// List shards: rows, games, networks, size, versions, rules
///
/// A file that cannot be read is named on stderr, and the others are listed; the exit status is then 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni data list runs/first\n  bashni data list runs/*/games --json")]
pub struct Args {
    #[command(flatten)]
    sources: SourceArgs,
}

#[derive(Serialize)]
struct Listed {
    path: String,
    generation: Option<u64>,
    rows: usize,
    games: u64,
    game_ids: Option<(u64, u64)>,
    network_steps: Option<(u64, u64)>,
    bytes: u64,
    schema: u32,
    encoding: u32,
    rules: String,
    program: String,
}

/// Runs `bashni data list`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let shards = args.sources.shards()?;
    let progress = ShardProgress::new("reading", shards.len());
    let listed: Vec<Result<Listed, ShardError>> = shards
        .iter()
        .map(|path| {
            let listed = list(path);
            progress.step();
            listed
        })
        .collect();
    progress.finish();
    let (listed, refused): (Vec<_>, Vec<_>) = listed.into_iter().partition(Result::is_ok);
    let listed: Vec<Listed> = listed.into_iter().flatten().collect();
    if output.is_json() {
        output.json(&listed)?;
    } else if !listed.is_empty() {
        output.line(table(&listed).to_string().trim_end())?;
    }
    let mut refused = refused.into_iter().filter_map(Result::err);
    let Some(first) = refused.next() else { return Ok(()) };
    refused.for_each(|error| say(&error.to_string()));
    Err(first.into())
}

fn list(path: &Path) -> Result<Listed, ShardError> {
    let shard = Shard::open(path)?;
    let contents = shard.contents()?;
    let meta = shard.meta();
    Ok(Listed {
        path: path.display().to_string(),
        generation: generation(&shard),
        rows: shard.len(),
        games: contents.games,
        game_ids: contents.game_ids,
        network_steps: contents.network_steps,
        bytes: shard.bytes(),
        schema: meta.schema,
        encoding: meta.encoding,
        rules: meta.rules_name.clone(),
        program: meta.origin.program.clone(),
    })
}

fn table(listed: &[Listed]) -> Table {
    let heads = ["shard", "rows", "games", "game ids", "network steps", "KB", "schema", "rules"];
    let range = |range: Option<(u64, u64)>| match range {
        None => Cell::empty(),
        Some((first, last)) if first == last => Cell::text(first.to_string()),
        Some((first, last)) => Cell::text(format!("{first}-{last}")),
    };
    let integer = |number: u64| Cell::integer(i64::try_from(number).unwrap_or(i64::MAX));
    let mut table = Table::new(heads);
    for shard in listed {
        table = table.row([
            Cell::text(&*shard.path),
            integer(shard.rows as u64),
            integer(shard.games),
            range(shard.game_ids),
            range(shard.network_steps),
            integer(shard.bytes.div_ceil(1000)),
            integer(shard.schema.into()),
            Cell::text(&*shard.rules),
        ]);
    }
    let total = |pick: fn(&Listed) -> u64| integer(listed.iter().map(pick).sum());
    if listed.len() > 1 {
        table = table.row([
            Cell::text(format!("{} shards", listed.len())),
            total(|shard| shard.rows as u64),
            total(|shard| shard.games),
            Cell::empty(),
            Cell::empty(),
            total(|shard| shard.bytes.div_ceil(1000)),
        ]);
    }
    table
}
