//! The words and signs of a PDN file.

use super::tags::is_name_character;
use super::tree::comment;
use super::{GameResult, PdnError};
use crate::Place;
use crate::notation::{Cursor, file, is_blank, is_capture_sign, is_dash, quoted};

pub(super) enum Token {
    Tag {
        name: String,
        value: String,
        /// Where the value begins.
        value_place: Place,
    },
    /// A comment, unless it is empty.
    Comment(Option<String>),
    Open,
    Close,
    Nag(u8),
    /// A move's number, or dots. Nothing depends on them.
    Number,
    Result(GameResult),
    Move(String),
}

pub(super) struct Lexer<'a> {
    cursor: Cursor<'a>,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { cursor: Cursor::new(text) }
    }

    /// The next token and its place; `None` at the end.
    pub fn next(&mut self) -> Result<Option<(Place, Token)>, PdnError> {
        loop {
            self.cursor.skip_blanks();
            // Only in the first column does % stand for a line that is no part of the file.
            if self.cursor.place().column != 1 || !self.cursor.eat(|c| c == '%') {
                break;
            }
            self.rest_of_line();
        }
        let place = self.cursor.place();
        let Some(first) = self.cursor.peek() else { return Ok(None) };
        let token = match first {
            '[' => self.tag(place)?,
            '{' => self.comment(place)?,
            ';' => {
                self.cursor.bump();
                Token::Comment(comment(self.rest_of_line()))
            }
            '(' => {
                self.cursor.bump();
                self.strength_in_parentheses().unwrap_or(Token::Open)
            }
            ')' => {
                self.cursor.bump();
                Token::Close
            }
            '$' => {
                self.cursor.bump();
                let digits = self.cursor.take_while(|c| c.is_ascii_digit());
                let number = digits.parse().map_err(|_| {
                    PdnError::new(place, "expected a number from 0 to 255 after $, as in $1 for !")
                })?;
                Token::Nag(number)
            }
            '!' | '?' => Token::Nag(strength(self.cursor.take_while(|c| matches!(c, '!' | '?')))),
            '*' => self.star(),
            '.' | '…' => self.dots(),
            '/' => {
                let message =
                    "a position set up inside a game is not supported; begin a new game with [FEN \"…\"]";
                return Err(PdnError::new(place, message));
            }
            '%' => {
                let message = "a % inside a line; only as the first character does it leave a line out";
                return Err(PdnError::new(place, message));
            }
            ']' | '}' | '"' => {
                let message = format!("expected a move, a comment, a result or a tag, found `{first}`");
                return Err(PdnError::new(place, message));
            }
            digit if digit.is_ascii_digit() && self.at_number() => {
                self.cursor.take_while(|c| c.is_ascii_digit());
                self.dots()
            }
            _ => self.move_or_result(place)?,
        };
        Ok(Some((place, token)))
    }

    fn rest_of_line(&mut self) -> &'a str {
        self.cursor.take_while(|c| c != '\n')
    }

    fn dots(&mut self) -> Token {
        self.cursor.take_while(|c| matches!(c, '.' | '…'));
        Token::Number
    }

    /// Digits with a dot behind them.
    fn at_number(&self) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.take_while(|c| c.is_ascii_digit());
        ahead.peek().is_some_and(|c| matches!(c, '.' | '…'))
    }

    fn tag(&mut self, place: Place) -> Result<Token, PdnError> {
        self.cursor.bump();
        self.cursor.skip_blanks();
        let name = self.cursor.take_while(is_name_character);
        if name.is_empty() {
            let found = self.cursor.found();
            return Err(PdnError::new(
                self.cursor.place(),
                format!("expected the name of a tag, as in [Event \"…\"]{found}"),
            ));
        }
        self.cursor.skip_blanks();
        let found = self.cursor.found();
        if !self.cursor.eat(|c| c == '"') {
            return Err(PdnError::new(
                self.cursor.place(),
                format!("expected the value of {} in quotes{found}", quoted(name)),
            ));
        }
        let value_place = self.cursor.place();
        let mut value = String::new();
        loop {
            match self.cursor.peek() {
                None | Some('\n') => {
                    let message =
                        format!("the value of {} is not closed: expected \" in the same line", quoted(name));
                    return Err(PdnError::new(place, message));
                }
                Some('"') => break,
                Some('\\') if matches!(self.cursor.peek_second(), Some('"' | '\\')) => {
                    self.cursor.bump();
                    value.extend(self.cursor.bump());
                }
                Some(other) => {
                    self.cursor.bump();
                    value.push(other);
                }
            }
        }
        self.cursor.bump();
        self.cursor.skip_blanks();
        let found = self.cursor.found();
        if !self.cursor.eat(|c| c == ']') {
            return Err(PdnError::new(
                self.cursor.place(),
                format!("expected ] after the value of {}{found}; a quote inside it is \\\"", quoted(name)),
            ));
        }
        Ok(Token::Tag { name: name.to_owned(), value, value_place })
    }

    fn comment(&mut self, place: Place) -> Result<Token, PdnError> {
        self.cursor.bump();
        let text = self.cursor.take_while(|c| c != '}');
        match self.cursor.bump() {
            Some(_) => Ok(Token::Comment(comment(text))),
            None => Err(PdnError::new(place, "a comment that is not closed: expected } before the end")),
        }
    }

    /// `(?)` and the like, whose parenthesis is behind us.
    fn strength_in_parentheses(&mut self) -> Option<Token> {
        let mut ahead = self.cursor.clone();
        let signs = ahead.take_while(|c| matches!(c, '!' | '?'));
        if signs.is_empty() || !ahead.eat(|c| c == ')') {
            return None;
        }
        self.cursor = ahead;
        Some(Token::Nag(strength(signs)))
    }

    /// A star that stands alone.
    fn star(&mut self) -> Token {
        self.cursor.bump();
        Token::Result(GameResult::Unknown)
    }

    fn move_or_result(&mut self, place: Place) -> Result<Token, PdnError> {
        let mut text = self.word().to_owned();
        // Blanks within a move: c3 - d4.
        loop {
            let mut ahead = self.cursor.clone();
            ahead.take_while(|c| is_blank(c) && c != '\n');
            let open = text.ends_with(is_sign);
            let goes_on = match ahead.peek() {
                Some(next) if open => next.is_alphanumeric(),
                Some('x' | 'X' | 'х' | 'Х') => captures(&ahead),
                Some(next) => is_dash(next) || matches!(next, ':' | '×'),
                None => false,
            };
            if !goes_on {
                break;
            }
            self.cursor = ahead;
            text.push_str(self.word());
        }
        match GameResult::parse(&plain_dashes(&text)) {
            Some(result) => Ok(Token::Result(result)),
            None if text.starts_with(is_sign) || text.ends_with(is_sign) => {
                let text = quoted(&text);
                Err(PdnError::new(place, format!("`{text}` is not a move: expected a square at both ends")))
            }
            None => Ok(Token::Move(text)),
        }
    }

    /// Characters up to a blank or a sign that begins something else. A star belongs to a move if it goes on.
    fn word(&mut self) -> &'a str {
        let start = self.cursor.rest();
        while let Some(next) = self.cursor.peek() {
            let ends = is_blank(next)
                || matches!(next, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$' | '!' | '?' | '"')
                || next == '*' && !self.cursor.peek_second().is_some_and(char::is_alphanumeric);
            if ends {
                break;
            }
            self.cursor.bump();
        }
        &start[..start.len() - self.cursor.rest().len()]
    }

    /// True if a star right here marks the move before it as forced: it stands behind it without a blank, and
    /// the game goes on.
    pub fn eats_forced(&mut self) -> bool {
        if self.cursor.peek() != Some('*') {
            return false;
        }
        let mut ahead = self.cursor.clone();
        ahead.bump();
        ahead.skip_blanks();
        if matches!(ahead.peek(), None | Some('[')) {
            return false;
        }
        self.cursor.bump();
        true
    }
}

fn is_sign(c: char) -> bool {
    is_dash(c) || is_capture_sign(c)
}

/// True if the x here is the sign of a capture: alone, or with a square behind it.
fn captures(at: &Cursor<'_>) -> bool {
    let mut next = at.rest().chars().skip(1);
    match next.next() {
        None => true,
        Some(c) if is_blank(c) || c.is_ascii_digit() => true,
        Some(c) => file(c).is_some() && next.next().is_some_and(|c| c.is_ascii_digit()),
    }
}

fn plain_dashes(text: &str) -> String {
    // Only results are compared with what this returns, and those are short.
    text.chars().take(8).map(|c| if is_dash(c) { '-' } else { c }).collect()
}

/// The number of `!`, `?` and so on.
fn strength(signs: &str) -> u8 {
    match signs {
        "!" => 1,
        "?" => 2,
        _ if signs.chars().all(|c| c == '!') => 3,
        _ if signs.chars().all(|c| c == '?') => 4,
        _ if signs.starts_with('!') => 5,
        _ => 6,
    }
}
