//! Several diagrams on one sheet.

use std::fmt::{self, Write};

use super::Diagram;
use super::block::{Block, Kind};
use super::svg::{self, Size};
use super::text::{Part, Text, TextStyle};
use super::xml::{Escaped, Length};

/// Free space between diagrams.
const GAP: f64 = 22.0;
/// Free space above and below the sheet's title.
const MARGIN: f64 = 8.0;
/// Diagrams in a row unless another number is asked for.
const ACROSS: usize = 4;

/// Diagrams in rows, in the order in which they were added: the stages of a game, or a page of problems.
///
/// ```
/// use bashni_rules::diagram::{Diagram, Sheet};
/// use bashni_rules::{Game, Rules};
///
/// let rules = Rules::preset("bashni-6x6").unwrap();
/// let mut game = Game::new(&rules);
/// let start = game.position().clone();
/// game.play(&rules, &rules.parse_move(&start, "b2-c3").unwrap());
/// let mut sheet = Sheet::new().title("Two positions");
/// sheet.push(Diagram::new(&start, &rules).caption("start"));
/// sheet.push(Diagram::new(game.position(), &rules).caption("after 1. b2-c3"));
/// assert_eq!(sheet.svg(900).matches("class=\"diagram\"").count(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sheet<'a> {
    diagrams: Vec<Diagram<'a>>,
    title: Option<String>,
    across: Option<usize>,
}

impl<'a> Sheet<'a> {
    /// An empty sheet.
    pub fn new() -> Sheet<'a> {
        Sheet::default()
    }

    /// Words above all diagrams.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Sheet<'a> {
        self.title = Some(title.into());
        self
    }

    /// Diagrams in a row, at least 1. If this is not called, about as many as there are rows, but
    /// no more than 4.
    #[must_use]
    pub fn across(mut self, diagrams: usize) -> Sheet<'a> {
        self.across = Some(diagrams.max(1));
        self
    }

    /// Adds a diagram at the end.
    pub fn push(&mut self, diagram: Diagram<'a>) {
        self.diagrams.push(diagram);
    }

    /// The diagrams drawn with characters, one below the other.
    pub fn text(&self, style: &TextStyle) -> Text {
        let mut text = Text::empty();
        if let Some(title) = &self.title {
            text.say(Part::Title, title);
        }
        for (i, diagram) in self.diagrams.iter().enumerate() {
            if i > 0 || self.title.is_some() {
                text.say(Part::Words, "");
            }
            text.append(diagram.text(style));
        }
        text
    }

    /// The sheet as a document of SVG, `width` pixels wide where nothing else says how large it is to be.
    pub fn svg(&self, width: u32) -> String {
        let layout = self.layout();
        let title = self.title.as_deref().unwrap_or("Positions");
        let captions: Vec<String> = self.diagrams.iter().map(caption).collect();
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = svg::open(&mut out, layout.size, width, title, &captions.join("; "))
            .and_then(|()| self.draw(&layout, &mut out));
        out.push_str("</svg>\n");
        out
    }

    fn layout(&self) -> Layout {
        let number = self.diagrams.len().max(1);
        let across = self.across.unwrap_or_else(|| square_root_up(number).min(ACROSS)).min(number);
        let sizes: Vec<Size> = self.diagrams.iter().map(Diagram::size).collect();
        let cell = sizes.iter().map(|size| size.width).fold(1.0, f64::max);
        let width = across as f64 * (cell + GAP) - GAP;
        let title = self.title.as_ref().map(|title| Block::new(Kind::Title, title, width));
        let mut y = title.as_ref().map_or(0.0, |title| title.height() + 2.0 * MARGIN);
        let mut places = Vec::new();
        for diagrams in self.diagrams.chunks(across) {
            // The boards of a row stand on one line, whatever is above and below them.
            let above = diagrams.iter().map(Diagram::above).fold(0.0, f64::max);
            for (i, diagram) in diagrams.iter().enumerate() {
                places.push((i as f64 * (cell + GAP), y + above - diagram.above()));
            }
            let below = diagrams.iter().map(|diagram| diagram.size().height - diagram.above());
            y += above + below.fold(0.0, f64::max) + GAP;
        }
        Layout { title, size: Size { width, height: (y - GAP).max(1.0) }, places }
    }

    fn draw(&self, layout: &Layout, out: &mut String) -> fmt::Result {
        if let Some(title) = &layout.title {
            title.draw(out, 0.0, MARGIN, layout.size.width)?;
        }
        for (diagram, &(x, y)) in self.diagrams.iter().zip(&layout.places) {
            let (x, y, caption) = (Length(x), Length(y), caption(diagram));
            writeln!(out, r#"<g class="diagram" role="img" transform="translate({x} {y})">"#)?;
            let fen = diagram.position.fen(diagram.rules);
            writeln!(out, "<title>{}</title>\n<desc>{fen}</desc>", Escaped(&caption))?;
            diagram.draw(out)?;
            out.write_str("</g>\n")?;
        }
        Ok(())
    }
}

/// Where everything on a sheet is: the title above, and the upper left corners of the diagrams.
struct Layout {
    title: Option<Block>,
    size: Size,
    places: Vec<(f64, f64)>,
}

/// What a diagram is called.
fn caption(diagram: &Diagram<'_>) -> String {
    let words = diagram.caption.as_ref().or(diagram.title.as_ref());
    words.cloned().unwrap_or_else(|| format!("{} to move", diagram.position.turn()))
}

fn square_root_up(number: usize) -> usize {
    (1..=number).find(|root| root * root >= number).unwrap_or(1)
}
