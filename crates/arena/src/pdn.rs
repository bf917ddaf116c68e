//! Games of a match as PDN.

use bashni_rules::pdn::{GameResult, Line, PdnGame, Ply, write};
use bashni_rules::{Color, Rules};

use crate::{GameRecord, PlayerIdentity};

/// A game as PDN, ending with a line break.
///
/// The rules are named in the tag `Rules`. The tag `FEN` has the one-line form, and is left out where the game
/// starts from the start position of its rules. `Opening` counts the moves that the players were given, `Seed` is the seed of
/// the game, `Termination` is [`Termination::tag`](crate::Termination::tag). `WhiteVersion` and `BlackVersion` say what
/// exactly the players were, for those found in `identities`.
///
/// After each move of a player stands a comment with how it was found, as [`Thinking`](crate::Thinking) describes:
/// `{+0.35/6 1834nodes 12.3ms}`. A forfeit stands as a comment after the last move.
pub fn pdn(record: &GameRecord, rules: &Rules, identities: &[PlayerIdentity]) -> String {
    pdn_game(record, rules, identities).to_string()
}

/// Several games as one PDN text, with an empty line between two.
pub fn pdn_all<'a>(
    records: impl IntoIterator<Item = &'a GameRecord>,
    rules: &Rules,
    identities: &[PlayerIdentity],
) -> String {
    let games: Vec<PdnGame> = records.into_iter().map(|record| pdn_game(record, rules, identities)).collect();
    write(&games)
}

fn pdn_game(record: &GameRecord, rules: &Rules, identities: &[PlayerIdentity]) -> PdnGame {
    let mut game =
        PdnGame { line: line(record), result: GameResult::from(record.outcome), ..PdnGame::default() };
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
    tag("Termination", record.termination.tag());
    for (color, name) in [(Color::White, "WhiteVersion"), (Color::Black, "BlackVersion")] {
        if let Some(identity) = identities.iter().find(|identity| identity.spec == *record.player(color)) {
            tag(name, &identity.to_string());
        }
    }
    game
}

fn line(record: &GameRecord) -> Line {
    let mut line = Line::of(record.moves.iter().map(String::as_str));
    for (ply, thinking) in line.plies.iter_mut().skip(record.opening_plies).zip(&record.thinking) {
        ply.comments.push(thinking.to_string());
    }
    if record.termination.forfeit().is_some() {
        // Through a ply, which cleans the text.
        let mut comments = Ply::new("").commented(&record.termination.to_string()).comments;
        match line.plies.last_mut() {
            Some(last) => last.comments.append(&mut comments),
            None => line.comments.append(&mut comments),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use bashni_rules::Outcome;

    use super::*;
    use crate::{Fault, Forfeit, MctsLimits, PlayerSpec, Score, Side, Termination, Thinking};

    fn record(start: String, moves: &[&str]) -> GameRecord {
        let found = |score| Thinking { score: Some(score), micros: 1_500, ..Thinking::default() };
        GameRecord {
            game: 2,
            seed: 17,
            white: PlayerSpec::Net { path: "runs/a \"b\"".into(), limits: MctsLimits::sims(4) },
            black: PlayerSpec::Random,
            white_side: Side::A,
            start,
            opening_plies: 1,
            moves: moves.iter().map(|&m| m.to_owned()).collect(),
            thinking: moves.iter().skip(1).map(|_| found(Score::Material(-20))).collect(),
            outcome: Outcome::WhiteWins,
            termination: Termination::NoMove,
        }
    }

    #[test]
    fn a_game_from_the_usual_start_has_no_fen() {
        let rules = Rules::preset("bashni").unwrap();
        let game = record(rules.start().fen(&rules), &["c3-b4", "b6-c5", "b4-a5"]);
        let black = PlayerIdentity::new(&PlayerSpec::Random, 1);
        let version = black.program.clone();
        assert_eq!(
            pdn(&game, &rules, &[black]),
            format!(
                "[Event \"bashni arena\"]\n[Round \"3\"]\n[White \"net:runs/a \\\"b\\\",sims=4\"]\n[Black \"random\"]\n\
                 [Result \"1-0\"]\n[Rules \"bashni\"]\n[Opening \"1\"]\n[Seed \"17\"]\n[Termination \"normal\"]\n\
                 [BlackVersion \"{version}, random 1\"]\n\n\
                 1. c3-b4 b6-c5 {{-0.20 1.5ms}} 2. b4-a5 {{-0.20 1.5ms}} 1-0\n"
            )
        );
    }

    #[test]
    fn a_game_that_black_begins_says_so() {
        let rules = Rules::preset("bashni").unwrap();
        let mut game = record("B:Wa1=1:Bb8=0,h8=0".into(), &["b8-a7", "a1:f6", "h8-g7"]);
        game.thinking.clear();
        let text = pdn(&game, &rules, &[]);
        assert!(text.contains("[FEN \"B:Wa1=1:Bb8=0,h8=0\"]\n"), "{text}");
        assert!(text.ends_with("\n1... b8-a7 2. a1:f6 h8-g7 1-0\n"), "{text}");
    }

    #[test]
    fn what_is_written_is_read_back_and_replays() {
        let rules = Rules::preset("bashni").unwrap();
        let game = record(rules.start().fen(&rules), &["c3-b4", "b6-c5", "b4-a5"]);
        let read = bashni_rules::pdn::read(&pdn_all([&game, &game], &rules, &[])).unwrap();
        assert_eq!(read.len(), 2);
        for read in read {
            assert_eq!(read, pdn_game(&game, &rules, &[]));
            let replay = read.replay(&read.rules().unwrap().unwrap()).unwrap();
            assert_eq!(replay.end.position().fen(&rules).matches("a5=0").count(), 1);
        }
    }

    #[test]
    fn a_forfeit_is_a_tag_and_a_comment_whatever_the_message_holds() {
        let rules = Rules::preset("bashni").unwrap();
        for moves in [&["c3-b4", "b6-c5"][..], &[]] {
            let mut game = record(rules.start().fen(&rules), moves);
            game.opening_plies = moves.len().min(1);
            let message = "ply 3: panicked: {deep}\n \"inside\"".to_owned();
            game.termination =
                Termination::Forfeit(Forfeit { by: Color::Black, fault: Fault::Crash, message });
            let text = pdn(&game, &rules, &[]);
            assert!(text.contains("[Termination \"abandoned\"]"), "{text}");
            let read = &bashni_rules::pdn::read(&text).unwrap()[0];
            let comments = read.line.plies.last().map_or(&read.line.comments, |ply| &ply.comments);
            let comment = comments.last().unwrap();
            assert_eq!(comment, "Black forfeits (crash): ply 3: panicked: {deep} \"inside\"");
        }
    }

    #[test]
    fn long_games_are_broken_into_lines() {
        let rules = Rules::preset("bashni").unwrap();
        let game = record(rules.start().fen(&rules), &["a3:c5:e7:g5:e3"; 60]);
        let text = pdn(&game, &rules, &[]);
        assert!(text.lines().all(|line| line.len() <= 80));
        assert_eq!(text.matches("a3:").count(), 60);
        assert_eq!(pdn_all([&game, &game], &rules, &[]), format!("{text}\n{text}"));
    }
}
