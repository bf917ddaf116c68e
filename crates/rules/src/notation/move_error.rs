use thiserror::Error;

use crate::{Color, Move, Position, Rules};

/// At most this many moves are listed in an error; some positions have thousands.
const LISTED: usize = 20;

/// Why a text is not a legal move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not a move at all.
    #[error(
        "`{text}` is not a move: column {column}: {message}; expected squares of the board, as c3-d4, a3:c5:a7 \
         or 22-18"
    )]
    Syntax {
        /// The text.
        text: String,
        /// Where in the text, in characters from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// The text is a move, but not a legal one here.
    #[error("`{text}` is not legal here: {reason}; legal: {legal}")]
    Illegal {
        /// The text.
        text: String,
        /// Why.
        reason: IllegalMove,
        /// The legal moves, as [`format_moves`] lists them.
        legal: String,
    },
    /// The text leaves out landings, and several legal moves have those that it names.
    #[error("`{text}` can be read as several moves: {candidates}; name more of the landings")]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that it may mean, as [`format_moves`] lists them.
        candidates: String,
    },
}

/// Which rule a move breaks.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// There is nothing to move.
    #[error("no column stands on {0}")]
    NoColumn(String),
    /// It is the other side's column.
    #[error("the column on {square} is {owner}'s, and {} is to move", !*.owner)]
    EnemyColumn {
        /// Where it stands.
        square: String,
        /// Whose it is.
        owner: Color,
    },
    /// A quiet move where something can be captured.
    #[error("a capture is mandatory")]
    CaptureIsMandatory,
    /// Written as a capture where there is none.
    #[error("nothing can be captured, and : stands for a capture")]
    NothingToCapture,
    /// Others can capture, this column cannot.
    #[error("the column on {0} cannot capture")]
    CannotCapture(String),
    /// No jump leads there.
    #[error("no jump leads from {from} to {to}")]
    NoJump {
        /// Where the jump would start.
        from: String,
        /// Where it would land.
        to: String,
    },
    /// The capture goes on from where the text ends.
    #[error("the capture must be played to its end, and it goes on from {0}")]
    Unfinished(String),
    /// The move is over before the text is.
    #[error("the move ends before the last square, on {0}")]
    EndsBefore(String),
    /// The squares are not on one diagonal.
    #[error("{from} and {to} are not on one diagonal")]
    NotDiagonal {
        /// The first square.
        from: String,
        /// The second square.
        to: String,
    },
    /// A man cannot step back.
    #[error("the man in command on {0} steps forward only")]
    ManBackwards(String),
    /// Only a flying king goes farther than one square.
    #[error("the column on {0} moves one square only")]
    TooFar(String),
    /// Something stands in the way.
    #[error("{0} is occupied")]
    Blocked(String),
    /// A short form that would have to be compared with too many ways to capture.
    #[error("there are too many ways to capture from {0} to tell; name every landing")]
    TooManyWays(String),
}

/// Moves of a position as text, in ASCII order, separated by blanks; `none` if there are none. Of more than twenty
/// the first twenty of the list and the number of the others.
pub fn format_moves(position: &Position, rules: &Rules, moves: &[Move]) -> String {
    if moves.is_empty() {
        return "none".to_owned();
    }
    let listed = &moves[..moves.len().min(LISTED)];
    let mut texts: Vec<String> = listed.iter().map(|played| position.move_text(rules, played)).collect();
    texts.sort_unstable();
    let texts = texts.join(" ");
    match moves.len() - listed.len() {
        0 => texts,
        others => format!("{texts} … and {others} more"),
    }
}
