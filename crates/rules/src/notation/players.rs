//! Positions as players write them: `White: c1 - 1/0000, d6 - 000000; black: a1 - 110101/1, b2 - 00`.

use std::fmt::Write;

use super::language::{Language, Word, word};
use super::letters::{is_accent, piece};
use super::position_text::Placed;
use super::{Cursor, Place, TextError, file, is_blank, is_dash, quoted};
use crate::{Board, Color, Column, MAX_SQUARES, Position, Rules, Square};

const EXPECTED: &str = "White or Black (Белые, чёрные; Bílá, černá; Bianco, nero) and a colon, a square with its \
                        pieces, as c1 - 1/0000, or who is to move, as Black to move";

impl Position {
    /// Reads a position as players write it, in English, Russian, Czech or Italian, or a mixture.
    ///
    /// - Each side's word (any of its forms, with or without accents) is followed by its columns, either side first. A
    ///   side with nothing on top has none, or a dash.
    /// - A column is a square, a dash, a minus, `=`, `:` or nothing, and its pieces from the top down: own ones,
    ///   then after `/` the prisoners; 0 is a man and 1 a king. On boards of ten ranks or more something must stand
    ///   between square and pieces.
    /// - Columns are separated by `,`, `;`, `.`, blanks or line breaks.
    /// - Letters may be Latin or Cyrillic (as in [`Rules::parse_move`]) and upper or lower case; among pieces the letters
    ///   O and о stand for 0, and I and l for 1.
    /// - White is to move unless the text says otherwise: `Black to move`, `ход чёрных`, `чёрные начинают`, `černý na
    ///   tahu`, `muove il nero`, `tocca al nero`. Words after that are a caption (`and wins`, `bílý vyhraje`) and are
    ///   passed over.
    ///
    /// ```
    /// use bashni_rules::{Position, Rules};
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let text = "Белые: с1 – 1/ОООО, d6 – 00. Чёрные: а1 – 110101/1. Ход чёрных.";
    /// let position = Position::from_players_text(text, &rules).unwrap();
    /// assert_eq!(position.fen(&rules), "B:Wc1=1/0000,d6=00:Ba1=110101/1");
    /// let error = Position::from_players_text("White: c1 - 2; black: a1 - 0", &rules).unwrap_err();
    /// assert!(error.to_string().starts_with("line 1, column 13: expected the pieces on c1"));
    /// ```
    ///
    /// # Errors
    /// If the text is not of that form, or the position is refused under these rules; with the place.
    pub fn from_players_text(text: &str, rules: &Rules) -> Result<Position, TextError> {
        let mut reader = Reader::new(text, rules.board());
        reader.read()?;
        reader.placed.position(rules)
    }

    /// The position as players write it; who is to move is said only of Black.
    ///
    /// ```
    /// use bashni_rules::{Language, Position, Rules};
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let position = Position::from_fen("B:Wc1=1/0000,d6=00:B", &rules).unwrap();
    /// assert_eq!(
    ///     position.players_text(&rules, Language::Czech),
    ///     "Bílá: c1 - 1/0000, d6 - 00; černá: -. Černý na tahu"
    /// );
    /// ```
    pub fn players_text(&self, rules: &Rules, language: Language) -> String {
        let board = rules.board();
        let mut text = String::new();
        for color in Color::ALL {
            let between = if color == Color::Black { "; " } else { "" };
            let mut squares: Vec<Square> = self.owned(color).collect();
            squares.sort_by_key(|&square| board.coordinates(square));
            let columns: Vec<String> = squares
                .iter()
                .map(|&square| format!("{} - {}", board.name(square), self.column_text(square)))
                .collect();
            let columns = if columns.is_empty() { "-".to_owned() } else { columns.join(", ") };
            // Writing to a String cannot fail.
            let _ = write!(text, "{between}{}: {columns}", language.sides()[color.index()]);
        }
        if self.turn() == Color::Black {
            text.push_str(". ");
            text.push_str(language.black_to_move());
        }
        text
    }

    /// The pieces on a square as all the forms write them: `110/01`.
    fn column_text(&self, square: Square) -> String {
        let column = self.column(square);
        let pieces =
            |depths: std::ops::Range<usize>| depths.map(|d| if column.king_at(d) { '1' } else { '0' });
        let mut text: String = pieces(0..column.own()).collect();
        if column.prisoners() > 0 {
            text.push('/');
            text.extend(pieces(column.own()..column.height()));
        }
        text
    }
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    board: &'a Board,
    placed: Placed,
    /// The side whose columns are being read.
    side: Option<Color>,
    /// Which sides have been named.
    named: [bool; 2],
    /// True once the text has said who is to move.
    turn_is_said: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, board: &'a Board) -> Reader<'a> {
        Reader {
            cursor: Cursor::new(text),
            board,
            placed: Placed::empty(),
            side: None,
            named: [false; 2],
            turn_is_said: false,
        }
    }

    fn error<T>(&self, place: Place, message: impl Into<String>) -> Result<T, TextError> {
        Err(TextError::new(place, message))
    }

    fn read(&mut self) -> Result<(), TextError> {
        let separates = |c: char| is_blank(c) || matches!(c, ',' | ';' | '.' | '(' | ')');
        self.cursor.take_while(separates);
        if self.cursor.peek().is_none() {
            return self.error(self.cursor.place(), format!("an empty position; expected {EXPECTED}"));
        }
        loop {
            self.cursor.take_while(separates);
            let place = self.cursor.place();
            match self.cursor.peek() {
                None => break,
                Some(_) if self.at_square() => self.column()?,
                Some(letter) if letter.is_alphabetic() => self.phrase()?,
                // What follows the side to move is a caption: "in 3 moves!".
                Some(_) if self.turn_is_said => {
                    self.cursor.take_while(|c| !is_blank(c));
                }
                Some(_) => return self.error(place, format!("expected {EXPECTED}{}", self.cursor.found())),
            }
        }
        match Color::ALL.into_iter().find(|side| !self.named[side.index()]) {
            None => Ok(()),
            Some(side) => {
                let word = Language::English.sides()[side.index()];
                self.error(
                    self.cursor.place(),
                    format!("the columns of {side} are missing; if it has none, write {word}: -"),
                )
            }
        }
    }

    /// A letter of a file with a digit behind it.
    fn at_square(&self) -> bool {
        self.cursor.peek().is_some_and(|letter| file(letter).is_some())
            && self.cursor.peek_second().is_some_and(|c| c.is_ascii_digit())
    }

    fn column(&mut self) -> Result<(), TextError> {
        let start = self.cursor.place();
        let Some(side) = self.side else {
            return self.error(start, format!("whose column is this? Expected {EXPECTED}"));
        };
        let square = self.square()?;
        let name = self.board.name(square);
        if self.placed.has(square) {
            return self.error(start, format!("{name} is named twice: give each square one column"));
        }
        self.cursor.skip_blanks();
        if self.cursor.eat(|c| is_dash(c) || matches!(c, '=' | ':')) {
            self.cursor.skip_blanks();
        }
        let pieces = self.cursor.place();
        let own = self.run(&format!("the pieces on {name}"))?;
        let mut prisoners = Vec::new();
        if self.eats_slash() {
            prisoners = self.run(&format!("the prisoners on {name}"))?;
            if self.eats_slash() {
                let place = self.cursor.place();
                return self.error(
                    place,
                    format!(
                        "a third run on {name}: colours never alternate in a column, it is one run of its \
                         owner's pieces, /, and one run of prisoners"
                    ),
                );
            }
        }
        if self.cursor.peek().is_some_and(|c| c.is_alphanumeric()) {
            let found = self.cursor.found();
            return self.error(
                self.cursor.place(),
                format!("expected 0 for a man, 1 for a king, or the end of the column on {name}{found}"),
            );
        }
        match Column::new(&own, &prisoners) {
            Some(column) => {
                self.placed.put(square, side, column, start);
                Ok(())
            }
            None => self
                .error(pieces, format!("more than 64 pieces on {name}: at most 64 are supported on a board")),
        }
    }

    fn square(&mut self) -> Result<Square, TextError> {
        let start = self.cursor.place();
        let letter = self.cursor.bump().unwrap_or_default();
        let digits = if self.board.ranks() >= 10 || self.rank_is_marked_off() {
            self.cursor.take_while(|c| c.is_ascii_digit())
        } else {
            // One digit; what follows are pieces.
            let rest = self.cursor.rest();
            self.cursor.bump();
            &rest[..rest.len() - self.cursor.rest().len()]
        };
        let file = file(letter).unwrap_or_default();
        let rank = digits.parse::<u8>().ok().filter(|_| !digits.starts_with('0'));
        let latin = char::from(b'a' + file);
        let (files, ranks) = (self.board.files(), self.board.ranks());
        match rank.filter(|&rank| file < files && rank <= ranks) {
            None => {
                let (last, digits) = (char::from(b'a' + files - 1), quoted(digits));
                self.error(
                    start,
                    format!(
                        "{latin}{digits} is not on the board, which has files a to {last} and ranks 1 to {ranks}"
                    ),
                )
            }
            Some(rank) => match self.board.at(file, rank - 1) {
                Some(square) => Ok(square),
                None => self.error(
                    start,
                    format!("{latin}{rank} is a light square: only dark squares are played on"),
                ),
            },
        }
    }

    /// True if all the digits here are the rank, since something stands between them and the pieces.
    fn rank_is_marked_off(&self) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.take_while(|c| c.is_ascii_digit());
        ahead.skip_blanks();
        ahead.peek().is_some_and(|c| is_dash(c) || matches!(c, '=' | ':'))
    }

    /// A run of pieces from the top down.
    fn run(&mut self, what: &str) -> Result<Vec<bool>, TextError> {
        let start = self.cursor.place();
        let signs = self.cursor.take_while(|c| piece(c).is_some());
        if signs.is_empty() {
            let found = self.cursor.found();
            return self
                .error(start, format!("expected {what}, top first: 0 for a man, 1 for a king{found}"));
        }
        // More than fit in a column are refused there.
        Ok(signs.chars().filter_map(piece).take(MAX_SQUARES + 1).collect())
    }

    fn eats_slash(&mut self) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.skip_blanks();
        if !ahead.eat(|c| c == '/') {
            return false;
        }
        ahead.skip_blanks();
        self.cursor = ahead;
        true
    }

    /// Words: a side, or who is to move.
    fn phrase(&mut self) -> Result<(), TextError> {
        let start = self.cursor.place();
        let (mut side, mut is_turn, mut nothing) = (None, false, false);
        loop {
            let place = self.cursor.place();
            let text =
                self.cursor.take_while(|c| c.is_alphabetic() || is_accent(c) || matches!(c, '\'' | '’'));
            match word(text) {
                Some(Word::Side(color)) if side.is_none() => side = Some(color),
                Some(Word::Side(_)) => {
                    return self.error(place, "a second side; expected : and the columns of the first");
                }
                Some(Word::Turn) => is_turn = true,
                Some(Word::Nothing) => nothing = true,
                Some(Word::Filler) => {}
                // A caption: "Black to move and wins", "…, White wins".
                None if side.is_some() && is_turn => break,
                None if self.turn_is_said => return Ok(()),
                None => {
                    let text = quoted(text);
                    return self.error(place, format!("unknown word `{text}`; expected {EXPECTED}"));
                }
            }
            let on_this_line = |c: char| is_blank(c) && !matches!(c, '\n' | '\r');
            self.cursor.take_while(on_this_line);
            if is_turn && side.is_none() && self.cursor.eat(|c| c == ':' || is_dash(c)) {
                self.cursor.take_while(on_this_line);
            }
            if self.at_square() || !self.cursor.peek().is_some_and(char::is_alphabetic) {
                break;
            }
        }
        match (side, is_turn, nothing) {
            (Some(color), true, false) => self.turn(color, start),
            (Some(color), false, false) => self.header(color, start),
            // Says that the side before has no columns; if it has, the text contradicts itself.
            (None, false, true) if self.side.is_some_and(|side| !self.placed.has_any(side)) => Ok(()),
            // Words of a caption: "in 5 moves".
            (None, ..) if self.turn_is_said => Ok(()),
            _ => self.error(start, format!("expected {EXPECTED}")),
        }
    }

    fn turn(&mut self, color: Color, place: Place) -> Result<(), TextError> {
        if self.turn_is_said && self.placed.turn != color {
            return self.error(place, "both sides are said to move: say once who is to move");
        }
        self.turn_is_said = true;
        self.placed.turn = color;
        Ok(())
    }

    fn header(&mut self, color: Color, place: Place) -> Result<(), TextError> {
        if self.named[color.index()] {
            // A caption: "Black to move, White wins".
            if self.turn_is_said && self.cursor.peek() != Some(':') {
                return Ok(());
            }
            return self.error(place, format!("the columns of {color} a second time"));
        }
        self.named[color.index()] = true;
        self.side = Some(color);
        // A colon, and a dash where there are no columns.
        self.cursor.eat(|c| c == ':');
        self.cursor.skip_blanks();
        self.cursor.take_while(is_dash);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_tall_boards_a_rank_may_have_two_digits() {
        let rules = Rules::preset("bashni-10x10").unwrap();
        let read = |text: &str| Position::from_players_text(text, &rules);
        assert_eq!(read("White: b10 - 1; black: a9 - 00").unwrap().fen(&rules), "W:Wb10=1:Ba9=00");
        assert!(read("White: b101; black: a9 - 00").unwrap_err().message.contains("not on the board"));
    }
}
