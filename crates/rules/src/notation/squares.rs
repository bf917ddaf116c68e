use std::borrow::Cow;

use crate::{Board, Move, Numbering, Position, Rules, Square};

/// How squares are named when moves and positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Squares {
    /// By file and rank: `c3-d4`, `c5:e3`.
    Letters,
    /// By number: `22-18`, `14x23`.
    Numbers(Numbering),
}

impl Squares {
    /// The name of a square.
    pub fn name(self, square: Square, board: &Board) -> Cow<'_, str> {
        match self {
            Squares::Letters => Cow::Borrowed(board.name(square)),
            Squares::Numbers(numbering) => Cow::Owned(numbering.number(square, board).to_string()),
        }
    }

    /// A legal move of `position` under its canonical path, as [`Rules::parse_move`] reads it.
    ///
    /// ```
    /// use bashni_rules::{Rules, Squares};
    ///
    /// let rules = Rules::preset("english").unwrap();
    /// let played = rules.parse_move(rules.start(), "11-15").unwrap();
    /// assert_eq!(Squares::Letters.move_text(rules.start(), &rules, &played), "c3-d4");
    /// assert_eq!(Squares::Numbers(rules.numbering()).move_text(rules.start(), &rules, &played), "11-15");
    /// ```
    pub fn move_text(self, position: &Position, rules: &Rules, played: &Move) -> String {
        let ends = || [played.from(), played.to()].into_iter().collect();
        let path = position.path(rules, played).unwrap_or_else(ends);
        let separator = match (played.is_capture(), self) {
            (false, _) => "-",
            (true, Squares::Letters) => ":",
            (true, Squares::Numbers(_)) => "x",
        };
        path.iter().map(|&square| self.name(square, rules.board())).collect::<Vec<_>>().join(separator)
    }
}
