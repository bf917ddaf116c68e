use bashni_rules::Step;

use super::*;
use crate::mcts::arena::{NodeId, ROOT};
use crate::testing::{Scripted, game, opinionated, random_games, rules, step};
use crate::{UniformEvaluator, next_decision};

fn keeping(sims: u32) -> SearchConfig {
    SearchConfig { reuse: true, ..config(sims) }
}

/// One node of a subtree: the step that leads to it, what is known of that step, forced steps, its proof.
type Listed = (Step, f32, u32, Wdl<White>, Vec<Step>, Option<bashni_rules::Outcome>);

/// Everything below a node, in the order of depth-first search.
fn listed(tree: &Tree, root: NodeId) -> Vec<Listed> {
    let (mut list, mut open) = (Vec::new(), vec![root]);
    while let Some(node) = open.pop() {
        for edge in tree.arena.edges(node) {
            let forced = edge.child().map_or(Vec::new(), |child| tree.arena.forced(child).to_vec());
            let end = edge.child().and_then(|child| tree.arena.node(child).end).map(|end| end.outcome);
            list.push((edge.step, edge.prior, edge.visits, edge.value, forced, end));
            open.extend(edge.child());
        }
    }
    list
}

#[test]
fn what_is_kept_is_the_subtree_of_the_step_and_nothing_else() {
    let rules = rules("bashni-6x6");
    let mut kept = 0;
    for start in random_games(&rules, 15, 60) {
        let mut tree = searched(&rules, &start, keeping(300), &mut Scripted(opinionated));
        let (Some(best), None) = (tree.best_step(), tree.forced_step()) else { continue };
        let edge = *tree.arena.edges(ROOT).iter().find(|edge| edge.step == best).unwrap();
        let child = edge.child().unwrap();
        let before = listed(&tree, child);
        let forced = tree.arena.forced(child).to_vec();
        tree.advance(&rules, best).unwrap();
        // Forced steps come first; the tree waits behind them.
        for &step in &forced {
            assert_eq!(tree.forced_step(), Some(step));
            tree.advance(&rules, step).unwrap();
        }
        assert_eq!(tree.forced_step(), None);
        assert_eq!(listed(&tree, ROOT), before);
        assert_eq!(tree.sims_done(), 0);
        let visits: u32 = tree.root_visits().iter().map(|(_, visits)| visits).sum();
        if tree.proof().is_none() {
            assert_eq!(visits, edge.visits - 1);
            assert_eq!(tree.root_value(), Some(edge.value));
        }
        let mut game = start.clone();
        game.play_step(&rules, best);
        let mut steps = Vec::new();
        next_decision(&rules, &mut game, &mut steps, |_| {});
        assert_eq!(tree.game().hash(), game.hash());
        kept += 1;
    }
    assert!(kept > 20, "{kept}");
}

#[test]
fn a_kept_search_goes_on_with_as_many_simulations_again() {
    let rules = rules("bashni");
    let mut trees = [Tree::new(&rules, Game::new(&rules), keeping(200), 3)];
    let mut total = 0;
    for _ in 0..30 {
        search_batch(&rules, &mut trees, &mut Scripted(opinionated)).unwrap();
        let tree = &mut trees[0];
        if tree.outcome().is_some() {
            break;
        }
        if tree.forced_step().is_none() && tree.proof().is_none() {
            assert_eq!(tree.sims_done(), 200);
            let visits: u32 = tree.root_visits().iter().map(|(_, visits)| visits).sum();
            assert!(visits >= 200);
            total += visits - 200;
        }
        for edge in tree.arena.edges.iter().filter(|edge| edge.visits > 0) {
            assert_eq!(edge.value, tree.arena.value(edge.child().unwrap()));
        }
        tree.advance(&rules, tree.best_step().unwrap()).unwrap();
    }
    assert!(total > 200, "visits were kept: {total}");
}

#[test]
fn without_reuse_a_tree_that_goes_along_equals_a_new_one() {
    let rules = rules("bashni-6x6");
    for settings in [config(60), gumbel(60), SearchConfig { reuse: true, ..gumbel(60) }] {
        let mut trees = [Tree::new(&rules, Game::new(&rules), settings, 3)];
        let mut game = Game::new(&rules);
        for _ in 0..25 {
            search_batch(&rules, &mut trees, &mut Scripted(opinionated)).unwrap();
            let fresh = searched(&rules, &game, settings, &mut Scripted(opinionated));
            assert_eq!(trees[0].root_edges(), fresh.root_edges());
            assert_eq!(trees[0].policy(), fresh.policy());
            let Some(step) = fresh.best_step() else { break };
            trees[0].advance(&rules, step).unwrap();
            game.play_step(&rules, step);
        }
    }
}

#[test]
fn steps_that_were_never_tried_begin_anew_and_illegal_ones_are_refused() {
    let rules = rules("bashni");
    let mut tree = searched(&rules, &Game::new(&rules), keeping(3), &mut UniformEvaluator);
    let before = listed(&tree, ROOT);
    assert!(tree.advance(&rules, step(&rules, "c3-e5")).is_err());
    assert_eq!(listed(&tree, ROOT), before);
    let untried = tree.root_edges().iter().find(|edge| edge.visits == 0).unwrap().step;
    tree.advance(&rules, untried).unwrap();
    assert_eq!((tree.nodes(), tree.gather(&rules)), (1, 1));
    // A root that waits for its evaluation can be left too.
    let reply = tree.game().legal_steps(&rules)[0];
    tree.advance(&rules, reply).unwrap();
    let mut trees = [tree];
    search_batch(&rules, &mut trees, &mut UniformEvaluator).unwrap();
    assert_eq!(trees[0].sims_done(), 3);
}

#[test]
fn simulations_in_flight_are_dropped_when_a_step_is_played() {
    let rules = rules("bashni");
    let mut tree = searched(
        &rules,
        &Game::new(&rules),
        SearchConfig { leaves: 8, ..keeping(60) },
        &mut Scripted(opinionated),
    );
    tree.set_sims(100);
    assert_eq!(tree.gather(&rules), 8);
    let best = tree.best_step().unwrap();
    let visits = tree.root_visits().iter().find(|(step, _)| *step == best).unwrap().1;
    tree.advance(&rules, best).unwrap();
    assert_eq!(tree.queries().len(), 0);
    assert!(tree.arena.edges.iter().all(|edge| edge.in_flight == 0));
    assert_eq!(tree.root_visits().iter().map(|(_, visits)| visits).sum::<u32>(), visits - 1);
    // No edge leads to a node that nobody has judged.
    for edge in &tree.arena.edges {
        let judged = |child| !tree.arena.edges(child).is_empty() || tree.arena.node(child).end.is_some();
        assert!(edge.child().is_none_or(judged));
    }
    let mut trees = [tree];
    search_batch(&rules, &mut trees, &mut Scripted(opinionated)).unwrap();
    assert_eq!(trees[0].sims_done(), 100);
}

#[test]
fn a_proof_is_kept_and_ends_the_next_search_at_once() {
    let rules = rules("bashni");
    let wins = game(&rules, "W:Wc3=0,e3=0,a1=1:Bd4=0,f6=0,h8=0,b8=0");
    let mut tree = searched(&rules, &wins, keeping(100_000), &mut UniformEvaluator);
    let proof = tree.proof().expect("two kings' worth of material decide soon");
    while let Some(step) = tree.best_step() {
        tree.advance(&rules, step).unwrap();
        assert_eq!(tree.proof().map(|proof| proof.outcome), Some(proof.outcome));
        assert_eq!(tree.gather(&rules), 0);
        // All that is known is there to be read, as after a search.
        let edges = tree.root_edges();
        assert_eq!(edges.iter().map(|edge| edge.step).collect::<Vec<_>>(), tree.game().legal_steps(&rules));
        assert_eq!(tree.policy().len(), edges.len());
        assert_eq!(tree.root_evaluation().is_some(), edges.len() > 1);
    }
    assert_eq!(tree.outcome(), Some(proof.outcome));
    assert!(tree.game().ply() <= proof.plies.unwrap());
}
