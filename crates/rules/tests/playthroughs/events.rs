//! What happens in a playthrough, so that a reader knows what to look for and a test what is there.

use std::fmt;

use bashni_rules::{Color, Game, Move, Outcome, Position, Rules};

/// Counts of what is worth seeing.
#[derive(Clone, Debug, Default)]
pub struct Events {
    pub captures: usize,
    /// Captures of two jumps or more.
    pub chains: usize,
    /// Jumps of the longest capture.
    pub longest: usize,
    /// Moves with more than one path to the same position.
    pub merged: usize,
    pub promotions: usize,
    pub promotions_in_captures: usize,
    /// Promotions after which the same column goes on jumping.
    pub promotions_in_chains: usize,
    /// Columns that changed hands, their last guard being taken.
    pub freed: usize,
    pub kings_taken: usize,
    /// Jumps of a column that was jumped before in the same move.
    pub rejumps: usize,
    pub tallest: usize,
    pub repetitions: u32,
    pub end: Option<End>,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    NothingLeft(Color),
    Blocked(Color),
    Repetition,
    NoProgress,
}

impl Events {
    /// Takes in a whole move.
    pub fn see(&mut self, before: &Position, played: &Move, after: &Position) {
        let mover = before.turn();
        if played.is_capture() {
            self.captures += 1;
            self.chains += usize::from(played.captures() > 1);
            self.longest = self.longest.max(played.captures());
            self.rejumps += played.captures() - played.jumped().count() as usize;
            self.freed += freed(before, played, after);
            self.kings_taken += kings_taken(before, played);
        }
        self.merged += usize::from(played.paths() > 1);
        if played.crowns() {
            self.promotions += 1;
            self.promotions_in_captures += usize::from(played.is_capture());
        }
        let heights = after.owned(mover).map(|square| after.column(square).height());
        self.tallest = self.tallest.max(heights.max().unwrap_or(0));
    }

    /// Takes in how the game stands at its last position.
    pub fn finish(&mut self, game: &Game, rules: &Rules) {
        let loser = game.turn();
        self.end = match game.outcome(rules) {
            None => None,
            Some(Outcome::Draw) => {
                let limit = rules.fields().repetition;
                let repeated = limit > 0 && game.repetitions() + 1 >= limit;
                Some(if repeated { End::Repetition } else { End::NoProgress })
            }
            Some(_) if game.position().owned(loser).is_empty() => Some(End::NothingLeft(loser)),
            Some(_) => Some(End::Blocked(loser)),
        };
    }
}

/// Columns that are the mover's after their commanders were taken.
pub fn freed(before: &Position, played: &Move, after: &Position) -> usize {
    let mover = before.turn();
    played.jumped().filter(|&square| square != played.to() && after.owner(square) == Some(mover)).count()
}

/// Kings among the commanders that a move takes.
fn kings_taken(before: &Position, played: &Move) -> usize {
    // Of a column that is jumped more than once only the first commander is looked at.
    played.jumped().filter(|&square| before.column(square).is_king()).count()
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::NothingLeft(loser) => write!(f, "{loser} has nothing on top"),
            End::Blocked(loser) => write!(f, "{loser} is blocked"),
            End::Repetition => f.write_str("the position has occurred often enough"),
            End::NoProgress => f.write_str("no capture or promotion for too long"),
        }
    }
}

impl fmt::Display for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = [
            ("captures", self.captures),
            ("of two jumps or more", self.chains),
            ("jumps of the longest", self.longest),
            ("jumps of a column for the second time in a move", self.rejumps),
            ("moves with several paths", self.merged),
            ("promotions", self.promotions),
            ("in a capture", self.promotions_in_captures),
            ("and jumping on as a king", self.promotions_in_chains),
            ("columns freed", self.freed),
            ("kings taken", self.kings_taken),
            ("pieces of the tallest column", self.tallest),
            ("repetitions of a position", self.repetitions as usize),
        ];
        for (name, number) in lines {
            writeln!(f, "{number:4}  {name}")?;
        }
        Ok(())
    }
}
