//! Root temperature and forced playouts.

use bashni_rules::{Color, Game, Outcome};
use proptest::prelude::*;

use super::*;
use crate::mcts::forced::{forced_playout, prune_forced};
use crate::mcts::select::{Standing, puct};
use crate::testing::{Scripted, opinionated, random_games, rules};

/// Priors of the start: the third step is e^2 times as likely as any other.
fn prefers_third(query: &Query<'_>) -> Evaluation {
    uniform_but(query, |evaluation| {
        if let Some(logit) = evaluation.logits.get_mut(2) {
            *logit = 2.0;
        }
    })
}

#[test]
fn a_root_temperature_flattens_what_puct_goes_by_and_not_what_the_network_said() {
    let rules = rules("bashni");
    let settings = SearchConfig { root_temperature: 2.0, root_temperature_early: 2.0, ..config(0) };
    let plain = searched(&rules, &Game::new(&rules), config(0), &mut Scripted(prefers_third));
    let heated = searched(&rules, &Game::new(&rules), settings, &mut Scripted(prefers_third));
    let e = std::f32::consts::E;
    for (index, (plain, heated)) in plain.root_edges().iter().zip(heated.root_edges()).enumerate() {
        assert_eq!((plain.prior, plain.noisy_prior), (heated.prior, plain.prior));
        let wanted = if index == 2 { e / (e + 6.0) } else { 1.0 / (e + 6.0) };
        assert!((heated.noisy_prior - wanted).abs() < 1e-6, "{index}");
    }
    assert_eq!(heated.policy(), plain.policy());
}

#[test]
fn the_temperature_is_the_one_of_the_ply() {
    let rules = rules("bashni");
    let settings = SearchConfig {
        root_temperature_early: 3.0,
        root_temperature: 1.0,
        root_temperature_halflife: 2.0,
        ..config(0)
    };
    let mut prefers_first =
        Scripted(|query: &Query<'_>| uniform_but(query, |evaluation| evaluation.logits[0] = 2.0));
    for game in [0, 2, 4, 8].map(|plies| random_games(&rules, plies, 1).remove(0)) {
        let tree = searched_from_decision(&rules, &game, settings, &mut prefers_first);
        let edges = tree.root_edges();
        let temperature = 1.0 + 2.0 * (-f64::from(tree.game().ply()) / 2.0).exp2();
        let odds = f64::from(edges[0].noisy_prior / edges[1].noisy_prior);
        assert!((odds.ln() - 2.0 / temperature).abs() < 1e-4, "ply {}: {odds}", tree.game().ply());
    }
}

#[test]
fn in_a_gumbel_search_the_root_temperature_draws_steps_by_flatter_priors() {
    let rules = rules("bashni");
    let settings =
        SearchConfig { gumbel_scale: 1.0, root_temperature: 2.0, root_temperature_early: 2.0, ..gumbel(0) };
    let mut drawn = 0;
    for seed in 0..2_000 {
        let mut trees = [Tree::new(&rules, Game::new(&rules), settings, seed)];
        search_batch(&rules, &mut trees, &mut Scripted(prefers_third)).unwrap();
        drawn += u32::from(trees[0].best_index() == Some(2));
        // What is learned does not know of it.
        assert!((trees[0].policy()[2] - 0.552).abs() < 1e-3);
    }
    // e / (e + 6) = 0.312, within four standard deviations.
    let share = f64::from(drawn) / 2_000.0;
    assert!((share - 0.312).abs() < 0.042, "{share}");
}

#[test]
fn a_step_that_was_tried_is_forced_to_its_least_visits() {
    let rules = rules("bashni");
    // 18 visits. k = 2: a at least sqrt(2 * 0.5 * 18) = 4.2; b sqrt(2 * 0.25 * 18) = 3; c was not tried.
    let mut edges = [
        edge(&rules, 0.5, 15, Wdl::DRAW),
        edge(&rules, 0.25, 3, Wdl::LOSS),
        edge(&rules, 0.25, 0, Wdl::default()),
    ];
    assert_eq!(forced_playout(&edges, 2.0), None);
    // 22 visits: b at least sqrt(0.5 * 22) = 3.3.
    edges[0].visits = 19;
    assert_eq!(forced_playout(&edges, 2.0), Some(1));
    // One is on its way.
    edges[1].in_flight = 1;
    assert_eq!(forced_playout(&edges, 2.0), None);
    edges[1].in_flight = 0;
    // Nothing is to be learned of what is proven.
    edges[1].proven = Some(Outcome::Draw);
    assert_eq!(forced_playout(&edges, 2.0), None);
    edges[1].proven = None;
    assert_eq!(forced_playout(&edges, 0.0), None);
}

#[test]
fn visits_that_puct_would_not_have_made_are_pruned() {
    let rules = rules("bashni");
    // So large a base that c = 1; 100 visits of the node, so exploration is 10 * prior / (1 + n).
    let settings = SearchConfig { c_puct: 1.0, c_base: 1e12, forced_playouts: 2.0, ..config(0) };
    let standing = |turn| Standing { turn, visits: 100, value: Wdl::DRAW };
    let edges = [
        // Wanted: 0.5 + 10 * 0.5 / 81 = 0.562.
        edge(&rules, 0.5, 80, Wdl::new(0.5, 0.5, 0.0)),
        // Forced to sqrt(2 * 0.2 * 99) = 6.3. 0 + 2 / (1 + n) < 0.562 from n = 2.56 on, so 9 becomes 9 - 6 = 3.
        edge(&rules, 0.2, 9, Wdl::DRAW),
        // Forced to sqrt(2 * 0.2 * 99) = 6.3. 0.35 + 2 / (1 + n) < 0.562 from n = 8.4 on: 9.
        edge(&rules, 0.2, 9, Wdl::new(0.35, 0.65, 0.0)),
        // Forced to sqrt(2 * 0.1 * 99) = 4.4. -1 + 1 / (1 + n) is always less: of one visit none is left.
        edge(&rules, 0.1, 1, Wdl::LOSS),
    ];
    let pruned = |turn| {
        let mut weights = edges.each_ref().map(|edge| edge.visits as f32);
        prune_forced(&edges, standing(turn), &settings, &mut weights);
        weights
    };
    assert_eq!(pruned(Color::White), [80.0, 3.0, 9.0, 0.0]);
    // For Black the last step is far better than the first one, whose visits are the puzzle.
    assert_eq!(pruned(Color::Black)[3], 1.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever the tree: pruning only takes, never from the step with most visits, and never so much that PUCT would rather go
    /// elsewhere than to that one.
    #[test]
    fn pruning_never_makes_puct_prefer_another_step(
        parts in prop::collection::vec((1u32..60, 1u32..100, 0.0f32..1.0), 2..12),
        k in 0.1f64..4.0,
    ) {
        let rules = rules("bashni");
        let total: u32 = parts.iter().map(|part| part.0).sum();
        let edges: Vec<Edge> = parts
            .iter()
            .map(|&(prior, visits, win)| {
                edge(&rules, prior as f32 / total as f32, visits, Wdl::new(win, 1.0 - win, 0.0))
            })
            .collect();
        let all: u32 = edges.iter().map(|edge| edge.visits).sum();
        let settings = SearchConfig { forced_playouts: k, ..config(0) };
        let standing = Standing { turn: Color::White, visits: 1 + all, value: Wdl::DRAW };
        let before: Vec<f32> = edges.iter().map(|edge| edge.visits as f32).collect();
        let mut weights = before.clone();
        prune_forced(&edges, standing, &settings, &mut weights);
        let most = before.iter().copied().fold(0.0, f32::max);
        let best = before.iter().position(|&visits| visits == most).unwrap();
        prop_assert_eq!(weights[best], most);
        for index in 0..edges.len() {
            prop_assert!(weights[index] <= before[index] && weights[index] >= 0.0);
            // A single visit that is taken away is no statement about PUCT.
            if weights[index] == before[index] || weights[index] == 0.0 {
                continue;
            }
            let mut two = [edges[best], edges[index]];
            two[1].visits = weights[index] as u32;
            prop_assert_eq!(puct(&two, standing, &settings, 0.0), 0, "{} of {}", weights[index], before[index]);
        }
    }
}

#[test]
fn forced_playouts_try_noisy_steps_more_and_teach_no_more_of_them() {
    let rules = rules("bashni-6x6");
    let noisy = SearchConfig { sims: 100, ..SearchConfig::self_play() };
    let forced = SearchConfig { forced_playouts: 2.0, ..noisy };
    let (mut few, mut few_forced, mut sharper) = (0, 0, 0);
    let games = random_games(&rules, 6, 30);
    for game in &games {
        let plain = searched_from_decision(&rules, game, noisy, &mut Scripted(opinionated));
        let tree = searched_from_decision(&rules, game, forced, &mut Scripted(opinionated));
        if tree.proof().is_some() {
            continue;
        }
        let visits: u32 = tree.root_visits().iter().map(|(_, visits)| visits).sum();
        assert_eq!(visits, 100);
        let policy = tree.policy();
        assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        let tried = |tree: &Tree| tree.root_visits().iter().filter(|(_, visits)| *visits >= 4).count();
        few += tried(&plain);
        few_forced += tried(&tree);
        let largest = |shares: Vec<f32>| shares.into_iter().fold(0.0, f32::max);
        let most = tree.root_visits().iter().map(|(_, visits)| *visits).max().unwrap();
        sharper += u32::from(largest(policy) > most as f32 / 100.0);
    }
    assert!(few_forced > few, "{few_forced} {few}");
    assert!(sharper > 10, "{sharper}");
}

#[test]
fn a_search_without_noise_is_the_search_of_a_match() {
    let rules = rules("bashni-6x6");
    let exploring = SearchConfig {
        root_temperature: 1.2,
        root_temperature_early: 1.5,
        forced_playouts: 2.0,
        ..SearchConfig::self_play()
    };
    for kind in [SearchKind::Puct, SearchKind::Gumbel] {
        let quiet = SearchConfig { kind, sims: 30, ..exploring }.without_noise();
        for game in random_games(&rules, 10, 10) {
            let plain = SearchConfig { kind, ..config(30) };
            let wanted = searched_from_decision(&rules, &game, plain, &mut Scripted(opinionated));
            let tree = searched_from_decision(&rules, &game, quiet, &mut Scripted(opinionated));
            assert_eq!(tree.root_edges(), wanted.root_edges());
            assert_eq!(tree.policy(), wanted.policy());
        }
    }
}
