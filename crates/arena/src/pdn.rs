//! Games of a match as PDN.

use bashni_rules::Rules;
use bashni_rules::pdn::{GameResult, Line, PdnGame, write};

use crate::GameRecord;

/// A game as PDN, ending with a line break.
///
/// The rules are named in the tag `Rules`. The tag `FEN` has the one-line form, and is left out where the game
/// starts from the start position of its rules. `Opening` counts the moves that the players were given.
pub fn pdn(record: &GameRecord, rules: &Rules) -> String {
    pdn_game(record, rules).to_string()
}

/// Several games as one PDN text, with an empty line between two.
pub fn pdn_all<'a>(records: impl IntoIterator<Item = &'a GameRecord>, rules: &Rules) -> String {
    let games: Vec<PdnGame> = records.into_iter().map(|record| pdn_game(record, rules)).collect();
    write(&games)
}

fn pdn_game(record: &GameRecord, rules: &Rules) -> PdnGame {
    let mut game = PdnGame {
        line: Line::of(record.moves.iter().map(String::as_str)),
        result: GameResult::from(record.outcome),
        ..PdnGame::default()
    };
    let mut tag = |name: &str, value: &str| game.tags.set(name, value);
    tag("Event", "bashni arena");
    tag("Round", &(record.game + 1).to_string());
    tag("White", &record.white.to_string());
    tag("Black", &record.black.to_string());
    tag("Result", record.outcome.pdn());
    tag("Rules", rules.name());
    if record.start != rules.start().fen(rules) {
        tag("FEN", &record.start);
    }
    tag("Opening", &record.opening_plies.to_string());
    tag("Seed", &record.seed.to_string());
    game
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
    fn what_is_written_is_read_back_and_replays() {
        let rules = Rules::preset("bashni").unwrap();
        let game = record(rules.start().fen(&rules), &["c3-b4", "b6-c5", "b4-a5"]);
        let read = bashni_rules::pdn::read(&pdn_all([&game, &game], &rules)).unwrap();
        assert_eq!(read.len(), 2);
        for read in read {
            assert_eq!(read, pdn_game(&game, &rules));
            let replay = read.replay(&read.rules().unwrap().unwrap()).unwrap();
            assert_eq!(replay.end.position().fen(&rules).matches("a5=0").count(), 1);
        }
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
