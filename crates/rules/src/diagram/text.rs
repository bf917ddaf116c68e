//! A drawing of characters: its styles, and what each stretch of it shows.

use std::fmt;

use crate::Color;

/// How a diagram is drawn with characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// How squares are told apart.
    pub spacing: Spacing,
    /// Characters of ASCII only.
    pub ascii: bool,
}

/// How the squares of a diagram that is drawn with characters are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// By their distance alone, and that is small: three characters wide, one line high.
    Close,
    /// By lines between them.
    Lined,
    /// By the colours of the squares, which have no gaps between them.
    Tiled,
}

impl TextStyle {
    /// As narrow and short as can be, in ASCII: for logs and files.
    pub const PLAIN: TextStyle = TextStyle { spacing: Spacing::Close, ascii: true };

    /// With lines between the squares: for terminals without colours.
    pub const LINED: TextStyle = TextStyle { spacing: Spacing::Lined, ascii: false };

    /// Square upon square: for terminals with colours.
    pub const TILED: TextStyle = TextStyle { spacing: Spacing::Tiled, ascii: false };
}

/// What a stretch of a drawing shows. Colours are given by this; the characters alone say all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// Lines between and around the squares.
    Frame,
    /// Letters of files and numbers of ranks.
    Label,
    /// A light square.
    Light,
    /// A dark square, as far as no piece is on it.
    Dark,
    /// A dark square to be pointed out, as far as no piece is on it.
    Marked,
    /// A piece, or several equal ones.
    Piece {
        /// Whose it is.
        owner: Color,
        /// Whether it is a king.
        king: bool,
    },
    /// What is left of a column that is too long to be drawn.
    Rest,
    /// The title.
    Title,
    /// Other words.
    Words,
}

/// Characters of one [`Part`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// What they show.
    pub part: Part,
    /// The characters.
    pub text: String,
}

/// A drawing: lines of spans. Displayed without colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub(super) lines: Vec<Vec<Span>>,
}

impl Text {
    /// The lines from the top down.
    pub fn lines(&self) -> &[Vec<Span>] {
        &self.lines
    }

    pub(super) fn empty() -> Text {
        Text { lines: Vec::new() }
    }

    pub(super) fn append(&mut self, other: Text) {
        self.lines.extend(other.lines);
    }

    /// A line of one span.
    pub(super) fn say(&mut self, part: Part, text: impl Into<String>) {
        self.lines.push(vec![Span { part, text: text.into() }]);
    }
}

impl fmt::Display for Text {
    /// The characters, each line without blanks at its end, lines separated by ends of line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, spans) in self.lines.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            let line: String = spans.iter().map(|span| span.text.as_str()).collect();
            f.write_str(line.trim_end())?;
        }
        Ok(())
    }
}
