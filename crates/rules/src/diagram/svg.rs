//! A diagram as vector graphics.

use std::fmt::{self, Write};

use super::Diagram;
use super::block::{Block, Kind};
use super::tower::{self, Place, SQUARE};
use super::view::View;
use super::words::Words;
use super::xml::{Escaped, Length};

/// Free space to the left of the board, for the numbers of ranks, and below it, for the letters of files.
const LABELS: f64 = 26.0;
/// Free space at the other edges.
const MARGIN: f64 = 10.0;
/// From this height on the discs of a tower are too thin to be counted, and a note below the board tells them.
const NOTED: usize = 13;

const LIGHT: &str = "#fbf8f1";
const DARK: &str = "#d8cab0";
const MARKED: &str = "#e3b36b";
const INK: &str = "#2b2b2b";
/// Width of the rim of a marked square.
const RIM: f64 = 2.0;
/// Every system has one of these; the last name stands for whatever it calls sans-serif.
const FONTS: &str = "Helvetica, Arial, sans-serif";

/// Width and height of a drawing.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub width: f64,
    pub height: f64,
}

/// Opens a picture that is `width` pixels wide where nothing else says how large it is, with what it shows in words.
pub(super) fn open(out: &mut String, size: Size, width: u32, title: &str, description: &str) -> fmt::Result {
    let height = f64::from(width) * size.height / size.width;
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{}" viewBox="0 0 {} {}" font-family="{FONTS}" fill="{INK}">"#,
        Length(height),
        Length(size.width),
        Length(size.height),
    )?;
    writeln!(out, "<title>{}</title>\n<desc>{}</desc>", Escaped(title), Escaped(description))?;
    writeln!(
        out,
        r##"<rect width="{}" height="{}" fill="#ffffff"/>"##,
        Length(size.width),
        Length(size.height)
    )
}

impl Diagram<'_> {
    /// The diagram as a document of SVG, `width` pixels wide where nothing else says how large it is to be.
    ///
    /// Pieces are discs, a tower's upon each other, so that the side of each is seen; kings have a crown on their
    /// face and studs on their side. Towers of six pieces or more have their number beside them; the taller, the
    /// thinner their discs. Equal diagrams give equal bytes.
    ///
    /// ```
    /// use bashni_rules::diagram::Diagram;
    /// use bashni_rules::Rules;
    ///
    /// let rules = Rules::preset("lasca").unwrap();
    /// let svg = Diagram::new(rules.start(), &rules).title("Lasca").svg(480);
    /// assert_eq!(svg.matches("class=\"piece ").count(), 22);
    /// ```
    pub fn svg(&self, width: u32) -> String {
        let title = self.title.clone().unwrap_or_else(|| format!("{} to move", self.position.turn()));
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = open(&mut out, self.size(), width, &title, &self.position.fen(self.rules))
            .and_then(|()| self.draw(&mut out));
        out.push_str("</svg>\n");
        out
    }

    pub(super) fn size(&self) -> Size {
        Size {
            width: LABELS + self.board_width() + MARGIN,
            height: self.above()
                + f64::from(self.board().ranks()) * SQUARE
                + LABELS
                + self.words_below().iter().map(Block::height).sum::<f64>()
                + MARGIN,
        }
    }

    fn board_width(&self) -> f64 {
        f64::from(self.board().files()) * SQUARE
    }

    fn words_above(&self) -> Option<Block> {
        let title = self.title.as_ref()?;
        Some(Block::new(Kind::Title, title, self.board_width()))
    }

    /// The caption, and notes on the towers that are too tall for their discs to be told apart.
    fn words_below(&self) -> Vec<Block> {
        let width = self.board_width();
        let caption = self.caption.as_ref().map(|caption| Block::new(Kind::Caption, caption, width));
        let notes = self.tall_columns(NOTED).into_iter().map(|(square, owner, column)| {
            Block::new(Kind::Note, &format!("{square}: {}", Words(owner, column)), width)
        });
        caption.into_iter().chain(notes).collect()
    }

    /// What is above the board: the title, and towers of the uppermost row.
    pub(super) fn above(&self) -> f64 {
        let view = View::new(self.board(), self.below);
        let uppermost = (0..view.places()).filter_map(|place| view.square(0, place));
        let over = uppermost.map(|square| tower::reach(self.position.column(square)) - SQUARE / 2.0);
        let title = self.words_above().map_or(0.0, |title| title.height());
        MARGIN + title + over.fold(0.0, f64::max)
    }

    /// Draws the diagram with its upper left corner at the origin.
    pub(super) fn draw(&self, out: &mut String) -> fmt::Result {
        let view = View::new(self.board(), self.below);
        let (width, height) = (view.places() as f64 * SQUARE, view.rows() as f64 * SQUARE);
        let (left, top) = (LABELS, self.above());
        if let Some(title) = self.words_above() {
            title.draw(out, left, MARGIN * 0.6, width)?;
        }
        self.squares(out, left, top)?;
        writeln!(
            out,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{INK}" stroke-width="1.5"/>"#,
            Length(left),
            Length(top),
            Length(width),
            Length(height),
        )?;
        self.labels(out, left, top)?;
        // From the far rows to the near ones, so that a tower stands before what is behind it.
        for row in 0..view.rows() {
            for place in 0..view.places() {
                let Some(square) = view.square(row, place) else { continue };
                let Some(owner) = self.position.owner(square) else { continue };
                let at = Place {
                    x: left + (place as f64 + 0.5) * SQUARE,
                    y: top + (row as f64 + 0.5) * SQUARE,
                    number_left: place + 1 == view.places(),
                };
                writeln!(out, r#"<g class="tower" data-square="{}">"#, self.board().name(square))?;
                tower::draw(out, owner, self.position.column(square), at)?;
                out.write_str("</g>\n")?;
            }
        }
        let mut below = top + height + LABELS;
        for words in self.words_below() {
            words.draw(out, left, below, width)?;
            below += words.height();
        }
        Ok(())
    }

    fn squares(&self, out: &mut String, left: f64, top: f64) -> fmt::Result {
        let view = View::new(self.board(), self.below);
        let (width, height) = (view.places() as f64 * SQUARE, view.rows() as f64 * SQUARE);
        writeln!(
            out,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{LIGHT}"/>"#,
            Length(left),
            Length(top),
            Length(width),
            Length(height),
        )?;
        // Marked squares have a rim, which is seen in black and white too.
        for (marked, inset, ink) in [
            (false, 0.0, format!(r#"fill="{DARK}""#)),
            (true, RIM / 2.0, format!(r#"fill="{MARKED}" stroke="{INK}" stroke-width="{RIM}""#)),
        ] {
            let side = SQUARE - 2.0 * inset;
            let mut path = String::new();
            for row in 0..view.rows() {
                for place in 0..view.places() {
                    let square = view.square(row, place);
                    if square.is_some_and(|square| self.marked.contains(square) == marked) {
                        let (x, y) = (left + place as f64 * SQUARE, top + row as f64 * SQUARE);
                        write!(path, "M{} {}h{side}v{side}h-{side}z", Length(x + inset), Length(y + inset))?;
                    }
                }
            }
            if !path.is_empty() {
                writeln!(out, r#"<path d="{path}" {ink}/>"#)?;
            }
        }
        Ok(())
    }

    fn labels(&self, out: &mut String, left: f64, top: f64) -> fmt::Result {
        let view = View::new(self.board(), self.below);
        writeln!(out, r#"<g class="labels" font-size="14" text-anchor="middle">"#)?;
        for row in 0..view.rows() {
            let y = top + (row as f64 + 0.5) * SQUARE + 5.0;
            writeln!(
                out,
                r#"<text x="{}" y="{}">{}</text>"#,
                Length(left - 13.0),
                Length(y),
                view.rank_label(row)
            )?;
        }
        let y = top + view.rows() as f64 * SQUARE + 18.0;
        for place in 0..view.places() {
            let x = left + (place as f64 + 0.5) * SQUARE;
            writeln!(out, r#"<text x="{}" y="{}">{}</text>"#, Length(x), Length(y), view.file_label(place))?;
        }
        out.write_str("</g>\n")
    }
}
