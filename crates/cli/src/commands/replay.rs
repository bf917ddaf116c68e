//! `bashni replay`: plays moves and shows where they lead.

use anyhow::{Context, Result, anyhow};
use bashni_rules::{Game, Outcome, Rules};
use serde::Serialize;

use crate::game_args::{GameArgs, GameOfFile};
use crate::output::Output;
use crate::rules_args::{PositionArgs, RulesArgs};

/// Play moves from the start and show the final position
///
/// Moves may follow a draw by repetition or for want of progress: the outcome is that of the final position, `*`
/// if the rules do not end the game there.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni replay c3-b4 b6-c5 b4-a5 a7-b6 b2-c3 c5-b4 a3:c5:a7\n  \
        bashni replay --position \"W:Wa1=1:Bb2=00\" a1:c3:a1 --json\n  \
        bashni replay --game games.pdn --number 2")]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    game: GameArgs,

    /// Moves, as c3-d4, a3:c5:a7 or 22-18; any legal path will do, and landings may be left out where that leaves
    /// one move
    #[arg(value_name = "MOVE", conflicts_with = "game")]
    moves: Vec<String>,
}

#[derive(Serialize)]
struct Document {
    position: String,
    outcome: &'static str,
    legal_moves: usize,
}

/// Runs `bashni replay`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let (rules, game) = match args.game.load(&args.rules)? {
        Some(GameOfFile { game, rules, input }) => {
            let end = game.replay(&rules).map_err(|error| input.error(error))?.end;
            (rules, end)
        }
        None => of_moves(args)?,
    };
    let position = game.position().fen(&rules);
    let legal_moves = game.position().legal_moves(&rules).len();
    if output.is_json() {
        let outcome = game.outcome(&rules).map_or("*", Outcome::pdn);
        return output.json(&Document { position, outcome, legal_moves });
    }
    let diagram = game.position().diagram(&rules);
    output.line(&format!("{diagram}\n\n{position}\n{}", state(&game, &rules, legal_moves)))
}

/// The moves that were given.
fn of_moves(args: &Args) -> Result<(Rules, Game)> {
    let rules = args.rules.load()?;
    let mut game = args.position.game(&rules)?;
    let texts = move_texts(&args.moves.join(" "))?;
    for (ply, text) in (1..).zip(texts) {
        let played = rules.parse_move(game.position(), &text).with_context(|| format!("ply {ply}"))?;
        game.play(&rules, &played);
    }
    Ok((rules, game))
}

/// The moves of a list, which may have numbers, and blanks around their signs, as in a PDN file.
fn move_texts(list: &str) -> Result<Vec<String>> {
    let in_parts = |word: &str| matches!(word, "-" | "–" | ":" | "x") || word.ends_with('.');
    if !list.split_whitespace().any(in_parts) {
        return Ok(list.split_whitespace().map(str::to_owned).collect());
    }
    let games =
        bashni_rules::pdn::read(&format!("{list} *")).map_err(|error| anyhow!("the moves, {error}"))?;
    match &games[..] {
        [] => Ok(Vec::new()),
        [game] => Ok(game.line.plies.iter().map(|ply| ply.text.clone()).collect()),
        several => Err(anyhow!("the moves of {} games; replay takes those of one", several.len())),
    }
}

/// Who is to move, or how the game has ended.
fn state(game: &Game, rules: &Rules, legal_moves: usize) -> String {
    let turn = game.turn();
    let to_move = format!("{turn} to move, legal moves: {legal_moves}");
    let Some(outcome) = game.outcome(rules) else { return to_move };
    let result = outcome.pdn();
    match outcome.winner() {
        Some(winner) => format!("{result}: {turn} has no legal move, {winner} wins"),
        None => {
            let (occurrences, limit) = (game.repetitions() + 1, rules.fields().repetition);
            let why = if limit > 0 && occurrences >= limit {
                format!("this position has occurred {occurrences} times")
            } else {
                format!("{} plies without capture or promotion", game.no_progress())
            };
            format!("{result}: {why}; {to_move}")
        }
    }
}
