use proptest::prelude::*;

use super::*;
use crate::testing::{Scripted, game, opinionated, random_games, rules};

/// How often simulations in flight are marked anywhere in a tree.
fn marks(tree: &Tree) -> u32 {
    tree.arena.edges.iter().map(|edge| u32::from(edge.in_flight)).sum()
}

/// Evaluations as the queries of a tree want them.
fn answers(tree: &Tree) -> Vec<Evaluation> {
    tree.queries().map(|query| opinionated(&query)).collect()
}

#[test]
fn a_batch_has_as_many_different_states_as_it_may() {
    let rules = rules("bashni");
    let mut tree = Tree::new(&rules, Game::new(&rules), SearchConfig { leaves: 6, ..config(100) }, 1);
    assert_eq!(tree.gather(&rules), 1, "the root comes first, alone");
    tree.receive(&rules, &answers(&tree)).unwrap();
    assert_eq!(tree.gather(&rules), 6);
    let mut hashes: Vec<u64> = tree.queries().map(|query| query.game.hash()).collect();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 6);
    // Gathering again asks for nothing more.
    assert_eq!(tree.gather(&rules), 6);
    assert_eq!((tree.sims_done(), marks(&tree) > 0), (0, true));
    tree.receive(&rules, &answers(&tree)).unwrap();
    assert_eq!((tree.sims_done(), marks(&tree)), (6, 0));
}

#[test]
fn the_number_of_simulations_is_exact_and_virtual_losses_leave_no_trace() {
    let rules = rules("bashni");
    for kind in [config(0), gumbel(0)] {
        for (sims, leaves) in [(1, 8), (50, 8), (53, 8), (100, 64), (200, 1000)] {
            let settings = SearchConfig { sims, leaves, ..kind };
            let mut tree = Tree::new(&rules, Game::new(&rules), settings, 1);
            while tree.gather(&rules) > 0 {
                tree.receive(&rules, &answers(&tree)).unwrap();
                assert_eq!(marks(&tree), 0);
            }
            let visits: u32 = tree.root_visits().iter().map(|(_, visits)| visits).sum();
            assert_eq!((tree.sims_done(), visits), (sims, sims), "{leaves} leaves");
            // Every value is what it would be if it were computed from the tree as it stands.
            for edge in tree.arena.edges.iter().filter(|edge| edge.visits > 0) {
                assert_eq!(edge.value, tree.arena.value(edge.child().unwrap()));
            }
        }
    }
}

#[test]
fn simulations_that_meet_a_state_in_flight_are_dropped() {
    let rules = rules("bashni");
    // Two legal steps, so that a third simulation must go where one is in flight already.
    let two = random_games(&rules, 25, 300).into_iter().find(|game| {
        game.legal_steps(&rules).len() == 2 && Tree::new(&rules, game.clone(), config(1), 1).proof().is_none()
    });
    let settings = SearchConfig { leaves: 16, ..config(100) };
    let mut tree = Tree::new(&rules, two.unwrap(), settings, 1);
    tree.gather(&rules);
    tree.receive(&rules, &answers(&tree)).unwrap();
    assert_eq!(tree.gather(&rules), 2);
    // The marks of what was dropped are gone, those of what waits are not.
    assert_eq!(marks(&tree), 2);
    tree.receive(&rules, &answers(&tree)).unwrap();
    assert_eq!((tree.sims_done(), marks(&tree)), (2, 0));
}

#[test]
fn a_batch_that_is_refused_goes_on_waiting_whole() {
    let rules = rules("bashni");
    let mut tree = Tree::new(&rules, Game::new(&rules), SearchConfig { leaves: 4, ..config(20) }, 1);
    tree.gather(&rules);
    tree.receive(&rules, &answers(&tree)).unwrap();
    tree.gather(&rules);
    let good = answers(&tree);
    let mut bad = good.clone();
    bad[3].logits[0] = f32::NAN;
    assert!(matches!(tree.receive(&rules, &bad), Err(SearchError::Logit { .. })));
    assert!(matches!(tree.receive(&rules, &good[1..]), Err(SearchError::Count { expected: 4, got: 3 })));
    assert_eq!((tree.queries().len(), tree.sims_done()), (4, 0));
    tree.receive(&rules, &good).unwrap();
    assert_eq!((tree.queries().len(), tree.sims_done()), (0, 4));
}

#[test]
fn a_batched_search_finds_the_capture_that_a_single_one_finds() {
    let rules = rules("bashni");
    let wins = game(&rules, "W:Wc3=0,e3=0,g1=0:Bd4=0,f6=0");
    for leaves in [1, 4, 32] {
        let tree =
            searched(&rules, &wins, SearchConfig { leaves, ..config(400) }, &mut Scripted(opinionated));
        assert_eq!(tree.best_step(), Some(crate::testing::step(&rules, "c3-e5")), "{leaves}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Trees of different settings share batches without changing each other.
    #[test]
    fn trees_with_many_leaves_depend_on_no_other_tree(seed in 0u64..20, leaves in 1u32..20, sims in 0u32..80) {
        let rules = rules("bashni-6x6");
        let games = random_games(&rules, 12, 5);
        let settings = |index: usize| SearchConfig {
            sims,
            leaves: leaves + index as u32,
            kind: if index.is_multiple_of(2) { SearchKind::Puct } else { SearchKind::Gumbel },
            ..SearchConfig::self_play()
        };
        let tree = |index: usize| Tree::new(&rules, games[index].clone(), settings(index), seed);
        let mut together: Vec<Tree> = (0..games.len()).map(tree).collect();
        search_batch(&rules, &mut together, &mut Scripted(opinionated)).unwrap();
        for (index, tree_among_others) in together.iter().enumerate() {
            let mut alone = [tree(index)];
            search_batch(&rules, &mut alone, &mut Scripted(opinionated)).unwrap();
            prop_assert_eq!(alone[0].root_edges(), tree_among_others.root_edges());
        }
    }
}
