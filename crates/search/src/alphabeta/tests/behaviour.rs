//! Limits, threads, several lines, draws and wins.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use bashni_rules::Game;

use super::super::*;
use crate::testing::{game, random_games, rules};

fn engine(hash_mb: usize) -> AlphaBeta {
    AlphaBeta::new(Settings { hash_mb, ..Settings::default() }).unwrap()
}

#[test]
fn a_capture_of_everything_wins_at_once() {
    let rules = rules("bashni");
    let game = game(&rules, "W:Wc3=0,e3=0:Bd4=0,f6=0");
    let result = engine(1).search(&rules, &game, Limits::depth(4));
    assert_eq!(game.position().move_text(&rules, &result.best().unwrap()), "c3:e5:g7");
    assert_eq!((result.score(), result.depth), (WIN - 1, 1));
}

#[test]
fn blocking_the_last_column_wins_too() {
    let rules = rules("bashni");
    // After g1-f2 the man on h2 could not go on, nor capture.
    let game = game(&rules, "W:Wf2=0,e3=0,c1=0:Bg3=0,h4=0");
    let result = engine(1).search(&rules, &game, Limits::depth(6));
    let mut played = game.clone();
    for step in &result.lines[0].pv {
        played.play(&rules, step);
    }
    if let Some(plies) = result.win_in() {
        assert_eq!(result.lines[0].pv.len() as u32, plies);
        assert!(!played.position().has_legal_move(&rules));
    }
}

#[test]
fn a_side_that_cannot_move_has_lost() {
    let rules = rules("bashni");
    let lost = game(&rules, "B:Wa1=0:B");
    let result = engine(1).search(&rules, &lost, Limits::depth(4));
    assert_eq!((result.best(), result.score()), (None, -WIN));
}

#[test]
fn a_position_whose_every_line_draws_is_a_draw_and_has_a_move() {
    let rules = rules("bashni");
    // One ply is left before the draw for want of progress, and nothing can be captured.
    let drawn = game(&rules, "W:Wa1=11:Bc1=1:H29");
    for hash_mb in [0, 1] {
        let result = engine(hash_mb).search(&rules, &drawn, Limits::depth(5));
        assert_eq!(result.score(), DRAW);
        assert!(result.best().is_some());
    }
    // With the counter at rest the extra king counts.
    let open = game(&rules, "W:Wa1=11:Bc1=1");
    assert!(engine(1).search(&rules, &open, Limits::depth(3)).score() > 0);
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
    let result = engine(1).search(&rules, &shuffled, Limits::depth(3));
    assert_eq!(shuffled.position().move_text(&rules, &result.best().unwrap()), "d2-c1");
    assert_eq!(result.score(), DRAW);
}

#[test]
fn the_answer_does_not_depend_on_earlier_searches() {
    let rules = rules("bashni");
    let games = random_games(&rules, 20, 6);
    let mut old = engine(1);
    for game in &games {
        for limits in [Limits::depth(7), Limits::nodes(20_000)] {
            let again = old.search(&rules, game, limits);
            assert_eq!(again, engine(1).search(&rules, game, limits));
        }
    }
}

#[test]
fn after_forgetting_a_search_is_that_of_a_new_player() {
    let rules = rules("bashni");
    let settings = Settings { hash_mb: 16, keep_table: true, ..Settings::default() };
    let fresh = || AlphaBeta::new(settings.clone()).unwrap();
    let start = Game::new(&rules);
    let nodes = fresh().search(&rules, &start, Limits::depth(9)).nodes;
    let mut engine = fresh();
    for game in random_games(&rules, 20, 3) {
        engine.search(&rules, &game, Limits::depth(8));
    }
    engine.forget();
    assert_eq!(engine.search(&rules, &start, Limits::depth(9)).nodes, nodes);
}

#[test]
fn a_table_that_no_memory_holds_is_refused() {
    let refused = AlphaBeta::new(Settings { hash_mb: usize::MAX, ..Settings::default() }).unwrap_err();
    assert!(refused.to_string().contains("choose a smaller one"), "{refused}");
}

#[test]
fn a_table_that_is_kept_makes_the_same_search_cheaper() {
    let rules = rules("bashni");
    let game = random_games(&rules, 20, 1).pop().unwrap();
    let mut engine =
        AlphaBeta::new(Settings { hash_mb: 16, keep_table: true, ..Settings::default() }).unwrap();
    let first = engine.search(&rules, &game, Limits::depth(8)).nodes;
    assert!(engine.search(&rules, &game, Limits::depth(8)).nodes < first / 2);
    engine.forget();
    assert!(engine.search(&rules, &game, Limits::depth(8)).nodes > first / 2);
}

#[test]
fn limits_are_kept_and_depth_1_is_always_finished() {
    let rules = rules("bashni");
    let game = Game::new(&rules);
    let mut engine = engine(1);
    let none = engine.search(&rules, &game, Limits::nodes(0));
    assert!(none.best().is_some() && none.depth == 1);
    assert!(engine.search(&rules, &game, Limits::time(Duration::ZERO)).best().is_some());
    let some = engine.search(&rules, &game, Limits::nodes(5_000));
    assert!(some.nodes <= 5_001 && some.depth > 2, "{some:?}");
    let begun = Instant::now();
    let short = engine.search(&rules, &game, Limits::time(Duration::from_millis(30)));
    assert!(short.best().is_some() && short.depth > 1);
    assert!(begun.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_search_is_stopped_from_another_thread_and_reports_each_depth() {
    let rules = rules("bashni");
    let game = Game::new(&rules);
    let stop = AtomicBool::new(false);
    let mut depths = Vec::new();
    let mut report = |found: &SearchResult| {
        depths.push(found.depth);
        // From here on it would go on for hours.
        stop.store(found.depth == 6, Relaxed);
    };
    for threads in [1, 2] {
        let mut engine = AlphaBeta::new(Settings { hash_mb: 1, threads, ..Settings::default() }).unwrap();
        let control = Control { lines: 1, stop: Some(&stop), report: Some(&mut report) };
        let result = engine.search_with(&rules, &game, Limits::default(), control);
        assert!(result.depth >= 6 && result.best().is_some());
        stop.store(false, Relaxed);
    }
    assert_eq!(depths[..6], [1, 2, 3, 4, 5, 6]);
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let rules = rules("bashni");
    for game in random_games(&rules, 20, 5) {
        let count = game.position().count_moves(&rules);
        let mut engine = engine(1);
        let control = Control { lines: 3, ..Control::default() };
        let result = engine.search_with(&rules, &game, Limits::depth(4), control);
        assert_eq!(result.lines.len(), count.min(3));
        assert!(result.lines.is_sorted_by(|a, b| a.score >= b.score));
        let mut first: Vec<_> = result.lines.iter().map(|line| line.pv[0]).collect();
        first.dedup();
        assert_eq!(first.len(), count.min(3));
        let best = engine.search(&rules, &game, Limits::depth(4));
        assert!((best.score() - result.score()).abs() < 100, "{} {}", best.score(), result.score());
    }
}

#[test]
fn two_threads_find_what_one_finds() {
    let rules = rules("bashni");
    let won = game(&rules, "W:Wa1=1,c3=0,e3=0,g3=0:Bb6=0,h8=0");
    let one = engine(4).search(&rules, &won, Limits::depth(12));
    let mut engine = AlphaBeta::new(Settings { hash_mb: 4, threads: 2, ..Settings::default() }).unwrap();
    let two = engine.search(&rules, &won, Limits::depth(12));
    assert_eq!(one.win_in(), two.win_in());
    assert!(one.win_in().is_some());
}

#[test]
fn inside_a_chain_there_is_no_whole_move() {
    let rules = rules("bashni");
    let mut chained = game(&rules, "W:Wc3=0,e3=0:Bd4=0,f6=0");
    chained.play_step(&rules, crate::testing::step(&rules, "c3-e5"));
    assert_eq!(engine(1).search(&rules, &chained, Limits::depth(2)).best(), None);
}

#[test]
fn the_deepest_search_of_a_bare_ending_ends_and_overflows_nothing() {
    let rules = rules("bashni").with(&["no_progress_plies=0", "repetition=0"]).unwrap();
    let game = game(&rules, "W:Wa1=1:Bh8=1");
    let result = engine(1).search(&rules, &game, Limits { nodes: Some(200_000), ..Limits::default() });
    assert!(result.best().is_some());
}
