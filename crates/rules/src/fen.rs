//! The one-line form of a position: `W:Wc1=1/0000,d6=000000:Ba1=110101/1,b2=00`, with an optional suffix `:H12`.

use crate::{Board, Color, Column, Position, PositionError, Rules, Setup, Square};

/// Reads the text from left to right and knows where it is, for the sake of errors.
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader { text, rest: text.trim_end() }
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, PositionError> {
        self.error_at(self.rest, message)
    }

    /// An error at the place where `rest` begins.
    fn error_at<T>(&self, rest: &str, message: impl Into<String>) -> Result<T, PositionError> {
        let consumed = self.text.trim_end().len() - rest.len();
        Err(PositionError::Syntax {
            text: self.text.to_owned(),
            column: self.text[..consumed].chars().count() + 1,
            message: message.into(),
        })
    }

    fn eat(&mut self, expected: char) -> bool {
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn color(&mut self, what: &str) -> Result<Color, PositionError> {
        if self.eat('W') {
            Ok(Color::White)
        } else if self.eat('B') {
            Ok(Color::Black)
        } else {
            self.error(format!("expected W or B, {what}{}", self.found()))
        }
    }

    fn found(&self) -> String {
        match self.rest.chars().next() {
            Some(found) => format!(", found `{found}`"),
            None => ", found the end".to_owned(),
        }
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn number(&mut self) -> Result<u32, PositionError> {
        let start = self.rest;
        let digits = self.take_while(|c| c.is_ascii_digit());
        match digits.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.error_at(start, "expected a number of plies, as in :H12"),
        }
    }

    fn square(&mut self, board: &Board) -> Result<Square, PositionError> {
        let start = self.rest;
        let mut chars = self.rest.chars();
        let Some(letter) = chars.next().filter(char::is_ascii_alphabetic) else {
            return self.error(format!("expected a square, as c3{}", self.found()));
        };
        self.rest = chars.as_str();
        let digits = self.take_while(|c| c.is_ascii_digit());
        let file = letter.to_ascii_lowercase() as u8 - b'a';
        let rank = digits.parse::<u8>().ok().and_then(|rank| rank.checked_sub(1));
        let name = format!("{}{digits}", letter.to_ascii_lowercase());
        match rank {
            Some(rank) if file < board.files() && rank < board.ranks() && !digits.starts_with('0') => {
                board.at(file, rank).map_or_else(
                    || {
                        self.error_at(
                            start,
                            format!("{name} is a light square: only dark squares are played on"),
                        )
                    },
                    Ok,
                )
            }
            _ => {
                let (last, ranks) = ((b'a' + board.files() - 1) as char, board.ranks());
                self.error_at(
                    start,
                    format!("{name} is not on the board, which has files a to {last} and ranks 1 to {ranks}"),
                )
            }
        }
    }

    /// A run of pieces from the top down.
    fn run(&mut self, what: &str) -> Result<Vec<bool>, PositionError> {
        let start = self.rest;
        let digits = self.take_while(|c| matches!(c, '0' | '1'));
        if digits.is_empty() {
            return self
                .error(format!("expected {what}, top first: 0 for a man, 1 for a king{}", self.found()));
        }
        if digits.len() > 64 {
            return self
                .error_at(start, "more than 64 pieces in one column: at most 64 are supported on a board");
        }
        Ok(digits.chars().map(|c| c == '1').collect())
    }

    fn column(&mut self, board: &Board, owner: Color, setup: &mut Setup) -> Result<(), PositionError> {
        let start = self.rest;
        let square = self.square(board)?;
        let name = board.name(square);
        if setup.get(square).is_some() {
            return self.error_at(start, format!("{name} is named twice: give each square one column"));
        }
        if !self.eat('=') {
            return self.error(format!("expected = and the pieces on {name}{}", self.found()));
        }
        let own = self.run(&format!("the pieces on {name}"))?;
        let prisoners =
            if self.eat('/') { self.run(&format!("the prisoners on {name}"))? } else { Vec::new() };
        if self.rest.starts_with('/') {
            return self.error(format!(
                "a third run on {name}: colours never alternate in a column, it is one run of its owner's pieces, /, and one run of prisoners"
            ));
        }
        let Some(column) = Column::new(&own, &prisoners) else {
            return self.error_at(
                start,
                format!("more than 64 pieces on {name}: at most 64 are supported on a board"),
            );
        };
        setup.put(square, owner, column);
        Ok(())
    }
}

impl Setup {
    /// Reads the one-line form, with its counter of plies without progress if there is one. Columns may stand in
    /// any order.
    ///
    /// # Errors
    /// If the text is not of that form; the error carries the place.
    pub fn from_fen(text: &str, board: &Board) -> Result<(Setup, Option<u32>), PositionError> {
        let mut reader = Reader::new(text);
        // A file may begin with a byte order mark.
        reader.rest = reader.rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if reader.rest.is_empty() {
            return reader.error("an empty position; expected something like W:Wc1=1/00,e3=0:Bb6=0");
        }
        let mut setup = Setup::empty(reader.color("the side to move")?);
        let mut sides = [Color::White, Color::Black];
        for i in 0..2 {
            if !reader.eat(':') {
                return reader.error(format!("expected : and the columns of {}{}", sides[i], reader.found()));
            }
            let start = reader.rest;
            let owner = reader.color("whose columns follow")?;
            if i == 0 && owner == Color::Black {
                sides.swap(0, 1);
            }
            if owner != sides[i] {
                return reader.error_at(
                    start,
                    format!("the columns of {owner} a second time; expected those of {}", sides[i]),
                );
            }
            if !reader.rest.is_empty() && !reader.rest.starts_with(':') {
                reader.column(board, owner, &mut setup)?;
                while reader.eat(',') {
                    reader.column(board, owner, &mut setup)?;
                }
            }
        }
        let counter = if reader.eat(':') {
            if !reader.eat('H') {
                return reader.error(format!(
                    "expected H and the plies without progress, as in :H12{}",
                    reader.found()
                ));
            }
            Some(reader.number()?)
        } else {
            None
        };
        if !reader.rest.is_empty() {
            return reader.error(format!("expected , or : or the end{}", reader.found()));
        }
        Ok((setup, counter))
    }
}

impl Position {
    /// Reads and checks the one-line form. A counter (`:H12`) is read and dropped; a [`Game`](crate::Game) keeps it.
    ///
    /// ```
    /// use bashni_rules::{Position, Rules};
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let position = Position::from_fen("W:Wc1=1/0000,d6=0:Bb2=00", &rules).unwrap();
    /// assert_eq!(position.fen(&rules), "W:Wc1=1/0000,d6=0:Bb2=00");
    /// assert!(Position::from_fen("W:Wc1=0/1/0:B", &rules).is_err());
    /// ```
    ///
    /// # Errors
    /// If the text is not of that form, or the position is refused under these rules.
    pub fn from_fen(text: &str, rules: &Rules) -> Result<Position, PositionError> {
        Ok(Position::from_fen_with_counter(text, rules)?.0)
    }

    pub(crate) fn from_fen_with_counter(
        text: &str,
        rules: &Rules,
    ) -> Result<(Position, Option<u32>), PositionError> {
        let (setup, counter) = Setup::from_fen(text, rules.board())?;
        Ok((Position::new(&setup, rules)?, counter))
    }

    /// The one-line form: White's columns first, squares by file, then rank.
    pub fn fen(&self, rules: &Rules) -> String {
        let board = rules.board();
        let mut text = self.turn().letter().to_string();
        for color in Color::ALL {
            text.push(':');
            text.push(color.letter());
            let mut squares: Vec<Square> = self.owned(color).collect();
            squares.sort_by_key(|&square| board.coordinates(square));
            for (i, &square) in squares.iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                text.push_str(board.name(square));
                text.push('=');
                text.push_str(&digits(self.column(square)));
            }
        }
        text
    }
}

/// The pieces of a column from the top down, as `1/0000`.
pub(crate) fn digits(column: Column) -> String {
    let mut text = String::with_capacity(column.height() + 1);
    for depth in 0..column.height() {
        if depth == column.own() {
            text.push('/');
        }
        text.push(if column.king_at(depth) { '1' } else { '0' });
    }
    text
}
