use proptest::prelude::*;

use super::*;
use crate::UniformEvaluator;
use crate::testing::{Scripted, opinionated, random_games, rules};

/// The visits of the root's steps, most first.
fn visits(rules: &Rules, game: &Game, config: SearchConfig) -> Vec<u32> {
    let tree = searched(rules, game, config, &mut UniformEvaluator);
    let mut visits: Vec<u32> = tree.root_visits().into_iter().map(|(_, visits)| visits).collect();
    visits.sort_unstable_by(|a, b| b.cmp(a));
    visits
}

/// A position with 17 legal steps and far from any end.
fn many_steps(rules: &Rules) -> Game {
    let many = |game: &&Game| game.legal_steps(rules).len() >= 17 && !game.position().must_capture(rules);
    random_games(rules, 60, 2_000).iter().find(many).unwrap().clone()
}

#[test]
fn each_phase_has_its_equal_share_and_halves_the_steps() {
    let rules = rules("bashni");
    let start = Game::new(&rules);
    // The start has 7 legal steps.
    for (sims, considered, wanted) in [
        // 4 steps, 2 phases: 16 / (2 * 4) = 2 visits each, then 2 steps 16 / (2 * 2) = 4 more each.
        (16, 4, vec![6, 6, 2, 2, 0, 0, 0]),
        // 7 steps, 3 phases: 60 / (3 * 7) = 2 each (14); 3 steps 60 / (3 * 3) = 6 each (18); 2 steps 60 / (3 * 2) = 10 each
        // (20); the other 8 go to the same two.
        (60, 7, vec![22, 22, 8, 2, 2, 2, 2]),
        // More than are legal: all 7 are considered.
        (60, 16, vec![22, 22, 8, 2, 2, 2, 2]),
        // 2 steps, 1 phase.
        (9, 2, vec![5, 4, 0, 0, 0, 0, 0]),
        // One step has it all.
        (9, 1, vec![9, 0, 0, 0, 0, 0, 0]),
    ] {
        assert_eq!(
            visits(&rules, &start, SearchConfig { considered, ..gumbel(sims) }),
            wanted,
            "{sims} {considered}"
        );
    }
}

#[test]
fn fewer_simulations_than_steps_visit_each_of_as_many_steps_once() {
    let rules = rules("bashni");
    let start = Game::new(&rules);
    let visits = |sims| visits(&rules, &start, SearchConfig { considered: 16, ..gumbel(sims) });
    assert_eq!(visits(1), [1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(visits(3), [1, 1, 1, 0, 0, 0, 0]);
    assert_eq!(visits(0), [0; 7]);
    // 7 steps once each, then the better 3 once, 9 / (3 * 3) = 1, as far as 9 goes.
    assert_eq!(visits(9), [2, 2, 1, 1, 1, 1, 1]);
}

#[test]
fn by_default_few_simulations_consider_as_many_steps_as_can_be_halved_to_two() {
    let rules = rules("bashni");
    let start = Game::new(&rules);
    // 4 steps, 2 phases: one visit each, then 2 steps 8 / (2 * 2) = 2 more each.
    assert_eq!(visits(&rules, &start, gumbel(8)), [3, 3, 1, 1, 0, 0, 0]);
    let first = |sims| gumbel(sims).considered_at_first();
    assert_eq!([0, 1, 2, 4, 8, 16, 32, 64, 800].map(first), [1, 1, 2, 2, 4, 8, 16, 16, 16]);
    let halvings = |m: u32| std::iter::successors(Some(m), |m| (*m > 2).then_some(m / 2)).sum::<u32>();
    for sims in 2..100 {
        assert!(halvings(first(sims)) <= sims, "{sims}");
    }
}

#[test]
fn two_hundred_simulations_of_sixteen_steps_are_shared_as_in_the_documentation() {
    let rules = rules("bashni");
    // 16 steps 3 each, 8 steps 6 more, 4 steps 12 more, 2 steps 56 more together.
    let wanted = [vec![49; 2], vec![21; 2], vec![9; 4], vec![3; 8]].concat();
    let got = visits(&rules, &many_steps(&rules), gumbel(200));
    assert_eq!(got[..16], wanted, "{got:?}");
    assert!(got[16..].iter().all(|&visits| visits == 0));
}

#[test]
fn simulations_in_flight_change_neither_the_schedule_nor_the_count() {
    let rules = rules("bashni");
    let start = Game::new(&rules);
    for leaves in [2, 3, 8, 64] {
        let batched = SearchConfig { leaves, ..gumbel(60) };
        assert_eq!(visits(&rules, &start, batched), [22, 22, 8, 2, 2, 2, 2], "{leaves}");
    }
}

#[test]
fn a_step_that_loses_leaves_its_place_to_the_next_best() {
    let rules = rules("bashni-4x4");
    let mut replaced = 0;
    for game in random_games(&rules, 6, 600) {
        let tree =
            searched(&rules, &game, SearchConfig { considered: 2, ..gumbel(40) }, &mut Scripted(opinionated));
        let edges = tree.root_edges();
        let win = bashni_rules::Outcome::win(tree.turn());
        let refuted = |edge: &RootEdge| {
            edge.proof.is_some_and(|proof| proof.outcome == bashni_rules::Outcome::win(!tree.turn()))
        };
        if tree.forced_step().is_some() || tree.outcome().is_some() || edges.iter().all(refuted) {
            continue;
        }
        let best = &edges[tree.best_index().unwrap()];
        assert!(!refuted(best), "{edges:?}");
        assert!(
            tree.proof().is_none_or(|proof| proof.outcome != win)
                || best.proof.is_some_and(|proof| proof.outcome == win)
        );
        replaced += u32::from(edges.iter().filter(|edge| edge.visits > 0).count() > 2);
    }
    assert!(replaced > 10, "{replaced}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// What the rule says, whatever the numbers: all simulations are given, to no more than the steps considered, and among
    /// those the visits differ only by halving.
    #[test]
    fn all_simulations_are_given_to_the_steps_considered(sims in 1u32..300, considered in 1u32..20) {
        let rules = rules("bashni");
        let visits = visits(&rules, &Game::new(&rules), SearchConfig { considered, ..gumbel(sims) });
        let most = considered.min(sims).min(7) as usize;
        prop_assert_eq!(visits.iter().sum::<u32>(), sims);
        prop_assert_eq!(visits.iter().filter(|&&visits| visits > 0).count(), most);
        if most > 1 {
            prop_assert!(visits[0] - visits[1] <= 1);
        }
    }
}
