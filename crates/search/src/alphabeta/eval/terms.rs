//! What an evaluation is the sum of, and where each of it occurs in a position.

use bashni_rules::{Board, Color, Column, Influence, Position, Rules, Square};

/// Some terms of one kind, next to each other in a list of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The key in a weights file.
    pub name: &'static str,
    /// What the terms count.
    pub what: &'static str,
    /// Index of the first.
    pub first: usize,
    /// How many there are.
    pub len: usize,
}

macro_rules! groups {
    ($($constant:ident = $name:literal, $len:literal, $what:literal;)+) => {
        groups!(@ 0; $($constant = $name, $len, $what;)+);
        /// All groups, in the order of their terms.
        pub const GROUPS: &[Group] = &[$($constant),+];
    };
    (@ $first:expr; $constant:ident = $name:literal, $len:literal, $what:literal; $($rest:tt)*) => {
        pub(in crate::alphabeta) const $constant: Group = Group { name: $name, what: $what, first: $first, len: $len };
        groups!(@ $first + $len; $($rest)*);
    };
    (@ $first:expr;) => {
        /// Number of terms.
        pub const TERMS: usize = $first;
    };
}

groups! {
    MAN = "man", 7, "a man in command, with 1, 2, ... 7 or more ranks to go";
    MAN_EDGE = "man_edge", 1, "a man in command on the edge of the board";
    KING = "king", 1, "a king in command";
    KING_EDGE = "king_edge", 1, "a king in command on the edge of the board";
    KING_ROAD = "king_road", 1, "a king in command on the long diagonal from White's left corner";
    GUARD = "guard", 4, "the first, second, third, each further piece below a man in command, of its own side";
    GUARD_KING = "guard_king", 1, "a king among those pieces";
    KING_GUARD = "king_guard", 4, "the same pieces below a king in command";
    KING_GUARD_KING = "king_guard_king", 1, "a king among those";
    PRISONER = "prisoner", 12,
        "the first, second, third, each further prisoner, under 1 piece of the owner; under 2; under 3 or more";
    PRISONER_KING = "prisoner_king", 3, "a king among the prisoners, under 1 piece of the owner; 2; 3 or more";
    HEIR_KING = "heir_king", 3, "the prisoner that is freed first is a king, under 1 piece of the owner; 2; 3 or more";
    MAN_STEPS = "man_steps", 1, "a step of a man to a free square";
    KING_STEPS = "king_steps", 1, "a free square next to a king";
    STUCK = "stuck", 1, "a man, or short king, that has no step";
    PAIRS = "pairs", 1, "two columns of one side that touch";
    HANGING = "hanging", 2, "the first, each further column of the side to move that could be captured next";
    HANGING_KING = "hanging_king", 1, "a king in command among those";
    HANGING_FREED = "hanging_freed", 2, "those that would free prisoners, and the prisoners that they would free";
    TEMPO = "tempo", 1, "being to move";
}

/// How much the evaluation knows of a board.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    /// Ranks that a man has to go, 1 to 7 or more, by owner; 1 on the far row too, where a man is never in command.
    to_go: [[u8; 64]; 2],
    edge: u64,
    road: u64,
}

impl Geometry {
    pub(super) fn new(board: &Board) -> Geometry {
        let mut geometry = Geometry { to_go: [[1; 64]; 2], edge: 0, road: 0 };
        let (files, ranks) = (board.files(), board.ranks());
        for square in board.iter() {
            let (file, rank) = board.coordinates(square);
            let ahead = [ranks - 1 - rank, rank];
            for color in Color::ALL {
                geometry.to_go[color.index()][square.index()] = ahead[color.index()].clamp(1, MAN.len as u8);
            }
            if file == 0 || file == files - 1 || rank == 0 || rank == ranks - 1 {
                geometry.edge |= square.bit().0;
            }
            if files == ranks && file == rank {
                geometry.road |= square.bit().0;
            }
        }
        geometry
    }

    /// The terms of the commander of a column, each once.
    pub(super) fn commander(&self, square: Square, owner: Color, king: bool, mut found: impl FnMut(usize)) {
        let bit = square.bit().0;
        if king {
            found(KING.first);
            if self.edge & bit != 0 {
                found(KING_EDGE.first);
            }
            if self.road & bit != 0 {
                found(KING_ROAD.first);
            }
        } else {
            found(MAN.first + usize::from(self.to_go[owner.index()][square.index()]) - 1);
            if self.edge & bit != 0 {
                found(MAN_EDGE.first);
            }
        }
    }
}

/// The term of the `n`th of some things, from 0: each has its own up to the last, which serves all further ones.
pub(super) const fn nth(first: usize, len: usize, n: usize) -> usize {
    first + if n < len { n } else { len - 1 }
}

/// How thick the owner's run is, for the terms of prisoners: 0 for one piece, 1 for two, 2 for more.
#[inline]
pub(super) fn thickness(column: Column) -> usize {
    column.own().clamp(1, 3) - 1
}

/// Calls `found` with each term of a position and how often it occurs, for the side to move less for the other; terms may
/// come several times. The value of a position is the sum of these, each times its weight: see
/// [`Evaluation`](super::Evaluation), which finds it faster.
pub fn terms(rules: &Rules, position: &Position, mut found: impl FnMut(usize, i32)) {
    let geometry = Geometry::new(rules.board());
    let us = position.turn();
    for color in Color::ALL {
        let sign = if color == us { 1 } else { -1 };
        for square in position.owned(color) {
            column_terms(&geometry, square, color, position.column(square), |term, n| found(term, sign * n));
        }
        let Influence { man_steps, king_steps, stuck, pairs, .. } = position.influence(rules, color);
        for (group, count) in
            [(MAN_STEPS, man_steps), (KING_STEPS, king_steps), (STUCK, stuck), (PAIRS, pairs)]
        {
            found(group.first, sign * count as i32);
        }
    }
    let hanging = position.influence(rules, !us).targets;
    for (n, square) in hanging.enumerate() {
        found(nth(HANGING.first, HANGING.len, n), 1);
        let column = position.column(square);
        found(HANGING_KING.first, i32::from(column.is_king()));
        if column.own() == 1 && column.prisoners() > 0 {
            found(HANGING_FREED.first, 1);
            found(HANGING_FREED.first + 1, column.prisoners() as i32);
        }
    }
    found(TEMPO.first, 1);
}

fn column_terms(
    geometry: &Geometry,
    square: Square,
    owner: Color,
    column: Column,
    mut found: impl FnMut(usize, i32),
) {
    let king = column.is_king();
    geometry.commander(square, owner, king, |term| found(term, 1));
    let (guard, guard_king) = if king { (KING_GUARD, KING_GUARD_KING) } else { (GUARD, GUARD_KING) };
    (1..column.own()).for_each(|n| found(nth(guard.first, guard.len, n - 1), 1));
    found(guard_king.first, column.own_kings() as i32 - i32::from(king));
    let thickness = thickness(column);
    (0..column.prisoners()).for_each(|n| found(nth(PRISONER.first + 4 * thickness, 4, n), 1));
    found(PRISONER_KING.first + thickness, column.prisoner_kings() as i32);
    if column.prisoners() > 0 && column.king_at(column.own()) {
        found(HEIR_KING.first + thickness, 1);
    }
}
