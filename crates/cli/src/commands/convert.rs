//! `bashni convert`: positions and games from one notation into another.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use bashni_rules::pdn::{self, PdnError, PdnGame};
use bashni_rules::{Game, Place, Position, PositionForm, Rules, TextError};
use serde::Serialize;

use crate::error::UsageError;
use crate::input::Input;
use crate::notation_form::{Form, Naming};
use crate::output::Output;
use crate::rules_args::RulesArgs;

/// Convert positions and games between notations
///
/// Positions: fen (the one-line form), players (as players write them; en, ru, cs, it), draughts-fen (of draughts
/// programs, for single pieces). Games: pdn, moves (one game a line), numbers (moves in square numbers). A game
/// converted to a position is its final one.
///
/// Several positions: one a line, players' texts with an empty line between two. Lines that begin with # are left out,
/// except in PDN. What the result cannot say is an error, except comments and variations where moves alone are
/// asked for.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
        bashni convert --to players:ru \"W:Wc1=1/0000,d6=00:Ba1=110101/1\"\n  \
        bashni convert --to fen \"Белые: с1 - 1/ОООО; чёрные: а1 - 110101/1. Ход чёрных\"\n  \
        bashni convert --to pdn --rules english \"11-15 22-17 15-19\"\n  \
        bashni convert --to numbers --file games.pdn\n  \
        bashni convert --to fen - < games.pdn")]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// What to write: fen, players[:en|ru|cs|it], draughts-fen[:letters|numbers], pdn[:letters|numbers],
    /// moves[:letters|numbers] or numbers
    #[arg(long, value_name = "NOTATION")]
    to: Form,

    /// What is read, named as for --to [default: by how it begins]
    #[arg(long, value_name = "NOTATION")]
    from: Option<Form>,

    /// Read a file (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    file: Option<PathBuf>,

    /// The text itself; - for standard input
    #[arg(value_name = "TEXT", required_unless_present = "file")]
    text: Option<String>,
}

#[derive(Serialize)]
struct Document {
    results: Vec<String>,
    warnings: Vec<String>,
}

/// Runs `bashni convert`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let input = Input::of(args.text.as_deref(), args.file.as_ref())?;
    if input.text.lines().all(|line| line.trim().is_empty() || line.starts_with('#')) {
        return Err(anyhow!("{}: there is no position and no game in it", input.name));
    }
    let from = args.from.unwrap_or_else(|| Form::guess(&input.text));
    let mut document = Document { results: Vec::new(), warnings: Vec::new() };
    if from.is_position() {
        if !args.to.is_position() {
            let error = anyhow!("a position is not a game: --to fen, players or draughts-fen");
            return Err(UsageError::new(error).into());
        }
        let rules = args.rules.load()?;
        for game in positions(&input, from, &rules)? {
            document.results.push(position(&game, args.to, &rules)?);
        }
    } else {
        for (number, game) in (1..).zip(games(&input, from)?) {
            let rules = args.rules.load_for(&game).map_err(|error| input.about(error))?;
            convert_game(&input, number, &game, args.to, &rules, &mut document)?;
        }
    }
    if document.results.is_empty() {
        return Err(anyhow!("{}: there is no position and no game in it", input.name));
    }
    if output.is_json() {
        return output.json(&document);
    }
    for warning in &document.warnings {
        // If stderr is closed, there is nobody to tell.
        let _ = writeln!(std::io::stderr(), "warning: {warning}");
    }
    let between = if matches!(args.to, Form::Pdn(_)) { "\n\n" } else { "\n" };
    let texts: Vec<&str> = document.results.iter().map(|text| text.trim_end()).collect();
    output.line(&texts.join(between))
}

/// Texts of single positions, each with the number of lines before it.
fn parts(text: &str, from: Form) -> Vec<(usize, String)> {
    let mut parts: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    for (number, line) in text.lines().enumerate() {
        let says_nothing = line.trim().is_empty();
        if says_nothing || line.starts_with('#') {
            goes_on &= !says_nothing;
            // A line that is left out still counts.
            if goes_on && let Some((_, part)) = parts.last_mut() {
                part.push('\n');
            }
            continue;
        }
        match parts.last_mut() {
            Some((_, part)) if goes_on => {
                part.push('\n');
                part.push_str(line);
            }
            _ => parts.push((number, line.to_owned())),
        }
        goes_on = matches!(from, Form::Players(_));
    }
    parts
}

fn positions(input: &Input, from: Form, rules: &Rules) -> Result<Vec<Game>> {
    let read = |text: &str| match (from, PositionForm::guess(text)) {
        (Form::Players(_), _) => Position::from_players_text(text, rules).map(Game::from_position),
        (Form::DraughtsFen(_), _) => Position::from_draughts_fen(text, rules).map(Game::from_position),
        // Whatever it looks like, the message of the one-line form is wanted.
        (_, PositionForm::OneLine) => Game::from_position_text(text, rules),
        (_, _) => Game::from_fen(text, rules)
            .map_err(|error| TextError { place: Place::START, message: error.to_string() }),
    };
    let parts = parts(&input.text, from);
    let games = parts.iter().map(|(lines, text)| {
        read(text).map_err(|TextError { place, message }| {
            let place = Place { line: place.line + lines, ..place };
            input.error(TextError { place, message })
        })
    });
    games.collect()
}

/// A position in a notation of positions.
fn position(game: &Game, to: Form, rules: &Rules) -> Result<String> {
    let position = game.position();
    match to {
        Form::Players(language) => Ok(position.players_text(rules, language)),
        Form::DraughtsFen(naming) => {
            let english = bashni_rules::pdn::GameType::in_numbers(rules);
            let usual = if english.is_some_and(|game| game.number() == 21) {
                Naming::Numbers
            } else {
                Naming::Letters
            };
            let squares = naming.unwrap_or(usual).squares(rules);
            position.draughts_fen(rules, squares).ok_or_else(|| {
                anyhow!(
                    "{} has a column of several pieces, which draughts-fen cannot say; use --to fen",
                    position.fen(rules)
                )
            })
        }
        _ => Ok(position.fen(rules)),
    }
}

fn games(input: &Input, from: Form) -> Result<Vec<PdnGame>> {
    if matches!(from, Form::Pdn(_)) {
        return pdn::read(&input.text).map_err(|error| input.error(error));
    }
    // One game a line. A star ends each, so that the whole text is PDN, with the same places.
    let is_game = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let text: String = input
        .text
        .lines()
        .map(|line| if is_game(&line) { format!("{line} *\n") } else { "\n".to_owned() })
        .collect();
    let games = pdn::read(&text).map_err(|error| input.error(error))?;
    let lines = input.text.lines().filter(is_game).count();
    if games.len() == lines {
        Ok(games)
    } else {
        Err(anyhow!(
            "{}: {lines} lines with {} games; expected the moves of one game a line, without ; comments",
            input.name,
            games.len()
        ))
    }
}

fn convert_game(
    input: &Input,
    number: usize,
    game: &PdnGame,
    to: Form,
    rules: &Rules,
    document: &mut Document,
) -> Result<()> {
    let error = |error: PdnError| input.error(error);
    let replay = game.replay(rules).map_err(error)?;
    document
        .warnings
        .extend(replay.warnings.iter().map(|warning| format!("{}, game {number}: {warning}", input.name)));
    let text = match to {
        Form::Pdn(Naming::Letters) => game.in_letters(rules).map_err(error)?.to_string(),
        Form::Pdn(Naming::Numbers) => game.in_numbers(rules).map_err(error)?.to_string(),
        Form::Moves(naming) => {
            if replay.start.position() != rules.start() {
                return Err(anyhow!(
                    "{}, game {number}: it starts from a position of its own, which moves alone cannot say; use --to pdn",
                    input.name
                ));
            }
            let line = match naming {
                Naming::Letters => replay.line,
                Naming::Numbers => game.in_numbers(rules).map_err(error)?.line,
            };
            let moves: Vec<&str> = line.plies.iter().map(|ply| ply.text.as_str()).collect();
            moves.join(" ")
        }
        _ => position(&replay.end, to, rules)?,
    };
    document.results.push(text);
    Ok(())
}
