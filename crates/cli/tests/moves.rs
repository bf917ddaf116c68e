//! `bashni moves`.

mod common;

use common::{json, refused, text};
use serde_json::json;

#[test]
fn each_move_stands_with_the_position_it_leads_to() {
    assert_eq!(
        json(&["moves", "--rules", "bashni", "--position", "W:Wa1=1:Bb2=00"]),
        json!({"moves": [{"text": "a1:c3:a1", "result": "B:Wa1=1/00:B"}]})
    );
}

#[test]
fn moves_are_sorted_by_their_text() {
    let document = json(&["moves"]);
    let texts: Vec<&str> =
        document["moves"].as_array().unwrap().iter().map(|entry| entry["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"]);
}

#[test]
fn the_rules_decide() {
    let position = ["moves", "--position", "W:Wa1=1:Bb2=00"];
    assert_eq!(
        json(&[&position[..], &["--rules", "bashni-once"]].concat())["moves"].as_array().unwrap().len(),
        6
    );
    assert_eq!(
        json(&[&position[..], &["--set", "rejump=never"]].concat())["moves"].as_array().unwrap().len(),
        6
    );
}

#[test]
fn a_side_without_moves_has_an_empty_list() {
    let lost = ["moves", "--position", "B:Wa1=1/00:B"];
    assert_eq!(json(&lost), json!({"moves": []}));
    assert!(text(&lost).contains("Black has no legal move"));
}

#[test]
fn people_get_a_table() {
    let table = text(&["moves"]);
    assert!(table.starts_with("7 legal moves for White under bashni\n"));
    assert!(table.contains("\nc3-b4  B:W"));
}

#[test]
fn bad_positions_are_refused_with_what_is_wrong() {
    for (position, parts) in [
        ("W:Wc3=0/1/0:B", ["third run on c3", "alternate"]),
        ("W:Wc3=0,c3=1:B", ["c3", "named twice"]),
        ("W:Wb8=0:B", ["b8", "far row"]),
        ("W:Wa2=0:B", ["a2", "light square"]),
        ("W:Wi9=0:B", ["i9", "not on the board"]),
        ("W:W:B", ["board is empty", "at least one piece"]),
        ("", ["--position", "empty"]),
        ("nonsense", ["--position", "column 1"]),
    ] {
        refused(2, &["moves", "--json", "--position", position], &parts);
    }
}
