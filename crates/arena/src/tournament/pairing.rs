//! Two players, whoever of them is named first.

use std::fmt;

use crate::seed::{derive, text_seed};
use crate::{GameRecord, PlayerSpec};

/// Two players in the order of their names, so that neither the order on a command line nor other players change what is
/// played between them. The first one is player A of their games.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Pairing {
    pub a: PlayerSpec,
    pub b: PlayerSpec,
}

impl fmt::Display for Pairing {
    /// `minimax:depth=2 against random`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}", self.a, self.b)
    }
}

impl Pairing {
    pub fn new(one: &PlayerSpec, other: &PlayerSpec) -> Pairing {
        let (a, b) = if one.to_string() <= other.to_string() { (one, other) } else { (other, one) };
        Pairing { a: a.clone(), b: b.clone() }
    }

    pub fn of(game: &GameRecord) -> Pairing {
        Pairing::new(&game.white, &game.black)
    }

    /// From which its openings and the seeds of its games follow.
    pub fn seed(&self, tournament: u64) -> u64 {
        derive(tournament, text_seed(&format!("{}\n{}", self.a, self.b)))
    }
}
