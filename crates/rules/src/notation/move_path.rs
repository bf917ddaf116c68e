//! The squares that the text of a move names.

use super::{Cursor, MoveError, Numbering, file, is_blank, is_capture_sign, is_dash, quoted};
use crate::{Board, Square};

/// What stands between the squares of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// Nothing or blanks.
    None,
    /// A hyphen: a quiet move. Sources that write in numbers use it for captures too.
    Dash,
    /// A capture.
    Capture,
}

/// The squares of a move as its text gives them, two or more: all landings, or some.
pub(super) struct MovePath {
    pub squares: Vec<Square>,
    pub sign: Sign,
}

/// No path has more landings than that: 64 pieces are on a board.
const MOST_SQUARES: usize = 65;

impl MovePath {
    pub fn read(text: &str, board: &Board, numbering: Numbering) -> Result<MovePath, MoveError> {
        let mut reader = Reader { text, cursor: Cursor::new(text.trim_matches(is_blank)), board, numbering };
        let lead = text.len() - text.trim_start_matches(is_blank).len();
        let lead = text[..lead].chars().count();
        reader.path().map_err(|(column, message)| MoveError::Syntax {
            text: quoted(reader.text),
            column: column + lead,
            message,
        })
    }
}

struct Reader<'a> {
    text: &'a str,
    cursor: Cursor<'a>,
    board: &'a Board,
    numbering: Numbering,
}

/// A column and what is wrong there.
type Fault = (usize, String);

impl Reader<'_> {
    fn column(&self) -> usize {
        self.cursor.place().column
    }

    fn path(&mut self) -> Result<MovePath, Fault> {
        let mut path = MovePath { squares: Vec::new(), sign: Sign::None };
        self.squares(&mut path.squares)?;
        loop {
            self.cursor.skip_blanks();
            let (column, found) = (self.column(), self.cursor.peek());
            let sign = match found {
                None => break,
                Some(sign) if is_dash(sign) => Sign::Dash,
                Some(sign) if is_capture_sign(sign) => Sign::Capture,
                Some(_) => Sign::None,
            };
            if sign != Sign::None {
                self.cursor.bump();
                self.cursor.skip_blanks();
                if path.sign != Sign::None && path.sign != sign {
                    return Err((column, "both - and : stand between squares".to_owned()));
                }
                path.sign = sign;
            }
            self.squares(&mut path.squares)?;
            if path.squares.len() > MOST_SQUARES {
                return Err((column, format!("more than {MOST_SQUARES} squares")));
            }
        }
        match path.squares.len() {
            1 => Err((self.column(), "one square only".to_owned())),
            _ => Ok(path),
        }
    }

    /// One square by its letters, or the squares of one run of digits.
    fn squares(&mut self, squares: &mut Vec<Square>) -> Result<(), Fault> {
        let column = self.column();
        let unknown = |name: String| (column, format!("`{}` is no dark square of this board", quoted(&name)));
        match self.cursor.peek() {
            Some(letter) if let Some(file) = file(letter) => {
                self.cursor.bump();
                let digits = self.cursor.take_while(|c| c.is_ascii_digit());
                let rank = digits.parse::<u8>().ok().filter(|_| !digits.starts_with('0'));
                let square = rank.and_then(|rank| self.board.at(file, rank - 1));
                squares.push(square.ok_or_else(|| unknown(format!("{letter}{digits}")))?);
            }
            Some(digit) if digit.is_ascii_digit() => {
                let digits = self.cursor.take_while(|c| c.is_ascii_digit());
                // Without a sign between them each number has two digits: 1118, 0105.
                let numbers = match digits.len() {
                    1 | 2 => vec![digits],
                    length if length % 2 == 0 => {
                        (0..length / 2).map(|i| &digits[2 * i..2 * i + 2]).take(MOST_SQUARES + 1).collect()
                    }
                    _ => {
                        let digits = quoted(digits);
                        return Err((
                            column,
                            format!("`{digits}` does not say where one number ends; write - between them"),
                        ));
                    }
                };
                for number in numbers {
                    let square =
                        number.parse().ok().and_then(|number| self.numbering.square(number, self.board));
                    squares.push(square.ok_or_else(|| unknown(number.to_owned()))?);
                }
            }
            _ => return Err((column, format!("expected a square{}", self.cursor.found()))),
        }
        Ok(())
    }
}
