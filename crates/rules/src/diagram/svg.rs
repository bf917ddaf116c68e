//! A diagram as vector graphics.

use std::fmt::{self, Write};

use super::Diagram;
use super::tower::{self, Place, SQUARE};
use super::view::View;
use super::xml::{Escaped, Length};

/// Free space to the left of the board, for the numbers of ranks, and below it, for the letters of files.
const LABELS: f64 = 26.0;
/// Free space at the other edges.
const MARGIN: f64 = 10.0;
/// Height of a line of words above or below.
const LINE: f64 = 24.0;
/// Height of a line of notes.
const NOTE: f64 = 17.0;
/// About the width of a character of a note.
const NOTE_CHAR: f64 = 6.8;
/// From this height on the discs of a tower are too thin to be counted, and a note below the board tells them.
const NOTED: usize = 13;

const LIGHT: &str = "#fbf8f1";
const DARK: &str = "#d8cab0";
const MARKED: &str = "#e3b36b";
const INK: &str = "#2b2b2b";
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

/// A line of words around a middle.
pub(super) fn words(out: &mut String, text: &str, x: f64, baseline: f64, title: bool) -> fmt::Result {
    let font = if title { r#"font-size="17" font-weight="bold""# } else { r#"font-size="15""# };
    writeln!(
        out,
        r#"<text x="{}" y="{}" {font} text-anchor="middle">{}</text>"#,
        Length(x),
        Length(baseline),
        Escaped(text)
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
    /// use bashni_rules::{Rules};
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
        let board = self.board();
        let caption = if self.caption.is_some() { LINE } else { 0.0 };
        let notes = match self.notes().len() {
            0 => 0.0,
            lines => lines as f64 * NOTE + MARGIN,
        };
        Size {
            width: LABELS + f64::from(board.files()) * SQUARE + MARGIN,
            height: self.above() + f64::from(board.ranks()) * SQUARE + LABELS + caption + notes,
        }
    }

    /// The towers that are too tall for their discs to be told apart, in words, broken into lines.
    fn notes(&self) -> Vec<String> {
        let width = (f64::from(self.board().files()) * SQUARE / NOTE_CHAR) as usize;
        let tall = self.tall_columns(NOTED);
        tall.iter().flat_map(|(square, words)| broken(&format!("{square}: {words}"), width)).collect()
    }

    /// What is above the board: the title, and towers of the uppermost row.
    pub(super) fn above(&self) -> f64 {
        let view = View::new(self.board(), self.below);
        let uppermost = (0..view.places()).filter_map(|place| view.square(0, place));
        let over = uppermost.map(|square| tower::reach(self.position.column(square)) - SQUARE / 2.0);
        let title = if self.title.is_some() { LINE } else { 0.0 };
        over.fold(0.0, f64::max) + title + MARGIN
    }

    /// Draws the diagram with its upper left corner at the origin.
    pub(super) fn draw(&self, out: &mut String) -> fmt::Result {
        let view = View::new(self.board(), self.below);
        let (width, height) = (view.places() as f64 * SQUARE, view.rows() as f64 * SQUARE);
        let (left, top) = (LABELS, self.above());
        if let Some(title) = &self.title {
            words(out, title, left + width / 2.0, MARGIN + 14.0, true)?;
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
        if let Some(caption) = &self.caption {
            words(out, caption, left + width / 2.0, below + 14.0, false)?;
            below += LINE;
        }
        for line in self.notes() {
            below += NOTE;
            writeln!(
                out,
                r#"<text class="note" x="{}" y="{}" font-size="13">{}</text>"#,
                Length(left),
                Length(below),
                Escaped(&line)
            )?;
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
        for (color, marked) in [(DARK, false), (MARKED, true)] {
            let mut path = String::new();
            for row in 0..view.rows() {
                for place in 0..view.places() {
                    let square = view.square(row, place);
                    if square.is_some_and(|square| self.marked.contains(square) == marked) {
                        let (x, y) = (left + place as f64 * SQUARE, top + row as f64 * SQUARE);
                        write!(path, "M{} {}h{SQUARE}v{SQUARE}h-{SQUARE}z", Length(x), Length(y))?;
                    }
                }
            }
            if !path.is_empty() {
                writeln!(out, r#"<path d="{path}" fill="{color}"/>"#)?;
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

/// Text broken at blanks into lines of at most `width` characters; a word longer than that has a line of its own.
fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
