use super::{Place, is_blank};

/// Reads a text from left to right and knows the place it is at.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Cursor<'a> {
    /// At the beginning, behind a byte order mark if there is one.
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { rest: text.strip_prefix('\u{feff}').unwrap_or(text), place: Place::START }
    }

    pub fn rest(&self) -> &'a str {
        self.rest
    }

    pub fn place(&self) -> Place {
        self.place
    }

    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// The character after the next one.
    pub fn peek_second(&self) -> Option<char> {
        self.rest.chars().nth(1)
    }

    pub fn bump(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next()?;
        self.rest = chars.as_str();
        if next == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(next)
    }

    pub fn eat(&mut self, wanted: impl Fn(char) -> bool) -> bool {
        let found = self.peek().is_some_and(wanted);
        if found {
            self.bump();
        }
        found
    }

    pub fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let start = self.rest;
        while self.peek().is_some_and(&wanted) {
            self.bump();
        }
        &start[..start.len() - self.rest.len()]
    }

    pub fn skip_blanks(&mut self) {
        self.take_while(is_blank);
    }

    /// `, found …`, to end an error with.
    pub fn found(&self) -> String {
        match self.peek() {
            None => ", found the end".to_owned(),
            Some('\n' | '\r') => ", found the end of the line".to_owned(),
            Some(found) => format!(", found `{}`", found.escape_debug()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_characters_and_a_mark_counts_for_none() {
        let mut cursor = Cursor::new("\u{feff}чё\nб");
        assert_eq!(cursor.take_while(|c| c != 'б'), "чё\n");
        assert_eq!(cursor.place(), Place { line: 2, column: 1 });
        assert_eq!(cursor.found(), ", found `б`");
        cursor.bump();
        assert_eq!((cursor.place().column, cursor.peek(), cursor.bump()), (2, None, None));
        assert_eq!(cursor.found(), ", found the end");
    }
}
