//! Results of games, each typed by the point of view it is told from, so that no sign can be mixed up.

use std::ops::Not;

use crate::Color;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// White has won.
    WhiteWins,
    /// Black has won.
    BlackWins,
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// A win of `color`.
    pub const fn win(color: Color) -> Outcome {
        match color {
            Color::White => Outcome::WhiteWins,
            Color::Black => Outcome::BlackWins,
        }
    }

    /// Who has won, if anybody.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::WhiteWins => Some(Color::White),
            Outcome::BlackWins => Some(Color::Black),
            Outcome::Draw => None,
        }
    }

    /// The result as PDN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn pdn(self) -> &'static str {
        match self {
            Outcome::WhiteWins => "1-0",
            Outcome::BlackWins => "0-1",
            Outcome::Draw => "1/2-1/2",
        }
    }

    /// The result as one side sees it.
    ///
    /// ```
    /// use bashni_rules::{Color, Outcome, PovOutcome};
    ///
    /// assert_eq!(Outcome::BlackWins.seen_by(Color::White), PovOutcome::Loss);
    /// assert_eq!(Outcome::BlackWins.seen_by(Color::Black), PovOutcome::Win);
    /// ```
    pub const fn seen_by(self, color: Color) -> PovOutcome {
        match (self, color) {
            (Outcome::Draw, _) => PovOutcome::Draw,
            (Outcome::WhiteWins, Color::White) | (Outcome::BlackWins, Color::Black) => PovOutcome::Win,
            _ => PovOutcome::Loss,
        }
    }
}

/// How a game ended, as one side sees it. `!` is the same result as the other side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PovOutcome {
    /// This side has lost.
    Loss,
    /// Nobody has won.
    Draw,
    /// This side has won.
    Win,
}

impl PovOutcome {
    /// The result in terms of colours, if this one is told by `color`.
    pub const fn outcome(self, color: Color) -> Outcome {
        match (self, color) {
            (PovOutcome::Draw, _) => Outcome::Draw,
            (PovOutcome::Win, Color::White) | (PovOutcome::Loss, Color::Black) => Outcome::WhiteWins,
            _ => Outcome::BlackWins,
        }
    }
}

impl Not for PovOutcome {
    type Output = PovOutcome;

    fn not(self) -> PovOutcome {
        match self {
            PovOutcome::Win => PovOutcome::Loss,
            PovOutcome::Draw => PovOutcome::Draw,
            PovOutcome::Loss => PovOutcome::Win,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_seen_by_a_side_and_told_back_is_the_same() {
        for outcome in [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins] {
            for color in Color::ALL {
                let seen = outcome.seen_by(color);
                assert_eq!(seen.outcome(color), outcome);
                assert_eq!(!seen, outcome.seen_by(!color));
                assert_eq!(seen == PovOutcome::Win, outcome.winner() == Some(color));
            }
        }
    }
}
