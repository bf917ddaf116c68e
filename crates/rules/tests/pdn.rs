//! Games in PDN: the files of `tests/data/pdn`, and what holds for any game.

use std::path::{Path, PathBuf};

use bashni_rules::pdn::{self, GameResult, Line, MAX_DEPTH, PdnGame, Ply};
use bashni_rules::{Game, Rules};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/pdn")
}

fn games(name: &str) -> Vec<PdnGame> {
    let text = std::fs::read_to_string(folder().join(name)).unwrap();
    pdn::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn rules(game: &PdnGame) -> Rules {
    game.rules().unwrap().unwrap_or_else(|| Rules::preset("bashni").unwrap())
}

fn moves(line: &Line) -> Vec<&str> {
    line.plies.iter().map(|ply| ply.text.as_str()).collect()
}

#[test]
fn a_game_keeps_its_tags_comments_annotations_and_variations() {
    let games = games("bashni.pdn");
    assert_eq!(games.len(), 2);
    let game = &games[0];
    assert_eq!(game.tags.get("Black"), Some("Ivanov \"Tower\" P."));
    assert_eq!(game.line.comments, ["A quiet beginning"]);
    assert_eq!(game.line.plies[6].comments, ["the column of three"]);
    let variation = &game.line.plies[3].variations[0];
    assert_eq!(moves(variation), ["h6-g5", "b2-c3", "a7-b6"]);
    assert_eq!(
        (variation.plies[0].nags.as_slice(), &variation.plies[0].comments[..]),
        (&[5][..], &["also played".to_owned()][..])
    );
    assert_eq!(moves(&variation.plies[1].variations[0]), ["g3-h4", "g7-h6"]);
    let replay = game.replay(&rules(game)).unwrap();
    assert_eq!(replay.end.ply(), 12);
    assert!(replay.end.position().fen(&rules(game)).starts_with("W:Wa7=0/00,b2=00"));
    assert!(replay.warnings.is_empty());
}

#[test]
fn our_own_files_are_written_as_they_were_read() {
    let text = std::fs::read_to_string(folder().join("bashni.pdn")).unwrap();
    let games = pdn::read(&text).unwrap();
    assert_eq!(pdn::write(&games), text);
    assert!(text.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn english_draughts_replay_in_numbers_with_their_colours_exchanged() {
    let games = games("english.pdn");
    let rules = rules(&games[0]);
    assert_eq!(rules.name(), "english");
    let replay = games[0].replay(&rules).unwrap();
    assert_eq!((replay.end.ply(), moves(&replay.line)[0]), (14, "g3-f4"));
    let letters = games[0].in_letters(&rules).unwrap();
    assert_eq!(letters.tags.get("White"), Some("First, A."), "Black moves first in English draughts");
    assert_eq!((letters.tags.get("GameType"), letters.tags.get("Rules")), (None, Some("english")));
    let numbers = letters.in_numbers(&rules).unwrap();
    assert_eq!(numbers.tags.get("Black"), Some("First, A."));
    assert_eq!(numbers.tags.get("GameType"), Some("21,B,8,8,N1,0"));
    assert_eq!(moves(&numbers.line), moves(&games[0].line));
    // The side that is second in a whole game begins here: White there, Black here.
    let start = games[1].start(&rules).unwrap();
    assert_eq!(start.position().fen(&rules), "B:Wg1=0,h2=1:Bb6=1,e5=0");
    assert!(games[1].to_string().contains("1... 18-14 2. 1-6 *"));
    assert!(games[1].in_letters(&rules).unwrap().to_string().contains("\n1... "));
}

#[test]
fn russian_draughts_replay_from_a_file_of_another_system() {
    let game = &games("russian.pdn")[0];
    assert_eq!((rules(game).name(), game.result), ("russian", GameResult::WhiteWins));
    assert_eq!(game.tags.get("White"), Some("Иванов"));
    assert_eq!(game.replay(&rules(game)).unwrap().end.ply(), 9);
}

#[test]
fn what_people_write_is_read_too() {
    let games = games("as-people-write.pdn");
    assert_eq!(games.len(), 3);
    let first = &games[0];
    assert_eq!(first.result, GameResult::Draw);
    assert_eq!(first.line.plies[0].nags, [1]);
    assert_eq!(first.line.plies[1].nags, [2]);
    assert_eq!(first.line.plies[4].nags, [7, 7], "a star and $7 both say that a move is forced");
    assert_eq!(moves(&first.line)[6..], ["d4-c5", "a5xc3"]);
    assert_eq!(moves(&games[1].line), ["22-18", "9-13", "18-14"]);
    assert_eq!((games[2].result, games[2].line.is_empty()), (GameResult::BlackWins, true));
}

#[test]
fn bad_files_are_refused_where_they_are_wrong() {
    let list = std::fs::read_to_string(folder().join("bad/errors.txt")).unwrap();
    let mut listed = 0;
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let [name, place, part] = line.splitn(3, " | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let text = std::fs::read_to_string(folder().join("bad").join(name)).unwrap();
        let checked = pdn::read(&text).and_then(|games| {
            for game in &games {
                let rules = game.rules()?.unwrap_or_else(|| Rules::preset("bashni").unwrap());
                game.replay(&rules)?;
            }
            Ok(())
        });
        let error = checked.expect_err(name);
        assert_eq!(format!("{}:{}", error.place.line, error.place.column), place, "{name}: {error}");
        assert!(error.to_string().contains(part), "{name}: {error}");
        listed += 1;
    }
    assert_eq!(listed + 1, std::fs::read_dir(folder().join("bad")).unwrap().count());
}

#[test]
fn a_result_may_be_resigned_but_not_against_the_rules() {
    let rules = Rules::preset("bashni").unwrap();
    let warnings = |text: &str| pdn::read(text).unwrap()[0].replay(&rules).unwrap().warnings;
    let won = "[FEN \"W:Wa1=1:Bb2=00\"] 1. a1:c3:a1";
    assert_eq!(warnings(&format!("{won} 1-0")), [""; 0]);
    assert_eq!(warnings(&format!("{won} *")), [""; 0]);
    assert_eq!(warnings("1. c3-d4 0-1"), [""; 0]);
    let warning = &warnings(&format!("{won} 0-1"))[0];
    assert!(warning.contains("Black has no legal move left, which is 1-0"), "{warning}");
    assert!(warnings("[Result \"1-0\"] 1. c3-d4 0-1")[0].contains("the tag says 1-0"));
    // A draw that nobody claimed does not contradict a win.
    let shuffle = "[FEN \"W:Wa1=1:Bb8=1\"] 1. a1-b2 b8-c7 2. b2-a1 c7-b8 3. a1-b2 b8-c7 4. b2-a1 c7-b8 1-0";
    assert_eq!(warnings(shuffle), [""; 0]);
}

#[test]
fn english_results_are_in_the_colours_of_the_file() {
    let game = &pdn::read("[GameType \"21\"]\n[FEN \"B:W6:B1\"]\n1. 1x10 1-0").unwrap()[0];
    let replay = game.replay(&rules(game)).unwrap();
    assert!(replay.warnings[0].contains("the result is 1-0, but White has no legal move left, which is 0-1"));
}

#[test]
fn variations_nest_deep_but_not_without_end() {
    let nested = |depth: usize| format!("1. c3-d4 {}{}", "(c3-d4 ".repeat(depth), ")".repeat(depth));
    let rules = Rules::preset("bashni").unwrap();
    let games = pdn::read(&nested(MAX_DEPTH)).unwrap();
    assert!(games[0].replay(&rules).is_ok());
    assert_eq!(pdn::read(&games[0].to_string()).unwrap(), games);
    let error = pdn::read(&nested(1_000_000)).unwrap_err();
    assert!(error.message.contains("nested deeper than 64"), "{error}");
    let mut line = Line::of(["c3-d4"]);
    for _ in 0..=MAX_DEPTH {
        let mut ply = Ply::new("c3-d4");
        ply.variations.push(line);
        line = Line { plies: vec![ply], ..Line::default() };
    }
    let built = PdnGame { line, ..PdnGame::default() };
    assert!(built.replay(&rules).unwrap_err().message.contains("nested deeper than 64"));
}

#[test]
fn hostile_files_are_read_in_one_pass() {
    let half = 500_000;
    for text in [
        "{".repeat(half),
        "[".repeat(half),
        ")".repeat(half),
        " \n".repeat(half),
        "$1 ".repeat(half),
        "c3-d4 ".repeat(half),
        "c3-d4 - ".repeat(half),
        "1. c3-d4 (b6-a5) ".repeat(half / 10),
        "*".repeat(half),
        "c3-d4* ".repeat(half),
        "[A \"\"]".repeat(half),
        "1-0 ".repeat(half),
        format!("1. {}", "c3".repeat(half)),
    ] {
        if let Err(error) = pdn::read(&text) {
            assert!(error.to_string().len() < 1000, "{error}");
        }
    }
}

/// A random game with variations, comments and annotations.
fn random_game(rules: &Rules, seed: u64) -> PdnGame {
    let mut rng = Pcg64::seed_from_u64(seed);
    let start = Game::new(rules);
    let length = rng.random_range(0..40);
    let mut game = PdnGame { line: random_line(rules, start, length, 2, &mut rng), ..PdnGame::default() };
    game.tags.set("Event", ["plain", "with \"quotes\" and \\", "Первенство"][rng.random_range(0..3)]);
    game.tags.set("Rules", rules.name());
    game.result = [GameResult::WhiteWins, GameResult::Draw, GameResult::Unknown, GameResult::BothLose]
        [rng.random_range(0..4)];
    game
}

fn random_line(rules: &Rules, mut game: Game, length: usize, depth: usize, rng: &mut Pcg64) -> Line {
    const COMMENTS: [&str; 4] =
        ["short", "with } inside", "[%clock w0:01:00]", "ein längerer Kommentar; er hat (auch) $1 Zeichen"];
    let mut line = Line::default();
    if rng.random_bool(0.1) {
        line.comments.push(COMMENTS[rng.random_range(0..4)].to_owned());
    }
    for _ in 0..length {
        let moves = game.position().legal_moves(rules);
        if moves.is_empty() {
            break;
        }
        let played = &moves[rng.random_range(0..moves.len())];
        let mut ply = Ply::new(bashni_rules::Squares::Letters.move_text(game.position(), rules, played));
        if rng.random_bool(0.1) {
            ply.nags.push(rng.random_range(0..=255));
        }
        if rng.random_bool(0.1) {
            ply = ply.commented(COMMENTS[rng.random_range(0..4)]);
        }
        if depth > 0 && rng.random_bool(0.1) {
            ply.variations.push(random_line(rules, game.clone(), 1 + length / 4, depth - 1, rng));
        }
        line.plies.push(ply);
        game.play(rules, played);
    }
    line
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_is_written_is_read_back_and_replays(seeds in prop::collection::vec(any::<u64>(), 1..4)) {
        for name in ["bashni", "lasca", "english", "russian", "bashni-10x10"] {
            let rules = Rules::preset(name).unwrap();
            let games: Vec<PdnGame> = seeds.iter().map(|&seed| random_game(&rules, seed)).collect();
            let text = pdn::write(&games);
            let read = pdn::read(&text).unwrap();
            prop_assert_eq!(&read, &games, "{}", text);
            for game in &read {
                let replay = game.replay(&game.rules().unwrap().unwrap()).unwrap();
                prop_assert_eq!(&replay.line, &game.line);
                let numbers = game.in_numbers(&rules).unwrap();
                let read = &pdn::read(&numbers.to_string()).unwrap()[0];
                prop_assert_eq!(read, &numbers);
                prop_assert_eq!(read.replay(&rules).unwrap().line, replay.line);
            }
        }
    }

    #[test]
    fn no_text_whatever_makes_the_reader_panic(text in "\\PC*", like in "([\\[\\](){}*;%$!?\"1-9. a-hx:-]|\n|c3-d4|1-0|\\[A \"b\"\\]){0,40}") {
        for text in [text, like] {
            let Ok(games) = pdn::read(&text) else { continue };
            prop_assert_eq!(pdn::read(&pdn::write(&games)).unwrap(), games);
        }
    }
}
