//! Games to be looked at move by move.

mod changes;
mod html;
mod json;
mod record;

use serde::Serialize;

pub(crate) use html::SCRIPT;
pub use record::{GameError, GameRecord, Ply};

/// Games that a page lets one choose from and step through.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Games {
    /// What games these are, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The games.
    pub games: Vec<GameRecord>,
}

impl Games {
    /// A viewer of games.
    pub fn new(games: impl IntoIterator<Item = GameRecord>) -> Games {
        Games { caption: None, games: games.into_iter().collect() }
    }

    /// The games with a sentence on what they are.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Games {
        self.caption = Some(caption.into());
        self
    }
}
