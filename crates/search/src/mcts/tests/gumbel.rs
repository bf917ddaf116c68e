use bashni_rules::{Color, Outcome, Rules};

use super::*;
use crate::UniformEvaluator;
use crate::mcts::gumbel::Knowledge;
use crate::testing::{Scripted, game, opinionated, random_games, rules, step};

fn close(got: &[f32], wanted: &[f32]) -> bool {
    got.len() == wanted.len() && got.iter().zip(wanted).all(|(got, wanted)| (got - wanted).abs() < 1e-3)
}

/// A node where White acts and the evaluator says 0.6 (as an expected score): `a` was visited three times and is worth 0.5, `b`
/// once and is worth 1, `c` was not.
fn three_edges(rules: &Rules) -> [Edge; 3] {
    [edge(rules, 0.5, 3, Wdl::DRAW), edge(rules, 0.3, 1, Wdl::WIN), edge(rules, 0.2, 0, Wdl::default())]
}

fn known(edges: &[Edge]) -> Knowledge<'_> {
    Knowledge { edges, turn: Color::White, evaluation: Wdl::new(0.4, 0.4, 0.2) }
}

#[test]
fn what_was_not_visited_gets_the_mixed_value() {
    let rules = rules("bashni");
    let edges = three_edges(&rules);
    // Of those visited: (0.5 * 0.5 + 0.3 * 1) / 0.8 = 0.6875, with the weight of 4 visits; its own 0.6 with that of one:
    // (0.6 + 4 * 0.6875) / 5 = 0.67.
    let scores: Vec<f32> = known(&edges).completed().map(|value| value.score()).collect();
    assert!(close(&scores, &[0.5, 1.0, 0.67]), "{scores:?}");
    // Nothing visited: the evaluation alone.
    let fresh = [edge(&rules, 0.5, 0, Wdl::default()), edge(&rules, 0.5, 0, Wdl::default())];
    assert_eq!(known(&fresh).mixed_value(), Wdl::new(0.4, 0.4, 0.2));
}

#[test]
fn the_improved_policy_adds_weighted_values_to_the_logarithms_of_the_priors() {
    let rules = rules("bashni");
    let edges = three_edges(&rules);
    let mut policy = Vec::new();
    // The weight of a value is (c_visit + 3) * c_scale = (7 + 3) * 0.2 = 2. Prior times exp(2 * score):
    // a 0.5 * e^1 = 1.359; b 0.3 * e^2 = 2.217; c 0.2 * e^1.34 = 0.764; together 4.340.
    let config = SearchConfig { c_visit: 7.0, c_scale: 0.2, ..gumbel(0) };
    known(&edges).improved_policy(&config, &mut policy);
    assert!(close(&policy, &[0.3132, 0.5108, 0.1760]), "{policy:?}");
    // The value of that policy:
    let expected = 0.3132 * 0.5 + 0.5108 * 1.0 + 0.1760 * 0.67;
    assert!((known(&edges).value_of(&policy).score() - expected).abs() < 1e-3);
    // For Black the scores are 0.5, 0 and 0.33: 0.5 * e^1 = 1.359; 0.3; 0.2 * e^0.66 = 0.387; together 2.046.
    let black = Knowledge { turn: Color::Black, ..known(&edges) };
    black.improved_policy(&config, &mut policy);
    assert!(close(&policy, &[0.6643, 0.1466, 0.1891]), "{policy:?}");
}

#[test]
fn at_inner_nodes_visits_follow_the_improved_policy() {
    let rules = rules("bashni");
    let mut edges = three_edges(&rules);
    let config = SearchConfig { c_visit: 7.0, c_scale: 0.2, ..gumbel(0) };
    let mut memory = Vec::new();
    // Wanted less the share of 4 visits and one more: a 0.313 - 3/5 = -0.287; b 0.511 - 1/5 = 0.311; c 0.176.
    assert_eq!(known(&edges).choice(&config, &mut memory), 1);
    // Two in flight through b: a 0.313 - 3/7 = -0.115; b 0.511 - 3/7 = 0.082; c 0.176.
    edges[1].in_flight = 2;
    assert_eq!(known(&edges).choice(&config, &mut memory), 2);
}

#[test]
fn refuted_steps_are_left_out_as_if_they_were_not_legal() {
    let rules = rules("bashni");
    let mut edges = three_edges(&rules);
    edges[1].proven = Some(Outcome::BlackWins);
    edges[1].value = Wdl::LOSS;
    let config = SearchConfig { c_visit: 7.0, c_scale: 0.2, ..gumbel(0) };
    // Of those visited only a: (0.6 + 3 * 0.5) / 4 = 0.525. a 0.5 * e^(2 * 0.5) = 1.359; c 0.2 * e^(2 * 0.525) = 0.572.
    let mut policy = Vec::new();
    known(&edges).improved_policy(&config, &mut policy);
    assert!(close(&policy, &[0.7039, 0.0, 0.2961]), "{policy:?}");
    // a 0.704 - 3/4 = -0.046; c 0.296.
    assert_eq!(known(&edges).choice(&config, &mut policy), 2);
}

#[test]
fn when_every_step_loses_all_are_weighed_as_usual() {
    let rules = rules("bashni");
    let lost = |prior| Edge { proven: Some(Outcome::BlackWins), ..edge(&rules, prior, 1, Wdl::LOSS) };
    let edges = [lost(0.75), lost(0.25)];
    let mut policy = Vec::new();
    known(&edges).improved_policy(&gumbel(0), &mut policy);
    assert!(close(&policy, &[0.75, 0.25]), "{policy:?}");
}

#[test]
fn a_prior_that_underflowed_to_nothing_does_no_harm() {
    let rules = rules("bashni");
    let mut edges = [
        edge(&rules, 1.0, 1, Wdl::LOSS),
        edge(&rules, 0.0, 1, Wdl::DRAW),
        edge(&rules, 0.0, 0, Wdl::default()),
    ];
    edges[0].proven = Some(Outcome::BlackWins);
    let mut policy = Vec::new();
    known(&edges).improved_policy(&gumbel(0), &mut policy);
    assert_eq!(policy[0], 0.0);
    assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{policy:?}");
}

#[test]
fn few_simulations_find_what_the_values_tell() {
    let rules = rules("bashni");
    // After one of the seven first steps the evaluator thinks that Black, who is to move, has lost.
    let good = step(&rules, "e3-d4");
    let after = {
        let mut game = Game::new(&rules);
        game.play_step(&rules, good);
        game.hash()
    };
    let mut knows = Scripted(move |query: &Query<'_>| {
        uniform_but(query, |evaluation| {
            if query.game.hash() == after {
                evaluation.value = Wdl::LOSS;
            }
        })
    });
    let config = SearchConfig { c_scale: 1.0, considered: 8, ..gumbel(8) };
    let tree = searched(&rules, &Game::new(&rules), config, &mut knows);
    assert_eq!(tree.best_step(), Some(good));
    let index = tree.best_index().unwrap();
    // It was visited twice, and is worth the mean of a win and a draw. A quarter of a point more than the others weighs
    // (50 + 2) / 4 = 13 in the exponent.
    assert!(tree.policy()[index] > 0.999);
    assert!((tree.root_value().unwrap().value() - 0.5).abs() < 1e-3);
    assert_eq!(tree.sims_done(), 8);
}

#[test]
fn noise_draws_steps_as_the_prior_says_and_none_draws_the_likeliest() {
    let rules = rules("bashni");
    let start = Game::new(&rules);
    let mut prefers_third = Scripted(|query: &Query<'_>| {
        uniform_but(query, |evaluation| {
            evaluation
                .logits
                .iter_mut()
                .enumerate()
                .for_each(|(i, logit)| *logit = if i == 2 { 2.0 } else { 0.0 });
        })
    });
    let mut drawn = [0; 7];
    for seed in 0..2_000 {
        let config = SearchConfig { gumbel_scale: 1.0, ..gumbel(0) };
        let mut trees = [Tree::new(&rules, start.clone(), config, seed)];
        search_batch(&rules, &mut trees, &mut prefers_third).unwrap();
        drawn[trees[0].best_index().unwrap()] += 1;
    }
    // e^2 / (e^2 + 6) = 0.552 and 0.0747: within four standard deviations of 2,000 draws.
    for (index, &count) in drawn.iter().enumerate() {
        let share = f64::from(count) / 2_000.0;
        let (wanted, margin) = if index == 2 { (0.552, 0.045) } else { (0.0747, 0.024) };
        assert!((share - wanted).abs() < margin, "{drawn:?}");
    }
    assert_eq!(searched(&rules, &start, gumbel(0), &mut prefers_third).best_index(), Some(2));
}

#[test]
fn a_gumbel_search_of_any_size_keeps_its_count() {
    let rules = rules("bashni-6x6");
    for (index, game) in random_games(&rules, 15, 40).iter().enumerate() {
        for sims in [1, 2, 3, 7, 16, 50] {
            let settings =
                SearchConfig { gumbel_scale: 1.0, considered: 1 + index as u32 % 9, ..gumbel(sims) };
            let tree = searched(&rules, game, settings, &mut Scripted(opinionated));
            if tree.forced_step().is_some() {
                continue;
            }
            let visits: u32 = tree.root_visits().iter().map(|(_, visits)| visits).sum();
            assert!(tree.is_finished() && visits == tree.sims_done());
            assert!(visits == sims || tree.proof().is_some(), "{visits} of {sims}");
            let policy = tree.policy();
            assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{policy:?}");
            assert!(tree.root_value().unwrap().is_distribution());
        }
    }
}

#[test]
fn a_proven_win_gets_all_of_the_policy_in_both_kinds_of_search() {
    let rules = rules("bashni");
    let wins = game(&rules, "W:Wc3=0,e3=0:Bd4=0,f6=0");
    for config in [config(60), gumbel(60)] {
        let tree = searched(&rules, &wins, config, &mut UniformEvaluator);
        assert_eq!(tree.best_step(), Some(step(&rules, "c3-e5")));
        let policy = tree.policy();
        assert_eq!(policy.iter().filter(|&&share| share == 1.0).count(), 1);
        assert_eq!(policy[tree.best_index().unwrap()], 1.0);
        assert_eq!(tree.root_value(), Some(Wdl::WIN));
        assert!(tree.sims_done() < 60 && tree.is_finished());
    }
}

/// The improved policy worked out from what a search tells of its root, by the formulas of the paper: the completed values of the
/// steps on the network's priors, with proven values where there are any. A refuted step is no step.
fn improved(tree: &Tree, config: &SearchConfig) -> Vec<f32> {
    let lost = Outcome::win(!tree.turn());
    let edges = tree.root_edges();
    let is_open = |edge: &RootEdge| edge.proof.is_none_or(|proof| proof.outcome != lost);
    let any_open = edges.iter().any(is_open);
    let counts = |edge: &RootEdge| !any_open || is_open(edge);
    let score = |value: Wdl<White>| f64::from(value.for_mover(tree.turn()).score());
    let tried = || edges.iter().filter(|edge| edge.visits > 0 && counts(edge));
    let visits: f64 = tried().map(|edge| f64::from(edge.visits)).sum();
    let mass: f64 = tried().map(|edge| f64::from(edge.prior)).sum();
    let own = score(tree.root_evaluation().unwrap());
    let others: f64 = tried().map(|edge| f64::from(edge.prior) * score(edge.value.unwrap())).sum();
    let mixed = if visits == 0.0 { own } else { (own + visits * others / mass) / (1.0 + visits) };
    let most = edges.iter().filter(|edge| counts(edge)).map(|edge| edge.visits).max().unwrap();
    let weight = (config.c_visit + f64::from(most)) * config.c_scale;
    let exponential = |edge: &RootEdge| match counts(edge) {
        true => f64::from(edge.prior) * (weight * edge.value.map_or(mixed, score)).exp(),
        false => 0.0,
    };
    let total: f64 = edges.iter().map(exponential).sum();
    edges.iter().map(|edge| (exponential(edge) / total) as f32).collect()
}

#[test]
fn the_target_is_the_improved_policy_whatever_the_noise_and_with_what_is_proven() {
    let (mut compared, mut refuted, mut drawn) = (0, 0, 0);
    // So few plies without progress that draws are near too.
    let rules = rules("bashni-6x6").with(&["no_progress_plies=5"]).unwrap();
    for plies in [6, 12, 20, 30] {
        for game in random_games(&rules, plies, 40) {
            for sims in [8, 16, 64] {
                let settings = SearchConfig { gumbel_scale: 1.0, root_temperature: 1.5, ..gumbel(sims) };
                let tree = searched_from_decision(&rules, &game, settings, &mut Scripted(opinionated));
                if tree.outcome().is_some() {
                    continue;
                }
                let win = Outcome::win(tree.turn());
                if tree.proof().is_some_and(|proof| proof.outcome == win) {
                    // Which step wins is known: see the next test.
                    continue;
                }
                let wanted = improved(&tree, &settings);
                assert!(close(&tree.policy(), &wanted), "{:?} {wanted:?}", tree.policy());
                let proven = |outcome| {
                    let edges = tree.root_edges();
                    edges
                        .iter()
                        .filter(|edge| edge.proof.is_some_and(|proof| proof.outcome == outcome))
                        .count()
                };
                compared += 1;
                refuted += proven(Outcome::win(!tree.turn()));
                drawn += proven(Outcome::Draw);
            }
        }
    }
    assert!(compared > 100 && refuted >= 20 && drawn > 5, "{compared} {refuted} {drawn}");
}

#[test]
fn without_noise_the_choice_is_the_best_of_those_considered_last() {
    let rules = rules("bashni");
    let settings = SearchConfig { gumbel_scale: 1.0, ..gumbel(16) };
    let (mut strays, mut warm_strays) = (0, 0);
    for seed in 0..200 {
        let mut trees = [Tree::new(&rules, Game::new(&rules), settings, seed)];
        search_batch(&rules, &mut trees, &mut Scripted(opinionated)).unwrap();
        let [tree] = trees;
        let edges = tree.root_edges();
        let most = edges.iter().map(|edge| edge.visits).max().unwrap();
        // The two that are left have most visits, but for one.
        let last = |&index: &usize| edges[index].visits + 1 >= most;
        let policy = tree.policy();
        let best = (0..edges.len()).filter(last).max_by(|&a, &b| policy[a].total_cmp(&policy[b]));
        assert_eq!(tree.best_index_with_noise(1.0), tree.best_index());
        strays += u32::from(tree.best_index_with_noise(0.0) != best);
        warm_strays += u32::from(tree.best_index() != best);
    }
    assert_eq!(strays, 0);
    assert!(warm_strays > 20, "{warm_strays}");
}
