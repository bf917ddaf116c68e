//! Positions and games with known moves and results: `tests/data/positions.json` and `tests/data/games.txt`.

use std::collections::BTreeMap;

use bashni_rules::{Count, Game, Outcome, Position, Rules, perft};
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    positions: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    fen: String,
    rules: BTreeMap<String, Expected>,
}

#[derive(Deserialize)]
struct Expected {
    moves: Option<Vec<String>>,
    results: Option<Vec<String>>,
    perft_moves: Vec<u64>,
    perft_paths: Vec<u64>,
}

fn rules(name: &str) -> Rules {
    match name {
        "bashni-freeland" => Rules::preset("bashni").unwrap().with(&["king_landing=free"]).unwrap(),
        preset => Rules::preset(preset).unwrap(),
    }
}

#[test]
fn positions_have_their_moves_results_and_perft() {
    let file: File = serde_json::from_str(include_str!("../../../tests/data/positions.json")).unwrap();
    assert!(file.positions.len() > 10);
    for entry in &file.positions {
        for (name, expected) in &entry.rules {
            let rules = rules(name);
            let context = format!("{} under {name}", entry.name);
            let position = Position::from_fen(&entry.fen, &rules).unwrap();
            assert_eq!(position.fen(&rules), entry.fen, "{context}");
            let moves = position.legal_moves(&rules);
            if let Some(expected) = &expected.results {
                let mut results: Vec<_> =
                    moves.iter().map(|m| position.after(&rules, m).fen(&rules)).collect();
                results.sort();
                assert_eq!(&results, expected, "{context}");
            }
            if let Some(expected) = &expected.moves {
                let mut texts: Vec<_> = moves.iter().map(|m| position.move_text(&rules, m)).collect();
                texts.sort();
                assert_eq!(&texts, expected, "{context}");
                for text in expected {
                    let parsed = rules.parse_move(&position, text).unwrap();
                    assert!(moves.contains(&parsed), "{context}: {text}");
                }
            }
            for (count, row) in [(Count::Moves, &expected.perft_moves), (Count::Paths, &expected.perft_paths)]
            {
                for (depth, &expected) in (1..).zip(row) {
                    assert_eq!(perft(&position, &rules, depth, count), expected, "{context}, depth {depth}");
                }
            }
        }
    }
}

#[test]
fn games_replay_under_their_rules() {
    let mut replayed = 0;
    for line in include_str!("../../../tests/data/games.txt").lines().filter(|l| !l.starts_with('#')) {
        let [id, presets, result, moves] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        for preset in presets.split(' ') {
            let rules = rules(preset);
            let mut game = Game::new(&rules);
            for text in moves.split(' ') {
                let played = rules.parse_move(game.position(), text).unwrap_or_else(|e| panic!("{id}: {e}"));
                game.play(&rules, &played);
            }
            let outcome = game.outcome(&rules);
            match (id, result) {
                // The loser resigned.
                ("G3", "1-0") => {
                    assert_eq!(outcome, None);
                    assert_eq!(game.position().legal_moves(&rules).len(), 4);
                }
                (_, "*") => assert_eq!(outcome, None, "{id}"),
                _ => assert_eq!(outcome.map(Outcome::pdn), Some(result), "{id}"),
            }
            if id == "G1" {
                assert_eq!(
                    game.position().fen(&rules),
                    "W:Wa7=0/00,b2=00,c1=0,c3=0/0,d2=0,e1=0,e3=0,f2=0,g1=0,g3=0,h2=0:Bb8=0,c7=0,e5=00,e7=0,f8=0,g7=0,h6=0,h8=0"
                );
                assert_eq!(game.position().legal_moves(&rules).len(), 7);
            }
            replayed += 1;
        }
    }
    assert_eq!(replayed, 9);
}

#[test]
fn the_worst_positions_have_their_moves_and_paths() {
    let rules = Rules::preset("bashni").unwrap();
    let data = include_str!("../../../tests/data/worst_positions.txt");
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let [text, moves, paths] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = Position::from_fen(text, &rules).unwrap();
        let found = position.legal_moves(&rules);
        assert_eq!(found.len(), moves.parse::<usize>().unwrap(), "{text}");
        assert_eq!(
            found.iter().map(|played| played.paths()).sum::<u64>(),
            paths.parse::<u64>().unwrap(),
            "{text}"
        );
        assert_eq!(position.count_moves(&rules), found.len(), "{text}");
    }
}
