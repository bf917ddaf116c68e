use std::collections::HashMap;

use bashni_rules::{Color, Outcome, Position, PovOutcome};

use super::*;
use crate::UniformEvaluator;
use crate::mcts::arena::{Arena, ROOT};
use crate::mcts::proof::End;
use crate::testing::{Scripted, Solved, game, opinionated, random_games, rules, solved_4x4, step};

/// A root with steps to nodes that are proven, or not (`None`): their ends as outcome and ply.
fn parent(rules: &Rules, turn: Color, children: &[Option<(Outcome, u32)>]) -> Arena {
    let mut arena = Arena::default();
    arena.add_node(turn, &[], None);
    arena.expand(ROOT, Wdl::DRAW, children.iter().map(|_| (step(rules, "c3-d4"), 0.1)));
    for (index, child) in children.iter().enumerate() {
        let end = child.map(|(outcome, ply)| End { outcome, ply });
        let node = arena.add_node(!turn, &[], end);
        arena.edges[index].child = std::num::NonZeroU32::new(node);
        arena.edges[index].proven = end.map(|end| end.outcome);
    }
    arena
}

#[test]
fn one_win_proves_a_win_and_anything_else_takes_all_steps() {
    use Outcome::{BlackWins, Draw, WhiteWins};
    let rules = rules("bashni");
    let end = |turn, children: &[_]| {
        parent(&rules, turn, children).end_by_edges(ROOT).map(|end| (end.outcome, end.ply))
    };
    let white = |children: &[_]| end(Color::White, children);
    assert_eq!(white(&[None, Some((WhiteWins, 9)), None]), Some((WhiteWins, 9)));
    // The quickest win, and the slowest loss.
    assert_eq!(white(&[Some((WhiteWins, 9)), Some((WhiteWins, 7))]), Some((WhiteWins, 7)));
    assert_eq!(white(&[Some((BlackWins, 9)), Some((BlackWins, 7))]), Some((BlackWins, 9)));
    assert_eq!(white(&[Some((BlackWins, 9)), None]), None);
    // A draw is better than a loss, but something unknown may be better still.
    assert_eq!(white(&[Some((BlackWins, 9)), Some((Draw, 3))]).map(|end| end.0), Some(Draw));
    assert_eq!(white(&[Some((Draw, 3)), None]), None);
    // The same steps, if Black chooses.
    assert_eq!(end(Color::Black, &[Some((BlackWins, 9)), None]), Some((BlackWins, 9)));
    assert_eq!(end(Color::Black, &[Some((WhiteWins, 9)), Some((WhiteWins, 7))]), Some((WhiteWins, 9)));
}

#[test]
fn a_refuted_step_counts_in_no_mean_and_a_draw_counts_exactly() {
    let rules = rules("bashni");
    let mut arena =
        parent(&rules, Color::White, &[Some((Outcome::BlackWins, 5)), Some((Outcome::Draw, 5)), None]);
    for (index, value) in [Wdl::LOSS, Wdl::DRAW, Wdl::WIN].into_iter().enumerate() {
        arena.edges[index].visits = 2;
        arena.edges[index].value = value;
    }
    // The evaluation (a draw) and two draws and two wins: (0 + 0 + 2) / 5.
    assert_eq!(arena.value(ROOT), Wdl::new(0.4, 0.6, 0.0));
    // For Black the first step is a win, so its visits count; it is not refuted.
    arena.nodes[0].turn = Color::Black;
    assert_eq!(arena.value(ROOT).loss, 2.0 / 7.0);
}

#[test]
fn a_proof_in_a_chain_is_for_the_side_that_still_acts() {
    let rules = rules("bashni");
    // The root has two steps; the first leads to a state with two steps, the second of which wins for White.
    let tree = |second: Color| {
        let mut arena = parent(&rules, Color::White, &[None, None]);
        let within = arena.edges[0].child().unwrap();
        arena.nodes[within as usize].turn = second;
        arena.expand(within, Wdl::DRAW, [(step(&rules, "c3-d4"), 0.5); 2]);
        let won = End { outcome: Outcome::WhiteWins, ply: 1 };
        let end = arena.add_node(Color::Black, &[], Some(won));
        arena.edges[3].child = std::num::NonZeroU32::new(end);
        arena.prove(&[0, 3], ROOT);
        (arena.node(within).end.is_some(), arena.node(ROOT).end)
    };
    // In a chain White chooses twice.
    assert_eq!(tree(Color::White), (true, Some(End { outcome: Outcome::WhiteWins, ply: 1 })));
    // If Black chose in between, the other step might be better for Black.
    assert_eq!(tree(Color::Black), (false, None));
}

/// The result of a game by looking at everything, within so many steps; `None` if that is not enough.
fn exhaustive(rules: &Rules, game: &Game, steps: u32) -> Option<Outcome> {
    if let Some(outcome) = game.outcome(rules) {
        return Some(outcome);
    }
    let win = Outcome::win(game.turn());
    if steps == 0 {
        return None;
    }
    let results: Vec<_> = game
        .legal_steps(rules)
        .into_iter()
        .map(|step| {
            let mut after = game.clone();
            after.play_step(rules, step);
            exhaustive(rules, &after, steps - 1)
        })
        .collect();
    if results.contains(&Some(win)) {
        return Some(win);
    }
    let complete = results.iter().all(Option::is_some);
    complete.then(|| {
        if results.contains(&Some(Outcome::Draw)) { Outcome::Draw } else { Outcome::win(!game.turn()) }
    })
}

#[test]
fn what_a_search_proves_is_what_looking_at_everything_finds() {
    let mut found = 0;
    // Few plies without progress, or repetitions that begin with the second time: draws by rule, which depend on the way
    // of the game, are near too.
    let (counted, repeated) =
        (["no_progress_plies=6", "repetition=0"], ["no_progress_plies=0", "repetition=2"]);
    for (preset, plies, draws, steps) in [
        ("bashni", 70, counted, 3),
        ("bashni", 120, repeated, 3),
        ("lasca", 60, counted, 4),
        ("bashni-6x6", 30, counted, 4),
        ("bashni-6x6", 60, repeated, 4),
        ("bashni-turkish", 70, counted, 3),
        ("russian", 60, counted, 3),
    ] {
        let rules = rules(preset).with(&draws).unwrap();
        for game in random_games(&rules, plies, 60) {
            let Some(result) = exhaustive(&rules, &game, steps) else { continue };
            for config in [config(10_000), gumbel(3_000), SearchConfig { leaves: 7, ..config(10_000) }] {
                let tree = searched_from_decision(&rules, &game, config, &mut Scripted(opinionated));
                let fen = game.position().fen(&rules);
                // Halving drops steps for good, and so may never look at the one that decides.
                if config.kind == SearchKind::Gumbel && tree.proof().is_none() {
                    continue;
                }
                assert_eq!(tree.proof().map(|proof| proof.outcome), Some(result), "{preset} {fen}");
                assert_eq!(tree.root_value(), Some(result.into()));
                found += 1;
            }
        }
    }
    assert!(found > 100, "{found}");
}

/// The solved positions of the small board by position.
fn solution() -> HashMap<Position, Solved> {
    solved_4x4().1.iter().cloned().collect()
}

fn result(solved: Solved) -> PovOutcome {
    match solved {
        Solved::Win(_) => PovOutcome::Win,
        Solved::Loss(_) => PovOutcome::Loss,
        Solved::Draw => PovOutcome::Draw,
    }
}

#[test]
fn on_the_small_board_no_proof_is_ever_wrong() {
    let (rules, positions) = solved_4x4();
    for (kind, config) in [
        ("puct", config(500)),
        ("gumbel", gumbel(500)),
        ("batched", SearchConfig { leaves: 8, ..config(500) }),
    ] {
        let mut proven = 0;
        for (position, solved) in positions.iter().step_by(2) {
            let start = Game::from_position(position.clone());
            let tree = searched(rules, &start, config, &mut Scripted(opinionated));
            for edge in tree.root_edges() {
                assert!(edge.value.is_none_or(Wdl::is_distribution));
            }
            let Some(proof) = tree.proof() else { continue };
            let fen = position.fen(rules);
            assert_eq!(proof.outcome.seen_by(position.turn()), result(*solved), "{kind} {fen}");
            // A win takes no fewer plies than at best play; a loss has been looked at to the end, but the winner may have been
            // slower than necessary.
            match *solved {
                Solved::Win(plies) | Solved::Loss(plies) => {
                    assert!(proof.plies.unwrap() >= plies, "{kind} {fen}")
                }
                Solved::Draw => assert_eq!(proof.plies, None),
            }
            proven += 1;
        }
        assert!(proven > 1_500, "{kind}: {proven}");
    }
}

#[test]
fn enough_simulations_prove_every_short_win_and_the_step_that_is_played_keeps_it() {
    let (rules, positions) = solved_4x4();
    let solution = solution();
    let wins = positions.iter().filter(|(_, value)| matches!(value, Solved::Win(plies) if *plies <= 5));
    let mut asked = 0;
    for (position, value) in wins.step_by(3) {
        for config in [config(5_000), gumbel(5_000)] {
            let start = Game::from_position(position.clone());
            if start.legal_steps(rules).len() == 1 {
                continue;
            }
            let tree = searched(rules, &start, config, &mut UniformEvaluator);
            let fen = position.fen(rules);
            let win = Outcome::win(position.turn());
            if config.kind == SearchKind::Gumbel && tree.proof().is_none() {
                continue;
            }
            assert_eq!(tree.proof().map(|proof| proof.outcome), Some(win), "{value:?} {fen}");
            // The whole line is a win of the length that is stated.
            let moves = whole_moves(rules, &start, &tree.principal_variation());
            assert_eq!(Some(moves.len() as u32), tree.proof().unwrap().plies, "{fen}");
            let mut game = start;
            for played in &moves {
                game.play(rules, played);
                if game.turn() != position.turn() {
                    assert!(matches!(solution[game.position()], Solved::Loss(_)), "{value:?} {fen}");
                }
            }
            assert_eq!(game.outcome(rules), Some(win));
            asked += 1;
        }
    }
    assert!(asked > 300, "{asked}");
}

#[test]
fn every_line_draws_and_the_draw_is_proven() {
    let rules = rules("bashni");
    let drawn = game(&rules, "W:Wa1=11:Bc1=1:H29");
    // The evaluator is wrong, but after one step nobody asks it any more.
    let mut wrong =
        Scripted(|query: &Query<'_>| uniform_but(query, |evaluation| evaluation.value = Wdl::WIN));
    for config in [config(99), gumbel(99)] {
        let mut tree = Tree::new(&rules, drawn.clone(), config, 1);
        assert_eq!(search_batch(&rules, std::slice::from_mut(&mut tree), &mut wrong).unwrap(), 1);
        let steps = tree.root_edges().len() as u32;
        if config.kind == SearchKind::Puct {
            assert_eq!(tree.sims_done(), steps);
        }
        if tree.sims_done() == steps {
            assert_eq!(tree.proof(), Some(Proof { outcome: Outcome::Draw, plies: None }));
            assert_eq!(tree.root_value(), Some(Wdl::DRAW));
        }
        assert!(tree.root_edges().iter().all(|edge| edge.value.is_none_or(|value| value == Wdl::DRAW)));
    }
}

#[test]
fn a_lost_root_defends_as_long_as_it_can() {
    let (rules, positions) = solved_4x4();
    let losses = positions.iter().filter(|(_, value)| matches!(value, Solved::Loss(4)));
    let mut asked = 0;
    for (position, _) in losses.step_by(3) {
        let start = Game::from_position(position.clone());
        if start.legal_steps(rules).len() == 1 {
            continue;
        }
        let tree = searched(rules, &start, config(20_000), &mut UniformEvaluator);
        let fen = position.fen(rules);
        let lost = Outcome::win(!position.turn());
        assert_eq!(tree.proof().map(|proof| proof.outcome), Some(lost), "{fen}");
        assert_eq!(tree.root_value(), Some(lost.into()));
        let edges = tree.root_edges();
        let longest = edges.iter().filter_map(|edge| edge.proof.unwrap().plies).max();
        assert_eq!(edges[tree.best_index().unwrap()].proof.unwrap().plies, longest, "{fen}");
        // All lose: the policy stays the share of the visits.
        let shares = edges.iter().map(|edge| edge.visits as f32 / tree.sims_done() as f32);
        assert!(tree.policy().into_iter().zip(shares).all(|(policy, share)| (policy - share).abs() < 1e-5));
        asked += 1;
    }
    assert!(asked > 10, "{asked}");
}
