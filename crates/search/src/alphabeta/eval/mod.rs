//! How good a quiet position is: a sum of weighted terms over columns and over what the sides could do.
//!
//! A column is worth its commander (by rank and by place), the pieces of the owner below it, which take over one by one,
//! and the prisoners below those, who count against the owner the more, the thinner the run is that keeps them. To that
//! come, for each side, its steps, columns that are stuck or support each other, and what the opponent threatens to take.
//! All weights lie between one for the opening and one for the end, by the number of columns left.

mod pair;
mod terms;
mod weights;

use bashni_rules::{Color, Column, Influence, Move, Position, Rules, Square};

pub use pair::Pair;
#[cfg(test)]
pub(super) use terms::KING;
pub(super) use terms::MAN;
use terms::*;
pub use terms::{GROUPS, Group, TERMS, terms};
pub use weights::{Weights, WeightsError};

use super::score::MOST_MATERIAL;

/// Weights made ready for a board: what columns are worth stands in tables.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By owner, rank (1 for a king) and square.
    commanders: Box<[[[Pair; 64]; 2]; 2]>,
    /// All pieces of the owner below the commander, by the commander's rank and their number.
    guards: Box<[[Pair; 64]; 2]>,
    /// What a king among them is worth more, by the commander's rank.
    guard_kings: [Pair; 2],
    /// All prisoners, by how thick the run above them is and their number.
    prisoners: Box<[[Pair; 64]; 3]>,
    prisoner_kings: [Pair; 3],
    heir_kings: [Pair; 3],
    steps: [Pair; 4],
    hanging: [Pair; 5],
    tempo: Pair,
    /// By number of columns: the share of the opening's weight, in parts of [`PHASES`].
    phases: [i32; 65],
}

/// What the shares of the opening and of the end sum to.
pub(super) const PHASES: i32 = 256;

/// The share of the opening with so many columns left, in parts of [`PHASES`].
pub(super) fn phase(rules: &Rules, columns: u32) -> i32 {
    let start = rules.start().columns().max(1);
    (columns.min(start) as i32 * PHASES) / start as i32
}

impl Evaluation {
    /// Tables for the board of some rules.
    pub fn new(rules: &Rules, weights: &Weights) -> Evaluation {
        let geometry = Geometry::new(rules.board());
        let weight = |term: usize| weights.terms()[term];
        let up_to = |first: usize, len: usize| {
            let mut sums = [Pair::default(); 64];
            (1..64).for_each(|n| sums[n] = sums[n - 1] + weight(nth(first, len, n - 1)));
            sums
        };
        let mut commanders = Box::new([[[Pair::default(); 64]; 2]; 2]);
        for square in rules.board().iter() {
            for owner in Color::ALL {
                for king in [false, true] {
                    let value = &mut commanders[owner.index()][usize::from(king)][square.index()];
                    geometry.commander(square, owner, king, |term| *value += weight(term));
                }
            }
        }
        let three = |group: Group| [0, 1, 2].map(|n| weight(group.first + n));
        Evaluation {
            commanders,
            guards: Box::new([GUARD, KING_GUARD].map(|group| up_to(group.first, group.len))),
            guard_kings: [GUARD_KING, KING_GUARD_KING].map(|group| weight(group.first)),
            prisoners: Box::new([0, 1, 2].map(|thickness| up_to(PRISONER.first + 4 * thickness, 4))),
            prisoner_kings: three(PRISONER_KING),
            heir_kings: three(HEIR_KING),
            steps: [MAN_STEPS, KING_STEPS, STUCK, PAIRS].map(|group| weight(group.first)),
            hanging: [
                HANGING.first,
                HANGING.first + 1,
                HANGING_KING.first,
                HANGING_FREED.first,
                HANGING_FREED.first + 1,
            ]
            .map(weight),
            tempo: weight(TEMPO.first),
            phases: std::array::from_fn(|columns| phase(rules, columns as u32)),
        }
    }

    /// What a column is worth to White.
    #[inline]
    pub(super) fn column(&self, square: Square, owner: Color, column: Column) -> Pair {
        let rank = usize::from(column.is_king());
        let mut value = self.commanders[owner.index()][rank][square.index() & 63];
        if column.height() > 1 {
            value += self.below_commander(column, rank);
        }
        if owner == Color::White { value } else { -value }
    }

    /// By how much a move that neither captures nor crowns changes what all columns are worth to White.
    #[inline]
    pub(super) fn step(&self, position: &Position, played: &Move) -> Pair {
        let (owner, rank) = (position.turn(), usize::from(position.kings().contains(played.from())));
        let commanders = &self.commanders[owner.index()][rank];
        let change = commanders[played.to().index() & 63] - commanders[played.from().index() & 63];
        if owner == Color::White { change } else { -change }
    }

    /// What the rest of a column is worth to its owner.
    #[inline]
    fn below_commander(&self, column: Column, rank: usize) -> Pair {
        let (own, prisoners) = (column.own(), column.prisoners());
        let guard_kings = column.own_kings() as i32 - rank as i32;
        let mut value = self.guards[rank][own.wrapping_sub(1) & 63] + self.guard_kings[rank] * guard_kings;
        if prisoners > 0 {
            let thickness = thickness(column);
            value += self.prisoners[thickness][prisoners & 63]
                + self.prisoner_kings[thickness] * column.prisoner_kings() as i32;
            if column.king_at(own) {
                value += self.heir_kings[thickness];
            }
        }
        value
    }

    /// What all columns of a position are worth to White.
    pub(super) fn columns(&self, position: &Position) -> Pair {
        let mut total = Pair::default();
        for owner in Color::ALL {
            for square in position.owned(owner) {
                total += self.column(square, owner, position.column(square));
            }
        }
        total
    }

    /// The value of a position for the side to move, in hundredths of a man, as if it could capture nothing.
    ///
    /// ```
    /// use bashni_rules::{Position, Rules};
    /// use bashni_search::alphabeta::{Evaluation, Weights};
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let evaluation = Evaluation::new(&rules, &Weights::for_rules(&rules));
    /// let value = |fen| evaluation.evaluate(&rules, &Position::from_fen(fen, &rules).unwrap());
    /// // A king is worth more than a man, and a prisoner counts for the side that wants it back.
    /// assert!(value("W:Wa1=1:Bh8=1,e7=0") < value("W:Wa1=1,g1=1:Bh8=1,e7=0"));
    /// assert!(value("W:Wa1=1/0:Bh8=1") < value("W:Wa1=10:Bh8=1"));
    /// ```
    pub fn evaluate(&self, rules: &Rules, position: &Position) -> i32 {
        let theirs = position.influence(rules, !position.turn());
        self.with_columns(rules, position, self.columns(position), theirs)
    }

    /// As [`evaluate`](Evaluation::evaluate), with what all columns are worth to White, and what the side that is not to
    /// move could do.
    #[inline]
    pub(super) fn with_columns(
        &self,
        rules: &Rules,
        position: &Position,
        columns: Pair,
        theirs: Influence,
    ) -> i32 {
        let us = position.turn();
        // The side to move captures nothing here.
        let ours = position.influence_without_targets(rules, us);
        let mut value = if us == Color::White { columns } else { -columns };
        value += self.tempo;
        let counts = |influence: &Influence| {
            [influence.man_steps, influence.king_steps, influence.stuck, influence.pairs]
        };
        for ((ours, theirs), weight) in counts(&ours).into_iter().zip(counts(&theirs)).zip(self.steps) {
            value += weight * (ours as i32 - theirs as i32);
        }
        if !theirs.targets.is_empty() {
            value += self.threatened(position, theirs);
        }
        let phase = self.phases[position.columns().min(64) as usize];
        let score = (value.opening * phase + value.ending * (PHASES - phase)) / PHASES;
        score.clamp(-MOST_MATERIAL, MOST_MATERIAL)
    }

    /// What threats against the side to move are worth to it.
    #[inline]
    fn threatened(&self, position: &Position, theirs: Influence) -> Pair {
        let [first, further, king, freeing, freed] = self.hanging;
        let hanging = theirs.targets;
        let mut value = first + further * (hanging.count() as i32 - 1);
        value += king * (hanging & position.kings()).count() as i32;
        for square in hanging {
            let column = position.column(square);
            if column.own() == 1 && column.prisoners() > 0 {
                value += freeing + freed * column.prisoners() as i32;
            }
        }
        value
    }
}
