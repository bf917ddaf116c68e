//! A game of a file, judged move by move.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use bashni_arena::{GameAnalysis, GameHistory, JudgedMove, Mistake, PlayerSpec, SideSummary, analyse_game};
use bashni_rules::Color;
use serde::Serialize;

use super::{Args, limits_in_words, player_error};
use crate::error::UsageError;
use crate::game_args::{GameOfFile, game_of_file};
use crate::out_files::{check_out_files, write};
use crate::output::Output;
use crate::progress::Progress;
use crate::table::table;

/// Time to think about a position where there is no limit.
const TIME: Duration = Duration::from_millis(500);

/// A move as JSON.
#[derive(Serialize)]
struct MoveDocument<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    played: &'a JudgedMove,
}

/// The result as JSON.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    rules: &'a str,
    player: &'a str,
    plies: usize,
    start: f64,
    white: Side,
    black: Side,
}

#[derive(Serialize)]
struct Side {
    choices: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    mean_loss: f64,
}

impl From<&SideSummary> for Side {
    fn from(summary: &SideSummary) -> Side {
        let [inaccuracies, mistakes, blunders] = summary.mistakes;
        Side { choices: summary.choices, inaccuracies, mistakes, blunders, mean_loss: summary.mean_loss }
    }
}

/// Judges the game asked for.
pub fn run(args: &Args, path: &Path, output: &Output) -> Result<()> {
    let GameOfFile { game, rules, input } = game_of_file(path, args.number, &args.rules)?;
    let rules = Arc::new(rules);
    // In letters, so that the colours of tags are those of the board.
    let game = game.in_letters(&rules).map_err(|error| input.error(error))?;
    let replay = game.replay(&rules).map_err(|error| input.error(error))?;
    if replay.moves.is_empty() {
        bail!("{}: the game has no moves to judge", input.name);
    }
    let (spec, go) = args.task(TIME, 1)?;
    check_out_files(&[path], &[("--pdn", args.pdn.as_deref()), ("--html", args.html.as_deref())])?;
    if spec == PlayerSpec::Random {
        let why = "the player random gives no scores, which a game is judged by; others do, as alphabeta";
        return Err(UsageError::new(anyhow!(why)).into());
    }
    let history = GameHistory::of(&rules, replay.start, &replay.moves);
    let engine = args.engine.factory()?.engine(&spec, &rules, &args.engine.setup());
    let mut engine = engine.map_err(|error| player_error(args.engine.text(), error))?;
    let mut progress = (!output.is_json())
        .then(|| Progress::new(format!("judging {}", input.name), history.moves().len() as u64, "moves"));
    let mut written = Ok(());
    let analysis = analyse_game(&rules, &history, &mut *engine, &go, &mut |played| {
        if let Some(progress) = &mut progress {
            progress.set(played.ply as u64, "");
        } else if written.is_ok() {
            written = output.json(&MoveDocument { kind: "move", played });
        }
    });
    if let Some(progress) = progress {
        progress.finish();
    }
    written?;
    let analysis = analysis.map_err(|error| player_error(args.engine.text(), error))?;
    let annotator =
        [&format!("bashni {}", env!("CARGO_PKG_VERSION")), args.engine.text(), &limits_in_words(&go)]
            .join(", ");
    if let Some(path) = &args.pdn {
        let annotated = analysis.annotated(&game, &rules, &annotator).map_err(|error| input.error(error))?;
        write(path, &annotated.to_string())?;
    }
    if let Some(path) = &args.html {
        write(path, &analysis.page(&game, &rules, &annotator)?.html())?;
    }
    if output.is_json() {
        let [white, black] = &analysis.sides;
        return output.json(&Document {
            kind: "result",
            rules: rules.name(),
            player: args.engine.text(),
            plies: analysis.moves.len(),
            start: analysis.start,
            white: white.into(),
            black: black.into(),
        });
    }
    output.line(&text(&analysis))
}

/// Every move with its score, and a table of the mistakes.
fn text(analysis: &GameAnalysis) -> String {
    let mut rows = vec![["ply", "move", "", "score", "loss", "better"].map(str::to_owned)];
    for played in &analysis.moves {
        let is_wrong = played.mistake.is_some();
        rows.push([
            played.ply.to_string(),
            played.text.clone(),
            played.mistake.map(Mistake::mark).unwrap_or_default().to_owned(),
            played.score.to_string(),
            if played.loss > 0.0 { format!("{:.2}", played.loss) } else { String::new() },
            match (is_wrong, played.best_score) {
                (true, Some(best)) => format!("{} ({best})", played.best.as_deref().unwrap_or_default()),
                _ => String::new(),
            },
        ]);
    }
    let head = ["", "choices", "?!", "?", "??", "mean loss"].map(str::to_owned);
    let side = |side: Color| {
        let SideSummary { choices, mistakes, mean_loss } = analysis.sides[side.index()];
        let [inaccuracies, wrong, blunders] = mistakes.map(|count| count.to_string());
        [side.to_string(), choices.to_string(), inaccuracies, wrong, blunders, format!("{mean_loss:.3}")]
    };
    format!("{}\n\n{}", table(&rows), table(&[head, side(Color::White), side(Color::Black)]))
}
