//! The FEN of draughts programs and of PDN: `W:W21,22,K30:B1,2` or `W:Wa1,Kc3:Bb4`.

use super::position_text::Placed;
use super::{Cursor, Numbering, Place, Squares, TextError, file, is_blank, is_dash, quoted};
use crate::{Board, Color, Column, Position, Rules, Square};

impl Position {
    /// Reads the FEN of draughts programs: side to move, then each side's squares, `K` before a king.
    ///
    /// Squares are numbers, with ranges (`W21-32`), or letters. Under English draughts a position in numbers has
    /// Black to move first, on the squares 1 to 12; here White moves first, so its colours are exchanged: Black
    /// there is White here. Every column is a single piece, under any rules.
    ///
    /// ```
    /// use bashni_rules::{Position, Rules};
    ///
    /// let russian = Rules::preset("russian").unwrap();
    /// let position = Position::from_draughts_fen("B:Wc3,Kd4:B1-3", &russian).unwrap_err();
    /// assert_eq!(position.to_string(), "line 1, column 12: numbers and letters are mixed; name squares one way");
    /// let english = Rules::preset("english").unwrap();
    /// let start = Position::from_draughts_fen("B:W21-32:B1-12", &english).unwrap();
    /// assert_eq!(start, *english.start());
    /// ```
    ///
    /// # Errors
    /// If the text is not of that form, or the position is refused under these rules; with the place.
    pub fn from_draughts_fen(text: &str, rules: &Rules) -> Result<Position, TextError> {
        read(text, rules, rules.numbering(), None)
    }

    /// The position as draughts programs write it; `None` if a column is taller than one piece, which this form
    /// cannot say. In numbers under English draughts colours are exchanged, as in
    /// [`from_draughts_fen`](Position::from_draughts_fen).
    ///
    /// ```
    /// use bashni_rules::{Position, Rules, Squares};
    ///
    /// let rules = Rules::preset("russian").unwrap();
    /// let position = Position::from_fen("W:Wa1=1,c3=0:Bb8=0", &rules).unwrap();
    /// assert_eq!(position.draughts_fen(&rules, Squares::Letters).unwrap(), "W:WKa1,c3:Bb8");
    /// let numbers = Squares::Numbers(rules.numbering());
    /// assert_eq!(position.draughts_fen(&rules, numbers).unwrap(), "W:W22,K29:B1");
    /// ```
    pub fn draughts_fen(&self, rules: &Rules, squares: Squares) -> Option<String> {
        let board = rules.board();
        let exchanged = rules.is_english() && squares != Squares::Letters;
        let letter = |color: Color| if exchanged { (!color).letter() } else { color.letter() };
        let sides = if exchanged { [Color::Black, Color::White] } else { Color::ALL };
        let mut text = letter(self.turn()).to_string();
        for color in sides {
            let mut owned: Vec<Square> = self.owned(color).collect();
            if owned.iter().any(|&square| self.column(square).height() > 1) {
                return None;
            }
            match squares {
                Squares::Letters => owned.sort_by_key(|&square| board.coordinates(square)),
                Squares::Numbers(numbering) => {
                    owned.sort_by_key(|&square| numbering.number(square, board));
                }
            }
            let pieces = owned.iter().map(|&square| {
                let king = if self.column(square).is_king() { "K" } else { "" };
                format!("{king}{}", squares.name(square, board))
            });
            text.push_str(&format!(":{}{}", letter(color), pieces.collect::<Vec<_>>().join(",")));
        }
        Some(text)
    }
}

/// As [`Position::from_draughts_fen`], with a numbering and, if it is known, the colour that moves first in the text.
pub(crate) fn read(
    text: &str,
    rules: &Rules,
    numbering: Numbering,
    first: Option<Color>,
) -> Result<Position, TextError> {
    let mut reader = Reader { cursor: Cursor::new(text), board: rules.board(), numbering, in_numbers: None };
    let mut pieces = Vec::new();
    let turn = reader.read(&mut pieces)?;
    let by_rules =
        if rules.is_english() && reader.in_numbers == Some(true) { Color::Black } else { Color::White };
    let exchanged = first.unwrap_or(by_rules) == Color::Black;
    let ours = |color: Color| if exchanged { !color } else { color };
    let mut placed = Placed::empty();
    placed.turn = ours(turn);
    for Piece { square, color, king, place } in pieces {
        if placed.has(square) {
            let name = rules.board().name(square);
            return Err(TextError::new(place, format!("{name} is named twice: give each square one piece")));
        }
        placed.put(square, ours(color), if king { Column::KING } else { Column::MAN }, place);
    }
    placed.position(rules)
}

struct Piece {
    square: Square,
    color: Color,
    king: bool,
    place: Place,
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    board: &'a Board,
    numbering: Numbering,
    /// Whether squares are numbers, once one was read.
    in_numbers: Option<bool>,
}

impl Reader<'_> {
    fn error<T>(&self, place: Place, message: impl Into<String>) -> Result<T, TextError> {
        Err(TextError::new(place, message))
    }

    /// The side to move, and the pieces in the colours of the text.
    fn read(&mut self, pieces: &mut Vec<Piece>) -> Result<Color, TextError> {
        self.cursor.skip_blanks();
        let turn = self.color("the side to move")?;
        let mut named = Vec::new();
        for _ in 0..2 {
            self.colon()?;
            let place = self.cursor.place();
            let color = self.color("whose pieces follow")?;
            if named.contains(&color) {
                return self.error(place, format!("the pieces of {color} a second time"));
            }
            named.push(color);
            self.cursor.skip_blanks();
            if matches!(self.cursor.peek(), None | Some(':' | '.')) {
                continue;
            }
            loop {
                self.pieces(color, pieces)?;
                self.cursor.skip_blanks();
                if !self.cursor.eat(|c| c == ',') {
                    break;
                }
                self.cursor.skip_blanks();
            }
        }
        self.cursor.skip_blanks();
        self.cursor.eat(|c| c == '.');
        self.cursor.skip_blanks();
        if self.cursor.peek() == Some(':')
            && self.cursor.peek_second().is_some_and(|c| matches!(c, 'H' | 'F'))
        {
            return self.error(
                self.cursor.place(),
                "plies and move numbers (:H0:F1) cannot be said in this form here; leave them out, or use the \
                 one-line form, as W:Wa1=1:Bb8=0:H12",
            );
        }
        match self.cursor.peek() {
            None => Ok(turn),
            Some(_) => {
                let found = self.cursor.found();
                self.error(self.cursor.place(), format!("expected , or : or the end{found}"))
            }
        }
    }

    fn colon(&mut self) -> Result<(), TextError> {
        self.cursor.skip_blanks();
        let (place, found) = (self.cursor.place(), self.cursor.found());
        if !self.cursor.eat(|c| c == ':') {
            return self.error(place, format!("expected : and the pieces of a side{found}"));
        }
        self.cursor.take_while(is_blank);
        Ok(())
    }

    fn color(&mut self, what: &str) -> Result<Color, TextError> {
        let (place, found) = (self.cursor.place(), self.cursor.found());
        match self.cursor.bump() {
            Some('W' | 'w') => Ok(Color::White),
            Some('B' | 'b') => Ok(Color::Black),
            _ => self.error(place, format!("expected W or B, {what}{found}")),
        }
    }

    /// One piece, or those of a range.
    fn pieces(&mut self, color: Color, pieces: &mut Vec<Piece>) -> Result<(), TextError> {
        let place = self.cursor.place();
        // K before a square; k is the file of a broad board if a digit follows.
        let followed_by_square =
            self.cursor.peek_second().is_some_and(|c| c.is_ascii_digit() || file(c).is_some());
        let on_file_k = self.board.files() > 10 && self.cursor.peek() == Some('k');
        let king = followed_by_square && !on_file_k && self.cursor.eat(|c| matches!(c, 'K' | 'k'));
        let mut piece = |square| pieces.push(Piece { square, color, king, place });
        let (square, number) = self.square()?;
        let Some(first) = number.filter(|_| self.cursor.peek().is_some_and(is_dash)) else {
            piece(square);
            return Ok(());
        };
        self.cursor.bump();
        let end = self.cursor.place();
        let (_, last) = self.square()?;
        let last = last.unwrap_or(first);
        if last < first {
            return self.error(end, format!("the range {first}-{last} runs backwards"));
        }
        (first..=last).filter_map(|number| self.numbering.square(number, self.board)).for_each(piece);
        Ok(())
    }

    /// A square, and its number if it was one.
    fn square(&mut self) -> Result<(Square, Option<usize>), TextError> {
        let place = self.cursor.place();
        let letter = self.cursor.peek().filter(|&letter| file(letter).is_some());
        if letter.is_some() {
            self.cursor.bump();
        }
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            let found = self.cursor.found();
            return self.error(place, format!("expected a square, as 21 or c3, or K and a square{found}"));
        }
        if self.in_numbers.is_some_and(|in_numbers| in_numbers == letter.is_some()) {
            return self.error(place, "numbers and letters are mixed; name squares one way");
        }
        self.in_numbers = Some(letter.is_none());
        let square = match letter {
            None => digits.parse().ok().and_then(|number| self.numbering.square(number, self.board)),
            Some(letter) => {
                let rank = digits.parse::<u8>().ok().and_then(|rank| rank.checked_sub(1));
                file(letter).zip(rank).and_then(|(file, rank)| self.board.at(file, rank))
            }
        };
        let number = if letter.is_none() { digits.parse().ok() } else { None };
        match square {
            Some(square) => Ok((square, number)),
            None => {
                let name = quoted(&format!("{}{digits}", letter.map(String::from).unwrap_or_default()));
                let squares = self.board.squares();
                self.error(
                    place,
                    format!("{name} is no playable square: there are {squares}, dark ones, and a1 is dark"),
                )
            }
        }
    }
}
