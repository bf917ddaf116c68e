//! Texts as people write them: `tests/data/notation`.

use std::path::Path;

use bashni_rules::{Position, Rules};

fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/notation").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// `\u{…}` becomes the character.
fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('}').unwrap();
        result.push(char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap());
        result.push_str(rest);
    }
    result
}

/// The entries of a file: rules, a text, and the line that ends it, without its `mark`.
fn entries(name: &str, mark: &str) -> Vec<(Rules, String, String)> {
    let mut rules = Rules::preset("bashni").unwrap();
    let (mut entries, mut text) = (Vec::new(), Vec::new());
    for line in data(name).lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some(name) = line.strip_prefix("rules ") {
            rules = Rules::preset(name).unwrap();
        } else if let Some(expected) = line.strip_prefix(mark) {
            entries.push((rules.clone(), text.join("\n"), expected.to_owned()));
            text.clear();
        } else {
            text.push(unescaped(line));
        }
    }
    assert!(text.is_empty() && !entries.is_empty(), "{name}");
    entries
}

#[test]
fn players_texts_are_understood_in_every_language() {
    for name in ["english.txt", "russian.txt", "czech.txt", "italian.txt"] {
        for (rules, text, expected) in entries(name, "= ") {
            let read = Position::from_players_text(&text, &rules);
            assert_eq!(read.map(|position| position.fen(&rules)), Ok(expected), "{name}: {text}");
        }
    }
}

#[test]
fn malformed_players_texts_are_refused_where_they_are_wrong() {
    for (rules, text, expected) in entries("malformed.txt", "! ") {
        let error = Position::from_players_text(&text, &rules).expect_err(&text);
        let (place, parts) = expected.split_once(' ').unwrap();
        assert_eq!(format!("{}:{}", error.place.line, error.place.column), place, "{text}: {error}");
        for part in parts.split(" / ") {
            assert!(error.message.contains(part), "{text}: {error}");
        }
    }
}

#[test]
fn moves_are_understood_or_refused_with_the_reason() {
    let mut number = 0;
    for line in data("moves.txt").lines().filter(|line| !line.starts_with('#')) {
        let [name, position, rest] = line.splitn(3, " | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let rules = Rules::preset(name).unwrap();
        let position = match position {
            "start" => rules.start().clone(),
            fen => Position::from_fen(fen, &rules).unwrap(),
        };
        if let Some((text, expected)) = rest.split_once(" ! ") {
            let error = rules.parse_move(&position, text).expect_err(line).to_string();
            for part in expected.split(" / ") {
                assert!(error.contains(part), "{line}: {error}");
            }
        } else {
            let (text, expected) = rest.split_once(" = ").unwrap();
            let read = rules.parse_move(&position, text).map(|played| position.move_text(&rules, &played));
            assert_eq!(read.as_deref(), Ok(expected), "{line}");
        }
        number += 1;
    }
    assert!(number > 40);
}

#[test]
fn a_capture_in_short_that_means_several_lists_them() {
    // A king takes either piece and lands on the same square.
    let rules = Rules::preset("bashni").unwrap();
    let position = Position::from_fen("W:Wc1=1:Bb2=0,d2=0,e5=0,e7=0", &rules).unwrap();
    let error = rules.parse_move(&position, "c1:f8").unwrap_err().to_string();
    assert!(error.contains("can be read as several moves"), "{error}");
}

#[test]
fn long_lists_of_legal_moves_are_cut() {
    let rules = Rules::preset("bashni").unwrap();
    let position = Position::from_fen("W:Wa1=1,c1=1,e1=1,g1=1:Bh8=0", &rules).unwrap();
    let error = rules.parse_move(&position, "b2-c3").unwrap_err().to_string();
    let legal = position.legal_moves(&rules).len();
    assert!(error.ends_with(&format!(" … and {} more", legal - 20)), "{error}");
}

#[test]
fn a_text_of_any_length_is_refused_in_short() {
    let rules = Rules::preset("bashni").unwrap();
    for text in
        ["c3".repeat(1_000_000), "c3-d4-".repeat(500_000), "1".repeat(1_000_000), "é".repeat(1_000_000)]
    {
        let error = rules.parse_move(rules.start(), &text).unwrap_err().to_string();
        assert!(error.len() < 1000, "{error}");
        let error = Position::from_players_text(&text, &rules).unwrap_err().to_string();
        assert!(error.len() < 1000, "{error}");
    }
    let text = format!("White: {}; black: a1 - {}", " ".repeat(500_000), "0".repeat(1_000_000));
    assert!(Position::from_players_text(&text, &rules).unwrap_err().message.contains("more than 64 pieces"));
}
