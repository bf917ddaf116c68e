//! One game of a shard played again, with its searches.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use bashni_rules::diagram::{Diagram, TextStyle};
use bashni_rules::{Color, Rules};
use bashni_search::mcts::Proof;
use bashni_search::{Mover, Wdl};
use bashni_train::{Network, Replay, Searched, replay};
use clap::ColorChoice;
use serde_json::{Value, json};

use crate::error::{OrUsage, UsageError};
use crate::output::Output;
use crate::painting::painted;
use crate::progress::say;
use crate::table::table;

/// The options of a game played again.
#[derive(clap::Args)]
#[group(id = "replayed", multiple = true)]
pub struct ReplayArgs {
    /// Play this game again: the shard, and the number of the game (game_id) behind #
    #[arg(long, value_name = "SHARD#GAME")]
    pub replay: Option<String>,

    /// With --replay and --net: take that network although another one has played the game
    #[arg(long, requires_all = ["replay", "net"])]
    any_net: bool,

    /// With --replay: show only the decisions after so many plies, each with its board and the line it expects
    #[arg(long, value_name = "N", requires = "replay")]
    ply: Option<u32>,
}

/// Plays the game again.
pub fn run(what: &str, net: Option<&str>, args: &ReplayArgs, output: &Output) -> Result<()> {
    let (shard, game) = parse(what)?;
    let network = match net {
        None => Network::Its,
        Some(net) if args.any_net => Network::Any(net.into()),
        Some(net) => Network::At(net.into()),
    };
    let replay = replay(&shard, game, &network)?;
    let shown: Vec<(usize, &Searched)> = replay
        .searches
        .iter()
        .enumerate()
        .filter(|(_, search)| args.ply.is_none_or(|ply| search.row.state.ply == ply))
        .collect();
    if let (Some(ply), true) = (args.ply, shown.is_empty()) {
        let plies: Vec<String> =
            replay.searches.iter().map(|search| search.row.state.ply.to_string()).collect();
        let message =
            anyhow!("--ply {ply}: nothing was decided there; decisions are at plies {}", plies.join(", "));
        return Err(UsageError::new(message).into());
    }
    if output.is_json() {
        output.json(&document(&replay, &shard, &shown))?;
    } else {
        output.line(&head(&replay, &shard))?;
        for (number, search) in shown {
            print(&replay, number, search, args.ply.is_some(), output)?;
        }
        output.line(&format!("\n{}", ending(&replay)))?;
        if replay.inexact > 0 {
            say(&format!(
                "in {} decisions policy or values are not the same to the last bit, as on another processor",
                replay.inexact
            ));
        }
    }
    match &replay.difference {
        None => Ok(()),
        Some(difference) => bail!(
            "{}: game {game} came out otherwise: decision {}, ply {}: {}",
            shard.display(),
            difference.decision + 1,
            difference.ply,
            difference.message
        ),
    }
}

fn parse(what: &str) -> Result<(PathBuf, u64)> {
    let parts = what.rsplit_once('#').map(|(shard, game)| (PathBuf::from(shard), game.parse::<u64>()));
    match parts {
        Some((shard, Ok(game))) => Ok((shard, game)),
        _ => Err(anyhow!("`{what}`: expected a shard and the number of a game, as games/000001.parquet#17"))
            .or_usage("--replay"),
    }
}

fn network(replay: &Replay) -> String {
    match &replay.checkpoint {
        None => format!("`{}`", replay.provenance.player),
        Some(checkpoint) => {
            let hash = checkpoint.hash();
            format!("{} ({})", checkpoint.path().display(), hash.get(..12).unwrap_or(hash))
        }
    }
}

fn head(replay: &Replay, shard: &Path) -> String {
    let first = replay.recorded.first();
    let opening = first.map(|row| row.game.opening.as_str()).filter(|opening| !opening.is_empty());
    let mut head = format!(
        "{} game {}, rules {}, played by {}",
        shard.display(),
        replay.game,
        replay.rules.name(),
        network(replay)
    );
    if let Some(opening) = opening {
        let _ = write!(head, "\nopening: {opening}");
    }
    head
}

fn ending(replay: &Replay) -> String {
    let game = replay.searches.last().map(|search| &search.row.game);
    let ending = game.map_or_else(String::new, |game| {
        format!("{} after {} plies ({}); ", game.outcome.pdn(), game.plies, game.ending)
    });
    match &replay.difference {
        None => format!("{ending}all {} decisions are the shard's", replay.recorded.len()),
        Some(difference) => format!("{ending}another game from ply {} on", difference.ply),
    }
}

fn print(replay: &Replay, number: usize, search: &Searched, in_full: bool, output: &Output) -> Result<()> {
    let rules = &replay.rules;
    let row = &search.row;
    let state = &row.state;
    let chain = if state.chain.is_empty() { String::new() } else { format!(", within {}", state.chain) };
    output.line(&format!("\nply {}, {}{chain}: {}", state.ply, state.turn, state.position))?;
    if in_full {
        draw(rules, search, output)?;
    }
    let mut rows = vec![["step", "prior", "visits", "value", "policy", ""].map(String::from)];
    for (i, step) in search.steps.iter().enumerate() {
        rows.push([
            step.text.clone(),
            format!("{:.3}", step.prior),
            step.visits.to_string(),
            step.value.map_or_else(|| "-".to_owned(), |value| format!("{:+.3}", value.value())),
            format!("{:.3}", step.policy),
            remark(search, i, step.proof, state.turn),
        ]);
    }
    output.line(&table(&rows))?;
    let kind = if row.full { "" } else { ", a quick search" };
    output.line(&format!(
        "search {}, network {}, {} simulations{kind}",
        value(row.search),
        value(row.root),
        search.sims
    ))?;
    if in_full {
        output.line(&format!("expects {}", search.line.join(" ")))?;
        let surprise = row.surprise;
        output.line(&format!(
            "decision {} of {}, surprise {surprise:.3} nats",
            number + 1,
            replay.searches.len()
        ))?;
    }
    Ok(())
}

fn remark(search: &Searched, step: usize, proof: Option<Proof>, turn: Color) -> String {
    let mut remarks = Vec::new();
    if step == search.played {
        remarks.push("played".to_owned());
    }
    if let Some(Proof { outcome, plies }) = proof {
        let plies = plies.map(|plies| format!(" in {plies}")).unwrap_or_default();
        let what = match outcome.winner() {
            None => "drawn",
            Some(winner) if winner == turn => "won",
            Some(_) => "lost",
        };
        remarks.push(format!("{what}{plies}"));
    }
    remarks.join(", ")
}

/// A value as `+0.21 (w0.512 d0.186 l0.302)`, for the mover.
fn value(value: Wdl<Mover>) -> String {
    format!("{:+.3} (w{:.3} d{:.3} l{:.3})", value.value(), value.win, value.draw, value.loss)
}

fn draw(rules: &Rules, search: &Searched, output: &Output) -> Result<()> {
    let game = search.row.state.game(rules)?;
    let colours = output.wants_colours(ColorChoice::Auto);
    let style = if colours { TextStyle::TILED } else { TextStyle::LINED };
    let text = Diagram::new(game.position(), rules).text(&style);
    if colours { output.coloured(&painted(&text)) } else { output.line(&text.to_string()) }
}

fn document(replay: &Replay, shard: &Path, shown: &[(usize, &Searched)]) -> Value {
    let wdl = |value: Wdl<Mover>| json!({ "win": value.win, "draw": value.draw, "loss": value.loss });
    let step = |step: &bashni_train::SearchedStep| {
        json!({
            "step": step.text,
            "prior": step.prior,
            "visits": step.visits,
            "value": step.value.map(wdl),
            "policy": step.policy,
            "proof": step.proof.map(|proof| json!({ "result": proof.outcome.pdn(), "plies": proof.plies })),
        })
    };
    let decision = |&(number, search): &(usize, &Searched)| {
        let row = &search.row;
        json!({
            "decision": number,
            "ply": row.state.ply,
            "turn": row.state.turn.to_string(),
            "position": row.state.position,
            "chain": row.state.chain,
            "steps": search.steps.iter().map(step).collect::<Vec<_>>(),
            "played": search.steps.get(search.played).map(|step| &step.text),
            "search": wdl(row.search),
            "root": wdl(row.root),
            "sims": search.sims,
            "full": row.full,
            "surprise": row.surprise,
            "line": search.line,
        })
    };
    let game = replay.searches.last().map(|search| &search.row.game);
    json!({
        "shard": shard.display().to_string(),
        "game": replay.game,
        "seed": replay.recorded.first().map(|row| row.game.seed),
        "rules": replay.rules.name(),
        "player": replay.provenance.player,
        "checkpoint": replay.checkpoint.as_ref().map(|checkpoint| checkpoint.path().display().to_string()),
        "network": replay.checkpoint.as_ref().map(|checkpoint| checkpoint.hash().to_owned()),
        "same": replay.difference.is_none(),
        "difference": replay.difference.as_ref().map(|difference| json!({
            "decision": difference.decision,
            "ply": difference.ply,
            "message": difference.message,
        })),
        "inexact": replay.inexact,
        "opening": replay.recorded.first().map(|row| &row.game.opening),
        "result": game.map(|game| game.outcome.pdn()),
        "plies": game.map(|game| game.plies),
        "ending": game.map(|game| game.ending.text()),
        "decisions": shown.iter().map(decision).collect::<Vec<_>>(),
    })
}
