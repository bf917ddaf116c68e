//! The geometry of a board: which squares are playable, how they are named, and what lies diagonally from what.

use crate::known::{Any, Known};
use crate::shift::{SHIFTS_8X8, Shift};
use crate::{Bitboard, Color, Step};

/// The most playable squares that a board may have (one bit each in a [`Bitboard`]).
pub const MAX_SQUARES: usize = 64;

const NONE: u8 = u8::MAX;

/// A playable (dark) square, by its index: rank by rank from White's side, from the left in each rank.
///
/// On 8x8, a1 is 0, c1 is 1, b2 is 4 and h8 is 31. An index means something only together with a [`Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    pub(crate) const fn from_index_unchecked(index: u8) -> Square {
        Square(index)
    }

    /// The index, below [`Board::squares`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that holds this square alone.
    #[inline]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }

    /// The index, in a form that the compiler sees to lie within tables of 64 entries.
    #[inline]
    pub(crate) const fn table_index(self) -> usize {
        (self.0 & 63) as usize
    }
}

/// A diagonal direction, as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Up and left.
    NorthWest = 0,
    /// Up and right.
    NorthEast = 1,
    /// Down and left.
    SouthWest = 2,
    /// Down and right.
    SouthEast = 3,
}

impl Direction {
    /// All four as a set, a bit each by their numbers.
    pub(crate) const ALL_BITS: u8 = 0b1111;

    /// All four, in the order of their numbers.
    pub const ALL: [Direction; 4] =
        [Direction::NorthWest, Direction::NorthEast, Direction::SouthWest, Direction::SouthEast];

    /// The two directions in which a man of `color` steps.
    pub const fn forward(color: Color) -> [Direction; 2] {
        match color {
            Color::White => [Direction::NorthWest, Direction::NorthEast],
            Color::Black => [Direction::SouthWest, Direction::SouthEast],
        }
    }

    /// The direction turned by 180 degrees.
    pub const fn opposite(self) -> Direction {
        Direction::ALL[3 - self as usize]
    }

    /// All but this one as a set, a bit each.
    #[inline]
    pub(crate) const fn others(self) -> u8 {
        Direction::ALL_BITS & !(1 << self as u8)
    }

    /// True if indices grow along this direction.
    pub(crate) const fn is_north(self) -> bool {
        (self as u8) < 2
    }

    const fn offset(self) -> (i8, i8) {
        match self {
            Direction::NorthWest => (-1, 1),
            Direction::NorthEast => (1, 1),
            Direction::SouthWest => (-1, -1),
            Direction::SouthEast => (1, -1),
        }
    }
}

/// A jump of two squares: the square jumped over and the one behind it, each as a set; both empty where the board
/// ends before.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Leap {
    pub over: Bitboard,
    pub to: Bitboard,
}

/// Tables for one board size. Dark squares only; a1 is dark.
#[derive(Clone, Debug)]
pub struct Board {
    files: u8,
    ranks: u8,
    squares: usize,
    coordinates: [(u8, u8); MAX_SQUARES],
    names: Vec<String>,
    /// Position of each square in the ASCII order of names followed by `:`, the order of paths.
    text_order: [u8; MAX_SQUARES],
    neighbours: [[u8; 4]; MAX_SQUARES],
    rays: [[Bitboard; 4]; MAX_SQUARES],
    leaps: [[Leap; 4]; MAX_SQUARES],
    shifts: [Shift; 4],
    /// Direction from one square to another on the same diagonal, or NONE.
    directions: Box<[[u8; MAX_SQUARES]; MAX_SQUARES]>,
    far_rows: [Bitboard; 2],
    action_index: Box<[[u16; MAX_SQUARES]; MAX_SQUARES]>,
    actions: Vec<Step>,
}

impl Board {
    /// The tables for a board, or `None` if it is not 3 to 12 by 3 to 12 with at most 64 playable squares.
    pub fn new(files: u8, ranks: u8) -> Option<Board> {
        if !(3..=12).contains(&files) || !(3..=12).contains(&ranks) {
            return None;
        }
        let dark: Vec<(u8, u8)> = (0..ranks)
            .flat_map(|rank| (0..files).map(move |file| (file, rank)))
            .filter(|(file, rank)| (file + rank) % 2 == 0)
            .collect();
        if dark.len() > MAX_SQUARES {
            return None;
        }
        let squares = dark.len();
        let index = |file: i8, rank: i8| dark.iter().position(|&(f, r)| (f as i8, r as i8) == (file, rank));
        let mut board = Board {
            files,
            ranks,
            squares,
            coordinates: [(NONE, NONE); MAX_SQUARES],
            names: dark.iter().map(|&(f, r)| format!("{}{}", (b'a' + f) as char, r + 1)).collect(),
            text_order: [0; MAX_SQUARES],
            neighbours: [[NONE; 4]; MAX_SQUARES],
            rays: [[Bitboard::EMPTY; 4]; MAX_SQUARES],
            leaps: [[Leap::default(); 4]; MAX_SQUARES],
            shifts: [Shift::default(); 4],
            directions: Box::new([[NONE; MAX_SQUARES]; MAX_SQUARES]),
            far_rows: [Bitboard::EMPTY; 2],
            action_index: Box::new([[u16::MAX; MAX_SQUARES]; MAX_SQUARES]),
            actions: Vec::new(),
        };
        board.coordinates[..squares].copy_from_slice(&dark);
        let mut by_text: Vec<usize> = (0..squares).collect();
        by_text.sort_by_key(|&i| format!("{}:", board.names[i]));
        for (order, &i) in by_text.iter().enumerate() {
            board.text_order[i] = order as u8;
        }
        for (i, &(file, rank)) in dark.iter().enumerate() {
            let square = Square(i as u8);
            if rank == ranks - 1 {
                board.far_rows[Color::White.index()].insert(square);
            }
            if rank == 0 {
                board.far_rows[Color::Black.index()].insert(square);
            }
            for direction in Direction::ALL {
                let (df, dr) = direction.offset();
                let (mut f, mut r) = (file as i8 + df, rank as i8 + dr);
                while let Some(target) = index(f, r) {
                    if board.neighbours[i][direction as usize] == NONE {
                        board.neighbours[i][direction as usize] = target as u8;
                        let shift = &mut board.shifts[direction as usize];
                        shift.masks[usize::from(rank % 2)] |= square.bit().0;
                        shift.amounts[usize::from(rank % 2)] = target.abs_diff(i) as u8;
                    }
                    board.rays[i][direction as usize].insert(Square(target as u8));
                    board.directions[i][target] = direction as u8;
                    (f, r) = (f + df, r + dr);
                }
            }
        }
        for square in board.iter() {
            for direction in Direction::ALL {
                let over = board.neighbour(square, direction);
                if let Some((over, to)) =
                    over.and_then(|over| Some((over, board.neighbour(over, direction)?)))
                {
                    board.leaps[square.index()][direction as usize] = Leap { over: over.bit(), to: to.bit() };
                    let shift = &mut board.shifts[direction as usize];
                    shift.double_mask |= square.bit().0;
                    shift.double_amount = to.0.abs_diff(square.0);
                }
            }
        }
        for from in 0..squares {
            for to in 0..squares {
                if board.directions[from][to] != NONE {
                    board.action_index[from][to] = board.actions.len() as u16;
                    board.actions.push(Step { from: Square(from as u8), to: Square(to as u8) });
                }
            }
        }
        Some(board)
    }

    /// Number of files (columns of the board, lettered from `a`).
    pub fn files(&self) -> u8 {
        self.files
    }

    /// Number of ranks (rows, numbered from 1 at White's side).
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// Number of playable squares.
    pub fn squares(&self) -> usize {
        self.squares
    }

    /// Every playable square, in the order of indices.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        (0..self.squares as u8).map(Square)
    }

    /// The playable square with this index.
    pub fn square(&self, index: usize) -> Option<Square> {
        (index < self.squares).then_some(Square(index as u8))
    }

    /// The playable square at a file and rank, both counted from 0.
    pub fn at(&self, file: u8, rank: u8) -> Option<Square> {
        let found = self.coordinates[..self.squares].iter().position(|&c| c == (file, rank))?;
        Some(Square(found as u8))
    }

    /// File and rank of a square, both counted from 0.
    pub fn coordinates(&self, square: Square) -> (u8, u8) {
        self.coordinates[square.index()]
    }

    /// The squares of a set by file, then rank: the order in which columns are written.
    pub fn by_file(&self, squares: Bitboard) -> Vec<Square> {
        let mut squares: Vec<Square> = squares.collect();
        squares.sort_by_key(|&square| self.coordinates(square));
        squares
    }

    /// The name of a square, as `c3`.
    pub fn name(&self, square: Square) -> &str {
        &self.names[square.index()]
    }

    /// The square that is where `square` is when the board is turned by 180 degrees. A playable square only on
    /// boards that [can be turned](Board::can_be_turned).
    pub fn turned(&self, square: Square) -> Square {
        Square((self.squares - 1 - square.index()) as u8)
    }

    /// True if turning the board by 180 degrees maps dark squares to dark squares (files + ranks is even).
    pub fn can_be_turned(&self) -> bool {
        (self.files + self.ranks).is_multiple_of(2)
    }

    /// The row on which men of `color` are crowned.
    pub fn far_row(&self, color: Color) -> Bitboard {
        self.far_rows[color.index()]
    }

    /// The next square in a direction, if the board goes on.
    #[inline]
    pub fn neighbour(&self, square: Square, direction: Direction) -> Option<Square> {
        let next = self.neighbours[square.table_index()][direction as usize];
        (next != NONE).then_some(Square(next))
    }

    /// The squares that are one step from those of a set, in one direction.
    #[inline]
    pub fn shift(&self, squares: Bitboard, direction: Direction) -> Bitboard {
        self.shift_on::<Any>(squares, direction)
    }

    /// As [`shift`](Board::shift), but faster on a board that is known to be the usual one.
    #[inline]
    pub(crate) fn shift_on<K: Known>(&self, squares: Bitboard, direction: Direction) -> Bitboard {
        let Shift { masks, amounts, .. } = self.shifts::<K>(direction);
        let [even, odd] = [squares.0 & masks[0], squares.0 & masks[1]];
        // Amounts are below 64, so wrapping changes nothing but spares the check.
        Bitboard(if direction.is_north() {
            even.wrapping_shl(amounts[0].into()) | odd.wrapping_shl(amounts[1].into())
        } else {
            even.wrapping_shr(amounts[0].into()) | odd.wrapping_shr(amounts[1].into())
        })
    }

    /// The squares that are two steps from those of a set, in one direction.
    #[inline]
    pub(crate) fn double_shift_on<K: Known>(&self, squares: Bitboard, direction: Direction) -> Bitboard {
        let Shift { double_mask, double_amount, .. } = *self.shifts::<K>(direction);
        let squares = squares.0 & double_mask;
        Bitboard(if direction.is_north() {
            squares.wrapping_shl(double_amount.into())
        } else {
            squares.wrapping_shr(double_amount.into())
        })
    }

    #[inline]
    fn shifts<K: Known>(&self, direction: Direction) -> &Shift {
        if K::USUAL_BOARD { &SHIFTS_8X8[direction as usize] } else { &self.shifts[direction as usize] }
    }

    /// All squares from `square` (not included) to the edge.
    #[inline]
    pub fn ray(&self, square: Square, direction: Direction) -> Bitboard {
        self.rays[square.table_index()][direction as usize]
    }

    /// The rays from a square, by direction.
    #[inline]
    pub(crate) fn rays(&self, square: Square) -> &[Bitboard; 4] {
        &self.rays[square.table_index()]
    }

    /// The jumps from a square to the second square in each direction; empty ones where the board ends before.
    #[inline]
    pub(crate) fn leaps(&self, square: Square) -> &[Leap; 4] {
        &self.leaps[square.table_index()]
    }

    /// The free squares from `square` (not included) up to the first that is occupied, or to the edge.
    #[inline]
    pub fn slide(&self, square: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
        let ray = self.ray(square, direction);
        let blockers = ray & occupied;
        Bitboard(if blockers.is_empty() {
            ray.0
        } else if direction.is_north() {
            ray.0 & (blockers.first_bit().0 - 1)
        } else {
            let last = blockers.last_bit().0;
            ray.0 & !(last | (last - 1))
        })
    }

    /// The direction from one square to another, if they share a diagonal.
    #[inline]
    pub fn direction(&self, from: Square, to: Square) -> Option<Direction> {
        match self.directions[from.table_index()][to.table_index()] {
            NONE => None,
            number => Some(Direction::ALL[number as usize & 3]),
        }
    }

    /// The squares strictly between two squares of one diagonal; empty if they share none.
    #[inline]
    pub fn between(&self, from: Square, to: Square) -> Bitboard {
        match self.direction(from, to) {
            None => Bitboard::EMPTY,
            Some(direction) => self.ray(from, direction) & self.ray(to, direction.opposite()),
        }
    }

    /// Every action: each ordered pair of squares on one diagonal, ordered by origin, then target. 280 on 8x8.
    pub fn actions(&self) -> &[Step] {
        &self.actions
    }

    /// The index of a step in [`actions`](Board::actions).
    #[inline]
    pub fn action(&self, step: Step) -> Option<usize> {
        match self.action_index[step.from.index()][step.to.index()] {
            u16::MAX => None,
            index => Some(index as usize),
        }
    }

    #[inline]
    pub(crate) fn text_order(&self, square: Square) -> u8 {
        self.text_order[square.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_board_has_32_squares_and_280_actions() {
        let board = Board::new(8, 8).unwrap();
        assert_eq!(board.squares(), 32);
        assert_eq!(board.actions().len(), 280);
        assert_eq!(board.name(board.square(0).unwrap()), "a1");
        assert_eq!(board.name(board.square(31).unwrap()), "h8");
        assert_eq!(board.far_row(Color::White).count(), 4);
    }

    #[test]
    fn the_geometry_that_is_built_in_is_that_of_the_usual_board() {
        let board = Board::new(8, 8).unwrap();
        assert_eq!(board.shifts, SHIFTS_8X8);
    }

    #[test]
    fn sizes_past_64_playable_squares_are_refused() {
        assert!(Board::new(12, 10).is_some());
        assert!(Board::new(11, 11).is_some());
        assert!(Board::new(12, 11).is_none());
        assert!(Board::new(2, 8).is_none());
        assert!(Board::new(13, 3).is_none());
    }

    #[test]
    fn a_ray_is_the_chain_of_neighbours() {
        for (files, ranks) in [(8, 8), (7, 7), (4, 5), (3, 12), (12, 10)] {
            let board = Board::new(files, ranks).unwrap();
            for square in board.iter() {
                for direction in Direction::ALL {
                    let mut walked = Bitboard::EMPTY;
                    let mut at = square;
                    while let Some(next) = board.neighbour(at, direction) {
                        assert_eq!(board.direction(square, next), Some(direction));
                        assert_eq!(board.between(square, next), walked);
                        walked.insert(next);
                        at = next;
                    }
                    assert_eq!(board.ray(square, direction), walked);
                    let one_step = board.neighbour(square, direction).into_iter().collect();
                    assert_eq!(board.shift(square.bit(), direction), one_step);
                }
            }
        }
    }

    #[test]
    fn turning_twice_changes_nothing_and_turns_directions() {
        let board = Board::new(7, 7).unwrap();
        for step in board.actions() {
            let turned = Step { from: board.turned(step.from), to: board.turned(step.to) };
            assert_eq!(board.turned(turned.from), step.from);
            assert_eq!(
                board.direction(turned.from, turned.to).unwrap(),
                board.direction(step.from, step.to).unwrap().opposite()
            );
        }
    }
}
