//! `bashni show`: draws positions, in the terminal or as a picture.

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use bashni_data::write_atomically;
use bashni_rules::{Color, Diagram, Game, Outcome, Rules, Sheet, TextStyle, Words};
use serde::Serialize;

use crate::error::OrUsage;
use crate::output::Output;
use crate::painting::painted;
use crate::rules_args::RulesArgs;
use crate::table::table;

/// Draw positions, in the terminal or as a picture
///
/// A column is drawn downwards from its commander: w and W are White's men and kings, b and B Black's. One of more
/// than five pieces is drawn by its groups of equal pieces (b7: seven black men) and written out below the board.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni show\n  \
        bashni show \"W:Wc1=1/0000,e3=0,f6=1:Ba7=0,b8=00/0,g7=1\"\n  \
        bashni show --rules lasca --flip --ascii\n  \
        bashni show \"W:Wc1=1/0000:Bb8=0\" --title \"White to move and win\" --svg problem.svg\n  \
        bashni show \"W:Wa1=1:Bb2=00\" \"B:Wa1=1/00:B\" --svg - --across 2\n\n\
        Colours: NO_COLOR and CLICOLOR_FORCE are heeded, and --color stands above both.")]
pub struct Args {
    /// Positions in the one-line form, as "W:Wc1=1/00,e3=0:Bb6=0"; the start of the rules if none is given
    #[arg(value_name = "FEN", conflicts_with = "position")]
    positions: Vec<String>,

    #[command(flatten)]
    rules: RulesArgs,

    /// The same as FEN, for one position
    #[arg(long, value_name = "FEN")]
    position: Option<String>,

    /// Seen from Black's side
    #[arg(long)]
    flip: bool,

    /// Draw with ASCII characters only
    #[arg(long, conflicts_with = "svg")]
    ascii: bool,

    /// Draw in colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = clap::ColorChoice::Auto, conflicts_with = "svg")]
    color: clap::ColorChoice,

    /// Write a picture (SVG) to FILE, or to stdout for -
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Width of the picture, in pixels
    #[arg(long, value_name = "PIXELS", requires = "svg", default_value_t = 600,
        value_parser = clap::value_parser!(u32).range(50..=20_000))]
    width: u32,

    /// Diagrams in a row of a picture of several
    #[arg(long, value_name = "N", requires = "svg", value_parser = clap::value_parser!(u16).range(1..))]
    across: Option<u16>,

    /// Words above the board
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Words below the board instead of whose move it is; with several positions, once for each
    #[arg(long, value_name = "TEXT")]
    caption: Vec<String>,
}

/// A position as JSON has it.
#[derive(Serialize)]
struct Document<'a> {
    rules: &'a str,
    fen: String,
    turn: String,
    no_progress: u32,
    outcome: &'static str,
    pieces: usize,
    columns: Vec<ColumnDocument>,
}

/// A column: its runs from the top down, 0 a man and 1 a king, as in the one-line form.
#[derive(Serialize)]
struct ColumnDocument {
    square: String,
    owner: String,
    king: bool,
    height: usize,
    own: String,
    prisoners: String,
    words: String,
}

/// Runs `bashni show`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let rules = args.rules.load()?;
    let games = games(args, &rules)?;
    if args.caption.len() > games.len() {
        let (captions, positions) = (args.caption.len(), games.len());
        return Err(anyhow!("{captions} captions for {positions} position(s): at most one for each"))
            .or_usage("--caption");
    }
    if let Some(path) = &args.svg {
        if output.is_json() && path.as_os_str() == "-" {
            return Err(anyhow!("- is stdout, where --json prints its document; give a file"))
                .or_usage("--svg");
        }
        write_picture(args, &games, &rules, path, output)?;
    }
    if output.is_json() {
        let documents: Vec<Document<'_>> = games.iter().map(|game| document(game, &rules)).collect();
        return match &documents[..] {
            [one] => output.json(one),
            several => output.json(&several),
        };
    }
    if args.svg.is_some() { Ok(()) } else { draw(args, &games, &rules, output) }
}

/// The positions asked for, each with its plies without progress.
fn games(args: &Args, rules: &Rules) -> Result<Vec<Game>> {
    let read = |text: &String, option: &str| Game::from_fen(text, rules).or_usage(option);
    match &args.position {
        Some(text) => Ok(vec![read(text, "--position")?]),
        None if args.positions.is_empty() => Ok(vec![Game::new(rules)]),
        None => args.positions.iter().map(|text| read(text, "FEN")).collect(),
    }
}

/// The diagrams with their captions. The title is that of the one diagram, otherwise the sheet's.
fn diagrams<'a>(args: &Args, games: &'a [Game], rules: &'a Rules) -> Vec<Diagram<'a>> {
    let below = if args.flip { Color::Black } else { Color::White };
    let captions = args.caption.iter().map(Some).chain(std::iter::repeat(None));
    games
        .iter()
        .zip(captions)
        .map(|(game, caption)| {
            let caption = caption.cloned().unwrap_or_else(|| state(game, rules));
            let diagram = Diagram::new(game.position(), rules).below(below).caption(caption);
            match &args.title {
                Some(title) if games.len() == 1 => diagram.title(title),
                _ => diagram,
            }
        })
        .collect()
}

fn write_picture(args: &Args, games: &[Game], rules: &Rules, path: &Path, output: &Output) -> Result<()> {
    let mut diagrams = diagrams(args, games, rules);
    let svg = match &diagrams[..] {
        [one] => one.svg(args.width),
        _ => {
            let mut sheet = Sheet::new();
            if let Some(title) = &args.title {
                sheet = sheet.title(title);
            }
            if let Some(across) = args.across {
                sheet = sheet.across(across.into());
            }
            diagrams.drain(..).for_each(|diagram| sheet.push(diagram));
            sheet.svg(args.width)
        }
    };
    if path.as_os_str() == "-" {
        return output.line(svg.trim_end());
    }
    write_atomically(path, svg.as_bytes())
        .with_context(|| format!("cannot write the picture {}", path.display()))
}

fn draw(args: &Args, games: &[Game], rules: &Rules, output: &Output) -> Result<()> {
    let colours = output.wants_colours(args.color);
    let style = if colours { TextStyle::TILED } else { TextStyle::LINED };
    let style = TextStyle { ascii: args.ascii, ..style };
    if let (Some(title), true) = (&args.title, games.len() > 1) {
        output.line(&format!("{title}\n"))?;
    }
    for (diagram, game) in diagrams(args, games, rules).iter().zip(games) {
        let text = diagram.text(&style);
        if colours {
            output.coloured(&painted(&text))?;
        } else {
            output.line(&text.to_string())?;
        }
        output.line(&format!("\n{}\n\n{}\n", counts(game), fen(game, rules)))?;
    }
    output.line("w and W: man and king of White; b and B: of Black; columns from the top down")
}

/// Who is to move and since when nothing has changed, or how the game has ended.
fn state(game: &Game, rules: &Rules) -> String {
    let turn = game.turn();
    let unchanged = match game.no_progress() {
        1 => "1 ply without capture or promotion".to_owned(),
        plies => format!("{plies} plies without capture or promotion"),
    };
    match game.outcome(rules).map(Outcome::winner) {
        Some(Some(winner)) => format!("{turn} has no legal move: {winner} has won"),
        Some(None) => format!("{turn} to move, drawn: {unchanged}"),
        None if game.no_progress() == 0 => format!("{turn} to move"),
        None => format!("{turn} to move, {unchanged}"),
    }
}

/// What each side has.
fn counts(game: &Game) -> String {
    let position = game.position();
    let row = |color: Color| {
        let owned = position.owned(color);
        let kings = (owned & position.kings()).count();
        let prisoners: usize = owned.map(|square| position.column(square).prisoners()).sum();
        [color.to_string(), owned.count().to_string(), kings.to_string(), prisoners.to_string()]
    };
    let head = ["", "columns", "led by kings", "prisoners"].map(str::to_owned);
    table(&[head, row(Color::White), row(Color::Black)])
}

/// The one-line form, with the plies without progress if there are any.
fn fen(game: &Game, rules: &Rules) -> String {
    let fen = game.position().fen(rules);
    match game.no_progress() {
        0 => fen,
        plies => format!("{fen}:H{plies}"),
    }
}

fn document<'a>(game: &Game, rules: &'a Rules) -> Document<'a> {
    let (position, board) = (game.position(), rules.board());
    let mut columns: Vec<_> = position.occupied().collect();
    columns.sort_by_key(|&square| board.coordinates(square));
    let column = |square| {
        let column = position.column(square);
        let digits = |depths: Range<usize>| {
            depths.map(|depth| if column.king_at(depth) { '1' } else { '0' }).collect()
        };
        position.owner(square).map(|owner| ColumnDocument {
            square: board.name(square).to_owned(),
            owner: owner.to_string(),
            king: column.is_king(),
            height: column.height(),
            own: digits(0..column.own()),
            prisoners: digits(column.own()..column.height()),
            words: Words(owner, column).to_string(),
        })
    };
    Document {
        rules: rules.name(),
        fen: fen(game, rules),
        turn: position.turn().to_string(),
        no_progress: game.no_progress(),
        outcome: game.outcome(rules).map_or("*", Outcome::pdn),
        pieces: position.pieces(),
        columns: columns.into_iter().filter_map(column).collect(),
    }
}
