//! Positions and moves as people and other programs write them.
//!
//! | what | read by | written by |
//! |---|---|---|
//! | one-line form | [`Position::from_fen`](crate::Position::from_fen) | [`Position::fen`](crate::Position::fen) |
//! | players' lines | [`Position::from_players_text`](crate::Position::from_players_text) | [`Position::players_text`](crate::Position::players_text) |
//! | FEN of draughts programs | [`Position::from_draughts_fen`](crate::Position::from_draughts_fen) | [`Position::draughts_fen`](crate::Position::draughts_fen) |
//! | any of these | [`Game::from_position_text`](crate::Game::from_position_text) | |
//! | moves | [`Rules::parse_move`](crate::Rules::parse_move) | [`Squares::move_text`] |

mod cursor;
mod diagnosis;
mod draughts_fen;
mod landings;
mod language;
mod letters;
mod move_error;
mod move_path;
mod numbering;
mod parse_move;
mod place;
mod players;
mod position_text;
mod squares;

pub(crate) use cursor::Cursor;
pub(crate) use draughts_fen::read as read_draughts_fen;
pub use language::Language;
pub(crate) use letters::{file, is_blank, is_capture_sign, is_dash};
pub use move_error::{IllegalMove, MoveError, format_moves};
pub use numbering::Numbering;
pub use place::{Place, TextError};
pub use position_text::PositionForm;
pub(crate) use position_text::in_one_line;
pub use squares::Squares;

/// At most this many characters of a text are quoted in an error.
const QUOTED: usize = 60;

/// The text as an error quotes it: a long one is cut, and what would act on a terminal is escaped.
pub(crate) fn quoted(text: &str) -> String {
    let acts = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut quoted = String::new();
    for c in text.chars().take(QUOTED) {
        if acts(c) { quoted.extend(c.escape_unicode()) } else { quoted.push(c) }
    }
    if text.chars().nth(QUOTED).is_some() {
        quoted.push('…');
    }
    quoted
}
