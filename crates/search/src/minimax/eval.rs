//! How good a quiet position is.

use bashni_rules::{Board, Color, King, Position, Rules, Square};

// Chosen by hand, then by matches of 200 to 300 games at depth 4 under `bashni` between about two dozen sets. Only the
// guards were moved (from 50 and 80; the new set scored 0.677 against the old); sets near this one are within the noise. A set that makes a
// capture worth little (guards near 0 and prisoners at 90) loses almost every game.

/// A man in command of a column.
const MAN: i32 = 100;
/// A flying king in command.
const FLYING_KING: i32 = 250;
/// A king in command that moves one square at a time.
const SHORT_KING: i32 = 150;
/// A man of the owner's run below the commander: it takes over when the commander is captured, but has no moves of its own.
const GUARD: i32 = 25;
/// A king there.
const GUARD_KING: i32 = 50;
/// A prisoner, to its former owner, divided by the pieces that must be captured before it is free.
const PRISONER: i32 = 30;
/// A king imprisoned.
const PRISONER_KING: i32 = 60;
/// A man in command, for each rank that it has advanced.
const ADVANCE: i32 = 3;

/// The value of a position for the side to move, in hundredths of a man, as if nothing could be captured at once.
///
/// The sum over all columns of: the commander; the rest of the owner's run, as a guard; the prisoners, for their former
/// owner, the more the thinner the run above them; and how far men have advanced.
pub fn evaluate(rules: &Rules, position: &Position) -> i32 {
    let us = position.turn();
    side(rules, position, us) - side(rules, position, !us)
}

/// What the columns of `color` are worth to it.
fn side(rules: &Rules, position: &Position, color: Color) -> i32 {
    let king = match rules.fields().king {
        King::Flying => FLYING_KING,
        King::Short => SHORT_KING,
    };
    let mut total = 0;
    for square in position.owned(color) {
        let column = position.column(square);
        let commander =
            if column.is_king() { king } else { MAN + ADVANCE * advance(rules.board(), square, color) };
        let guard_kings = column.own_kings() as i32 - i32::from(column.is_king());
        let guards = column.own() as i32 - 1 - guard_kings;
        let prisoner_kings = column.prisoner_kings() as i32;
        let prisoners = column.prisoners() as i32 - prisoner_kings;
        total += commander + GUARD * guards + GUARD_KING * guard_kings
            - (PRISONER * prisoners + PRISONER_KING * prisoner_kings) / column.own().max(1) as i32;
    }
    total
}

/// Ranks between a square and the first rank of `color`.
fn advance(board: &Board, square: Square, color: Color) -> i32 {
    let (_, rank) = board.coordinates(square);
    match color {
        Color::White => i32::from(rank),
        Color::Black => i32::from(board.ranks()) - 1 - i32::from(rank),
    }
}
