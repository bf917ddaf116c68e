//! What a move changes on the board, in a few characters.

use bashni_rules::{Board, Move, Position, Square};

/// The squares that a move changes, separated by blanks: `c3 Bb4=1/0` leaves c3 empty and puts a column of Black's on
/// b4. The move's origin comes first, its target second if it is another square, then what was captured.
///
/// A page of hundreds of games takes a third of what it would with whole positions.
pub(super) fn between(before: &Position, after: &Position, played: &Move, board: &Board) -> String {
    let (from, to) = (played.from(), played.to());
    let ends = [Some(from), (from != to).then_some(to)];
    let changed = |&square: &Square| {
        square != from
            && square != to
            && (before.owner(square), before.column(square)) != (after.owner(square), after.column(square))
    };
    let squares = ends.into_iter().flatten().chain(board.iter().filter(changed));
    let texts = squares.map(|square| {
        let name = board.name(square);
        match after.owner(square) {
            None => name.to_owned(),
            Some(owner) => format!("{}{name}={}", owner.letter(), pieces(after, square)),
        }
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// The pieces of a column from the top down, as in the one-line form.
fn pieces(position: &Position, square: Square) -> String {
    let column = position.column(square);
    let digit = |depth| if column.king_at(depth) { '1' } else { '0' };
    let own = (0..column.own()).map(digit).collect::<String>();
    let prisoners = (column.own()..column.height()).map(digit).collect::<String>();
    if prisoners.is_empty() { own } else { format!("{own}/{prisoners}") }
}

#[cfg(test)]
mod tests {
    use bashni_rules::Rules;

    use super::*;

    fn changes(fen: &str, text: &str) -> String {
        let rules = Rules::preset("bashni").unwrap();
        let before = Position::from_fen(fen, &rules).unwrap();
        let played = rules.parse_move(&before, text).unwrap();
        let mut after = before.clone();
        after.play(&rules, &played);
        between(&before, &after, &played, rules.board())
    }

    #[test]
    fn a_change_names_origin_target_and_captures() {
        assert_eq!(changes("W:Wc3=0/1:Bh8=0", "c3-d4"), "c3 Wd4=0/1");
        assert_eq!(changes("W:Wa3=0:Bb4=00,b6=0/1", "a3:c5:a7"), "a3 Wa7=0/00 Bb4=0 Wb6=1");
        assert_eq!(changes("B:Wh8=1:Ba3=0,b2=0/0", "b2-a1"), "b2 Ba1=1/0");
    }
}
