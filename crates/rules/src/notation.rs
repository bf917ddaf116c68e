//! Moves as text: `e3-d4`, `c5:e3`, `a3:c5:a7`.

use thiserror::Error;

use crate::{Game, Move, Position, Rules, Square, Step};

/// Why a text is not a legal move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not a move at all.
    #[error("`{text}` is not a move: {message}; expected squares of the board, as c3-d4 or a3:c5:a7")]
    Syntax {
        /// The text.
        text: String,
        /// What is wrong.
        message: String,
    },
    /// The text is a move, but not a legal one here.
    #[error("`{text}` is not legal here{reason}; legal: {legal}")]
    Illegal {
        /// The text.
        text: String,
        /// Why, as far as that can be said.
        reason: &'static str,
        /// The legal moves, separated by blanks.
        legal: String,
    },
}

/// Moves of a position as text, in ASCII order, separated by blanks; `none` if there are none.
pub fn format_moves(position: &Position, rules: &Rules, moves: &[Move]) -> String {
    if moves.is_empty() {
        return "none".to_owned();
    }
    let mut texts: Vec<String> = moves.iter().map(|m| position.move_text(rules, m)).collect();
    texts.sort();
    texts.join(" ")
}

impl Rules {
    /// Reads a legal move of a position: any legal path, with `-`, `:` or `x` between squares, upper or lower case.
    /// The move that is returned carries the canonical path to the same result.
    ///
    /// # Errors
    /// If the text is no move, or the move is not legal; the message lists the legal ones.
    pub fn parse_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let (path, capture) = self.parse_path(text)?;
        let moves = position.legal_moves(self);
        let illegal = |reason| MoveError::Illegal {
            text: text.to_owned(),
            reason,
            legal: format_moves(position, self, &moves),
        };
        let must_capture = position.must_capture(self);
        if must_capture && !capture {
            return Err(illegal(": a capture is mandatory, and - stands for a quiet move"));
        }
        if !must_capture && capture {
            return Err(illegal(": nothing can be captured"));
        }
        let mut game = Game::from_position(position.clone());
        for pair in path.windows(2) {
            if game.ply() > 0 {
                return Err(illegal(": the move ends before the last square"));
            }
            if game.try_step(self, Step { from: pair[0], to: pair[1] }).is_err() {
                return Err(illegal(""));
            }
        }
        if game.chain().is_some() {
            return Err(illegal(": the capture must be played to its end"));
        }
        let found = moves.iter().find(|m| position.after(self, m) == *game.position());
        found.copied().ok_or_else(|| illegal(""))
    }

    /// The squares of a move, and whether its text says that it is a capture.
    fn parse_path(&self, text: &str) -> Result<(Vec<Square>, bool), MoveError> {
        let error = |message: String| MoveError::Syntax { text: text.to_owned(), message };
        let lower = text.trim().to_ascii_lowercase();
        let quiet = lower.contains('-');
        let capture = lower.contains([':', 'x']);
        if quiet && capture {
            return Err(error("both - and : stand between squares".to_owned()));
        }
        let mut path = Vec::new();
        for name in lower.split(['-', ':', 'x']) {
            let square = self.board().iter().find(|&square| self.board().name(square) == name);
            path.push(square.ok_or_else(|| error(format!("`{name}` is no dark square of this board")))?);
        }
        if path.len() < 2 {
            return Err(error("one square only".to_owned()));
        }
        Ok((path, capture))
    }
}
