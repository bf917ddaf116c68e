//! `bashni replay`.

mod common;

use common::{error, json, refused, text};
use serde_json::json;

const GAME: &str = "c3-b4 b6-c5 b4-a5 a7-b6 b2-c3 c5-b4 a3:c5:a7 c7-b6 a5:c7:e5 f6:d4:b2 a1:c3 d8-c7";
const AFTER: &str = "W:Wa7=0/00,b2=00,c1=0,c3=0/0,d2=0,e1=0,e3=0,f2=0,g1=0,g3=0,h2=0:\
                     Bb8=0,c7=0,e5=00,e7=0,f8=0,g7=0,h6=0,h8=0";

fn replay(before: &[&str], moves: &str) -> serde_json::Value {
    let arguments: Vec<&str> =
        ["replay"].into_iter().chain(before.iter().copied()).chain(moves.split(' ')).collect();
    json(&arguments)
}

#[test]
fn a_game_ends_in_its_final_position() {
    let expected = json!({"position": AFTER, "outcome": "*", "legal_moves": 7});
    assert_eq!(replay(&["--rules", "bashni"], GAME), expected);
    assert_eq!(json(&["replay", GAME]), expected, "moves in one argument");
    assert_eq!(replay(&[], &GAME.replace(':', "x").to_uppercase()), expected);
    let printed = text(&["replay", GAME]);
    assert!(printed.contains(AFTER) && printed.contains("White to move, legal moves: 7"), "{printed}");
}

#[test]
fn the_known_games_replay() {
    let file = include_str!("../../../tests/data/games.txt");
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let [id, presets, result, moves] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        // The loser of G3 resigned, which is no matter of the rules.
        let expected = if id == "G3" { "*" } else { result };
        for preset in presets.split(' ') {
            assert_eq!(replay(&["--rules", preset], moves)["outcome"], expected, "{id} under {preset}");
        }
    }
}

#[test]
fn without_moves_the_start_is_shown() {
    let document = json(&["replay", "--rules", "lasca"]);
    assert_eq!((&document["outcome"], &document["legal_moves"]), (&json!("*"), &json!(6)));
}

#[test]
fn a_side_without_columns_has_lost() {
    let lost = ["replay", "--position", "W:Wa1=1:Bb2=00", "a1:c3:a1"];
    assert_eq!(json(&lost), json!({"position": "B:Wa1=1/00:B", "outcome": "1-0", "legal_moves": 0}));
    assert!(text(&lost).contains("1-0: Black has no legal move, White wins"));
}

#[test]
fn draws_are_reported_where_they_stand_and_moves_may_follow() {
    let kings = ["--position", "W:Wa1=1:Bb8=1"];
    let twice = "a1-b2 b8-c7 b2-a1 c7-b8 a1-b2 b8-c7 b2-a1 c7-b8";
    assert_eq!(replay(&kings, &twice[..twice.len() - 6])["outcome"], "*");
    assert_eq!(replay(&kings, twice)["outcome"], "1/2-1/2");
    assert_eq!(replay(&kings, &format!("{twice} a1-e5"))["outcome"], "*");
    assert_eq!(replay(&kings, &format!("{twice} a1-e5 b8:f4"))["outcome"], "0-1");
    let printed = text(&["replay", kings[0], kings[1], twice]);
    assert!(printed.contains("this position has occurred 3 times"), "{printed}");
}

#[test]
fn the_counter_of_a_position_counts() {
    let drawn = ["replay", "--position", "W:Wa1=1:Bb8=1:H29", "a1-b2"];
    assert_eq!(json(&drawn)["outcome"], "1/2-1/2");
    assert_eq!(json(&drawn)["position"], "B:Wb2=1:Bb8=1");
    assert!(text(&drawn).contains("30 plies without capture or promotion"));
}

#[test]
fn a_list_of_moves_may_look_as_people_write_it() {
    let usual = json(&["replay", "c3-d4", "b6-a5", "d4-c5"]);
    for list in ["1. c3-d4 b6-a5 2. d4-c5", "c3 - d4 b6 - a5 d4 – c5", "1. c3-d4 {good} b6-a5 2. d4-c5 *"] {
        assert_eq!(json(&["replay", list]), usual, "{list}");
    }
    assert_eq!(json(&["replay", "1.", "c3-d4", "b6-a5", "2.", "d4-c5"]), usual);
    refused(1, &["replay", "1. c3-d4 {no end"], &["line 1, column"]);
}

#[test]
fn an_illegal_move_is_refused_with_its_ply_and_the_legal_moves() {
    refused(
        1,
        &["replay", "--json", "c3-b4", "b6-c5", "c3-d4"],
        &["ply 3", "`c3-d4`", "legal: b2-c3 b4-a5 d2-c3 e3-d4 e3-f4 g3-f4 g3-h4"],
    );
    refused(1, &["replay", "c3-d4", "b6-c5", "b2-c3"], &["ply 3", "a capture is mandatory", "legal: "]);
    refused(1, &["replay", "--position", "B:Wa1=1/00:B", "b2-c3"], &["ply 1", "legal: none"]);
}

#[test]
fn what_is_no_move_is_refused_with_its_ply() {
    for text in ["c3", "c3-c9", "c3d", "1-0", "é", ":::"] {
        let message = error(1, &["replay", text]);
        assert!(message.contains("ply 1") && message.contains("is not a move"), "{message}");
    }
}
