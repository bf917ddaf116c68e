//! Positions and moves that are refused, and what is said about them.

use bashni_rules::{Position, Rules};
use proptest::prelude::*;

fn refusal(rules: &str, fen: &str) -> String {
    Position::from_fen(fen, &Rules::preset(rules).unwrap()).expect_err(fen).to_string()
}

/// Refused under `bashni`, with a message that has each part.
fn refused(fen: &str, parts: &[&str]) {
    let message = refusal("bashni", fen);
    for part in parts {
        assert!(message.contains(part), "{fen}: {message}");
    }
}

#[test]
fn colours_never_alternate_in_a_column() {
    refused("W:Wc3=0/1/0:B", &["column 10", "third run on c3", "alternate"]);
}

#[test]
fn a_square_is_named_once() {
    refused("W:Wc3=0,c3=1:B", &["column 9", "c3 is named twice"]);
    refused("W:Wc3=0:Bc3=0", &["c3 is named twice"]);
}

#[test]
fn a_man_in_command_on_its_far_row_would_have_been_crowned() {
    refused("W:Wb8=0:B", &["White", "b8", "far row"]);
    refused("W:W:Bc1=0/1", &["Black", "c1", "far row"]);
    let rules = Rules::preset("bashni").unwrap();
    for fine in ["W:Wb8=1:B", "W:Wb8=10:B", "W:Wa1=0/0:Bb8=0/0", "W:Wb8=1/0:Bc1=1/0"] {
        assert!(Position::from_fen(fine, &rules).is_ok(), "{fine}");
    }
}

#[test]
fn only_dark_squares_are_played_on() {
    refused("W:Wa2=0:B", &["column 4", "a2 is a light square"]);
}

#[test]
fn squares_off_the_board_are_refused() {
    for square in ["i1", "a9", "a0", "a01", "a", "z99", "a999999999999999999999"] {
        refused(&format!("W:W{square}=0:B"), &[square, "not on the board", "files a to h and ranks 1 to 8"]);
    }
}

#[test]
fn a_board_without_pieces_is_no_position() {
    refused("W:W:B", &["empty"]);
    refused("", &["empty", "expected something like"]);
    refused("  ", &["empty"]);
}

#[test]
fn at_most_64_pieces_are_supported() {
    let rules = Rules::preset("bashni").unwrap();
    let tower = "0".repeat(64);
    assert!(Position::from_fen(&format!("W:Wa1={tower}:B"), &rules).is_ok());
    refused(&format!("W:Wa1={tower},c1=0:B"), &["65 pieces", "at most 64"]);
    refused(&format!("W:Wa1={tower}/0:B"), &["64 pieces on a1"]);
    refused(&format!("W:Wa1={tower}0:B"), &["more than 64 pieces"]);
}

#[test]
fn columns_are_refused_where_captured_pieces_leave_the_board() {
    let message = refusal("russian", "W:Wa1=00:B");
    assert!(message.contains("a1") && message.contains("remove"), "{message}");
}

#[test]
fn what_is_not_the_one_line_form_is_refused_with_the_place() {
    for (fen, parts) in [
        ("X:Wa1=0:B", ["column 1", "found `X`"]),
        ("W", ["column 2", "columns of White"]),
        ("W:Wa1=0", ["column 8", "columns of Black"]),
        ("W:Wa1=0:Wb2=0", ["column 9", "White a second time"]),
        ("W:Wa1=2:B", ["column 7", "0 for a man, 1 for a king"]),
        ("W:Wa1=0/:B", ["column 9", "the prisoners on a1"]),
        ("W:Wa1:B", ["column 6", "expected ="]),
        ("W:Wa1=0,:B", ["column 9", "expected a square"]),
        ("W:Wa1=0:B:12", ["column 11", ":H12"]),
        ("W:Wa1=0:B:H", ["column 12", ":H12"]),
        ("W:Wa1=0:B:H99999999999", ["column 12", ":H12"]),
        ("W:Wa1=0:B:H1 x", ["column 13", "found ` `"]),
        ("W:Wё1=0:B", ["column 4", "found `ё`"]),
    ] {
        refused(fen, &parts);
    }
}

#[test]
fn moves_that_are_not_legal_are_refused_with_the_reason_and_the_legal_ones() {
    let rules = Rules::preset("bashni").unwrap();
    let position = Position::from_fen("W:Wa1=1,c3=0:Bd4=0,d6=0,g5=0", &rules).unwrap();
    for (text, parts) in [
        ("a1-b2", vec!["a capture is mandatory", "legal: c3:e5:c7"]),
        ("c3:e5", vec!["must be played to its end"]),
        ("c3:e5:c7:a5", vec!["ends before the last square"]),
        ("c3:a5", vec!["not legal", "legal: c3:e5:c7"]),
        ("c3:e5-c7", vec!["both - and :"]),
        ("c3:i9", vec!["`i9` is no dark square"]),
        ("c3", vec!["one square only"]),
        ("", vec!["is not a move"]),
    ] {
        let message = rules.parse_move(&position, text).expect_err(text).to_string();
        for part in parts {
            assert!(message.contains(part), "{text}: {message}");
        }
    }
    let message = rules.parse_move(rules.start(), "c3:e5").unwrap_err().to_string();
    assert!(message.contains("nothing can be captured"), "{message}");
}

proptest! {
    #[test]
    fn no_text_whatever_makes_the_reader_of_positions_panic(text in "\\PC*") {
        let _ = Position::from_fen(&text, &Rules::preset("bashni").unwrap());
    }

    #[test]
    fn no_text_like_a_position_makes_the_reader_panic(text in "[WB]:[WB]([a-i][0-9]{0,2}=[01]{0,3}/?[01]{0,3},?){0,5}:[WB]([a-i][0-9]=[01/]{1,4},?){0,5}(:H?[0-9]{0,12})?") {
        let rules = Rules::preset("bashni").unwrap();
        if let Ok(position) = Position::from_fen(&text, &rules) {
            prop_assert_eq!(Position::from_fen(&position.fen(&rules), &rules).unwrap(), position);
        }
    }

    #[test]
    fn no_text_whatever_makes_the_reader_of_moves_panic(text in "\\PC*", like in "[a-iA-I1-9:x\\- ]{0,12}") {
        let rules = Rules::preset("bashni").unwrap();
        let _ = rules.parse_move(rules.start(), &text);
        let _ = rules.parse_move(rules.start(), &like);
    }

    #[test]
    fn no_text_whatever_makes_the_reader_of_rules_panic(text in "\\PC*", key in "[a-z_]{1,9}", value in "\\PC{0,9}") {
        let _ = Rules::from_toml("test", &text);
        let _ = Rules::from_toml("test", &format!("{key} = {value}"));
        let _ = Rules::preset("bashni").unwrap().with(&[format!("{key}={value}")]);
    }
}
