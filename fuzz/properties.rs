//! What must hold for any text that a reader gets: what it accepts is written and read back equal, and accepted moves
//! are legal. Shared by the fuzz targets and by the test that runs them over the corpus.
#![allow(dead_code, reason = "each target uses one")]

use std::sync::LazyLock;

use bashni_rules::{
    Game, Language, MoveError, PRESETS, Position, PositionForm, Rules, Squares, pdn, pdn::PdnGame,
};

/// Presets of different boards and kinds, by the first character of an input.
static RULES: LazyLock<Vec<Rules>> =
    LazyLock::new(|| PRESETS.iter().filter_map(|(name, _)| Rules::preset(name).ok()).collect());

/// The rules that the first character chooses, and the rest of the text.
fn rules_and_rest(text: &str) -> Option<(&'static Rules, &str)> {
    let first = text.chars().next()?;
    let rules = &RULES[first as usize % RULES.len()];
    Some((rules, &text[first.len_utf8()..]))
}

/// Every form of a position is read back as the same position.
fn every_form_says_the_same(position: &Position, rules: &Rules) {
    let fen = position.fen(rules);
    assert_eq!(&Position::from_fen(&fen, rules).unwrap(), position, "{fen}");
    assert_eq!(PositionForm::guess(&fen), PositionForm::OneLine, "{fen}");
    for language in Language::ALL {
        let text = position.players_text(rules, language);
        assert_eq!(&Position::from_players_text(&text, rules).unwrap(), position, "{text}");
        assert_eq!(PositionForm::guess(&text), PositionForm::Players, "{text}");
    }
    for squares in [Squares::Letters, Squares::Numbers(rules.numbering())] {
        if let Some(text) = position.draughts_fen(rules, squares) {
            assert_eq!(&Position::from_draughts_fen(&text, rules).unwrap(), position, "{text}");
        }
    }
}

/// The one-line form, and the FEN of draughts programs. The first character chooses the rules.
pub fn fen(text: &str) {
    let Some((rules, text)) = rules_and_rest(text) else { return };
    let read = [Position::from_fen(text, rules).ok(), Position::from_draughts_fen(text, rules).ok()];
    for position in read.into_iter().flatten() {
        every_form_says_the_same(&position, rules);
    }
    if let Ok(game) = Game::from_position_text(text, rules) {
        every_form_says_the_same(game.position(), rules);
    }
}

/// Players' texts. The first character chooses the rules.
pub fn players(text: &str) {
    let Some((rules, text)) = rules_and_rest(text) else { return };
    match Position::from_players_text(text, rules) {
        Ok(position) => every_form_says_the_same(&position, rules),
        Err(error) => {
            let lines = text.matches('\n').count() + 1;
            assert!(error.place.line <= lines, "{error}");
            assert!(error.place.column <= text.chars().count() + 1, "{error}");
        }
    }
}

/// Moves, one a line: the first line chooses rules and position, each other line is a move of the game from there.
/// A line that is no legal move is passed over.
pub fn moves(text: &str) {
    let Some((rules, text)) = rules_and_rest(text) else { return };
    let (position, moves) = text.split_once('\n').unwrap_or(("", text));
    let mut game = Game::from_position_text(position, rules).unwrap_or_else(|_| Game::new(rules));
    for text in moves.lines() {
        // Towers of kings can have so many moves that a list of them takes seconds.
        if game.position().pieces() > 24 && game.position().kings().count() > 3 {
            return;
        }
        match rules.parse_move(game.position(), text) {
            Ok(played) => {
                let moves = game.position().legal_moves(rules);
                assert!(moves.contains(&played), "{text}");
                for squares in [Squares::Letters, Squares::Numbers(rules.numbering())] {
                    let written = squares.move_text(game.position(), rules, &played);
                    assert_eq!(
                        rules.parse_move(game.position(), &written).as_ref(),
                        Ok(&played),
                        "{written}"
                    );
                }
                game.play(rules, &played);
            }
            Err(MoveError::Syntax { column, .. }) => assert!(column <= text.chars().count() + 1, "{text}"),
            Err(_) => {}
        }
    }
}

/// PDN: what is read is written and read back equal; a game that replays does so in letters and in numbers, to the
/// same end.
pub fn pdn(text: &str) {
    let Ok(games) = pdn::read(text) else { return };
    let written = pdn::write(&games);
    let read = pdn::read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(read, games, "{written}");
    assert_eq!(pdn::write(&read), written);
    for game in &games {
        let Ok(rules) = game.rules() else { continue };
        replays_alike(game, &rules.unwrap_or_else(|| RULES[0].clone()));
    }
}

fn replays_alike(game: &PdnGame, rules: &Rules) {
    let Ok(start) = game.start(rules) else { return };
    if start.position().pieces() > 24 && start.position().kings().count() > 3 {
        return;
    }
    let Ok(replay) = game.replay(rules) else { return };
    for rewritten in [game.in_letters(rules).unwrap(), game.in_numbers(rules).unwrap()] {
        let again = &pdn::read(&rewritten.to_string()).unwrap()[0];
        assert_eq!(again, &rewritten);
        let again = again.replay(rules).unwrap_or_else(|error| panic!("{error}\n{rewritten}"));
        assert_eq!(again.moves, replay.moves, "{rewritten}");
        assert_eq!(again.end.position(), replay.end.position(), "{rewritten}");
        assert_eq!(again.end.no_progress(), replay.end.no_progress(), "{rewritten}");
        assert_eq!(again.line, replay.line, "{rewritten}");
    }
}

/// Rules files: what is accepted is written and read back equal, and can be played.
pub fn toml(text: &str) {
    let Ok(rules) = Rules::from_toml("fuzz", text) else { return };
    let written = rules.to_toml();
    let read = Rules::from_toml("fuzz", &written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(read.fields(), rules.fields());
    assert_eq!(read.start(), rules.start());
    every_form_says_the_same(rules.start(), &rules);
    for step in Game::new(&rules).legal_steps(&rules) {
        assert!(Game::new(&rules).try_step(&rules, step).is_ok());
    }
}
