//! The best moves of one position.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use bashni_arena::{GameHistory, Info, Score};
use bashni_rules::{Color, Game, Outcome, Rules};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::{Args, player_error};
use crate::error::OrUsage;
use crate::output::Output;
use crate::progress::say;

/// Time to think where there is no limit.
const TIME: Duration = Duration::from_secs(5);
/// Lines where nothing is said.
const LINES: u16 = 3;

/// What is found so far, and in the end.
#[derive(Serialize)]
struct Document {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    about: Option<About>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sims: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    seconds: f64,
    lines: Vec<Line>,
}

/// What the result says besides.
#[derive(Serialize)]
struct About {
    rules: String,
    position: String,
    player: String,
    outcome: &'static str,
    best: Option<String>,
}

#[derive(Serialize)]
struct Line {
    score: Option<Score>,
    /// Share of the point for the side to move.
    expected: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    moves: Vec<String>,
}

/// Searches the position asked for.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let rules = Arc::new(args.engine.rules(&args.rules)?);
    let game = match &args.what {
        None => Game::new(&rules),
        Some(text) => Game::from_position_text(text, &rules).or_usage("POSITION|FILE")?,
    };
    let (spec, go) = args.task(TIME, LINES)?;
    let history = GameHistory::new(game);
    let mut found = Info::default();
    if history.game().position().has_legal_move(&rules) {
        let engine = args.engine.factory()?.engine(&spec, &rules, &args.engine.setup());
        let mut engine = engine.map_err(|error| player_error(args.engine.text(), error))?;
        let mut live = Live::new(output);
        let mut failed = Ok(());
        let thought = engine.think(&rules, &history, &go, &AtomicBool::new(false), &mut |info| {
            if failed.is_ok() {
                failed = live.show(info, &rules, &history, output);
            }
        });
        live.finish();
        failed?;
        found = thought.map_err(|error| player_error(args.engine.text(), error))?;
    }
    let about = About {
        rules: rules.name().to_owned(),
        position: history.game().fen(&rules),
        player: args.engine.text().to_owned(),
        outcome: history.game().outcome(&rules).map_or("*", Outcome::pdn),
        best: lines(&found, &rules, &history).first().and_then(|line| line.moves.first().cloned()),
    };
    if output.is_json() {
        return output.json(&document(&found, &rules, &history, Some(about)));
    }
    output.line(&format!("{}\n{}", about.position, text(&found, &rules, &history)))
}

/// Shows what is found while more is looked for.
struct Live(Option<ProgressBar>);

impl Live {
    fn new(output: &Output) -> Live {
        if output.is_json() || !std::io::stderr().is_terminal() {
            return Live(None);
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Live(Some(bar))
    }

    fn show(&mut self, info: &Info, rules: &Rules, history: &GameHistory, output: &Output) -> Result<()> {
        match self {
            _ if output.is_json() => return output.json(&document(info, rules, history, None)),
            Live(Some(bar)) => bar.set_message(text(info, rules, history)),
            Live(None) => say(&text(info, rules, history).replace('\n', "; ")),
        }
        Ok(())
    }

    fn finish(self) {
        if let Live(Some(bar)) = self {
            bar.finish_and_clear();
        }
    }
}

fn lines(info: &Info, rules: &Rules, history: &GameHistory) -> Vec<Line> {
    let moves = |pv: &[bashni_rules::Move]| GameHistory::of(rules, history.game().clone(), pv).texts(rules);
    let line = |line: &bashni_arena::Line| Line {
        score: line.score,
        expected: line.score.map(Score::expected),
        visits: line.visits,
        moves: moves(&line.pv),
    };
    info.lines.iter().map(line).collect()
}

fn document(info: &Info, rules: &Rules, history: &GameHistory, about: Option<About>) -> Document {
    Document {
        kind: if about.is_some() { "result" } else { "info" },
        about,
        depth: info.depth,
        sims: info.sims,
        nodes: info.nodes,
        seconds: info.time.as_secs_f64(),
        lines: lines(info, rules, history),
    }
}

/// What is found, for people: how far the search has come, and the lines below each other.
fn text(info: &Info, rules: &Rules, history: &GameHistory) -> String {
    let turn = history.game().turn();
    if info.lines.is_empty() {
        return format!("{turn} has no legal move: {} has won", !turn);
    }
    let mut parts = vec![format!("{turn} to move")];
    parts.extend(info.depth.map(|depth| format!("depth {depth}")));
    parts.extend(info.sims.map(|sims| format!("{sims} simulations")));
    parts.extend(info.nodes.map(|nodes| format!("{nodes} positions")));
    parts.push(format!("{:.1} s", info.time.as_secs_f64()));
    let lines = lines(info, rules, history);
    let score = |line: &Line| line.score.map_or_else(|| "?".to_owned(), |score| score.to_string());
    let width = lines.iter().map(|line| score(line).len()).max().unwrap_or(0);
    let mut rows = vec![parts.join(", ")];
    for (rank, line) in (1..).zip(&lines) {
        let visits = line.visits.map(|visits| format!("  {visits:>6} visits")).unwrap_or_default();
        rows.push(format!("{rank:>3}  {:>width$}{visits}  {}", score(line), numbered(&line.moves, turn)));
    }
    rows.join("\n")
}

/// Moves with numbers, as `1. c3-d4 b6-a5` or `1... b6-a5 2. c3-d4`.
fn numbered(moves: &[String], turn: Color) -> String {
    let first = turn.index();
    let word = |(ply, text): (usize, &String)| match (ply % 2, ply == first) {
        (0, _) => format!("{}. {text}", ply / 2 + 1),
        (_, true) => format!("{}... {text}", ply / 2 + 1),
        _ => text.clone(),
    };
    (first..).zip(moves).map(word).collect::<Vec<_>>().join(" ")
}
