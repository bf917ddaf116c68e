//! Positions drawn for people: with characters ([`Diagram::text`]) and as vector graphics ([`Diagram::svg`]).
//!
//! A [`Diagram`] is one position as it is to be seen, a [`Sheet`] several of them.

mod block;
mod characters;
mod sheet;
mod svg;
mod text;
mod tower;
mod view;
mod words;
mod xml;

pub use sheet::Sheet;
pub use text::{Part, Spacing, Span, Text, TextStyle};
pub use words::Words;

use crate::{Bitboard, Board, Color, Column, Position, Rules, Square};

/// One position as it is to be drawn: from which side, and with which words around it.
///
/// ```
/// use bashni_rules::diagram::{Diagram, TextStyle};
/// use bashni_rules::{Position, Rules};
///
/// let rules = Rules::preset("bashni-4x4").unwrap();
/// let position = Position::from_fen("W:Wa1=1/00:Bb4=0", &rules).unwrap();
/// let diagram = Diagram::new(&position, &rules).caption("White to move");
/// assert!(diagram.text(&TextStyle::PLAIN).to_string().ends_with("\nWhite to move"));
/// assert!(diagram.svg(400).starts_with("<svg"));
/// ```
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    position: &'a Position,
    rules: &'a Rules,
    below: Color,
    title: Option<String>,
    caption: Option<String>,
    marked: Bitboard,
}

impl<'a> Diagram<'a> {
    /// The position seen from White's side, without words.
    pub fn new(position: &'a Position, rules: &'a Rules) -> Diagram<'a> {
        Diagram { position, rules, below: Color::White, title: None, caption: None, marked: Bitboard::EMPTY }
    }

    /// Seen from the side of `color`, whose home rows are then below.
    #[must_use]
    pub fn below(mut self, color: Color) -> Diagram<'a> {
        self.below = color;
        self
    }

    /// Words above the board.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Diagram<'a> {
        self.title = Some(title.into());
        self
    }

    /// Words below the board.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Diagram<'a> {
        self.caption = Some(caption.into());
        self
    }

    /// Squares to be pointed out, as those that the last move left and reached.
    #[must_use]
    pub fn marked(mut self, squares: Bitboard) -> Diagram<'a> {
        self.marked = squares;
        self
    }

    fn board(&self) -> &'a Board {
        self.rules.board()
    }

    /// Columns of `height` pieces or more, by the names of their squares.
    fn tall_columns(&self, height: usize) -> Vec<(&'a str, Color, Column)> {
        let (position, board) = (self.position, self.board());
        let tall = |&square: &Square| position.column(square).height() >= height;
        let mut squares: Vec<Square> = position.occupied().filter(tall).collect();
        squares.sort_by_key(|&square| board.coordinates(square));
        let column = |square| Some((board.name(square), position.owner(square)?, position.column(square)));
        squares.into_iter().filter_map(column).collect()
    }
}

impl Position {
    /// The board as text in ASCII, White's side below, every piece visible.
    ///
    /// Pieces are `w` and `W` for White's men and kings, `b` and `B` for Black's; a column is written downwards from
    /// its commander. One of more than five pieces is written by its groups of equal pieces (`b7` for seven black
    /// men), and piece by piece below the board. For other ways to draw see [`Diagram`].
    ///
    /// ```
    /// use bashni_rules::{Position, Rules};
    ///
    /// let rules = Rules::preset("bashni-4x4").unwrap();
    /// let position = Position::from_fen("W:Wa1=1/00:Bb4=0", &rules).unwrap();
    /// let lines = [
    ///     " 4     b     .",
    ///     " 3  .     .",
    ///     " 2     .     .",
    ///     " 1  W     .",
    ///     "    b",
    ///     "    b",
    ///     "    a  b  c  d",
    /// ];
    /// assert!(position.diagram(&rules).lines().eq(lines));
    /// ```
    pub fn diagram(&self, rules: &Rules) -> String {
        Diagram::new(self, rules).text(&TextStyle::PLAIN).to_string()
    }
}
