//! What a person types.

use std::path::PathBuf;

/// A line of a person: a command, or else a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    Help,
    Moves,
    Hint,
    Undo,
    Save(Option<PathBuf>),
    Flip,
    Clock,
    Position,
    Resign,
    Quit,
    /// A move from the list, by its number from 1.
    Number(usize),
    /// A move as text.
    Move(String),
    Nothing,
}

/// The commands, for people.
pub const HELP: &str = "c3-d4, a3:c5:a7  a move; landings may be left out where that leaves one\n\
    3                the third of the moves in the list\n\
    moves            the list of moves\n\
    hint             what the player would do; the clock stands still meanwhile\n\
    undo             take back your last move\n\
    flip             turn the board\n\
    clock            the clocks\n\
    position         the position in one line\n\
    save FILE        write the game to a PDN file\n\
    resign           give the game up\n\
    quit             leave (as the end of input does)";

impl Request {
    /// Reads a line. What is no command is taken for a move.
    pub fn parse(line: &str) -> Request {
        let line = line.trim();
        let (word, rest) =
            line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Request::Nothing,
            ("help" | "h" | "?", "") => Request::Help,
            ("moves" | "m", "") => Request::Moves,
            ("hint", "") => Request::Hint,
            ("undo" | "u", "") => Request::Undo,
            ("save", "") => Request::Save(None),
            ("save", path) => Request::Save(Some(PathBuf::from(path))),
            ("flip", "") => Request::Flip,
            ("clock", "") => Request::Clock,
            ("position" | "fen", "") => Request::Position,
            ("resign", "") => Request::Resign,
            ("quit" | "q" | "exit", "") => Request::Quit,
            (number, "") if number.chars().all(|c| c.is_ascii_digit()) => {
                Request::Number(number.parse().unwrap_or(usize::MAX))
            }
            _ => Request::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_command_is_a_move() {
        for (line, request) in [
            ("  \t", Request::Nothing),
            ("HELP", Request::Help),
            ("undo", Request::Undo),
            ("save", Request::Save(None)),
            ("save  my game.pdn ", Request::Save(Some("my game.pdn".into()))),
            ("12", Request::Number(12)),
            ("99999999999999999999999", Request::Number(usize::MAX)),
            ("c3-d4", Request::Move("c3-d4".into())),
            ("c3 - d4", Request::Move("c3 - d4".into())),
            ("undo that", Request::Move("undo that".into())),
        ] {
            assert_eq!(Request::parse(line), request, "{line}");
        }
    }
}
