//! Scores are those of the definition where nothing is left out by guess.

use bashni_rules::{Game, Rules};

use super::super::score::is_decided;
use super::super::*;
use crate::testing::{Solved, random_games, rules, solved_4x4};

/// Minimax as the definition has it: no pruning, no table.
fn exhaustive(rules: &Rules, evaluation: &Evaluation, game: &Game, depth: u32, ply: i32) -> i32 {
    let position = game.position();
    let moves = position.legal_moves(rules);
    if moves.is_empty() {
        return ply - WIN;
    }
    if ply > 0 && game.draw_by_rule(rules) {
        return DRAW;
    }
    if depth == 0 && !moves[0].is_capture() {
        return evaluation.evaluate(rules, position);
    }
    let scores = moves.iter().map(|played| {
        let mut child = game.clone();
        child.play(rules, played);
        -exhaustive(rules, evaluation, &child, depth.saturating_sub(1), ply + 1)
    });
    scores.max().unwrap()
}

fn engine(hash_mb: usize, features: Features) -> AlphaBeta {
    AlphaBeta::new(Settings { hash_mb, features, ..Settings::default() }).unwrap()
}

/// What changes the tree only by order and windows.
fn without_guesses() -> Features {
    Features { aspiration: true, history: true, ..Features::NONE }
}

#[test]
fn without_guesses_the_score_is_that_of_exhaustive_minimax() {
    for (preset, depth, plies) in [
        ("bashni-4x4", 6, 5),
        ("bashni-6x6", 5, 16),
        ("bashni", 3, 25),
        ("bashni-short", 3, 30),
        ("lasca", 4, 20),
        ("russian", 3, 25),
        ("english", 4, 25),
    ] {
        let rules = rules(preset);
        let evaluation = Evaluation::new(&rules, &Weights::for_rules(&rules));
        for game in random_games(&rules, plies, 12) {
            let expected = exhaustive(&rules, &evaluation, &game, depth, 0);
            for (hash_mb, features) in [(0, without_guesses()), (0, Features::NONE), (1, without_guesses())] {
                let result = engine(hash_mb, features).search(&rules, &game, Limits::depth(depth));
                let fen = game.position().fen(&rules);
                assert_eq!(result.score(), expected, "{preset} {fen}, {hash_mb} MB");
                let mut child = game.clone();
                child.play(&rules, &result.best().unwrap());
                let of_best = -exhaustive(&rules, &evaluation, &child, depth - 1, 1);
                assert_eq!(of_best, expected, "{preset} {fen}");
            }
        }
    }
}

/// Deep enough for the longest win of the small board, which takes 25 plies.
const SOLVING_DEPTH: u32 = 26;

#[test]
fn every_value_of_the_small_board_is_exact() {
    let (small, positions) = solved_4x4();
    // The solution knows no draws by rule.
    let rules = small.with(&["no_progress_plies=0"]).unwrap();
    let mut engine = engine(16, Features { repeats: true, ..without_guesses() });
    let mut seen = [0; 3];
    for (position, value) in positions.iter().step_by(9) {
        let game = Game::from_position(position.clone());
        let result = engine.search(&rules, &game, Limits::depth(SOLVING_DEPTH));
        let fen = position.fen(&rules);
        match *value {
            Solved::Win(plies) => assert_eq!(result.win_in(), Some(plies), "{fen}"),
            Solved::Loss(plies) => assert_eq!(result.loss_in(), Some(plies), "{fen}"),
            Solved::Draw => assert!(!is_decided(result.score()), "{fen}: {}", result.score()),
        }
        seen[match value {
            Solved::Win(_) => 0,
            Solved::Loss(_) => 1,
            Solved::Draw => 2,
        }] += 1;
    }
    assert_eq!(seen.iter().sum::<i32>(), 1049);
    assert!(seen.iter().all(|&count| count > 250), "{seen:?}");
}

#[test]
fn as_it_plays_the_engine_finds_every_value_too_but_perhaps_not_the_shortest_win() {
    let (small, positions) = solved_4x4();
    let rules = small.with(&["no_progress_plies=0"]).unwrap();
    let mut engine = engine(16, Features::ALL);
    let (mut decided, mut shortest) = (0, 0);
    for (position, value) in positions.iter().step_by(9) {
        let game = Game::from_position(position.clone());
        let result = engine.search(&rules, &game, Limits::depth(SOLVING_DEPTH));
        let fen = position.fen(&rules);
        let (exact, found) = match *value {
            Solved::Win(plies) => (plies, result.win_in()),
            Solved::Loss(plies) => (plies, result.loss_in()),
            Solved::Draw => {
                assert!(!is_decided(result.score()), "{fen}: {}", result.score());
                continue;
            }
        };
        assert!(found >= Some(exact), "{fen}: {found:?}, exactly {exact}");
        decided += 1;
        shortest += u32::from(found == Some(exact));
    }
    assert!(shortest * 100 > decided * 99, "{shortest} of {decided}");
}

#[test]
fn the_table_proves_nothing_that_draws_by_rule_would_prevent() {
    const DEPTH: u32 = 8;
    let (small, positions) = solved_4x4();
    let mut engine = engine(1, Features { repeats: true, ..without_guesses() });
    for fields in [["no_progress_plies=4", "repetition=0"], ["no_progress_plies=0", "repetition=2"]] {
        let rules = small.with(&fields).unwrap();
        let evaluation = Evaluation::new(&rules, &Weights::for_rules(&rules));
        let limit = rules.fields().no_progress_plies.max(1);
        let mut decided = 0;
        for (number, (position, _)) in (0..).zip(positions.iter().step_by(31)) {
            let game = Game::restore(position.clone(), number % limit, 0);
            let expected = exhaustive(&rules, &evaluation, &game, DEPTH, 0);
            let found = engine.search(&rules, &game, Limits::depth(DEPTH)).score();
            if is_decided(expected) || is_decided(found) {
                decided += 1;
                assert_eq!(found, expected, "{fields:?} {} {number}", position.fen(&rules));
            }
        }
        assert!(decided > 80, "{decided}");
    }
}

/// With `--nocapture` it prints what `repeats` is worth.
#[test]
fn counting_repeats_as_draws_finds_more_true_scores_with_fewer_nodes() {
    let (small, positions) = solved_4x4();
    let rules = small.with(&["no_progress_plies=0"]).unwrap();
    let [with, without] = ["", "repeats"].map(|left_out| {
        let mut engine = engine(16, Features::without(left_out).unwrap());
        let (mut wrong, mut nodes) = (0, 0);
        for (position, value) in positions.iter().step_by(90) {
            let game = Game::from_position(position.clone());
            let result = engine.search(&rules, &game, Limits::depth(SOLVING_DEPTH));
            nodes += result.nodes;
            let is_true = match *value {
                Solved::Win(_) => result.win_in().is_some(),
                Solved::Loss(_) => result.loss_in().is_some(),
                Solved::Draw => result.score() == DRAW,
            };
            wrong += u32::from(!is_true);
        }
        println!("without `{left_out}`: {wrong} not exact, {nodes} nodes");
        (wrong, nodes)
    });
    assert!(with.0 < without.0 && with.1 < without.1, "{with:?}, {without:?}");
}
