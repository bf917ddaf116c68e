use bashni_rules::{Game, Outcome};
use proptest::prelude::*;

use super::*;
use crate::testing::{Scripted, game, opinionated, random_games, rules};
use crate::{RolloutEvaluator, UniformEvaluator, next_decision};

#[test]
fn the_prior_decides_the_first_simulation_and_ties_go_to_the_first_step() {
    let rules = rules("bashni");
    let start = Game::new(&rules);
    let tree = searched(&rules, &start, config(1), &mut UniformEvaluator);
    assert_eq!(tree.root_visits()[0].1, 1);
    let mut prefers_third = Scripted(|query: &Query<'_>| Evaluation {
        logits: (0..query.steps.len()).map(|i| if i == 2 { 1.0 } else { 0.0 }).collect(),
        value: Wdl::DRAW,
    });
    let tree = searched(&rules, &start, config(1), &mut prefers_third);
    assert_eq!(tree.root_visits()[2].1, 1);
    let prior = tree.root_edges()[2].prior;
    assert!((prior - 1f32.exp() / (1f32.exp() + 6.0)).abs() < 1e-6);
}

#[test]
fn a_value_keeps_its_sign_in_a_chain_and_changes_it_when_the_move_is_over() {
    let rules = rules("bashni");
    // White jumps to e5 from either side, and there has a choice of a second jump: White acts twice in a row.
    let chain = game(&rules, "W:Wc3=0,g3=0:Bd4=0,d6=0,f4=0,f6=0,h8=0,a7=0");
    let optimist = |query: &Query<'_>| Evaluation {
        logits: vec![0.0; query.steps.len()],
        value: Wdl::new(0.75, 0.25, 0.0),
    };
    let tree = searched(&rules, &chain, config(2), &mut Scripted(optimist));
    assert_eq!(tree.root_evaluation(), Some(Wdl::new(0.75, 0.25, 0.0)));
    for edge in tree.root_edges() {
        // Whoever acts says that things are fine for them; in the chain that is White again.
        assert_eq!((edge.visits, edge.value), (1, Some(Wdl::new(0.75, 0.25, 0.0))));
    }
    // From the start every step hands over to Black, who is as optimistic.
    let tree = searched(&rules, &Game::new(&rules), config(7), &mut Scripted(optimist));
    for edge in tree.root_edges() {
        assert_eq!((edge.visits, edge.value), (1, Some(Wdl::new(0.0, 0.25, 0.75))));
    }
    // (0.75 + 7 * -0.75) / 8
    assert!((tree.root_value().unwrap().value() - -0.5625).abs() < 1e-6);
}

#[test]
fn forced_steps_take_no_evaluation_and_no_visit() {
    let rules = rules("bashni");
    // c3:e5 is followed by e5:g7 by force, and then nothing of Black's is left.
    let wins = game(&rules, "W:Wc3=0,e3=0:Bd4=0,f6=0");
    let mut asked = 0;
    let mut counting = Scripted(|query: &Query<'_>| {
        asked += 1;
        assert!(query.steps.len() >= 2);
        Evaluation { logits: vec![0.0; query.steps.len()], value: Wdl::DRAW }
    });
    let tree = searched(&rules, &wins, config(60), &mut counting);
    assert_eq!(tree.best_step(), Some(step(&rules, "c3-e5")));
    assert_eq!(tree.principal_variation(), [step(&rules, "c3-e5"), step(&rules, "e5-g7")]);
    let winning = tree.root_edges().into_iter().find(|edge| edge.step == step(&rules, "c3-e5")).unwrap();
    assert_eq!((winning.value, winning.visits), (Some(Wdl::WIN), 1));
    // The end of a game is asked about never, and a win ends the search.
    assert!(asked < 10, "{asked}");
    assert!(tree.sims_done() < 10 && tree.is_finished());
}

#[test]
fn a_root_with_one_legal_step_is_finished_before_it_begins() {
    let rules = rules("bashni");
    let forced = game(&rules, "W:Wc3=0:Bd4=0,h8=0");
    let mut tree = Tree::new(&rules, forced.clone(), config(50), 1);
    assert!(tree.is_finished() && tree.gather(&rules) == 0 && tree.queries().len() == 0);
    assert_eq!(tree.forced_step(), Some(forced.legal_steps(&rules)[0]));
    assert_eq!(tree.best_step(), tree.forced_step());
    assert_eq!(tree.policy(), [1.0]);
    assert_eq!((tree.root_value(), tree.root_evaluation(), tree.sims_done()), (None, None, 0));
    assert_eq!(search_batch(&rules, &mut [tree], &mut UniformEvaluator).unwrap(), 0);
}

#[test]
fn a_root_where_the_game_is_over_has_its_exact_value_and_no_steps() {
    let rules = rules("bashni");
    for (fen, outcome) in [
        ("B:Wa1=0:B", Outcome::WhiteWins),
        ("W:W:Ba1=1", Outcome::BlackWins),
        ("W:Wa1=1:Bc1=1:H30", Outcome::Draw),
    ] {
        let tree = searched(&rules, &game(&rules, fen), config(50), &mut UniformEvaluator);
        assert_eq!(tree.outcome(), Some(outcome), "{fen}");
        assert_eq!(tree.root_value(), Some(outcome.into()));
        assert_eq!((tree.best_step(), tree.forced_step()), (None, None));
        assert!(tree.root_visits().is_empty() && tree.policy().is_empty());
    }
    // No legal move loses, also where the game would be drawn.
    let both = searched(&rules, &game(&rules, "B:Wa1=0:B:H30"), config(50), &mut UniformEvaluator);
    assert_eq!(both.outcome(), Some(Outcome::WhiteWins));
}

#[test]
fn steps_that_are_forced_round_in_a_circle_are_a_draw_under_every_rule() {
    let base = rules("bashni").with(&["files=5", "ranks=4", "rows=1", "king=short"]).unwrap();
    let fen = "W:We1=0,e3=1:Ba1=1,a3=1,b2=00,c1=1,c3=0,d2=0";
    for fields in [
        ["repetition=0", "no_progress_plies=0"],
        ["repetition=0", "no_progress_plies=30"],
        ["repetition=3", "no_progress_plies=0"],
        ["repetition=1000000", "no_progress_plies=0"],
    ] {
        let rules = base.with(&fields).unwrap();
        let mut steps = Vec::new();
        let mut walked = 0;
        let outcome = next_decision(&rules, &mut game(&rules, fen), &mut steps, |_| walked += 1);
        assert_eq!(outcome, Some(Outcome::Draw));
        assert!(walked <= 12, "{walked}");
    }
}

#[test]
fn rollouts_and_ends_of_games_are_enough_to_find_a_winning_capture() {
    let rules = rules("bashni");
    let wins = game(&rules, "W:Wc3=0,e3=0,g1=0:Bd4=0,f6=0");
    for evaluator in [&mut RolloutEvaluator::new(1, 5) as &mut dyn Evaluator, &mut UniformEvaluator] {
        let tree = searched(&rules, &wins, config(100), evaluator);
        assert_eq!(tree.best_step(), Some(step(&rules, "c3-e5")));
        assert!(tree.root_value().unwrap().value() > 0.8);
    }
}

#[test]
fn a_tree_searched_alone_equals_the_same_tree_among_twenty_others() {
    let rules = rules("bashni");
    let config = SearchConfig { sims: 40, ..SearchConfig::self_play() };
    let games = random_games(&rules, 17, 21);
    for evaluator in [&mut Scripted(opinionated) as &mut dyn Evaluator, &mut RolloutEvaluator::new(1, 3)] {
        let make = |seed: usize| Tree::new(&rules, games[seed].clone(), config, seed as u64);
        let mut together: Vec<Tree> = (0..games.len()).map(make).collect();
        search_batch(&rules, &mut together, evaluator).unwrap();
        for (seed, tree) in together.iter().enumerate() {
            let mut alone = [make(seed)];
            search_batch(&rules, &mut alone, evaluator).unwrap();
            assert_eq!(alone[0].root_edges(), tree.root_edges());
            assert_eq!(alone[0].root_value(), tree.root_value());
        }
    }
}

#[test]
fn a_search_raised_bit_by_bit_equals_the_same_search_in_one() {
    let rules = rules("bashni");
    let whole = searched(&rules, &Game::new(&rules), config(50), &mut RolloutEvaluator::new(1, 3));
    let mut trees = [Tree::new(&rules, Game::new(&rules), config(0), 7)];
    for sims in [7, 20, 50, 30] {
        trees[0].set_sims(sims);
        search_batch(&rules, &mut trees, &mut RolloutEvaluator::new(1, 3)).unwrap();
    }
    assert_eq!(trees[0].sims_done(), 50);
    assert_eq!(trees[0].root_edges(), whole.root_edges());
}

#[test]
fn noise_comes_from_the_seed_and_leaves_the_prior_that_is_reported_alone() {
    let rules = rules("bashni");
    let run = |seed, config| {
        let mut trees = [Tree::new(&rules, Game::new(&rules), config, seed)];
        search_batch(&rules, &mut trees, &mut Scripted(opinionated)).unwrap();
        trees[0].root_edges()
    };
    let noisy = SearchConfig { sims: 30, ..SearchConfig::self_play() };
    assert_eq!(run(1, noisy), run(1, noisy));
    assert_ne!(run(1, noisy), run(2, noisy));
    assert_eq!(run(1, config(30)), run(2, config(30)));
    for edge in run(1, noisy) {
        // A quarter is noise, which is never negative.
        assert!(edge.noisy_prior >= 0.749 * edge.prior);
    }
    assert!(run(1, noisy).iter().any(|edge| edge.prior != edge.noisy_prior));
    assert!(run(1, config(30)).iter().all(|edge| edge.prior == edge.noisy_prior));
}

#[test]
fn without_simulations_the_policy_is_the_prior() {
    let rules = rules("bashni");
    let tree = searched(&rules, &Game::new(&rules), config(0), &mut Scripted(opinionated));
    let edges = tree.root_edges();
    let largest = edges.iter().max_by(|a, b| a.prior.total_cmp(&b.prior)).unwrap();
    assert_eq!(tree.best_step(), Some(largest.step));
    assert_eq!(tree.policy(), edges.iter().map(|edge| edge.prior).collect::<Vec<_>>());
    assert_eq!((tree.sims_done(), tree.nodes()), (0, 1));
    assert_eq!(tree.root_value(), tree.root_evaluation());
}

#[test]
fn an_evaluation_that_is_no_evaluation_is_an_error_that_names_the_position() {
    let rules = rules("bashni");
    type Spoil = fn(&mut Evaluation);
    let good = |n| Evaluation { logits: vec![0.0; n], value: Wdl::DRAW };
    let bad: [(Spoil, &str); 6] = [
        (|e| e.logits[1] = f32::NAN, "the logit NaN for step"),
        (|e| e.logits[0] = f32::INFINITY, "the logit inf for step c3-b4"),
        (|e| e.logits.truncate(3), "3 logits for the 7 legal steps"),
        (|e| e.value.win = f32::NAN, "win NaN"),
        (|e| e.value.loss = f32::INFINITY, "loss inf"),
        (|e| e.value = Wdl::new(0.9, 0.9, 0.9), "sum to 1"),
    ];
    for (spoil, message) in bad {
        let mut spoilt = Scripted(|query: &Query<'_>| {
            let mut evaluation = good(query.steps.len());
            spoil(&mut evaluation);
            evaluation
        });
        let mut trees = [Tree::new(&rules, Game::new(&rules), config(5), 1)];
        let error = search_batch(&rules, &mut trees, &mut spoilt).unwrap_err().to_string();
        assert!(error.contains(message) && error.contains(&rules.start().fen(&rules)), "{error}");
        // The tree is none the worse for it.
        search_batch(&rules, &mut trees, &mut UniformEvaluator).unwrap();
        assert_eq!(trees[0].sims_done(), 5);
    }
}

#[test]
fn settings_that_make_no_sense_are_refused_by_name() {
    let rules = rules("bashni");
    let bad = SearchConfig { dirichlet_fraction: 1.5, ..SearchConfig::default() };
    assert_eq!(
        bad.check().unwrap_err().to_string(),
        "search setting dirichlet_fraction = 1.5: expected a number that is 0 to 1"
    );
    let mut trees = [Tree::new(&rules, Game::new(&rules), bad, 1)];
    assert!(matches!(search_batch(&rules, &mut trees, &mut UniformEvaluator), Err(SearchError::Config(_))));
    assert!(SearchConfig { c_puct: f64::NAN, ..SearchConfig::default() }.check().is_err());
    assert!(SearchConfig::default().check().is_ok() && SearchConfig::self_play().check().is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// What the root's numbers mean, whatever is searched.
    #[test]
    fn visits_add_up_and_values_are_distributions(seed in 0u64..40, plies in 0u32..80, sims in 0u32..60) {
        let rules = rules("bashni-6x6");
        let game = random_games(&rules, plies, seed + 1).pop().unwrap();
        let settings = SearchConfig { sims, ..SearchConfig::self_play() };
        let tree = searched(&rules, &game, settings, &mut Scripted(opinionated));
        let visits: u32 = tree.root_visits().iter().map(|(_, visits)| visits).sum();
        prop_assert!(tree.is_finished());
        prop_assert_eq!(visits, tree.sims_done());
        let wanted = if tree.forced_step().is_some() { 0 } else { sims };
        prop_assert!(visits == wanted || tree.proof().is_some());
        prop_assert!((tree.policy().iter().sum::<f32>() - 1.0).abs() < 1e-5);
        prop_assert!(tree.nodes() as u32 <= sims + 1);
        let steps: Vec<_> = tree.root_visits().into_iter().map(|(step, _)| step).collect();
        prop_assert_eq!(steps, game.legal_steps(&rules));
        for edge in tree.root_edges() {
            prop_assert_eq!(edge.value.is_some(), edge.visits > 0 || edge.proof.is_some());
            prop_assert!(edge.value.is_none_or(Wdl::is_distribution));
        }
        // The line that is reported can be played.
        let mut game = game;
        for step in tree.principal_variation() {
            prop_assert!(game.try_step(&rules, step).is_ok());
        }
    }
}
