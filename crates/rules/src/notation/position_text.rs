//! Positions in any of the forms, and what their readers share.

use super::{Cursor, Place, TextError, is_blank};
use crate::{Color, Column, Game, Position, PositionError, Rules, Setup, Square};

/// The forms in which a position can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionForm {
    /// `W:Wc1=1/0000:Ba1=00`.
    OneLine,
    /// `W:W21,22,K30:B1,2`, of draughts programs.
    DraughtsFen,
    /// `White: c1 - 1/0000; black: a1 - 00`.
    Players,
}

impl PositionForm {
    /// The form that a text seems to have: one that begins with `W:` or `B:` is a FEN, the one-line form if it has a
    /// `=` or no squares; anything else is a players' text.
    pub fn guess(text: &str) -> PositionForm {
        let text = text.trim_start_matches(is_blank);
        let rest = text.strip_prefix(['W', 'B', 'w', 'b']);
        if !rest.is_some_and(|rest| rest.is_empty() || rest.trim_start_matches(is_blank).starts_with(':')) {
            PositionForm::Players
        } else if text.contains('=') || !text.contains(|c: char| c.is_ascii_digit()) {
            PositionForm::OneLine
        } else {
            PositionForm::DraughtsFen
        }
    }
}

impl Game {
    /// A game that starts from a position in any of the forms; the one-line form may have its plies without progress
    /// (`:H12`).
    ///
    /// ```
    /// use bashni_rules::{Game, Rules};
    ///
    /// let rules = Rules::preset("russian").unwrap();
    /// for text in ["W:Wa1=1:Bb8=0", "W:WKa1:Bb8", "W:WK29:B1", "Bílá: a1 - 1; černá: b8 - 0"] {
    ///     let game = Game::from_position_text(text, &rules).unwrap();
    ///     assert_eq!(game.position().fen(&rules), "W:Wa1=1:Bb8=0");
    /// }
    /// ```
    ///
    /// # Errors
    /// If the text is not of the form that it seems to have, or the position is refused under these rules.
    pub fn from_position_text(text: &str, rules: &Rules) -> Result<Game, TextError> {
        match PositionForm::guess(text) {
            PositionForm::OneLine => Game::from_fen(text, rules).map_err(|error| in_one_line(text, error)),
            PositionForm::DraughtsFen => Position::from_draughts_fen(text, rules).map(Game::from_position),
            PositionForm::Players => Position::from_players_text(text, rules).map(Game::from_position),
        }
    }
}

/// The error of the reader of the one-line form, with its place.
pub(crate) fn in_one_line(text: &str, error: PositionError) -> TextError {
    let place_after = |characters: usize| {
        let mut cursor = Cursor::new(text);
        for _ in 0..characters {
            cursor.bump();
        }
        cursor.place()
    };
    match error {
        PositionError::Syntax { column, message, .. } => TextError::new(place_after(column - 1), message),
        error => {
            let column = error.square().and_then(|square| text.find(&format!("{square}=")));
            let place = column.map_or(Place::START, |byte| place_after(text[..byte].chars().count()));
            TextError::new(place, error.to_string())
        }
    }
}

/// Columns as they are read, each with the place where it was named.
pub(super) struct Placed {
    pub turn: Color,
    columns: Vec<(Square, Color, Column, Place)>,
}

impl Placed {
    /// An empty board with White to move.
    pub fn empty() -> Placed {
        Placed { turn: Color::White, columns: Vec::new() }
    }

    pub fn has(&self, square: Square) -> bool {
        self.columns.iter().any(|column| column.0 == square)
    }

    pub fn has_any(&self, side: Color) -> bool {
        self.columns.iter().any(|column| column.1 == side)
    }

    /// Puts a column on a square that has none.
    pub fn put(&mut self, square: Square, owner: Color, column: Column, place: Place) {
        self.columns.push((square, owner, column, place));
    }

    /// The position, checked; an error about a column has the place of that column.
    pub fn position(&self, rules: &Rules) -> Result<Position, TextError> {
        let mut setup = Setup::empty(self.turn);
        for &(square, owner, column, _) in &self.columns {
            setup.put(square, owner, column);
        }
        Position::new(&setup, rules).map_err(|error| {
            let at_fault = |name| self.columns.iter().find(|column| rules.board().name(column.0) == name);
            let place = error.square().and_then(at_fault).map_or(Place::START, |column| column.3);
            TextError::new(place, error.to_string())
        })
    }
}
