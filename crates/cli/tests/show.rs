//! `bashni show`.

mod common;

use std::fs;

use common::{bashni, command, error, json, refused, text};
use serde_json::json;

const POSITION: &str = "W:Wc1=1/0000,e3=0,h2=100/0100:Ba7=0,b8=00/0,g7=1:H12";

#[test]
fn every_tower_is_drawn_and_the_one_line_form_stands_below() {
    let printed = text(&["show", POSITION]);
    for part in [
        " 8 │     │  b  │     │  ·  │     │  ·  │     │  ·  │",
        "   │     │  b  │     │     │     │     │     │     │",
        "   │     │  w  │     │     │     │     │     │     │",
        "White to move, 12 plies without capture or promotion",
        "\nh2  White, 7 pieces: king, 2 men over a black man, a king, 2 men  100/0100\n",
        "       columns  led by kings  prisoners\nWhite        3             2          8\n",
        POSITION,
    ] {
        assert!(printed.contains(part), "{part}\n{printed}");
    }
    assert_eq!(printed, text(&["show", "--position", POSITION]));
    let players = "White: c1 - 1/0000, e3 - 0, h2 - 100/0100; black: a7 - 0, b8 - 00/0, g7 - 1";
    assert_eq!(text(&["show", players]), text(&["show", POSITION.trim_end_matches(":H12")]));
    assert!(text(&["show"]).contains("W:Wa1=0,a3=0,"));
}

#[test]
fn drawings_fit_80_columns_on_every_board() {
    let boards: [&[&str]; 4] = [
        &["--rules", "bashni-10x10"],
        &["--rules", "lasca"],
        &["--set", "files=12", "--set", "ranks=10"],
        &["--set", "files=3", "--set", "ranks=12"],
    ];
    for board in boards {
        for options in [&["--color=never"][..], &["--ascii"], &["--flip"]] {
            let printed = text(&[&["show"], board, options].concat());
            let (drawing, _) = printed.split_once(" to move").unwrap();
            assert!(drawing.lines().all(|line| line.chars().count() <= 80), "{printed}");
        }
    }
}

#[test]
fn the_board_can_be_seen_from_blacks_side() {
    let printed = text(&["show", "--flip", "--ascii"]);
    assert!(printed.starts_with("   +-----+"), "{printed}");
    assert!(printed.contains("\n 1 |     |  w  |     |"), "{printed}");
    assert!(printed.contains("\n      h     g     f     e     d     c     b     a\n"), "{printed}");
    assert!(printed.is_ascii());
}

#[test]
fn the_structure_of_a_position_is_given_as_json() {
    let document = json(&["show", "--rules", "bashni-4x4", "B:Wa1=10/01:Bb4=0:H3"]);
    assert_eq!(
        document,
        json!({
            "rules": "bashni-4x4",
            "caption": "Black to move, 3 plies without capture or promotion",
            "fen": "B:Wa1=10/01:Bb4=0:H3",
            "turn": "Black",
            "no_progress": 3,
            "outcome": "*",
            "pieces": 5,
            "columns": [
                {
                    "square": "a1", "owner": "White", "king": true, "height": 4, "own": "10", "prisoners": "01",
                    "words": "White, 4 pieces: king, man over a black man, a king"
                },
                {
                    "square": "b4", "owner": "Black", "king": false, "height": 1, "own": "0", "prisoners": "",
                    "words": "Black: man"
                },
            ],
        })
    );
    let several = json(&["show", "W:Wa1=1:Bb2=00", "B:Wa1=1/00:B"]);
    assert_eq!(several.as_array().unwrap().len(), 2);
    assert_eq!(several[1]["outcome"], "1-0");
}

#[test]
fn a_side_without_moves_has_lost_and_draws_are_named() {
    assert!(text(&["show", "B:Wa1=1/00:B"]).contains("Black has no legal move: White has won"));
    let drawn = text(&["show", "W:Wa1=1:Bh8=1:H30"]);
    assert!(drawn.contains("drawn: 30 plies without capture or promotion"), "{drawn}");
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let escapes = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = command(arguments);
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "CI", "TERM"] {
            command.env_remove(name);
        }
        let done = command.envs(variables.iter().copied()).output().unwrap();
        assert!(done.status.success());
        String::from_utf8(done.stdout).unwrap().contains('\u{1b}')
    };
    let force = ("CLICOLOR_FORCE", "1");
    let no = ("NO_COLOR", "1");
    // Standard output is a pipe here.
    assert!(!escapes(&["show"], &[]));
    assert!(!escapes(&["show"], &[no]));
    assert!(escapes(&["show"], &[force]));
    assert!(escapes(&["show", "--color", "always"], &[]));
    assert!(escapes(&["show", "--color", "always"], &[no]));
    assert!(!escapes(&["show", "--color", "never"], &[force]));
    assert!(!escapes(&["show", "--json", "--color", "always"], &[force]));
}

#[test]
fn colours_take_nothing_away() {
    let coloured = text(&["show", POSITION, "--color", "always"]);
    let mut plain = String::new();
    for part in coloured.split('\u{1b}') {
        plain.push_str(
            part.split_once('m')
                .map_or(part, |(style, rest)| if style.starts_with('[') { rest } else { part }),
        );
    }
    for part in ["  b  ", " w2  ", "h2  White, 7 pieces", POSITION] {
        assert!(plain.contains(part), "{part}\n{plain}");
    }
}

#[test]
fn a_picture_is_written_to_a_file_or_to_stdout() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tower.svg");
    let name = file.to_str().unwrap();
    let options = ["--title", "Towers & <tall> ones", "--caption", "White wins", "--width", "432", "--flip"];
    let arguments = [&["show", POSITION, "--svg"], &[name][..], &options].concat();
    assert_eq!(text(&arguments), "");
    let svg = fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for part in ["width=\"432\"", "<title>Towers &amp; &lt;tall&gt; ones</title>", ">White wins</text>"] {
        assert!(svg.contains(part), "{part}");
    }
    assert!(svg.contains("<desc>W:Wc1=1/0000,"));
    assert_eq!(svg.matches("class=\"piece ").count(), 18);
    let printed = text(&[&["show", POSITION, "--svg", "-"], &options[..]].concat());
    assert_eq!(printed, svg);
    let document = json(&arguments);
    assert_eq!(document["pieces"], 18);
}

#[test]
fn the_picture_of_the_readme_is_what_its_command_makes() {
    let file =
        |name: &str| fs::read_to_string(format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let readme = file("README.md");
    let (_, command) = readme.split_once("--width 480 --svg docs/towers.svg").unwrap();
    let position = command.split('"').nth(1).unwrap();
    assert_eq!(text(&["show", "--width", "480", "--svg", "-", position]), file("docs/towers.svg"));
}

#[test]
fn several_positions_make_a_sheet() {
    let two = ["show", "W:Wa1=1:Bb2=00", "B:Wa1=1/00:B", "--caption", "before", "--title", "One move"];
    let svg = text(&[&two[..], &["--svg", "-", "--across", "1"]].concat());
    assert_eq!(svg.matches("class=\"diagram\"").count(), 2);
    for part in
        ["<title>before</title>", "<title>Black has no legal move: White has won</title>", ">One move</text>"]
    {
        assert!(svg.contains(part), "{part}");
    }
    let printed = text(&two);
    assert!(printed.starts_with("One move\n"), "{printed}");
    assert_eq!(printed.matches("      a     b     c").count(), 2);
}

/// Two games: of Lasca, 25 plies, and a short one that Black begins.
const GAMES: &str = r#"[White "Tatarinow"]
[Black "Roschtschin"]
[Event "?"]
[Date "1996.??.??"]
[Rules "lasca"]
[Result "1-0"]

1. c3-d4 e5:c3 2. b2:d4 c5-b4 3. a3:c5 d6:b4 4. g3-f4 f6-e5 5. f4:d6 c7:e5 6. d4:f6 d6:f4 7. f2-g3 g7:e5
8. c3-d4 e5:c3 9. g3:e5:g7 c5-d4 10. g7:e5 d4:f2 11. g1:e3 b6-c5 12. f2-g3 a7-b6 13. e5-f6 1-0

[Rules "bashni-4x4"]
[FEN "B:Wa1=1:Bd4=1:H28"]
1... d4-b2 2. a1:c3 *
"#;

/// A folder with the games in a file, and the name of that.
fn games() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pdn");
    fs::write(&file, GAMES).unwrap();
    let name = file.to_str().unwrap().to_owned();
    (folder, name)
}

fn captions(arguments: &[&str]) -> Vec<String> {
    let document = json(arguments);
    let stages = document.as_array().unwrap().iter();
    stages.map(|stage| stage["caption"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_game_of_a_file_makes_a_sheet_of_its_stages() {
    let (_folder, file) = games();
    let game = ["show", "--game", &file];
    assert_eq!(
        captions(&game),
        ["at the start", "after 5... c7:e5", "after 10... d4:f2", "after 13. e5-f6, 1-0"]
    );
    assert_eq!(
        captions(&[&game[..], &["--every", "5"]].concat()),
        [
            "at the start",
            "after 3. a3:c5",
            "after 5... c7:e5",
            "after 8. c3-d4",
            "after 10... d4:f2",
            "after 13. e5-f6, 1-0"
        ]
    );
    assert_eq!(
        captions(&[&game[..], &["--plies", "17,3"]].concat()),
        ["after 9. g3:e5:g7", "after 2. b2:d4"]
    );
    let second = json(&[&game[..], &["--number", "2", "--plies", "2"]].concat());
    assert_eq!(second[0]["caption"], "after 2. a1:c3");
    assert_eq!((&second[0]["fen"], &second[0]["outcome"]), (&json!("B:Wc3=1/1:B"), &json!("1-0")));
    let svg = text(&[&game[..], &["--svg", "-", "--across", "2"]].concat());
    assert!(svg.contains(">Tatarinow – Roschtschin, 1996</text>"), "{svg}");
    assert_eq!(svg.matches("class=\"diagram\"").count(), 4);
    let printed = text(&[&game[..], &["--plies", "25"]].concat());
    assert!(printed.starts_with("Tatarinow – Roschtschin, 1996\n\n   ┌"), "{printed}");
}

#[test]
fn games_and_positions_that_are_not_in_the_file_are_refused() {
    let (_folder, file) = games();
    refused(2, &["show", "--game", &file, "--number", "3"], &["--number", "no game 3", "holds 2 games"]);
    refused(2, &["show", "--game", &file, "--number", "0"], &["--number", "no game 0"]);
    refused(2, &["show", "--game", &file, "--plies", "26"], &["--plies", "no ply 26", "has 25"]);
    refused(1, &["show", "--game", &file, "--rules", "russian"], &[&file, "line 8", "ply 2", "e5:c3"]);
    refused(1, &["show", "--game", "no/such.pdn"], &["cannot read no/such.pdn"]);
    for arguments in [
        &["show", "--plies", "3"][..],
        &["show", "--every", "3"],
        &["show", "--game", &file, "--every", "0"],
        &["show", "--game", &file, "W:Wa1=1:B"],
        &["show", "--game", &file, "--every", "3", "--plies", "3"],
    ] {
        assert_eq!(bashni(arguments).status, 2, "{arguments:?}");
    }
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    refused(2, &["show", "W:Wa2=0:B"], &["a2", "light square"]);
    refused(2, &["show", "--position", "nonsense"], &["--position", "column 1"]);
    refused(2, &["show", "--caption", "a", "--caption", "b"], &["--caption", "2 captions for 1 position"]);
    refused(2, &["show", "--svg", "-", "--json"], &["--svg", "stdout"]);
    refused(1, &["show", "--svg", "no/such/folder/a.svg"], &["cannot write", "no/such/folder/a.svg"]);
    for arguments in [
        &["show", "--width", "300"][..],
        &["show", "--svg", "-", "--width", "0"],
        &["show", "--svg", "-", "--ascii"],
        &["show", "--color", "sometimes"],
        &["show", "W:Wa1=1:B", "--position", "W:Wa1=1:B"],
    ] {
        assert_eq!(bashni(arguments).status, 2, "{arguments:?}");
    }
    error(2, &["show", "", "W:Wa1=1:B"]);
}
