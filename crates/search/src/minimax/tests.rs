use std::time::Duration;

use bashni_rules::{Game, Rules};
use proptest::prelude::*;

use super::score::LEAST_WIN;
use super::*;
use crate::testing::{Solved, game, random_games, rules, solved_4x4};

/// Minimax as the definition has it: no pruning, no table.
fn exhaustive(rules: &Rules, game: &Game, depth: u32, ply: i32) -> i32 {
    let position = game.position();
    let moves = position.legal_moves(rules);
    if moves.is_empty() {
        return ply - WIN;
    }
    if ply > 0 && game.draw_by_rule(rules) {
        return DRAW;
    }
    if depth == 0 && !moves[0].is_capture() {
        return evaluate(rules, position);
    }
    let scores = moves.iter().map(|played| {
        let mut child = game.clone();
        child.play(rules, played);
        -exhaustive(rules, &child, depth.saturating_sub(1), ply + 1)
    });
    scores.max().unwrap()
}

/// The score of the best move that was returned.
fn score_of_best(rules: &Rules, game: &Game, result: &SearchResult, depth: u32) -> i32 {
    let mut child = game.clone();
    child.play(rules, result.best.as_ref().unwrap());
    -exhaustive(rules, &child, depth - 1, 1)
}

#[test]
fn pruning_never_changes_the_score() {
    let mut minimax = Minimax::new(0);
    for (preset, depth, plies) in
        [("bashni-4x4", 6, 5), ("bashni-6x6", 4, 16), ("bashni", 3, 25), ("lasca", 3, 20), ("russian", 3, 25)]
    {
        let rules = rules(preset);
        for game in random_games(&rules, plies, 15) {
            let result = minimax.search(&rules, &game, Limits::depth(depth));
            let expected = exhaustive(&rules, &game, depth, 0);
            let fen = game.position().fen(&rules);
            assert_eq!(result.score, expected, "{preset} {fen}");
            assert_eq!(score_of_best(&rules, &game, &result, depth), expected, "{preset} {fen}");
            assert_eq!(result.best.as_ref(), result.pv.first());
        }
    }
}

#[test]
fn every_win_and_loss_of_the_small_board_is_found_with_its_exact_length() {
    const DEPTH: u32 = 9;
    let (rules, positions) = solved_4x4();
    let mut minimax = Minimax::new(1);
    let mut seen = [0; 3];
    for (position, value) in positions.iter().step_by(7) {
        let game = Game::from_position(position.clone());
        let result = minimax.search(rules, &game, Limits::depth(DEPTH));
        let fen = position.fen(rules);
        match *value {
            Solved::Win(plies) if plies <= DEPTH => assert_eq!(result.win_in(), Some(plies), "{fen}"),
            Solved::Loss(plies) if plies <= DEPTH => assert_eq!(result.loss_in(), Some(plies), "{fen}"),
            Solved::Win(_) => assert_eq!(result.loss_in(), None, "{fen}"),
            Solved::Loss(_) => assert_eq!(result.win_in(), None, "{fen}"),
            Solved::Draw => assert!(result.score.abs() < LEAST_WIN, "{fen}: {}", result.score),
        }
        seen[match value {
            Solved::Win(_) => 0,
            Solved::Loss(_) => 1,
            Solved::Draw => 2,
        }] += 1;
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn the_table_proves_nothing_that_draws_by_rule_would_prevent() {
    const DEPTH: u32 = 8;
    let mut minimax = Minimax::new(1);
    let (small, positions) = solved_4x4();
    for fields in [["no_progress_plies=4", "repetition=0"], ["no_progress_plies=0", "repetition=2"]] {
        let rules = small.with(&fields).unwrap();
        let limit = rules.fields().no_progress_plies.max(1);
        let mut decided = 0;
        for (number, (position, _)) in (0..).zip(positions.iter().step_by(31)) {
            let game = Game::restore(position.clone(), number % limit, 0);
            let expected = exhaustive(&rules, &game, DEPTH, 0);
            let found = minimax.search(&rules, &game, Limits::depth(DEPTH)).score;
            let proven = |score: i32| score.abs() >= WIN - DEPTH as i32;
            if proven(expected) || proven(found) {
                decided += 1;
                assert_eq!(found, expected, "{fields:?} {} {number}", position.fen(&rules));
            }
        }
        assert!(decided > 80, "{decided}");
    }
}

#[test]
fn a_capture_of_everything_wins_at_once() {
    let rules = rules("bashni");
    let game = game(&rules, "W:Wc3=0,e3=0:Bd4=0,f6=0");
    let result = Minimax::new(1).search(&rules, &game, Limits::depth(4));
    assert_eq!(game.position().move_text(&rules, &result.best.unwrap()), "c3:e5:g7");
    assert_eq!((result.score, result.depth), (WIN - 1, 1));
}

#[test]
fn a_side_that_cannot_move_has_lost() {
    let rules = rules("bashni");
    let lost = game(&rules, "B:Wa1=0:B");
    let result = Minimax::new(1).search(&rules, &lost, Limits::depth(4));
    assert_eq!((result.best, result.score), (None, -WIN));
}

#[test]
fn a_position_whose_every_line_draws_is_a_draw_and_has_a_move() {
    let rules = rules("bashni");
    // One ply is left before the draw for want of progress, and nothing can be captured.
    let drawn = game(&rules, "W:Wa1=11:Bc1=1:H29");
    for hash_mb in [0, 1] {
        let result = Minimax::new(hash_mb).search(&rules, &drawn, Limits::depth(5));
        assert_eq!(result.score, DRAW);
        assert!(result.best.is_some());
    }
    // With the counter at rest the extra king counts.
    let open = game(&rules, "W:Wa1=11:Bc1=1");
    assert!(Minimax::new(1).search(&rules, &open, Limits::depth(3)).score > 0);
}

#[test]
fn the_side_that_is_behind_repeats() {
    let rules = rules("bashni").with(&["no_progress_plies=0"]).unwrap();
    let mut shuffled = game(&rules, "W:Wh8=111:Bc1=1");
    for text in ["h8-g7", "c1-d2", "g7-h8", "d2-c1", "h8-g7", "c1-d2", "g7-h8"] {
        let played = rules.parse_move(shuffled.position(), text).unwrap();
        shuffled.play(&rules, &played);
    }
    // Now d2-c1 makes the position of the beginning for the third time.
    let result = Minimax::new(1).search(&rules, &shuffled, Limits::depth(3));
    assert_eq!(shuffled.position().move_text(&rules, &result.best.unwrap()), "d2-c1");
    assert_eq!(result.score, DRAW);
}

#[test]
fn the_answer_does_not_depend_on_earlier_searches() {
    let rules = rules("bashni");
    let games = random_games(&rules, 20, 6);
    let mut old = Minimax::new(1);
    for game in &games {
        let again = old.search(&rules, game, Limits::depth(4));
        assert_eq!(again, Minimax::new(1).search(&rules, game, Limits::depth(4)));
    }
}

#[test]
fn limits_are_kept_and_depth_1_is_always_finished() {
    let rules = rules("bashni");
    let game = Game::new(&rules);
    let mut minimax = Minimax::new(1);
    let none = minimax.search(&rules, &game, Limits::nodes(0));
    assert!(none.best.is_some() && none.depth == 1);
    assert!(minimax.search(&rules, &game, Limits::time(Duration::ZERO)).best.is_some());
    let some = minimax.search(&rules, &game, Limits::nodes(5_000));
    assert!(some.nodes <= 5_000 && some.depth > 2, "{some:?}");
    let short = minimax.search(&rules, &game, Limits::time(Duration::from_millis(30)));
    assert!(short.best.is_some() && short.depth > 1);
}

#[test]
fn inside_a_chain_there_is_no_whole_move() {
    let rules = rules("bashni");
    let mut chained = game(&rules, "W:Wc3=0,e3=0:Bd4=0,f6=0");
    chained.play_step(&rules, crate::testing::step(&rules, "c3-e5"));
    assert_eq!(Minimax::new(1).search(&rules, &chained, Limits::depth(2)).best, None);
}

#[test]
fn prisoners_count_for_their_former_owner_and_more_under_a_thin_guard() {
    let rules = rules("bashni");
    let score = |fen: &str| evaluate(&rules, game(&rules, fen).position());
    assert_eq!(score("W:Wa1=1:Bh8=1"), 0);
    assert!(score("W:Wa1=1/00:Bh8=1") < 0);
    assert!(score("W:Wa1=11/00:Bh8=11") > score("W:Wa1=1/00:Bh8=1"));
    assert!(score("W:Wa1=1/1:Bh8=1") < score("W:Wa1=1/0:Bh8=1"));
    assert!(score("W:Wc5=0:Bg7=0") > score("W:Wc3=0:Bg7=0"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Turning the board and swapping the colours changes nothing.
    #[test]
    fn both_sides_are_judged_alike(plies in 0u32..60, seed in 0u64..1000) {
        let rules = rules("bashni");
        let game = random_games(&rules, plies, seed % 7 + 1).pop().unwrap();
        let turned = game.position().turned(rules.board()).unwrap();
        prop_assert_eq!(evaluate(&rules, game.position()), evaluate(&rules, &turned));
        let mut minimax = Minimax::new(1);
        let here = minimax.search(&rules, &Game::from_position(game.position().clone()), Limits::depth(2));
        let there = minimax.search(&rules, &Game::from_position(turned), Limits::depth(2));
        prop_assert_eq!(here.score, there.score);
    }
}
