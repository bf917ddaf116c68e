use thiserror::Error;

use crate::{Bitboard, Board, Captured, Color, Column, MAX_SQUARES, Rules, Square};

/// A board filled in by hand or read from a file, not yet checked against any rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    turn: Color,
    columns: [Column; MAX_SQUARES],
    owned: [Bitboard; 2],
}

impl Setup {
    /// An empty board with `turn` to move.
    pub fn empty(turn: Color) -> Setup {
        Setup { turn, columns: [Column::EMPTY; MAX_SQUARES], owned: [Bitboard::EMPTY; 2] }
    }

    /// Puts a column on a square, in place of what is there. An empty column clears the square.
    pub fn put(&mut self, square: Square, owner: Color, column: Column) {
        self.columns[square.index()] = column;
        self.owned[owner.index()].insert(square);
        self.owned[(!owner).index()].remove(square);
        if column.is_empty() {
            self.owned[owner.index()].remove(square);
        }
    }

    /// The owner and the column on a square, if there is one.
    pub fn get(&self, square: Square) -> Option<(Color, Column)> {
        let owner = Color::ALL.into_iter().find(|color| self.owned[color.index()].contains(square))?;
        Some((owner, self.columns[square.index()]))
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }
}

/// Why a position is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is not the one-line form.
    #[error("position `{text}`, column {column}: {message}")]
    Syntax {
        /// The whole text.
        text: String,
        /// Where in the text, in characters from 1.
        column: usize,
        /// What is wrong and what was expected.
        message: String,
    },
    /// There is no piece at all.
    #[error("the board is empty: a position needs at least one piece")]
    Empty,
    /// More pieces than a position holds.
    #[error("{0} pieces on the board: at most 64 are supported")]
    TooManyPieces(usize),
    /// A man that should have been crowned.
    #[error(
        "a man of {owner} is in command on {square}, its far row: it would have been crowned; write 1 for a king"
    )]
    UncrownedMan {
        /// The square.
        square: String,
        /// The owner of the column.
        owner: Color,
    },
    /// A column where captured pieces are removed.
    #[error(
        "a column of {height} pieces on {square}: under these rules captured pieces leave the board \
         (captured = \"remove\"), so a square holds one piece"
    )]
    Stacked {
        /// The square.
        square: String,
        /// Its height.
        height: usize,
    },
}

impl PositionError {
    /// The square of the column that is at fault, if it is one column.
    pub(crate) fn square(&self) -> Option<&str> {
        match self {
            PositionError::UncrownedMan { square, .. } | PositionError::Stacked { square, .. } => {
                Some(square)
            }
            _ => None,
        }
    }
}

/// A position between moves, checked: every column is one run over one run, no man is in command on its far row,
/// and under `captured = remove` no column is taller than one piece.
///
/// It does not know the rules, the history, or the plies without progress: a [`Game`](crate::Game) does.
#[derive(Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) columns: [Column; MAX_SQUARES],
    pub(crate) owned: [Bitboard; 2],
    pub(crate) kings: Bitboard,
    pub(crate) turn: Color,
    pub(crate) hash: u64,
}

impl Clone for Position {
    #[inline]
    fn clone(&self) -> Position {
        Position { ..*self }
    }

    /// As a clone; but of the board only the half is copied on which there are columns, if the others have none either.
    #[inline]
    fn clone_from(&mut self, other: &Position) {
        const HALF: usize = MAX_SQUARES / 2;
        if (self.occupied() | other.occupied()).0 >> HALF == 0 {
            self.columns[..HALF].copy_from_slice(&other.columns[..HALF]);
        } else {
            self.columns = other.columns;
        }
        let Position { columns: _, owned, kings, turn, hash } = *other;
        (self.owned, self.kings, self.turn, self.hash) = (owned, kings, turn, hash);
    }
}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Position {
    /// An empty board, which is no position: only to be filled.
    pub(crate) fn nothing() -> Position {
        Position {
            columns: [Column::EMPTY; MAX_SQUARES],
            owned: [Bitboard::EMPTY; 2],
            kings: Bitboard::EMPTY,
            turn: Color::White,
            hash: 0,
        }
    }

    /// Checks a setup against the rules.
    ///
    /// # Errors
    /// If the board is empty, has more than 64 pieces, a man in command on its far row, or a column where
    /// captured pieces are removed.
    pub fn new(setup: &Setup, rules: &Rules) -> Result<Position, PositionError> {
        let board = rules.board();
        let mut position = Position::nothing();
        let mut pieces = 0;
        for square in board.iter() {
            let Some((owner, column)) = setup.get(square) else { continue };
            let name = || board.name(square).to_owned();
            if board.far_row(owner).contains(square) && !column.is_king() {
                return Err(PositionError::UncrownedMan { square: name(), owner });
            }
            if rules.fields().captured == Captured::Remove && column.height() > 1 {
                return Err(PositionError::Stacked { square: name(), height: column.height() });
            }
            pieces += column.height();
            position.put(square, owner, column);
        }
        match pieces {
            0 => return Err(PositionError::Empty),
            1..=64 => {}
            _ => return Err(PositionError::TooManyPieces(pieces)),
        }
        if setup.turn != position.turn {
            position.pass();
        }
        Ok(position)
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Squares of the columns whose commander is of `color`.
    #[inline]
    pub fn owned(&self, color: Color) -> Bitboard {
        self.owned[color.index()]
    }

    /// Squares of the columns whose commander is a king, of either side.
    #[inline]
    pub fn kings(&self) -> Bitboard {
        self.kings
    }

    /// Squares with a column.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.owned[0] | self.owned[1]
    }

    /// The column on a square; the empty column if there is none.
    #[inline]
    pub fn column(&self, square: Square) -> Column {
        self.columns[square.table_index()]
    }

    /// The owner of the column on a square.
    pub fn owner(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.owned(*color).contains(square))
    }

    /// Number of columns of both sides. Never grows in a game.
    pub fn columns(&self) -> u32 {
        self.occupied().count()
    }

    /// Number of pieces, buried ones included. Constant in a game where captured pieces are stacked.
    pub fn pieces(&self) -> usize {
        self.occupied().map(|square| self.column(square).height()).sum()
    }

    /// A 64-bit hash of every column, piece by piece, and of the side to move; kept up move by move.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The position as an unchecked setup.
    pub fn setup(&self) -> Setup {
        Setup { turn: self.turn, columns: self.columns, owned: self.owned }
    }

    /// The same position from the other side: the board turned by 180 degrees and the colours exchanged; `None`
    /// for boards on which that maps dark squares to light ones.
    pub fn turned(&self, board: &Board) -> Option<Position> {
        if !board.can_be_turned() {
            return None;
        }
        let mut turned = Position::nothing();
        for color in Color::ALL {
            for square in self.owned(color) {
                turned.put(board.turned(square), !color, self.column(square));
            }
        }
        if self.turn == turned.turn {
            turned.pass();
        }
        Some(turned)
    }

    #[inline]
    pub(crate) fn put(&mut self, square: Square, owner: Color, column: Column) {
        self.columns[square.table_index()] = column;
        self.owned[owner.index()].insert(square);
        self.kings.0 |= u64::from(column.is_king()) << square.table_index();
        self.hash ^= column_key(square, owner, column);
    }

    #[inline]
    pub(crate) fn take(&mut self, square: Square, owner: Color) -> Column {
        let column = std::mem::take(&mut self.columns[square.table_index()]);
        self.owned[owner.index()].remove(square);
        self.kings.remove(square);
        self.hash ^= column_key(square, owner, column);
        column
    }

    #[inline]
    pub(crate) fn pass(&mut self) {
        self.turn = !self.turn;
        self.hash ^= TURN_KEY;
    }

    /// The hash computed anew, for tests.
    pub fn fresh_hash(&self) -> u64 {
        let columns = Color::ALL.into_iter().flat_map(|color| {
            self.owned(color).map(move |square| column_key(square, color, self.column(square)))
        });
        let turn = if self.turn == Color::Black { TURN_KEY } else { 0 };
        columns.fold(turn, |hash, key| hash ^ key)
    }
}

const TURN_KEY: u64 = 0x8c5f_6d1b_3e97_a24d;

/// Mixes two words into one in which every bit depends on every bit (a 128-bit multiplication, folded).
#[inline]
pub(crate) const fn mix(a: u64, b: u64) -> u64 {
    let product = (a ^ 0x9e37_79b9_7f4a_7c15) as u128 * (b ^ 0xd1b5_4a32_d192_ed03) as u128;
    (product as u64) ^ (product >> 64) as u64
}

/// The part of a column in the hash: one number for each square, owner, lengths and ranks.
#[inline]
fn column_key(square: Square, owner: Color, column: Column) -> u64 {
    let place = (square.index() as u64 + 1) | (owner.index() as u64) << 7;
    let lengths = (column.own() as u64) << 8 | (column.height() as u64) << 16;
    mix(column.ranks(), (place | lengths).wrapping_mul(0xa076_1d64_78bd_642f))
}
