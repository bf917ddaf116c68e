//! `bashni replay`: plays moves and shows where they lead.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use bashni_rules::{Game, Outcome, Rules};
use serde::Serialize;

use crate::input::Input;
use crate::output::Output;
use crate::rules_args::{PositionArgs, RulesArgs};

/// Play moves from the start and show the final position
///
/// Moves may follow a draw by repetition or for want of progress: the outcome is that of the final position, `*`
/// if the rules do not end the game there.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni replay c3-b4 b6-c5 b4-a5 a7-b6 b2-c3 c5-b4 a3:c5:a7\n  \
        bashni replay --position \"W:Wa1=1:Bb2=00\" a1:c3:a1 --json\n  \
        bashni replay --pdn games.pdn --game 2")]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    position: PositionArgs,

    /// Play a game of a PDN file (- for standard input), under the rules of its tags unless others are given
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "position"])]
    pdn: Option<PathBuf>,

    /// Which game of the PDN file
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pdn", value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,

    /// Moves, as c3-d4, a3:c5:a7 or 22-18; any legal path will do, and landings may be left out where that leaves
    /// one move
    #[arg(value_name = "MOVE")]
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
    let (rules, game) = match &args.pdn {
        Some(file) => of_pdn(args, file)?,
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
    // One argument may hold several moves: "c3-d4 b6-a5".
    let texts = args.moves.iter().flat_map(|argument| argument.split_whitespace());
    for (ply, text) in (1..).zip(texts) {
        let played = rules.parse_move(game.position(), text).with_context(|| format!("ply {ply}"))?;
        game.play(&rules, &played);
    }
    Ok((rules, game))
}

/// The game of a file that was asked for.
fn of_pdn(args: &Args, file: &Path) -> Result<(Rules, Game)> {
    let input = Input::of_file(file)?;
    let games = bashni_rules::pdn::read(&input.text).map_err(|error| input.error(error))?;
    let number = usize::try_from(args.game).unwrap_or(usize::MAX);
    let game = games
        .get(number - 1)
        .ok_or_else(|| anyhow!("{}: there is no game {number}, it has {}", input.name, games.len()))?;
    let rules = args.rules.load_for(game).map_err(|error| input.about(error))?;
    let end = game.replay(&rules).map_err(|error| input.error(error))?.end;
    Ok((rules, end))
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
