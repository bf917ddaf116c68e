//! Why a game ended.

use std::fmt;

use bashni_rules::{Color, Game, Outcome, Rules};
use serde::{Deserialize, Serialize};

/// Why a game ended: by rule, or because a player broke down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Termination {
    /// The side to move has no legal move.
    NoMove,
    /// A position came back as often as the rules allow.
    Repetition,
    /// Too many plies without capture or promotion.
    NoProgress,
    /// A player lost without being beaten on the board.
    Forfeit(Forfeit),
}

/// What a player did that loses a game at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit {
    /// Who lost by it.
    #[serde(with = "color_name")]
    pub by: Color,
    /// What it was.
    pub fault: Fault,
    /// What was wrong, in a sentence.
    pub message: String,
}

/// Kinds of [`Forfeit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The player panicked, returned an error, or gave an answer that is none.
    Crash,
    /// The player did not answer in time.
    Stall,
    /// The player chose a move that is not legal.
    IllegalMove,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Crash => "crash",
            Fault::Stall => "stall",
            Fault::IllegalMove => "illegal move",
        })
    }
}

impl Termination {
    /// Why a game that the rules have ended is over.
    pub(crate) fn by_rule(game: &Game, rules: &Rules, outcome: Outcome) -> Termination {
        let limit = rules.fields().no_progress_plies;
        match outcome {
            Outcome::WhiteWins | Outcome::BlackWins => Termination::NoMove,
            Outcome::Draw if limit > 0 && game.no_progress() >= limit => Termination::NoProgress,
            Outcome::Draw => Termination::Repetition,
        }
    }

    /// The forfeit, if it was one.
    pub fn forfeit(&self) -> Option<&Forfeit> {
        match self {
            Termination::Forfeit(forfeit) => Some(forfeit),
            _ => None,
        }
    }

    /// The value of the tag `Termination` of PDN files, in the words of the PGN standard: `normal`, and for forfeits
    /// `abandoned` (crash), `time forfeit` (stall) and `rules infraction` (illegal move).
    pub fn tag(&self) -> &'static str {
        match self.forfeit().map(|forfeit| forfeit.fault) {
            None => "normal",
            Some(Fault::Crash) => "abandoned",
            Some(Fault::Stall) => "time forfeit",
            Some(Fault::IllegalMove) => "rules infraction",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Termination::NoMove => f.write_str("no legal move"),
            Termination::Repetition => f.write_str("repetition"),
            Termination::NoProgress => f.write_str("no progress"),
            Termination::Forfeit(Forfeit { by, fault, message }) => {
                write!(f, "{by} forfeits ({fault}): {message}")
            }
        }
    }
}

mod color_name {
    use bashni_rules::Color;
    use serde::{Deserialize, Deserializer, Serializer};

    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Name {
        White,
        Black,
    }

    pub fn serialize<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match color {
            Color::White => "white",
            Color::Black => "black",
        })
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        Ok(match Name::deserialize(deserializer)? {
            Name::White => Color::White,
            Name::Black => Color::Black,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminations_read_back_from_json() {
        let forfeit = Forfeit { by: Color::Black, fault: Fault::IllegalMove, message: "a1-a1".into() };
        for termination in [
            Termination::NoMove,
            Termination::Repetition,
            Termination::NoProgress,
            Termination::Forfeit(forfeit),
        ] {
            let json = serde_json::to_string(&termination).unwrap();
            assert_eq!(serde_json::from_str::<Termination>(&json).unwrap(), termination, "{json}");
        }
    }
}
