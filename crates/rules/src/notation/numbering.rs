use crate::{Board, Captured, King, ManCapture, Rules, Square};

/// Numbers of squares: from which corner they count, as the side that moves first sees the board. Here that is
/// White. They run along the rows, playable squares only, from 1.
///
/// These are the four corners of PDN's tag `GameType`, on any board:
///
/// - English draughts (`21,B,8,8,N1,0`) count from the bottom right of the side that moves first, which is
///   Black there and White here: 1 is g1, 4 is a1, 32 is b8. So the first move `11-15` is `c3-d4`, and a position
///   of an English draughts program has its colours exchanged ([`Position::from_draughts_fen`](crate::Position::from_draughts_fen)).
/// - All other rules are numbered as international draughts (`20,W,10,10,N2,0`) and, by most programs, Russian
///   draughts are: from the top left. 1 is b8, 4 is h8, 32 is g1.
///
/// ```
/// use bashni_rules::{Numbering, Rules};
///
/// let rules = Rules::preset("russian").unwrap();
/// let c3 = rules.board().at(2, 2).unwrap();
/// assert_eq!(rules.numbering(), Numbering::TopLeft);
/// assert_eq!(Numbering::TopLeft.number(c3, rules.board()), 22);
/// assert_eq!(Numbering::BottomRight.number(c3, rules.board()), 11);
/// assert_eq!(Numbering::TopLeft.square(22, rules.board()), Some(c3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// 1 is a1.
    BottomLeft,
    /// 1 is the last square of the first rank.
    BottomRight,
    /// 1 is the first square of the last rank.
    TopLeft,
    /// 1 is the last square of the last rank.
    TopRight,
}

impl Numbering {
    /// All four, in the order of PDN's digits, 0 to 3.
    pub const ALL: [Numbering; 4] =
        [Numbering::BottomLeft, Numbering::BottomRight, Numbering::TopLeft, Numbering::TopRight];

    /// PDN's digit for this corner.
    pub const fn digit(self) -> u8 {
        self as u8
    }

    /// The number of a square, from 1.
    pub fn number(self, square: Square, board: &Board) -> usize {
        let from_a1 = square.index() + 1;
        let (_, rank) = board.coordinates(square);
        let in_rank = |other: &Square| board.coordinates(*other).1 == rank;
        let below = board.iter().take_while(|other| board.coordinates(*other).1 < rank).count();
        let mirrored = 2 * below + board.iter().filter(in_rank).count() + 1 - from_a1;
        match self {
            Numbering::BottomLeft => from_a1,
            Numbering::BottomRight => mirrored,
            Numbering::TopLeft => board.squares() + 1 - mirrored,
            Numbering::TopRight => board.squares() + 1 - from_a1,
        }
    }

    /// The square with this number, if the board has so many.
    pub fn square(self, number: usize, board: &Board) -> Option<Square> {
        board.iter().find(|&square| self.number(square, board) == number)
    }
}

impl Rules {
    /// How squares are numbered under these rules.
    pub fn numbering(&self) -> Numbering {
        if self.is_english() { Numbering::BottomRight } else { Numbering::TopLeft }
    }

    /// English draughts, whatever the draws and the start are.
    pub(crate) fn is_english(&self) -> bool {
        let fields = self.fields();
        self.is_eight_by_eight_draughts()
            && fields.king == King::Short
            && fields.man_capture == ManCapture::Forward
    }

    /// Russian draughts, whatever the draws and the start are.
    pub(crate) fn is_russian(&self) -> bool {
        let fields = self.fields();
        self.is_eight_by_eight_draughts()
            && fields.king == King::Flying
            && fields.man_capture == ManCapture::All
    }

    fn is_eight_by_eight_draughts(&self) -> bool {
        let fields = self.fields();
        fields.captured == Captured::Remove && (fields.files, fields.ranks) == (8, 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_squares_count_from_the_bottom_right_of_the_side_that_begins() {
        let board = Board::new(8, 8).unwrap();
        let names = |numbers: &[usize]| -> Vec<&str> {
            numbers.iter().map(|&n| board.name(Numbering::BottomRight.square(n, &board).unwrap())).collect()
        };
        assert_eq!(names(&[1, 4, 5, 8, 11, 15, 32]), ["g1", "a1", "h2", "b2", "c3", "d4", "b8"]);
    }

    #[test]
    fn every_square_has_one_number_and_opposite_corners_add_up() {
        for (files, ranks) in [(8, 8), (7, 7), (4, 5), (12, 10), (3, 3)] {
            let board = Board::new(files, ranks).unwrap();
            for square in board.iter() {
                for numbering in Numbering::ALL {
                    assert_eq!(numbering.square(numbering.number(square, &board), &board), Some(square));
                }
                let number = |numbering: Numbering| numbering.number(square, &board);
                assert_eq!(number(Numbering::BottomRight) + number(Numbering::TopLeft), board.squares() + 1);
                assert_eq!(number(Numbering::BottomLeft) + number(Numbering::TopRight), board.squares() + 1);
            }
            assert_eq!(Numbering::TopLeft.square(0, &board), None);
            assert_eq!(Numbering::TopLeft.square(board.squares() + 1, &board), None);
        }
    }
}
