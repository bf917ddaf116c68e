//! `bashni moves`: the legal moves of a position.

use anyhow::Result;
use bashni_rules::{Color, Rules};
use serde::Serialize;

use crate::output::Output;
use crate::rules_args::{PositionArgs, RulesArgs};

/// List the legal moves of a position and where they lead
///
/// Two paths that end in the same position are one move, listed under its shortest path. The list knows only the
/// position: draws by repetition or for want of progress do not empty it.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  bashni moves\n  bashni moves --rules lasca --position \"W:Wc1=0,e3=0/0:Bd4=00\" --json"
)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    position: PositionArgs,
}

#[derive(Serialize)]
struct Document {
    moves: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    text: String,
    result: String,
}

/// Runs `bashni moves`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let rules = args.rules.load()?;
    let game = args.position.game(&rules)?;
    let position = game.position();
    let mut moves: Vec<Entry> = position
        .legal_moves(&rules)
        .iter()
        .map(|played| Entry {
            text: position.move_text(&rules, played),
            result: position.after(&rules, played).fen(&rules),
        })
        .collect();
    moves.sort_by(|a, b| a.text.cmp(&b.text));
    if output.is_json() {
        return output.json(&Document { moves });
    }
    output.line(&table(&rules, &moves, position.turn()))
}

fn table(rules: &Rules, moves: &[Entry], turn: Color) -> String {
    let name = rules.name();
    let title = match moves.len() {
        0 => return format!("{turn} has no legal move under {name} and has lost"),
        1 => format!("1 legal move for {turn} under {name}"),
        number => format!("{number} legal moves for {turn} under {name}"),
    };
    let width = moves.iter().map(|entry| entry.text.len()).max().unwrap_or(0);
    let lines = moves.iter().map(|entry| format!("\n{:width$}  {}", entry.text, entry.result));
    title + "\n" + &lines.collect::<String>()
}
