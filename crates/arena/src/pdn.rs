//! Games as PDN text.

use std::fmt::Write;

use bashni_rules::{Color, Rules};

use crate::GameRecord;

/// Length after which a line of moves is broken.
const LINE: usize = 80;

/// A game as PDN, ending with a line break.
///
/// The rules are named in the tag `Rules`. The tag `FEN` has the one-line form, and is left out where the game
/// starts from the start position of its rules. `Opening` counts the moves that the players were given.
pub fn pdn(record: &GameRecord, rules: &Rules) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a String cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    let result = record.outcome.pdn();
    tag("Event", "bashni arena");
    tag("Round", &(record.game + 1).to_string());
    tag("White", &record.white.to_string());
    tag("Black", &record.black.to_string());
    tag("Result", result);
    tag("Rules", rules.name());
    if record.start != rules.start().fen(rules) {
        tag("FEN", &record.start);
    }
    tag("Opening", &record.opening_plies.to_string());
    tag("Seed", &record.seed.to_string());
    text.push('\n');
    let first = if record.start.starts_with(Color::Black.letter()) { 1 } else { 0 };
    let mut column = 0;
    let mut word = |word: &str| {
        if column > 0 && column + 1 + word.len() > LINE {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    };
    for (i, played) in record.moves.iter().enumerate() {
        let ply = first + i;
        if ply % 2 == 0 {
            word(&format!("{}.", ply / 2 + 1));
        } else if i == 0 {
            word("1...");
        }
        word(played);
    }
    word(result);
    text.push('\n');
    text
}

/// Several games as one PDN text, with an empty line between two.
pub fn pdn_all<'a>(records: impl IntoIterator<Item = &'a GameRecord>, rules: &Rules) -> String {
    records.into_iter().map(|record| pdn(record, rules)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use bashni_rules::Outcome;

    use super::*;
    use crate::{PlayerSpec, Side};

    fn record(start: String, moves: &[&str]) -> GameRecord {
        GameRecord {
            game: 2,
            seed: 17,
            white: PlayerSpec::Net { path: "runs/a \"b\"".into(), sims: 4 },
            black: PlayerSpec::Random,
            white_side: Side::A,
            start,
            opening_plies: 1,
            moves: moves.iter().map(|&m| m.to_owned()).collect(),
            outcome: Outcome::WhiteWins,
        }
    }

    #[test]
    fn a_game_from_the_usual_start_has_no_fen() {
        let rules = Rules::preset("bashni").unwrap();
        let game = record(rules.start().fen(&rules), &["c3-b4", "b6-c5", "b4-a5"]);
        assert_eq!(
            pdn(&game, &rules),
            "[Event \"bashni arena\"]\n[Round \"3\"]\n[White \"net:runs/a \\\"b\\\",sims=4\"]\n[Black \"random\"]\n\
             [Result \"1-0\"]\n[Rules \"bashni\"]\n[Opening \"1\"]\n[Seed \"17\"]\n\n\
             1. c3-b4 b6-c5 2. b4-a5 1-0\n"
        );
    }

    #[test]
    fn a_game_that_black_begins_says_so() {
        let rules = Rules::preset("bashni").unwrap();
        let text = pdn(&record("B:Wa1=1:Bb8=0,h8=0".into(), &["b8-a7", "a1:f6", "h8-g7"]), &rules);
        assert!(text.contains("[FEN \"B:Wa1=1:Bb8=0,h8=0\"]\n"), "{text}");
        assert!(text.ends_with("\n1... b8-a7 2. a1:f6 h8-g7 1-0\n"), "{text}");
    }

    #[test]
    fn long_games_are_broken_into_lines() {
        let rules = Rules::preset("bashni").unwrap();
        let game = record(rules.start().fen(&rules), &["a3:c5:e7:g5:e3"; 60]);
        let text = pdn(&game, &rules);
        assert!(text.lines().all(|line| line.len() <= 80));
        assert_eq!(text.matches("a3:").count(), 60);
        assert_eq!(pdn_all([&game, &game], &rules), format!("{text}\n{text}"));
    }
}
