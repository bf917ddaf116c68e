//! Rules of column draughts (Bashni, Lasca) and of the parent games (Russian and English draughts).
//!
//! A captured commander is not removed: it goes under the column that took it. Every point on which descriptions
//! of the game differ is a field of [`RuleFields`]; [`Rules`] is a checked set of fields with the tables of its
//! board, and is passed to whatever depends on them.
//!
//! ```
//! use bashni_rules::{Game, Rules};
//!
//! let rules = Rules::preset("bashni").unwrap();
//! let mut game = Game::new(&rules);
//! for text in ["c3-b4", "b6-c5", "b4-a5"] {
//!     let played = rules.parse_move(game.position(), text).unwrap();
//!     game.play(&rules, &played);
//! }
//! assert_eq!(game.position().legal_moves(&rules).len(), 8);
//! ```
//!
//! Two levels of play: whole moves ([`Move`], for people, files and alpha-beta) and single steps ([`Step`], for
//! search with a network; a chain of captures is several steps by the same side).

mod bitboard;
mod board;
mod captures;
mod chain;
mod color;
mod column;
pub mod diagram;
mod encoding;
mod fen;
mod fields;
#[cfg(feature = "serde")]
mod fields_serde;
mod game;
mod influence;
mod known;
mod movegen;
mod moves;
mod notation;
mod outcome;
pub mod pdn;
mod perft;
mod play;
mod position;
pub mod prefetch;
mod presets;
mod rules;
mod shift;

pub use bitboard::Bitboard;
pub use board::{Board, Direction, MAX_SQUARES, Square};
pub use chain::Chain;
pub use color::Color;
pub use column::Column;
pub use encoding::{ENCODING_VERSION, Encoding, EncodingError};
#[cfg(feature = "serde")]
pub use fields::Difference;
pub use fields::{Captured, King, KingLanding, ManCapture, Promotion, Rejump, Reversal, RuleFields};
pub use game::{Game, IllegalStep};
pub use influence::{Influence, Mobility};
pub use moves::{Move, MoveList, Step};
pub use notation::{
    IllegalMove, Language, MoveError, Numbering, Place, PositionForm, Squares, TextError, format_moves,
};
pub use outcome::{Outcome, PovOutcome};
pub use perft::{Count, Perft, TableError, perft};
pub use play::Undo;
pub use position::{Position, PositionError, Setup};
pub use presets::PRESETS;
pub use rules::{Rules, RulesError};
