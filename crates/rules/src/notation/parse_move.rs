use super::diagnosis::diagnose;
use super::landings::results_through;
use super::move_path::{MovePath, Sign};
use super::{IllegalMove, MoveError, Numbering, format_moves, quoted};
use crate::{Game, Move, MoveList, Position, Rules, Square, Step};

impl Rules {
    /// Reads a legal move of a position. The move that is returned is the canonical one with the same result.
    ///
    /// - Squares are letters (`c3`, `C3`, with Cyrillic letters that look alike or transcribe a file) or numbers, as
    ///   [`numbering`](Rules::numbering) counts them.
    /// - Between squares stand `-` (or a dash) for a quiet move, `:`, `x`, `×` or `*` for a capture, blanks, or
    ///   nothing: `c3d4`, `1118`. A capture may be written with `-`, as it often is in numbers; a quiet move
    ///   is never written with a sign of a capture, which is refused.
    /// - Any legal path will do. A capture may leave out landings, up to all but its ends (`a3:a7`), if exactly one
    ///   legal move has the squares that are named, in their order. A path that is legal as it stands is
    ///   taken so, even if it could also abbreviate another one.
    ///
    /// ```
    /// use bashni_rules::{Position, Rules};
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let position = Position::from_fen("W:Wa3=0:Bb4=0,b6=0", &rules).unwrap();
    /// let played = rules.parse_move(&position, "a3:c5:a7").unwrap();
    /// for text in ["a3:a7", "A3xC5xA7", "а3 с5 а7", "21x5", "a3-c5-a7"] {
    ///     assert_eq!(rules.parse_move(&position, text).unwrap(), played);
    /// }
    /// let error = rules.parse_move(&position, "a3:c5").unwrap_err();
    /// assert!(error.to_string().contains("the capture must be played to its end"));
    /// ```
    ///
    /// # Errors
    /// If the text is no move, or the move is not legal, which the message explains and then lists the legal ones; or
    /// if it abbreviates more than one.
    pub fn parse_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        self.parse_move_numbered(position, text, self.numbering())
    }

    /// As [`parse_move`](Rules::parse_move), with numbers counted from a given corner.
    ///
    /// # Errors
    /// As for [`parse_move`](Rules::parse_move).
    pub fn parse_move_numbered(
        &self,
        position: &Position,
        text: &str,
        numbering: Numbering,
    ) -> Result<Move, MoveError> {
        let path = MovePath::read(text, self.board(), numbering)?;
        let wrong_sign = path.sign == Sign::Capture && !position.must_capture(self);
        let result = self.walk(position, &path);
        // Only a move that is no legal path as it stands needs the whole list.
        if let Some(result) = result.as_ref().filter(|_| !wrong_sign)
            && let Some(found) = self.move_to(position, &path, result)
        {
            return Ok(found);
        }
        let moves = position.legal_moves(self);
        let illegal = |reason| MoveError::Illegal {
            text: quoted(text),
            reason,
            legal: format_moves(position, self, &moves),
        };
        let mut candidates = MoveList::new();
        if result.is_none() && position.must_capture(self) {
            match self.abbreviated(position, &path, &moves) {
                Some(found) => candidates = found,
                None => {
                    let first = self.board().name(path.squares[0]).to_owned();
                    return Err(illegal(IllegalMove::TooManyWays(first)));
                }
            }
        }
        match &candidates[..] {
            [found] => Ok(*found),
            [] => Err(illegal(diagnose(self, position, &path))),
            several => Err(MoveError::Ambiguous {
                text: quoted(text),
                candidates: format_moves(position, self, several),
            }),
        }
    }

    /// The position after a path, if the path is a whole legal move.
    fn walk(&self, position: &Position, path: &MovePath) -> Option<Position> {
        let mut game = Game::from_position(position.clone());
        for pair in path.squares.windows(2) {
            if game.ply() > 0 {
                return None;
            }
            game.try_step(self, Step { from: pair[0], to: pair[1] }).ok()?;
        }
        game.chain().is_none().then(|| game.position().clone())
    }

    /// The move that leads to `result`, as a path does.
    fn move_to(&self, position: &Position, path: &MovePath, result: &Position) -> Option<Move> {
        let captures = if position.must_capture(self) { path.squares.len() - 1 } else { 0 };
        let first = path.squares[0];
        let moves = if self.is_circle(&path.squares) {
            position.legal_moves(self)
        } else {
            position.legal_moves_from(self, first)
        };
        let mut moves = moves.into_iter().filter(|played| played.captures() == captures);
        moves.find(|played| position.after(self, played) == *result)
    }

    /// True if a capture ends where it began and what it takes leaves the board. Then circles of two columns can be one
    /// move, listed under one of them.
    fn is_circle(&self, squares: &[Square]) -> bool {
        squares.first() == squares.last() && !self.stacks()
    }

    /// The captures that a path abbreviates; `None` if there are too many ways to tell.
    fn abbreviated(&self, position: &Position, path: &MovePath, moves: &[Move]) -> Option<MoveList> {
        let squares = &path.squares;
        let (first, last) = (squares[0], squares[squares.len() - 1]);
        let named = squares.len() - 1;
        let circle = self.is_circle(squares);
        let has_ends = |played: &Move| {
            (played.from(), played.to()) == (first, last) || circle && played.from() == played.to()
        };
        let mut found: MoveList =
            moves.iter().filter(|played| played.captures() > named && has_ends(played)).copied().collect();
        // Landings between the ends may be those of a path that is not the canonical one.
        if (named > 1 || circle) && !found.is_empty() {
            let results = results_through(position, self, squares)?;
            found.retain(|played| results.contains(&position.after(self, played)));
        }
        Some(found)
    }
}
