//! `bashni convert`, and positions and games in other notations for other commands.

mod common;

use std::io::Write;
use std::process::Stdio;

use common::{bashni, command, error, json, refused, text};
use serde_json::json;

const FEN: &str = "W:Wc1=1/0000,d6=000000,f4=0000:Ba1=110101/1,b2=00";
const GAME: &str = "c3-d4 b6-a5 d4-c5 d6:b4 a3:c5";

/// The one line that a conversion prints.
fn converted(arguments: &[&str]) -> String {
    let printed = text(&[&["convert"], arguments].concat());
    printed.strip_suffix('\n').unwrap().to_owned()
}

/// What a conversion prints of a text on standard input.
fn piped(arguments: &[&str], input: &[u8]) -> std::process::Output {
    let mut call = command(&[&["convert"], arguments].concat());
    let mut child = call.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_position_is_said_in_every_language_and_read_back() {
    for (language, begins) in
        [("en", "White: c1 - 1/0000, "), ("ru", "Белые: "), ("cs", "Bílá: "), ("it", "Bianco: ")]
    {
        let said = converted(&["--to", &format!("players:{language}"), FEN]);
        assert!(said.starts_with(begins), "{said}");
        assert_eq!(converted(&["--to", "fen", &said]), FEN);
    }
    let black = converted(&["--to", "players:ru", "B:Wa1=1:Bh8=1"]);
    assert_eq!(black, "Белые: a1 - 1; чёрные: h8 - 1. Ход чёрных");
}

#[test]
fn single_pieces_can_be_said_as_draughts_programs_do() {
    let russian = ["--rules", "russian", "--to"];
    assert_eq!(converted(&[&russian[..], &["draughts-fen", "W:Wa1=1:Bb8=0"]].concat()), "W:WKa1:Bb8");
    assert_eq!(converted(&[&russian[..], &["draughts-fen:numbers", "W:Wa1=1:Bb8=0"]].concat()), "W:WK29:B1");
    assert_eq!(converted(&[&russian[..], &["fen", "W:WK29:B1"]].concat()), "W:Wa1=1:Bb8=0");
    let english = ["--rules", "english", "--to"];
    assert_eq!(converted(&[&english[..], &["fen", "B:WK32:B4"]].concat()), "W:Wa1=0:Bb8=1");
    assert_eq!(converted(&[&english[..], &["draughts-fen", "W:Wa1=0:Bb8=1"]].concat()), "B:WK32:B4");
    refused(1, &["convert", "--to", "draughts-fen", FEN], &["several pieces", "--to fen"]);
}

#[test]
fn a_game_goes_from_moves_to_pdn_and_back() {
    let pdn = converted(&["--to", "pdn", GAME]);
    assert_eq!(pdn, "[Rules \"bashni\"]\n\n1. c3-d4 b6-a5 2. d4-c5 d6:b4 3. a3:c5 *");
    assert_eq!(converted(&["--to", "moves", &pdn]), GAME);
    let numbers = converted(&["--to", "numbers", GAME]);
    assert_eq!(numbers, "22-18 9-13 18-14 10x17 21x14");
    assert_eq!(converted(&["--to", "moves", &numbers]), GAME);
    assert_eq!(converted(&["--to", "fen", GAME]), json(&["replay", GAME])["position"]);
}

#[test]
fn english_draughts_change_colours_with_their_notation() {
    let pdn = "[White \"Second\"]\n[Black \"First\"]\n[GameType \"21\"]\n1. 11-15 22-17 0-1";
    let letters = converted(&["--to", "pdn", pdn]);
    assert_eq!(letters, "[Black \"Second\"]\n[White \"First\"]\n[Rules \"english\"]\n\n1. c3-d4 f6-g5 1-0");
    let numbers = converted(&["--to", "pdn:numbers", &letters]);
    assert!(
        numbers.contains("[GameType \"21,B,8,8,N1,0\"]") && numbers.ends_with("1. 11-15 22-17 0-1"),
        "{numbers}"
    );
    assert!(numbers.contains("[Black \"First\"]"), "{numbers}");
}

#[test]
fn the_known_games_survive_a_trip_through_numbers_and_pdn() {
    let file = include_str!("../../../tests/data/games.txt");
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let [_, presets, _, moves] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let rules = presets.split(' ').next().unwrap();
        let numbers = converted(&["--rules", rules, "--to", "numbers", moves]);
        assert_eq!(converted(&["--rules", rules, "--to", "moves", &numbers]), moves);
        let pdn = converted(&["--rules", rules, "--to", "pdn:numbers", &numbers]);
        assert_eq!(converted(&["--to", "moves", &pdn]), moves, "the tags name the rules");
    }
}

#[test]
fn files_and_standard_input_hold_several() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    std::fs::write(&file, "# two positions\nWhite: a1 - 1\nblack: h8 - 1\n\nБелые: а1 - 1; чёрные: -\n")
        .unwrap();
    let file = file.to_str().unwrap();
    assert_eq!(converted(&["--to", "fen", "--file", file]), "W:Wa1=1:Bh8=1\nW:Wa1=1:B");
    assert_eq!(
        json(&["convert", "--to", "fen", "--file", file]),
        json!({"results": ["W:Wa1=1:Bh8=1", "W:Wa1=1:B"], "warnings": []})
    );
    for arguments in [["--to", "moves", "-"], ["--to", "moves", "--file=-"]] {
        let output = piped(&arguments, b"# games\n22-18 9-13\n\nc3-d4\n");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "c3-d4 b6-a5\nc3-d4\n");
    }
}

#[test]
fn errors_say_where() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("input.txt");
    let refuse = |content: &[u8], to: &str, parts: &[&str]| {
        std::fs::write(&file, content).unwrap();
        refused(1, &["convert", "--to", to, "--file", file.to_str().unwrap()], parts);
    };
    refuse(b"# one\nc3-d4 b6-a5\nc3-d4 b6-b5\n", "pdn", &["input.txt, line 3, column 7, ply 2: `b6-b5`"]);
    refuse(
        "\nБелые: с1 - 1;\nчёрные: а2 - 0".as_bytes(),
        "fen",
        &["input.txt, line 3, column 9: a2 is a light"],
    );
    refuse(b"W:Wa1=1:B\nW:Wa1=2:B\n", "fen", &["input.txt, line 2, column 7: expected the pieces on a1"]);
    refuse(b"[Rules \"bashni\"]\n1. c3-d4 {\n", "moves", &["input.txt, line 2, column 10: a comment"]);
    refuse(b"1. c3-d4 1-0\n1. c3-d5 *", "moves", &["input.txt, line 2, column 4, ply 1: `c3-d5`"]);
    refuse(b"\nc3-d4 \xcf\xf0\n", "moves", &["input.txt, line 2: not UTF-8", "iconv"]);
    refuse(b"# nothing\n", "fen", &["no position"]);
    refused(1, &["convert", "--to", "fen", "W:Wb8=0:B"], &["the argument, line 1, column 4: a man of White"]);
    assert!(error(1, &["convert", "--to", "fen", "--file", "no/such"]).contains("cannot read no/such"));
}

#[test]
fn what_cannot_be_asked_for_is_an_error_of_usage() {
    refused(2, &["convert", "--to", "pdn", FEN], &["a position is not a game"]);
    refused(2, &["convert", "--to", "latin", FEN], &["players[:en|ru|cs|it]"]);
    refused(2, &["convert", "--to", "players:de", FEN], &["`de`"]);
    let own_start = "[FEN \"W:Wa1=1:Bb2=00\"] 1. a1:c3:a1 1-0";
    refused(1, &["convert", "--to", "moves", own_start], &["game 1", "a position of its own", "--to pdn"]);
    assert_eq!(converted(&["--to", "fen", own_start]), "B:Wa1=1/00:B");
}

#[test]
fn a_result_against_the_rules_is_a_warning() {
    let pdn = "[FEN \"W:Wa1=1:Bb2=00\"] 1. a1:c3:a1 0-1";
    let run = bashni(&["convert", "--to", "pdn", pdn]);
    assert_eq!(run.status, 0);
    assert!(run.stderr.starts_with("warning: the argument, game 1: the result is 0-1"), "{}", run.stderr);
    let document = json(&["convert", "--to", "pdn", pdn]);
    assert_eq!(document["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn other_commands_read_positions_in_any_form() {
    let expected = json(&["moves", "--position", "W:Wa1=1:Bb2=00"]);
    assert_eq!(json(&["moves", "--position", "Белые: а1 - 1; чёрные: б2 - ОО"]), expected);
    let perft = ["perft", "--depth", "2", "--rules", "english"];
    assert_eq!(json(&[&perft[..], &["--position", "B:W21-32:B1-12"]].concat()), json(&perft));
    refused(2, &["moves", "--position", "White: a1 - 2; black: -"], &["--position", "line 1, column 13"]);
}

#[test]
fn a_game_of_a_pdn_file_is_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pdn");
    std::fs::write(&file, "1. c3-d4 *\n\n[Rules \"lasca\"]\n1. c3-d4 e5:c3 1-0\n").unwrap();
    let file = file.to_str().unwrap();
    let first = json(&["replay", "--game", file]);
    assert_eq!(first["position"], json(&["replay", "c3-d4"])["position"]);
    let second = json(&["replay", "--game", file, "--number", "2"]);
    assert_eq!(second, json(&["replay", "--rules", "lasca", "c3-d4", "e5:c3"]));
    refused(2, &["replay", "--game", file, "--number", "3"], &["--number", "no game 3", "holds 2 games"]);
    refused(
        1,
        &["replay", "--game", file, "--number", "2", "--rules", "bashni"],
        &["line 4, column 10, ply 2"],
    );
    refused(2, &["replay", "--game", file, "c3-d4"], &["cannot be used with"]);
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_position() {
    assert_eq!(converted(&["--to", "fen", "\u{feff}W:Wa1=1:Bh8=0"]), "W:Wa1=1:Bh8=0");
    assert_eq!(
        json(&["moves", "--position", "\u{feff}W:Wa1=1:B"]),
        json(&["moves", "--position", "W:Wa1=1:B"])
    );
}

#[test]
fn colours_of_english_games_are_exchanged_whatever_the_case_of_their_tags() {
    let game = "[GameType \"21\"]\n[white \"Anna\"]\n[BLACK \"Boris\"]\n\n1. 11-15 1-0";
    let letters = converted(&["--to", "pdn", game]);
    assert!(letters.contains("[Black \"Anna\"]") && letters.contains("[White \"Boris\"]"), "{letters}");
    assert!(letters.ends_with("0-1"), "{letters}");
}

#[test]
fn words_after_the_side_to_move_are_a_caption() {
    for caption in ["Black to move and wins in 5 moves", "Černý na tahu, bílý vyhraje", "Ход чёрных!"]
    {
        let text = format!("White: a1 - 1; black: h8 - 00. {caption}");
        assert_eq!(converted(&["--to", "fen", &text]), "B:Wa1=1:Bh8=00", "{caption}");
    }
}

#[test]
fn rules_with_changes_are_read_by_the_name_that_they_are_given() {
    let pdn = converted(&["--to", "pdn", "--set", "rejump=never", "c3-d4"]);
    assert!(pdn.contains("[Rules \"bashni+rejump=never\"]"), "{pdn}");
    assert_eq!(converted(&["--to", "moves", "--rules", "bashni+rejump=never", &pdn]), "c3-d4");
    refused(1, &["convert", "--to", "moves", "--rules", "bashni+rejump=seldom", "c3-d4"], &["rejump=seldom"]);
}

#[test]
fn a_text_with_nothing_in_it_is_an_error() {
    for text in ["", "\n\n", "# only a remark\n"] {
        refused(1, &["convert", "--to", "moves", text], &["no position and no game"]);
    }
}
