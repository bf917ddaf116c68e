//! How games end: wins, repetition, want of progress, and which comes first.

use bashni_rules::{Game, Outcome, Rules};

fn rules(changes: &[&str]) -> Rules {
    Rules::preset("bashni").unwrap().with(changes).unwrap()
}

fn play(game: &mut Game, rules: &Rules, text: &str) {
    let played = rules.parse_move(game.position(), text).unwrap();
    game.play(rules, &played);
}

/// Two kings that never meet.
const KINGS: &str = "W:Wa1=1:Bb8=1";
/// After these four plies the position is as before.
const THERE_AND_BACK: [&str; 4] = ["a1-b2", "b8-c7", "b2-a1", "c7-b8"];

/// The ply after which the game of two kings is a draw, if that happens within 100.
fn drawn_after(rules: &Rules) -> Option<u32> {
    let mut game = Game::from_fen(KINGS, rules).unwrap();
    for text in THERE_AND_BACK.into_iter().cycle().take(100) {
        if let Some(outcome) = game.outcome(rules) {
            assert_eq!(outcome, Outcome::Draw);
            return Some(game.ply());
        }
        play(&mut game, rules, text);
    }
    None
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    assert_eq!(drawn_after(&rules(&[])), Some(8));
    assert_eq!(drawn_after(&rules(&["repetition=2"])), Some(4));
    assert_eq!(drawn_after(&rules(&["repetition=5"])), Some(16));
}

#[test]
fn thirty_plies_without_capture_or_promotion_are_a_draw() {
    assert_eq!(drawn_after(&rules(&["repetition=0"])), Some(30));
    assert_eq!(drawn_after(&rules(&["repetition=0", "no_progress_plies=12"])), Some(12));
    assert_eq!(drawn_after(&rules(&["repetition=0", "no_progress_plies=0"])), None);
}

#[test]
fn the_same_columns_with_the_other_side_to_move_are_another_position() {
    let rules = rules(&["repetition=2"]);
    let mut game = Game::from_fen("W:Wa1=1:Bb8=1,d8=1", &rules).unwrap();
    // White needs two plies to go where it could go in one; Black needs an odd number to lose the move.
    for text in ["a1-b2", "b8-a7", "b2-c3", "a7-b8"] {
        play(&mut game, &rules, text);
        assert_eq!(game.outcome(&rules), None);
    }
    assert_eq!(game.repetitions(), 0);
    play(&mut game, &rules, "c3-a1");
    // Black has made two moves, White three: the columns of the start, and Black to move.
    assert_eq!(game.position().fen(&rules), "B:Wa1=1:Bb8=1,d8=1");
    assert_eq!((game.repetitions(), game.outcome(&rules)), (0, None));
}

#[test]
fn moves_of_men_are_no_progress_and_promotions_and_captures_are() {
    let rules = rules(&[]);
    let counted = |fen: &str, text: &str| {
        let mut game = Game::from_fen(fen, &rules).unwrap();
        play(&mut game, &rules, text);
        (game.no_progress(), game.outcome(&rules))
    };
    assert_eq!(counted("W:Wa1=0:Bh8=0:H28", "a1-b2"), (29, None));
    assert_eq!(counted("W:Wa1=0:Bh8=0:H29", "a1-b2"), (30, Some(Outcome::Draw)));
    assert_eq!(counted("W:Wa7=0:Bh4=0:H29", "a7-b8"), (0, None));
    assert_eq!(counted("W:Wc3=0:Bd4=0,h8=0:H29", "c3:e5"), (0, None));
    assert_eq!(counted("W:Wa1=1:Bh4=1:H4294967295", "a1-b2"), (u32::MAX, Some(Outcome::Draw)));
}

#[test]
fn the_suffix_counts_plies_without_progress() {
    let rules = rules(&[]);
    assert_eq!(Game::from_fen("W:Wa1=1:Bb8=1:H12", &rules).unwrap().no_progress(), 12);
    assert_eq!(Game::from_fen("W:Wa1=1:Bb8=1", &rules).unwrap().no_progress(), 0);
    let game = Game::from_fen("W:Wa1=1:Bb8=1:H30", &rules).unwrap();
    assert_eq!(game.outcome(&rules), Some(Outcome::Draw));
    assert_eq!(game.position().fen(&rules), KINGS, "written only on request");
}

#[test]
fn a_side_without_a_column_has_lost() {
    let rules = rules(&[]);
    let mut game = Game::from_fen("W:Wa1=1:Bb2=00", &rules).unwrap();
    play(&mut game, &rules, "a1:c3:a1");
    assert_eq!(game.outcome(&rules), Some(Outcome::WhiteWins));
    let game = Game::from_fen("W:W:Bb2=0", &rules).unwrap();
    assert_eq!(game.outcome(&rules), Some(Outcome::BlackWins));
}

#[test]
fn having_no_legal_move_loses_also_where_a_draw_condition_holds() {
    let rules = rules(&[]);
    let mut game = Game::from_fen("W:Wb2=0,e3=1:Ba3=0:H29", &rules).unwrap();
    play(&mut game, &rules, "e3-c1");
    assert_eq!((game.no_progress(), game.draw_by_rule(&rules)), (30, true));
    assert_eq!(game.outcome(&rules), Some(Outcome::WhiteWins));
    // With a move left it is the draw that counts.
    let mut game = Game::from_fen("W:Wb2=0,e3=1:Ba3=0,h8=0:H29", &rules).unwrap();
    play(&mut game, &rules, "e3-c1");
    assert_eq!(game.outcome(&rules), Some(Outcome::Draw));
}

#[test]
fn a_game_goes_on_after_a_draw_if_the_players_do() {
    let rules = rules(&[]);
    let mut game = Game::from_fen(KINGS, &rules).unwrap();
    for text in THERE_AND_BACK.into_iter().cycle().take(8) {
        play(&mut game, &rules, text);
    }
    assert_eq!((game.repetitions(), game.outcome(&rules)), (2, Some(Outcome::Draw)));
    play(&mut game, &rules, "a1-e5");
    assert_eq!(game.outcome(&rules), None);
    play(&mut game, &rules, "b8:f4");
    assert_eq!(game.outcome(&rules), Some(Outcome::BlackWins));
}
