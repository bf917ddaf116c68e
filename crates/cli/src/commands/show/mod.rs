//! `bashni show`: draws positions, in the terminal or as a picture.

mod document;
mod played;
mod stage;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use bashni_files::write_atomically;
use bashni_rules::diagram::{Diagram, Sheet, TextStyle};
use bashni_rules::{Color, Game, Rules};

use crate::error::OrUsage;
use crate::output::Output;
use crate::painting::painted;
use crate::rules_args::RulesArgs;

use document::Document;
use played::{Played, PlayedArgs};
use stage::Stage;

/// Draw positions, in the terminal or as a picture
///
/// A column is drawn downwards from its commander: w and W are White's men and kings, b and B Black's. One of more
/// than five pieces is drawn by its groups of equal pieces (b7: seven black men) and written out below the board.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni show\n  \
        bashni show \"W:Wc1=1/0000,e3=0,f6=1:Ba7=0,b8=00/0,g7=1\"\n  \
        bashni show --rules lasca --flip --ascii\n  \
        bashni show \"W:Wc1=1/0000:Bb8=0\" --title \"White to move and win\" --svg problem.svg\n  \
        bashni show \"W:Wa1=1:Bb2=00\" \"B:Wa1=1/00:B\" --svg - --across 2\n  \
        bashni show --game games.pdn --number 2 --every 8 --svg game.svg\n\n\
        Colours: NO_COLOR and CLICOLOR_FORCE are heeded, and --color stands above both.")]
pub struct Args {
    /// Positions, as "W:Wc1=1/00,e3=0:Bb6=0" or in any other notation that `convert` reads; the start of the rules if
    /// none is given
    #[arg(value_name = "POSITION", conflicts_with_all = ["position", "game"])]
    positions: Vec<String>,

    #[command(flatten)]
    rules: RulesArgs,

    /// The same for one position
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    #[command(flatten)]
    played: PlayedArgs,

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

    /// Width of the picture, in pixels [default: 600, of a sheet 1000]
    #[arg(long, value_name = "PIXELS", requires = "svg", value_parser = clap::value_parser!(u32).range(50..=20_000))]
    width: Option<u32>,

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

/// Runs `bashni show`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let mut shown = shown(args)?;
    if args.caption.len() > shown.stages.len() {
        let (captions, positions) = (args.caption.len(), shown.stages.len());
        return Err(anyhow!("{captions} captions for {positions} position(s): at most one for each"))
            .or_usage("--caption");
    }
    for (stage, caption) in shown.stages.iter_mut().zip(&args.caption) {
        stage.caption.clone_from(caption);
    }
    if args.title.is_some() {
        shown.title.clone_from(&args.title);
    }
    if let Some(path) = &args.svg {
        if output.is_json() && path.as_os_str() == "-" {
            return Err(anyhow!("- is stdout, where --json prints its document; give a file"))
                .or_usage("--svg");
        }
        write_picture(args, &shown, path, output)?;
    }
    if output.is_json() {
        let documents: Vec<_> = shown.stages.iter().map(|stage| Document::new(stage, &shown.rules)).collect();
        return match &documents[..] {
            [one] if !args.played.is_given() => output.json(one),
            several => output.json(&several),
        };
    }
    if args.svg.is_some() { Ok(()) } else { draw(args, &shown, output) }
}

/// The positions asked for.
fn shown(args: &Args) -> Result<Played> {
    if let Some(played) = args.played.load(&args.rules)? {
        return Ok(played);
    }
    let rules = args.rules.load()?;
    let read = |text: &String, option: &str| Game::from_position_text(text, &rules).or_usage(option);
    let games = match &args.position {
        Some(text) => vec![read(text, "--position")?],
        None if args.positions.is_empty() => vec![Game::new(&rules)],
        None => args.positions.iter().map(|text| read(text, "POSITION")).collect::<Result<_>>()?,
    };
    let stages = games.iter().map(|game| Stage::alone(game, &rules)).collect();
    Ok(Played { rules, title: None, stages })
}

fn diagram<'a>(args: &Args, stage: &'a Stage, rules: &'a Rules) -> Diagram<'a> {
    let below = if args.flip { Color::Black } else { Color::White };
    Diagram::new(&stage.position, rules).below(below).caption(&stage.caption).marked(stage.marked)
}

/// A sheet of several positions, or one diagram, under the title if there is one.
fn write_picture(args: &Args, shown: &Played, path: &Path, output: &Output) -> Result<()> {
    let width = args.width.unwrap_or(if shown.stages.len() == 1 { 600 } else { 1000 });
    let svg = match &shown.stages[..] {
        [one] => {
            let diagram = diagram(args, one, &shown.rules);
            match &shown.title {
                Some(title) => diagram.title(title).svg(width),
                None => diagram.svg(width),
            }
        }
        several => {
            let mut sheet = Sheet::new();
            if let Some(title) = &shown.title {
                sheet = sheet.title(title);
            }
            if let Some(across) = args.across {
                sheet = sheet.across(across.into());
            }
            several.iter().for_each(|stage| sheet.push(diagram(args, stage, &shown.rules)));
            sheet.svg(width)
        }
    };
    if path.as_os_str() == "-" {
        return output.line(svg.trim_end());
    }
    write_atomically(path, svg.as_bytes())
        .with_context(|| format!("cannot write the picture {}", path.display()))
}

fn draw(args: &Args, shown: &Played, output: &Output) -> Result<()> {
    let colours = output.wants_colours(args.color);
    let style = if colours { TextStyle::TILED } else { TextStyle::LINED };
    let style = TextStyle { ascii: args.ascii, ..style };
    if let Some(title) = &shown.title {
        // The names are as the file has them; only the dash between them is ours.
        let title = if args.ascii { title.replace(" – ", " - ") } else { title.clone() };
        output.line(&format!("{title}\n"))?;
    }
    for stage in &shown.stages {
        let text = diagram(args, stage, &shown.rules).text(&style);
        if colours {
            output.coloured(&painted(&text))?;
        } else {
            output.line(&text.to_string())?;
        }
        output.line(&format!("\n{}\n\n{}\n", stage.counts(), stage.fen(&shown.rules)))?;
    }
    output.line("w and W: man and king of White; b and B: of Black; columns from the top down")
}
