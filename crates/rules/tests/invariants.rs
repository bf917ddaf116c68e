//! What holds in every position and for every move, under any rules.

mod common;

use std::collections::BTreeSet;

use bashni_rules::{Color, Position, Rules, Square};
use common::{Case, cases};
use proptest::prelude::*;

/// Kings of both sides, buried ones included.
fn kings(position: &Position) -> u32 {
    position.occupied().map(|square| position.column(square).ranks().count_ones()).sum()
}

/// Pieces of a colour, buried ones included.
fn pieces(position: &Position, color: Color) -> usize {
    let own = position.owned(color).map(|square| position.column(square).own());
    let captive = position.owned(!color).map(|square| position.column(square).prisoners());
    own.sum::<usize>() + captive.sum::<usize>()
}

fn results(position: &Position, rules: &Rules) -> Vec<Position> {
    position.legal_moves(rules).iter().map(|played| position.after(rules, played)).collect()
}

/// A position is sound if the types it is made of agree with each other and with the rules.
fn assert_sound(position: &Position, rules: &Rules) {
    assert!((position.owned(Color::White) & position.owned(Color::Black)).is_empty());
    for square in rules.board().iter() {
        let column = position.column(square);
        assert_eq!(position.occupied().contains(square), !column.is_empty());
        assert_eq!(position.kings().contains(square), column.is_king());
        // One run over one run: an owner's piece on top, and no bits past the last piece.
        assert!(column.is_empty() || column.own() >= 1);
        assert_eq!(column.own() + column.prisoners(), column.height());
        assert!(column.height() == 64 || column.ranks() >> column.height() == 0);
        assert!(rules.stacks() || column.height() <= 1);
    }
    for color in Color::ALL {
        let crowned = position.owned(color) & rules.board().far_row(color);
        assert!(crowned.into_iter().all(|square| position.kings().contains(square)));
    }
    assert_eq!(position.hash(), position.fresh_hash());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn moves_keep_pieces_and_kings_and_never_add_columns(Case { rules, positions } in cases()) {
        for position in &positions {
            assert_sound(position, &rules);
            for played in position.legal_moves(&rules) {
                let after = position.after(&rules, &played);
                assert_sound(&after, &rules);
                prop_assert_eq!(after.turn(), !position.turn());
                prop_assert!(after.columns() <= position.columns());
                if rules.stacks() {
                    prop_assert!(kings(&after) >= kings(position));
                    for color in Color::ALL {
                        prop_assert_eq!(pieces(&after, color), pieces(position, color));
                    }
                } else {
                    prop_assert_eq!(after.pieces() + played.captures(), position.pieces());
                }
            }
        }
    }

    #[test]
    fn the_one_line_form_is_read_as_it_was_written(Case { rules, positions } in cases()) {
        for position in &positions {
            let read = Position::from_fen(&position.fen(&rules), &rules).unwrap();
            prop_assert_eq!(&read, position);
            prop_assert_eq!(read.hash(), position.hash());
            prop_assert_eq!(Position::new(&position.setup(), &rules).unwrap(), read);
        }
    }

    #[test]
    fn legal_moves_are_what_the_parser_accepts(Case { rules, positions } in cases()) {
        let board = rules.board();
        for position in &positions {
            let moves = position.legal_moves(&rules);
            // Every reading generates all moves anew. Tall towers may have thousands: there the first ones must do.
            let few = moves.len() <= 100;
            for played in moves.iter().take(if few { 100 } else { 5 }) {
                let text = position.move_text(&rules, played);
                for text in [text.replace(':', "x"), text.to_ascii_uppercase(), format!(" {text} "), text] {
                    prop_assert_eq!(&rules.parse_move(position, &text).unwrap(), played);
                }
            }
            if !few {
                continue;
            }
            // All that can be said with two squares: accepted if it is a move or another path of one.
            let mut accepted = BTreeSet::new();
            for from in position.owned(position.turn()) {
                for (to, between) in board.iter().flat_map(|to| [(to, "-"), (to, ":")]) {
                    let text = [board.name(from), board.name(to)].join(between);
                    if let Ok(played) = rules.parse_move(position, &text) {
                        prop_assert!(moves.contains(&played));
                        accepted.insert(text);
                    }
                }
            }
            let short = moves.iter().filter(|m| m.captures() < 2).map(|m| position.move_text(&rules, m));
            prop_assert_eq!(accepted, short.collect::<BTreeSet<_>>());
        }
    }

    #[test]
    fn a_turned_position_has_the_turned_moves(Case { rules, positions } in cases()) {
        let board = rules.board();
        for position in &positions {
            let Some(turned) = position.turned(board) else {
                prop_assert!(!board.can_be_turned());
                continue;
            };
            assert_sound(&turned, &rules);
            prop_assert_eq!(&turned.turned(board).unwrap(), position);
            let forms = |results: Vec<Position>| -> BTreeSet<String> {
                results.iter().map(|result| result.fen(&rules)).collect()
            };
            let here = results(position, &rules).iter().filter_map(|result| result.turned(board)).collect();
            prop_assert_eq!(forms(here), forms(results(&turned, &rules)));
            let paths = |position: &Position| {
                let mut paths: Vec<_> =
                    position.legal_moves(&rules).iter().map(|m| (m.captures(), m.paths())).collect();
                paths.sort_unstable();
                paths
            };
            prop_assert_eq!(paths(position), paths(&turned));
        }
    }

    #[test]
    fn different_positions_have_different_hashes(Case { rules, positions } in cases()) {
        for position in &positions {
            let mut reached: Vec<Position> = results(position, &rules);
            reached.push(position.clone());
            let hashes: BTreeSet<u64> = reached.iter().map(Position::hash).collect();
            prop_assert_eq!(hashes.len(), reached.len());
        }
    }
}

#[test]
fn every_square_is_where_its_name_says() {
    for (files, ranks) in [(4, 5), (3, 12), (12, 10), (8, 8)] {
        let board = bashni_rules::Board::new(files, ranks).unwrap();
        let named: Vec<Square> = board
            .iter()
            .filter(|&square| {
                let (file, rank) = board.coordinates(square);
                board.at(file, rank) == Some(square)
                    && board.name(square) == format!("{}{}", char::from(b'a' + file), rank + 1)
            })
            .collect();
        assert_eq!(named.len(), board.squares());
    }
}
