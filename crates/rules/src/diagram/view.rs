//! Which square is where when the board is seen from one side.

use crate::{Board, Color, Square};

/// A board as it is seen: rows from the top down, places from the left.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    board: &'a Board,
    below: Color,
}

impl<'a> View<'a> {
    pub fn new(board: &'a Board, below: Color) -> View<'a> {
        View { board, below }
    }

    pub fn rows(self) -> usize {
        usize::from(self.board.ranks())
    }

    pub fn places(self) -> usize {
        usize::from(self.board.files())
    }

    /// The playable square at a place; `None` for a light square.
    pub fn square(self, row: usize, place: usize) -> Option<Square> {
        self.board.at(self.file(place), self.rank(row))
    }

    /// The number beside a row.
    pub fn rank_label(self, row: usize) -> String {
        (self.rank(row) + 1).to_string()
    }

    /// The letter below a place.
    pub fn file_label(self, place: usize) -> char {
        (b'a' + self.file(place)) as char
    }

    fn rank(self, row: usize) -> u8 {
        match self.below {
            Color::White => self.board.ranks() - 1 - row as u8,
            Color::Black => row as u8,
        }
    }

    fn file(self, place: usize) -> u8 {
        match self.below {
            Color::White => place as u8,
            Color::Black => self.board.files() - 1 - place as u8,
        }
    }
}
