//! What holds in every position and for every move, under any rules.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use bashni_rules::{
    Color, Game, IllegalMove, Language, Move, MoveError, Position, Rules, Square, Squares, Undo,
};
use common::{Case, cases};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;

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
    fn players_texts_are_read_as_they_were_written_in_every_language(Case { rules, positions } in cases()) {
        for position in &positions {
            for language in Language::ALL {
                let text = position.players_text(&rules, language);
                prop_assert_eq!(&Position::from_players_text(&text, &rules).unwrap(), position, "{}", text);
            }
        }
    }

    #[test]
    fn positions_of_single_pieces_have_a_draughts_fen(Case { rules, positions } in cases()) {
        for position in &positions {
            let single = position.occupied().all(|square| position.column(square).height() == 1);
            for squares in [Squares::Letters, Squares::Numbers(rules.numbering())] {
                match position.draughts_fen(&rules, squares) {
                    None => prop_assert!(!single),
                    Some(text) => {
                        prop_assert_eq!(&Position::from_draughts_fen(&text, &rules).unwrap(), position, "{}", text);
                    }
                }
            }
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
            // All that can be said with two squares: a move as it stands, or the ends of exactly one capture.
            let mut ends: BTreeMap<(Square, Square), Vec<&Move>> = BTreeMap::new();
            for played in &moves {
                ends.entry((played.from(), played.to())).or_default().push(played);
            }
            for from in position.owned(position.turn()) {
                // Under `remove` circles of two columns may be one move, listed under one of them.
                for to in board.iter().filter(|&to| rules.stacks() || to != from) {
                    let with_ends = ends.get(&(from, to)).map_or(&[][..], Vec::as_slice);
                    let meant = match with_ends {
                        [only] => Some(*only),
                        several => several.iter().find(|played| played.captures() == 1).copied(),
                    };
                    for between in ["-", ":", "", " "] {
                        let text = [board.name(from), board.name(to)].join(between);
                        let meant = meant.filter(|played| played.is_capture() || between != ":");
                        let read = rules.parse_move(position, &text).ok();
                        prop_assert_eq!(read.as_ref(), meant, "{}", text);
                    }
                }
            }
        }
    }

    #[test]
    fn every_legal_path_is_read_as_the_move_that_it_plays(Case { rules, positions } in cases(), seed in any::<u64>()) {
        let mut rng = Pcg64::seed_from_u64(seed);
        for position in &positions {
            let mut game = Game::from_position(position.clone());
            let mut path: Vec<Square> = Vec::new();
            while game.ply() == 0 {
                let steps = game.legal_steps(&rules);
                let Some(&step) = steps.choose(&mut rng) else { break };
                if path.is_empty() {
                    path.push(step.from);
                }
                path.push(step.to);
                game.play_step(&rules, step);
            }
            if path.is_empty() {
                continue;
            }
            let names: Vec<&str> = path.iter().map(|&square| rules.board().name(square)).collect();
            for between in ["-", " ", ""] {
                let text = names.join(between);
                let played = rules.parse_move(position, &text).unwrap();
                prop_assert_eq!(&position.after(&rules, &played), game.position(), "{}", text);
            }
        }
    }

    #[test]
    fn a_move_may_be_said_in_numbers(Case { rules, positions } in cases()) {
        let numbers = Squares::Numbers(rules.numbering());
        for position in &positions {
            for played in position.legal_moves(&rules).iter().take(5) {
                let text = numbers.move_text(position, &rules, played);
                prop_assert_eq!(&rules.parse_move(position, &text).unwrap(), played, "{}", text);
            }
        }
    }

    #[test]
    fn landings_may_be_left_out_where_that_leaves_one_move(Case { rules, positions } in cases()) {
        let board = rules.board();
        for position in &positions {
            let moves = position.legal_moves(&rules);
            for played in moves.iter().filter(|played| played.captures() > 2).take(5) {
                let squares = position.path(&rules, played).unwrap();
                for left_out in 1..squares.len() - 1 {
                    let named = (0..squares.len()).filter(|i| *i != left_out).map(|i| board.name(squares[i]));
                    let text = named.collect::<Vec<_>>().join(":");
                    match rules.parse_move(position, &text) {
                        // A path that is legal as it stands may be a shorter move.
                        Ok(read) => prop_assert!(&read == played || read.captures() < played.captures()),
                        Err(MoveError::Ambiguous { .. }) => {}
                        Err(MoveError::Illegal { reason: IllegalMove::TooManyWays(_), .. }) => {}
                        Err(error) => prop_assert!(false, "{}", error),
                    }
                }
            }
        }
    }

    #[test]
    fn the_moves_of_each_column_are_those_of_the_position(Case { rules, positions } in cases()) {
        for position in &positions {
            let columns = position.owned(position.turn());
            let by_column: Vec<_> = columns.flat_map(|from| position.legal_moves_from(&rules, from)).collect();
            let key = |played: &bashni_rules::Move| format!("{played:?}");
            let sorted = |mut moves: Vec<bashni_rules::Move>| {
                moves.sort_by_cached_key(key);
                moves
            };
            prop_assert_eq!(sorted(by_column), sorted(position.legal_moves(&rules)));
        }
    }

    #[test]
    fn a_move_that_is_taken_back_has_changed_nothing(Case { rules, positions } in cases()) {
        for position in &positions {
            let mut changed = position.clone();
            for played in position.legal_moves(&rules).iter().take(200) {
                let mut undo = Undo::default();
                changed.play_reversibly(&rules, played, &mut undo);
                prop_assert_eq!(&changed, &position.after(&rules, played));
                changed.undo(played, &undo);
                prop_assert_eq!(&changed, position);
            }
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
