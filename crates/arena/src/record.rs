use bashni_rules::{Color, Outcome};
use serde::{Serialize, Serializer};

use crate::PlayerSpec;

/// One of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player whose results are counted.
    A,
    /// Its opponent.
    B,
}

impl Side {
    /// 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other player.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// A game of a match, as it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameRecord {
    /// Number in the match, from 0. Games 2n and 2n+1 are a pair: same opening, colours swapped.
    pub game: u64,
    /// The seed of the game, from which the randomness of every move follows.
    pub seed: u64,
    /// The player with the white pieces.
    pub white: PlayerSpec,
    /// The player with the black pieces.
    pub black: PlayerSpec,
    /// Which of the two players of the match has the white pieces.
    pub white_side: Side,
    /// The position from which the moves start, in the one-line form.
    pub start: String,
    /// Number of moves that were given as the opening.
    pub opening_plies: usize,
    /// Every move, those of the opening first.
    pub moves: Vec<String>,
    /// How it ended, as PDN writes it.
    #[serde(serialize_with = "as_pdn")]
    pub outcome: Outcome,
}

impl GameRecord {
    /// The side that played `color`.
    pub fn side(&self, color: Color) -> Side {
        match color {
            Color::White => self.white_side,
            Color::Black => self.white_side.other(),
        }
    }

    /// What player A got, in half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(&self) -> u8 {
        match self.outcome.winner() {
            None => 1,
            Some(winner) if self.side(winner) == Side::A => 2,
            Some(_) => 0,
        }
    }
}

fn as_pdn<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(outcome.pdn())
}
