//! Games judged move by move.
//!
//! Each position of a game is given to an [`Engine`](crate::Engine). What a move costs is the drop of the score that its side
//! can expect, from that of the best move to that of the move played; a [`Mistake`] is a move that costs too much.
//! [`GameAnalysis`] becomes an annotated game of PDN, or a page of HTML with the curve of what White could expect.

mod annotate;
mod game;
mod mistake;
mod page;

pub(crate) use game::one_ply_before;
pub use game::{GameAnalysis, JudgedMove, SideSummary, analyse_game};
pub use mistake::Mistake;
