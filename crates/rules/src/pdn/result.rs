use std::fmt;

use crate::{Color, Outcome};

/// What a file says about how a game ended. It may have been resigned or agreed, so the rules need not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`, also read from `2-0`.
    WhiteWins,
    /// `0-1`, also read from `0-2`.
    BlackWins,
    /// `1/2-1/2`, also read from `1-1` and `½-½`.
    Draw,
    /// `0-0`: both lose.
    BothLose,
    /// `*`: unfinished or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// Reads a result; `None` if the text is none.
    ///
    /// ```
    /// use bashni_rules::pdn::GameResult;
    ///
    /// assert_eq!(GameResult::parse("2-0"), Some(GameResult::WhiteWins));
    /// assert_eq!(GameResult::parse("c3-d4"), None);
    /// ```
    pub fn parse(text: &str) -> Option<GameResult> {
        Some(match text {
            "1-0" | "2-0" => GameResult::WhiteWins,
            "0-1" | "0-2" => GameResult::BlackWins,
            "1/2-1/2" | "1-1" | "½-½" | "1/2" => GameResult::Draw,
            "0-0" => GameResult::BothLose,
            "*" => GameResult::Unknown,
            _ => return None,
        })
    }

    /// The result as it is written.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::BothLose => "0-0",
            GameResult::Unknown => "*",
        }
    }

    /// Who has won, if one side has.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            _ => None,
        }
    }

    /// The same result with the colours exchanged.
    #[must_use]
    pub const fn exchanged(self) -> GameResult {
        match self {
            GameResult::WhiteWins => GameResult::BlackWins,
            GameResult::BlackWins => GameResult::WhiteWins,
            other => other,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::WhiteWins => GameResult::WhiteWins,
            Outcome::BlackWins => GameResult::BlackWins,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
