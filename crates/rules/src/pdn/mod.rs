//! PDN, the text format of draughts games: reading, checking and writing files of several games.
//!
//! Reading has two levels. [`read`] takes a file apart: tags, moves, comments, annotations (`!`, `$7`), variations,
//! results. It knows no rules. [`PdnGame::replay`] checks every move, of variations too, under some rules, which
//! [`PdnGame::rules`] finds in the tags: `[Rules "bashni"]` as this crate writes it, or `[GameType "25"]` (Russian
//! draughts) and `[GameType "21"]` (English draughts).
//!
//! ```
//! use bashni_rules::pdn;
//!
//! let games = pdn::read("[GameType \"21\"]\n1. 11-15 22-17 (22-18 15x22) 2. 15-19 {the Dyke} *").unwrap();
//! let rules = games[0].rules().unwrap().unwrap();
//! let replay = games[0].replay(&rules).unwrap();
//! assert_eq!(replay.end.ply(), 3);
//! let letters = games[0].in_letters(&rules).unwrap();
//! assert_eq!(
//!     letters.to_string(),
//!     "[Rules \"english\"]\n\n1. c3-d4 f6-g5 (1... f6-e5 2. d4:f6) 2. d4-c5 {the Dyke} *\n"
//! );
//! ```
//!
//! What is read beyond the standard, since files have it: results as terminators or none at all, `2-0 1-1 0-2`,
//! missing tags, blanks within moves, `*` behind a move for a forced one, `;` comments, `%` lines, a byte order mark.
//! What is not: positions set up inside a game (`/FEN "…"/`), and moves that are unknown (`-`).
//!
//! **Colours in English draughts.** There the side that moves first is called Black; here it is White. In a game
//! with `GameType` 21 (or any other that says that Black begins) tags, result and FEN have the colours of the file,
//! and [`PdnGame::in_letters`] exchanges them.

mod error;
mod game;
mod game_type;
mod lexer;
mod reader;
mod replay;
mod result;
mod tags;
mod tree;
mod writer;

pub use error::PdnError;
pub use game::PdnGame;
pub use game_type::GameType;
pub use reader::{MAX_DEPTH, read};
pub use replay::Replay;
pub use result::GameResult;
pub use tags::Tags;
pub use tree::{Line, Ply};
pub use writer::write;
