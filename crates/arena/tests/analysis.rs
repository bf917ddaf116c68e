//! Games are judged move by move.

mod common;

use std::sync::Arc;

use bashni_arena::{
    BuiltinPlayers, EngineSetup, GameAnalysis, GameHistory, Go, Mistake, PlayerFactory, Score, analyse_game,
};
use bashni_rules::pdn::{self, PdnGame};
use bashni_rules::{Color, Rules};
use common::{rules, spec};

fn analysed(text: &str, depth: u32, lines: usize) -> (PdnGame, Arc<Rules>, GameAnalysis) {
    let rules = rules("bashni");
    let game = pdn::read(text).unwrap().remove(0);
    let replay = game.replay(&rules).unwrap();
    let history = GameHistory::of(&rules, replay.start, &replay.moves);
    let setup = EngineSetup { hash_mb: 1, ..EngineSetup::default() };
    let mut engine = BuiltinPlayers.engine(&spec("minimax"), &rules, &setup).unwrap();
    let mut told = Vec::new();
    let go = Go { lines, ..Go::to_depth(depth) };
    let analysis =
        analyse_game(&rules, &history, &mut *engine, &go, &mut |played| told.push(played.clone())).unwrap();
    assert_eq!(told, analysis.moves);
    assert_eq!(analysis.moves.len(), replay.moves.len());
    (game, rules, analysis)
}

/// White gives two men with its second move.
const BLUNDER: &str =
    "[White \"A\"]\n[Black \"B\"]\n\n1. c3-d4 {fine} f6-g5 2. d4-c5 b6:d4 3. e3:c5 d6:b4 4. d4:b6 c7:a5 *";

#[test]
fn a_move_that_gives_men_away_is_a_blunder_whatever_else_is_looked_at() {
    for lines in [1, 8] {
        let (_, _, analysis) = analysed(BLUNDER, 6, lines);
        let marks: Vec<Option<Mistake>> = analysis.moves.iter().map(|played| played.mistake).collect();
        assert_eq!(marks[1..4], [None, Some(Mistake::Blunder), None], "{analysis:#?}");
        let blunder = &analysis.moves[2];
        assert_eq!((blunder.text.as_str(), blunder.best.as_deref()), ("d4-c5", Some("d4-e5")));
        assert!(blunder.loss > 0.3 && blunder.expected < 0.1 && blunder.for_white() == blunder.expected);
        let drop = blunder.best_score.unwrap().expected() - blunder.expected;
        assert!((blunder.loss - drop).abs() < 1e-12, "{blunder:?}");
        let wrong = marks.iter().flatten().count();
        assert_eq!(analysis.sides[Color::White.index()].mistakes.iter().sum::<usize>(), wrong);
        assert_eq!(analysis.sides[Color::Black.index()].mistakes, [0; 3]);
    }
}

#[test]
fn a_missed_win_is_marked_with_the_winning_line() {
    // The king takes both pieces and wins at once, or only wanders.
    let (game, rules, analysis) = analysed(
        "[FEN \"W:Wa1=1,h2=0:Bb2=00,b8=0\"]\n\n1. a1:c3:a1 b8-a7 2. a1-b2 a7-b6 3. b2-a1 b6-c5 4. a1-h8 *",
        7,
        1,
    );
    assert_eq!(analysis.moves[0].best, None, "a forced move is not judged");
    assert!(analysis.moves[0].expected > 0.9, "{analysis:#?}");
    assert_eq!(analysis.sides[Color::White.index()].choices, 3);
    let annotated = analysis.annotated(&game, &rules, "bashni").unwrap();
    let text = annotated.to_string();
    assert!(text.contains("[Annotator \"bashni\"]"), "{text}");
    let read = &pdn::read(&text).unwrap()[0];
    assert_eq!(read, &annotated);
    read.replay(&rules).unwrap();
    for (ply, judged) in read.line.plies.iter().zip(&analysis.moves) {
        assert_eq!(ply.nags.is_empty(), judged.mistake.is_none(), "{judged:?}");
        assert_eq!(ply.variations.is_empty(), judged.mistake.is_none(), "{judged:?}");
        assert!(!ply.comments.is_empty());
    }
}

#[test]
fn what_the_file_says_stays_and_a_page_shows_the_game() {
    let (game, rules, analysis) = analysed(BLUNDER, 4, 1);
    let text = analysis.annotated(&game, &rules, "bashni 9, minimax").unwrap().to_string();
    assert!(text.contains("{fine}") && text.contains("[White \"A\"]"), "{text}");
    assert!(text.replace('\n', " ").contains("2. d4-c5 $4 {"), "{text}");
    let page = analysis.page(&game, &rules, "bashni 9, minimax").unwrap().html();
    for part in ["A – B", "judged by bashni 9, minimax", "expected score", "fine", "?? blunder", "d4-e5"] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn a_game_that_ends_by_the_rules_ends_with_its_exact_score() {
    let (_, _, analysis) = analysed("[FEN \"W:Wa1=1:Bb2=00\"]\n\n1. a1:c3:a1 1-0", 2, 1);
    assert_eq!((analysis.moves[0].score, analysis.start), (Score::WinIn(1), 1.0));
    assert_eq!(Mistake::of_loss(1.0), Some(Mistake::Blunder));
}
