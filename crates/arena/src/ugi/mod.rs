//! UGI, the protocol between engines and programs that use them, on both of its sides.
//!
//! The Universal Game Interface (by kz04px) is the UCI protocol of chess without chess: lines of text, `position` and `go`
//! one way, `info` and `bestmove` the other. `docs/ugi.md` describes it with what it leaves open and how that is done here.
//!
//! - [`Command`] and [`Reply`]: the lines of both sides, read and written.
//! - [`serve`]: an engine of this program on a pair of streams ([`Session`] says which).
//! - [`UgiEngine`]: another program as an [`Engine`](crate::Engine), and so as the player `engine:COMMAND`.

mod client;
mod command;
mod go_command;
mod info_line;
mod lines;
mod options;
mod process;
mod reply;
mod server;
mod worker;

pub use client::UgiEngine;
pub use command::{Command, CommandError, Query};
pub use go_command::{Clock, GoCommand};
pub use info_line::InfoLine;
pub use options::Session;
pub use reply::Reply;
pub use server::serve;

/// What `bestmove` says where there is none.
const NO_MOVE: &str = "(none)";
