//! Games are checked by the rules, and what is stored of them gives every position back.

use bashni_report::{GameRecord, Ply};
use bashni_rules::pdn::{self, GameResult};
use bashni_rules::{PRESETS, Rules, Setup};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

#[test]
fn an_illegal_move_is_refused_with_its_ply_and_changes_nothing() {
    let rules = Rules::preset("bashni").unwrap();
    let mut game = GameRecord::new(&rules, rules.start());
    game.play(&rules, "c3-b4").unwrap();
    let before = game.clone();
    let error = game.play(&rules, "c3-b4").unwrap_err().to_string();
    assert!(error.starts_with("ply 2: "), "{error}");
    assert_eq!(game, before);
}

#[test]
fn a_game_of_a_file_keeps_its_tags_and_comments() {
    let text = "[White \"net\"] [Black \"минимакс\"] [Event \"first\"] [Result \"1-0\"] 1. c3-d4 b6-c5 {bold} 2. d4:b6 1-0";
    let games = pdn::read(text).unwrap();
    let rules = Rules::preset("bashni").unwrap();
    let game = GameRecord::from_pdn(&games[0], &rules).unwrap();
    let mut expected = GameRecord::new(&rules, rules.start())
        .players("net", "минимакс")
        .tag("Event", "first")
        .result(GameResult::WhiteWins);
    expected.play(&rules, "c3-d4").unwrap();
    expected.play(&rules, Ply::new("b6-c5").comment("bold")).unwrap();
    expected.play(&rules, "d4:b6").unwrap();
    assert_eq!(game, expected);
    let other = Rules::preset("bashni-4x4").unwrap();
    assert!(GameRecord::from_pdn(&games[0], &other).is_err());
}

#[test]
fn what_is_known_of_a_ply_is_kept_within_its_limits() {
    assert_eq!(Ply::new("a").evaluation(f64::INFINITY).evaluation, Some(1.0));
    assert_eq!(Ply::new("a").evaluation(f64::NAN).evaluation, None);
    assert_eq!(Ply::new("a").seconds(-1.0).seconds, Some(0.0));
    assert_eq!(Ply::new("a").seconds(f64::INFINITY).seconds, None);
}

/// Applies what a ply changed, as the page does.
fn apply(setup: &Setup, changes: &str, rules: &Rules) -> Setup {
    let fen = |setup: &Setup| -> Vec<(bool, String, String)> {
        let board = rules.board();
        let column = |square| {
            let (owner, column) = setup.get(square)?;
            let digits: String =
                (0..column.height()).map(|i| if column.king_at(i) { '1' } else { '0' }).collect();
            let (own, prisoners) = digits.split_at(column.own());
            let pieces = if prisoners.is_empty() { own.to_owned() } else { format!("{own}/{prisoners}") };
            Some((owner.letter() == 'W', board.name(square).to_owned(), pieces))
        };
        board.iter().filter_map(column).collect()
    };
    let mut columns = fen(setup);
    for change in changes.split(' ') {
        let (place, pieces) = change.split_once('=').unwrap_or((change, ""));
        let (white, square) = match place.chars().next() {
            Some(owner @ ('W' | 'B')) => (owner == 'W', &place[1..]),
            _ => (true, place),
        };
        columns.retain(|(_, name, _)| name != square);
        if !pieces.is_empty() {
            columns.push((white, square.to_owned(), pieces.to_owned()));
        }
    }
    let side = |white: bool| {
        let own = columns.iter().filter(|(owner, ..)| *owner == white);
        own.map(|(_, square, pieces)| format!("{square}={pieces}")).collect::<Vec<_>>().join(",")
    };
    let turn = (!setup.turn()).letter();
    Setup::from_fen(&format!("{turn}:W{}:B{}", side(true), side(false)), rules.board()).unwrap().0
}

#[test]
fn changes_give_every_position_back_on_every_board() {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    for (preset, _) in PRESETS {
        let rules = Rules::preset(preset).unwrap();
        let mut game = GameRecord::new(&rules, rules.start());
        let mut setup = rules.start().setup();
        for _ in 0..80 {
            let moves = game.position().legal_moves(&rules);
            if moves.is_empty() {
                break;
            }
            let played = moves[random.random_range(0..moves.len())];
            let text = game.position().move_text(&rules, &played);
            game.play(&rules, Ply::new(text)).unwrap();
            let json = serde_json::to_value(&game).unwrap();
            let changes = json["changes"].as_array().unwrap().last().unwrap().as_str().unwrap().to_owned();
            setup = apply(&setup, &changes, &rules);
            assert_eq!(setup, game.position().setup(), "{preset}");
        }
    }
}
