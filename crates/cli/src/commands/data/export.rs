//! `bashni data export`: games of self-play as PDN.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use bashni_arena::Score;
use bashni_data::{Ending, Replay, Row, Shard, replay};
use bashni_rules::pdn::{GameResult, Line, PdnGame, write};
use bashni_rules::{Encoding, Rules};
use serde::Serialize;

use super::sources::{ShardProgress, SourceArgs};
use crate::out_files::{self, check_out_files};
use crate::output::Output;

/// Export games as PDN, complete from their starts
///
/// The moves of the opening and forced ones are there too. A move that was searched has a comment with the search's value and
/// its simulations, as `bashni arena` writes them. Tags: Round is the number of the game, Seed its seed, Opening the moves before
/// the first search, Ending what ended it.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni data export runs/first --count 20 --out games.pdn\n  \
        bashni data export runs/first/games/000012.parquet --game 6100 --game 6101")]
pub struct Args {
    #[command(flatten)]
    sources: SourceArgs,

    /// Only the game of this number (may be given several times)
    #[arg(long, value_name = "NUMBER")]
    game: Vec<u64>,

    /// At most so many games, the first ones
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,

    /// Write to a file, not to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Document<'a> {
    games: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pdn: Option<&'a str>,
}

/// Runs `bashni data export`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let shards = args.sources.shards()?;
    let inputs: Vec<&Path> = shards.iter().map(AsRef::as_ref).collect();
    check_out_files(&inputs, &[("--out", args.out.as_deref())])?;
    let wanted: BTreeSet<u64> = args.game.iter().copied().collect();
    let most = args.count.map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX));
    let progress = ShardProgress::new("exporting", shards.len());
    let (mut games, mut found) = (Vec::new(), BTreeSet::new());
    for path in &shards {
        export(path, &wanted, most, &mut games, &mut found)?;
        progress.step();
        if games.len() >= most {
            break;
        }
    }
    progress.finish();
    if games.len() < most
        && let Some(missing) = wanted.difference(&found).next()
    {
        bail!("--game {missing}: no such game in these shards; bashni data list shows which there are");
    }
    let text = write(&games);
    let (games, out) = (games.len(), args.out.as_deref());
    if let Some(out) = out {
        out_files::write(out, &text)?;
    }
    match out {
        _ if output.is_json() => output.json(&Document {
            games,
            out: out.map(|out| out.display().to_string()),
            pdn: out.is_none().then_some(&text),
        }),
        Some(out) => output.line(&format!("{games} games, written to {}", out.display())),
        None => output.line(text.trim_end()),
    }
}

/// Adds the games of a shard.
fn export(
    path: &Path,
    wanted: &BTreeSet<u64>,
    most: usize,
    games: &mut Vec<PdnGame>,
    found: &mut BTreeSet<u64>,
) -> Result<()> {
    let shard = Shard::open(path)?;
    let rules = shard.rules()?;
    let encoding = Encoding::new(&rules).with_context(|| path.display().to_string())?;
    for rows in shard.games()? {
        let Some(first) = rows.first() else { continue };
        let id = first.game.id;
        if games.len() >= most {
            break;
        }
        if !wanted.is_empty() && !wanted.contains(&id) {
            continue;
        }
        let replay = replay(&rules, &encoding, &rows).map_err(|error| {
            anyhow!("{}: game {id}: {error}; bashni data check tells more", path.display())
        })?;
        found.insert(id);
        games.push(pdn_game(&rules, &replay, &rows));
    }
    Ok(())
}

/// A game, with the search's value behind each move that was searched. `rows` are those of the game, one at least.
fn pdn_game(rules: &Rules, replay: &Replay, rows: &[Row]) -> PdnGame {
    let record = &rows[0].game;
    let mut game = PdnGame {
        line: line(rules, replay, rows),
        result: GameResult::from(record.outcome),
        ..PdnGame::default()
    };
    let player = format!("self-play, step {}", record.network_step);
    let mut tag = |name: &str, value: &str| game.tags.set(name, value);
    tag("Event", "bashni self-play");
    tag("Round", &record.id.to_string());
    tag("White", &player);
    tag("Black", &player);
    tag("Result", record.outcome.pdn());
    tag("Rules", rules.name());
    if !record.start.is_empty() {
        tag("FEN", &record.start);
    }
    tag("Opening", &rows[0].state.ply.to_string());
    tag("Seed", &record.seed.to_string());
    tag("Termination", "normal");
    tag("Ending", ending(record.ending));
    game
}

/// What ended a game, in words.
fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::NoMove => "no legal move",
        Ending::Repetition => "repetition",
        Ending::NoProgress => "no progress",
        Ending::Resignation => "resignation",
    }
}

fn line(rules: &Rules, replay: &Replay, rows: &[Row]) -> Line {
    let mut position = replay.start.position().clone();
    let texts = replay.moves.iter().map(|played| {
        let text = position.move_text(rules, played);
        position.play(rules, played);
        text
    });
    let mut line = Line::of(texts.collect::<Vec<_>>());
    // A chain has a row for each choice; the first is about the move as a whole, and simulations are those of all.
    for of_move in rows.chunk_by(|a, b| a.state.ply == b.state.ply) {
        let (Some(first), Some(ply)) = (of_move.first(), line.plies.get_mut(of_move[0].state.ply as usize))
        else {
            continue;
        };
        let sims: u64 = of_move.iter().map(|row| u64::from(row.sims)).sum();
        ply.comments.push(format!("{} {sims}sims", Score::from(first.search)));
    }
    line
}
