//! A diagram drawn with characters.

use super::Diagram;
use super::text::{Part, Spacing, Span, Text, TextStyle};
use super::view::View;
use super::words::{Group, Words, groups};
use crate::{Color, Column, Square, fen};

/// Columns up to this height are drawn piece by piece, taller ones by their groups of equal pieces, and piece by
/// piece below the board.
const DRAWN_BY_PIECE: usize = 5;

/// The letter of a piece.
fn letter(owner: Color, king: bool) -> char {
    match (owner, king) {
        (Color::White, false) => 'w',
        (Color::White, true) => 'W',
        (Color::Black, false) => 'b',
        (Color::Black, true) => 'B',
    }
}

/// What stands on a square, from the top down, a line each.
type Stack = Vec<(Part, String)>;

fn stack(owner: Color, column: Column) -> Stack {
    let by_piece = column.height() <= DRAWN_BY_PIECE;
    let mut lines = Vec::new();
    let mut left = column.height();
    let groups = groups(owner, column);
    for (i, &Group { owner, king, number }) in groups.iter().enumerate() {
        let letter = letter(owner, king);
        let part = Part::Piece { owner, king };
        if by_piece {
            lines.extend((0..number).map(|_| (part, letter.to_string())));
        } else if i + 1 == DRAWN_BY_PIECE && groups.len() > DRAWN_BY_PIECE {
            lines.push((Part::Rest, format!("+{left}")));
            break;
        } else if number == 1 {
            lines.push((part, letter.to_string()));
        } else {
            lines.push((part, format!("{letter}{number}")));
        }
        left -= number;
    }
    lines
}

/// Builds the board's lines.
struct Drawing<'a> {
    diagram: &'a Diagram<'a>,
    view: View<'a>,
    style: TextStyle,
    text: Text,
}

impl Diagram<'_> {
    /// The diagram drawn with characters: title, board, caption, and a line for every column that is too tall to be
    /// drawn piece by piece. Every piece can be read without colours.
    ///
    /// ```
    /// use bashni_rules::diagram::{Diagram, TextStyle};
    /// use bashni_rules::{Position, Rules};
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let position = Position::from_fen("W:Wc1=1/000000:Bb8=0", &rules).unwrap();
    /// let text = Diagram::new(&position, &rules).text(&TextStyle::LINED).to_string();
    /// assert!(text.ends_with("c1  White, 7 pieces: king over 6 black men  1/000000"));
    /// ```
    pub fn text(&self, style: &TextStyle) -> Text {
        let mut drawing = Drawing {
            diagram: self,
            view: View::new(self.board(), self.below),
            style: *style,
            text: Text::empty(),
        };
        if let Some(title) = &self.title {
            drawing.text.say(Part::Title, title);
        }
        drawing.board();
        if let Some(caption) = &self.caption {
            drawing.text.say(Part::Words, caption);
        }
        for (square, owner, column) in self.tall_columns(DRAWN_BY_PIECE + 1) {
            let (words, digits) = (Words(owner, column), fen::digits(column));
            drawing.text.say(Part::Words, format!("{square:<3} {words}  {digits}"));
        }
        drawing.text
    }
}

impl Drawing<'_> {
    fn board(&mut self) {
        let rows = self.view.rows();
        for row in 0..rows {
            self.rule(if row == 0 { Rule::Top } else { Rule::Between });
            self.row(row);
        }
        self.rule(Rule::Bottom);
        let letters: Vec<String> = (0..self.view.places())
            .map(|place| self.padded(&self.view.file_label(place).to_string()))
            .collect();
        let letters = letters.join(if self.lined() { " " } else { "" });
        self.text.say(Part::Label, format!("    {letters}"));
    }

    /// One rank of squares, as many lines as its tallest drawing.
    fn row(&mut self, row: usize) {
        let view = self.view;
        let on = |square: Square| {
            let position = self.diagram.position;
            position.owner(square).map_or(Stack::new(), |owner| stack(owner, position.column(square)))
        };
        let stacks: Vec<Option<(Square, Stack)>> = (0..view.places())
            .map(|place| view.square(row, place).map(|square| (square, on(square))))
            .collect();
        let height = stacks.iter().flatten().map(|(_, stack)| stack.len()).max().unwrap_or(0).max(1);
        // A line more, so that tiles are about as high as they are wide.
        let height = if self.style.spacing == Spacing::Tiled { height + 1 } else { height };
        for line in 0..height {
            let head = if line == 0 { view.rank_label(row) } else { String::new() };
            let mut spans = vec![Span { part: Part::Label, text: format!("{head:>2} ") }];
            for (place, stack) in stacks.iter().enumerate() {
                if self.lined() {
                    spans.push(Span { part: Part::Frame, text: self.bar().to_owned() });
                } else if place == 0 {
                    spans.push(Span { part: Part::Label, text: " ".to_owned() });
                }
                match stack {
                    None => spans.push(Span { part: Part::Light, text: self.padded("") }),
                    Some((square, stack)) => self.square(*square, stack, line, &mut spans),
                }
            }
            if self.lined() {
                spans.push(Span { part: Part::Frame, text: self.bar().to_owned() });
            }
            self.text.lines.push(spans);
        }
    }

    /// One line of a dark square.
    fn square(&self, square: Square, stack: &[(Part, String)], line: usize, spans: &mut Vec<Span>) {
        let marked = self.diagram.marked.contains(square);
        let ground = if marked { Part::Marked } else { Part::Dark };
        match stack.get(line) {
            Some((part, text)) if self.style.spacing != Spacing::Close => {
                spans.push(Span { part: ground, text: " ".to_owned() });
                spans.push(Span { part: *part, text: format!("{text:^3}") });
                spans.push(Span { part: ground, text: " ".to_owned() });
            }
            Some((part, text)) => spans.push(Span { part: *part, text: format!("{text:<3}") }),
            None => {
                let dot = if self.style.ascii { "." } else { "·" };
                let text = if stack.is_empty() && line == 0 { dot } else { "" };
                spans.push(Span { part: ground, text: self.padded(text) });
            }
        }
    }

    fn padded(&self, text: &str) -> String {
        if self.style.spacing == Spacing::Close { format!("{text:<3}") } else { format!("{text:^5}") }
    }

    fn lined(&self) -> bool {
        self.style.spacing == Spacing::Lined
    }

    fn bar(&self) -> &'static str {
        if self.style.ascii { "|" } else { "│" }
    }

    /// A line of characters between two rows of squares, or around them.
    fn rule(&mut self, rule: Rule) {
        if !self.lined() {
            return;
        }
        let (left, middle, right) = match (self.style.ascii, rule) {
            (true, _) => ("+", "+", "+"),
            (false, Rule::Top) => ("┌", "┬", "┐"),
            (false, Rule::Between) => ("├", "┼", "┤"),
            (false, Rule::Bottom) => ("└", "┴", "┘"),
        };
        let dashes = if self.style.ascii { "-----" } else { "─────" };
        let line = vec![dashes; self.view.places()].join(middle);
        self.text.say(Part::Frame, format!("   {left}{line}{right}"));
    }
}

/// Which horizontal line of a grid.
#[derive(Clone, Copy)]
enum Rule {
    Top,
    Between,
    Bottom,
}
