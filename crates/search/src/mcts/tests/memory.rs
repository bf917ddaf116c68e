use super::*;
use crate::UniformEvaluator;
use crate::testing::{Scripted, game, opinionated, random_games, rules};

const MIB: usize = 1 << 20;

#[test]
fn a_tree_takes_no_more_memory_than_it_may_and_says_when_that_is_used_up() {
    let rules = rules("bashni");
    for leaves in [1, 50] {
        let small = SearchConfig { memory_mib: 1, leaves, ..config(u32::MAX) };
        let mut tree = searched(&rules, &Game::new(&rules), small, &mut Scripted(opinionated));
        assert!(tree.is_full() && tree.is_finished());
        assert!(tree.memory() <= MIB && tree.memory() > MIB * 9 / 10, "{}", tree.memory());
        // What it found is whole: every visit counted, every value that of its node.
        let visits: u32 = tree.root_visits().iter().map(|(_, visits)| visits).sum();
        assert_eq!(visits, tree.sims_done());
        assert!(tree.best_step().is_some() && tree.root_value().unwrap().is_distribution());
        assert!(tree.arena.edges.iter().all(|edge| edge.in_flight == 0));
        // More simulations do not help,
        assert_eq!((tree.gather(&rules), tree.sims_done()), (0, visits));
        // but playing a step does.
        tree.config.reuse = true;
        tree.advance(&rules, tree.best_step().unwrap()).unwrap();
        assert!(!tree.is_full());
        let mut trees = [tree];
        search_batch(&rules, &mut trees, &mut Scripted(opinionated)).unwrap();
        assert!(trees[0].is_full() && trees[0].sims_done() > 100 && trees[0].memory() <= MIB);
    }
}

#[test]
fn a_search_within_its_memory_is_not_full() {
    let rules = rules("bashni");
    let tree = searched(
        &rules,
        &Game::new(&rules),
        SearchConfig { memory_mib: 1, ..config(500) },
        &mut UniformEvaluator,
    );
    assert!(!tree.is_full() && tree.is_finished());
    assert!(tree.memory() < MIB && tree.memory() >= tree.nodes() * 32);
}

#[test]
fn a_search_that_stops_for_memory_equals_one_of_as_many_simulations() {
    let rules = rules("bashni");
    let full = searched(
        &rules,
        &Game::new(&rules),
        SearchConfig { memory_mib: 1, ..config(u32::MAX) },
        &mut Scripted(opinionated),
    );
    let free = searched(&rules, &Game::new(&rules), config(full.sims_done()), &mut Scripted(opinionated));
    assert_eq!(full.root_edges(), free.root_edges());
    assert!(free.memory() > 0);
}

#[test]
fn lines_of_a_hundred_thousand_steps_overflow_nothing() {
    // Without draws by rule, two kings walk to and fro for ever. An evaluator that is sure of one step makes a tree that is
    // one line.
    let rules = rules("bashni").with(&["repetition=0", "no_progress_plies=0"]).unwrap();
    let kings = game(&rules, "W:Wa1=1:Bh8=1,f8=1,d8=1");
    let mut single_minded =
        Scripted(|query: &Query<'_>| uniform_but(query, |evaluation| evaluation.logits[0] = 200.0));
    let mut trees = [Tree::new(&rules, kings, SearchConfig { reuse: true, ..config(3_000) }, 1)];
    search_batch(&rules, &mut trees, &mut single_minded).unwrap();
    let [mut tree] = trees;
    let line = tree.principal_variation();
    assert!(line.len() > 1_000 || tree.proof().is_some(), "{}", line.len());
    for step in line {
        tree.advance(&rules, step).unwrap();
    }
    drop(tree.clone());
}

#[test]
fn long_games_are_searched_to_their_end_in_one_tree() {
    let rules = rules("bashni-6x6");
    let start = random_games(&rules, 10, 1).pop().unwrap();
    let mut trees = [Tree::new(&rules, start, SearchConfig { reuse: true, ..config(50) }, 1)];
    let mut steps = 0;
    loop {
        search_batch(&rules, &mut trees, &mut Scripted(opinionated)).unwrap();
        let Some(step) = trees[0].best_step() else { break };
        trees[0].advance(&rules, step).unwrap();
        steps += 1;
        assert!(steps < 2_000);
    }
    assert!(trees[0].outcome().is_some());
}
