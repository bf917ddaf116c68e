//! `bashni analyse`.

mod common;

use std::fs;
use std::path::Path;

use common::{bashni, error, refused, text};
use serde_json::Value;
use tempfile::TempDir;

/// The documents of a command with `--json`, one a line.
fn documents(arguments: &[&str]) -> Vec<Value> {
    let printed = text(&[arguments, &["--json"]].concat());
    printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_best_line_of_a_won_position_is_the_win() {
    let call = ["analyse", "W:Wa1=1,h2=0:Bb2=00,e5=0", "--depth", "4", "--player", "minimax"];
    let run = bashni(&call);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("\nWhite to move, depth ") && run.stdout.contains("+#1"), "{}", run.stdout);
    // Without a terminal each depth is a line on stderr.
    assert!(run.stderr.contains("White to move, depth "), "{}", run.stderr);
    let printed = documents(&call);
    let (result, infos) = printed.split_last().unwrap();
    assert!(infos.iter().all(|info| info["type"] == "info"), "{printed:?}");
    assert_eq!(
        (&result["type"], &result["rules"], &result["outcome"]),
        (&"result".into(), &"bashni".into(), &"*".into())
    );
    assert_eq!(result["best"], result["lines"][0]["moves"][0]);
    assert_eq!(infos.last().unwrap()["lines"], result["lines"]);
    let better = documents(&["analyse", "W:Wa1=1,h2=0:Bb2=00,e5=0", "--depth", "4"]);
    assert_eq!(better.last().unwrap()["lines"][0]["score"], serde_json::json!({"win_in": 1}), "{better:?}");
}

#[test]
fn several_lines_begin_with_different_moves_and_come_best_first() {
    let printed = documents(&["analyse", "--depth", "4", "--lines", "4"]);
    let lines = printed.last().unwrap()["lines"].as_array().unwrap().clone();
    let mut first: Vec<String> = lines.iter().map(|line| line["moves"][0].to_string()).collect();
    first.sort();
    first.dedup();
    assert_eq!((lines.len(), first.len()), (4, 4));
    let expected: Vec<f64> = lines.iter().map(|line| line["expected"].as_f64().unwrap()).collect();
    assert!(expected.is_sorted_by(|a, b| a >= b), "{expected:?}");
}

#[test]
fn a_tree_search_tells_simulations_and_shares() {
    let printed = documents(&["analyse", "--player", "rollout:sims=400", "--lines", "2"]);
    let result = printed.last().unwrap();
    assert_eq!(result["sims"], 400);
    let shares = result["lines"][0]["score"]["shares"].as_array().unwrap();
    let total: f64 = shares.iter().map(|share| share.as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 0.01, "{result}");
    assert!(result["lines"][0]["visits"].as_u64() >= result["lines"][1]["visits"].as_u64(), "{result}");
}

#[test]
fn a_position_without_a_move_is_lost() {
    let printed = documents(&["analyse", "B:Wa1=1/00:B"]);
    assert_eq!(
        (printed.len(), &printed[0]["outcome"], &printed[0]["best"]),
        (1, &"1-0".into(), &Value::Null)
    );
    assert!(text(&["analyse", "B:Wa1=1/00:B"]).contains("Black has no legal move: White has won"));
}

const GAME: &str =
    "[White \"A\"]\n[Black \"B\"]\n\n1. c3-d4 f6-g5 2. d4-c5 b6:d4 3. e3:c5 d6:b4 4. d4:b6 c7:a5 *\n";

#[test]
fn a_game_is_annotated_and_its_mistakes_are_marked() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (game, annotated, page) = (file("game.pdn"), file("annotated.pdn"), file("game.html"));
    fs::write(&game, GAME).unwrap();
    let call = ["analyse", &game, "--depth", "5", "--pdn", &annotated, "--html", &page];
    let printed = documents(&call);
    let (result, moves) = printed.split_last().unwrap();
    assert_eq!((moves.len(), &result["plies"]), (8, &8.into()));
    assert_eq!((&moves[2]["move"], &moves[2]["mistake"]), (&"d4-c5".into(), &"blunder".into()), "{moves:?}");
    assert!(result["white"]["blunders"].as_u64() >= Some(1), "{result}");
    let written = fs::read_to_string(&annotated).unwrap();
    let annotator = format!("[Annotator \"bashni {}, alphabeta, depth 5\"]", env!("CARGO_PKG_VERSION"));
    assert!(written.contains(&annotator) && written.contains("$4"), "{written}");
    // What was written replays, with its variations.
    text(&["replay", "--game", &annotated]);
    let html = fs::read_to_string(&page).unwrap();
    assert!(
        html.contains("A – B") && html.contains("?? blunder") && html.contains("\"d4-c5??\""),
        "no blunder on the page"
    );
    let shown = text(&["analyse", &game, "--depth", "3"]);
    assert!(shown.contains("d4-c5") && shown.contains("mean loss"), "{shown}");
}

#[test]
fn files_and_positions_that_are_none_are_refused() {
    let folder = TempDir::new().unwrap();
    let missing = folder.path().join("none.pdn").display().to_string();
    refused(1, &["analyse", &missing], &["cannot read", "none.pdn"]);
    refused(2, &["analyse", "W:Wz9=1:B"], &["z9"]);
    refused(2, &["analyse", "W:Wa1=1:Bb2=00", "--pdn", "x.pdn"], &["no game to write"]);
    let game = folder.path().join("game.pdn").display().to_string();
    fs::write(&game, "1. c3-d4 c3-d4 *").unwrap();
    refused(1, &["analyse", &game], &["ply 2", "`c3-d4`"]);
    fs::write(&game, GAME).unwrap();
    refused(2, &["analyse", &game, "--number", "2"], &["there is no game 2"]);
    refused(
        2,
        &["analyse", &game, "--html", "/no/such/folder/x.html"],
        &["--html /no/such/folder/x.html: cannot write it"],
    );
    refused(2, &["analyse", &game, "--player", "random"], &["random gives no scores"]);
    refused(2, &["analyse", &folder.path().display().to_string()], &["is a folder"]);
    let out = folder.path().join("out.pdn").display().to_string();
    refused(2, &["analyse", &game, "--pdn", &game], &["the file to read is the same file"]);
    refused(2, &["analyse", &game, "--pdn", &out, "--html", &out], &["--pdn is the same file"]);
    refused(2, &["analyse", &game, "--pdn", "-"], &["not standard output"]);
    refused(1, &["analyse", &game, "--pdn", &out, "--player", "engine:false"], &["player `engine:false`"]);
    // Nothing was written, and what was read is as it was.
    assert!(!Path::new(&out).exists() && fs::read_to_string(&game).unwrap() == GAME);
    fs::write(&game, "[White \"A\"]\n\n*\n").unwrap();
    refused(1, &["analyse", &game], &["the game has no moves"]);
    assert!(error(1, &["analyse", "--player", "net:no/such/run"]).contains("no/such/run"));
}
