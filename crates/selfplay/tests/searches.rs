//! Full and quick searches, and the choice of a step.

mod common;

use bashni_data::Row;
use bashni_search::mcts::{SearchConfig, SearchKind};
use bashni_selfplay::SelfPlayConfig;
use common::{by_game, config, opinionated, order, play_with, preset};

fn of_kind(kind: SearchKind, config: SelfPlayConfig) -> SelfPlayConfig {
    SelfPlayConfig { search: SearchConfig { kind, ..config.search }, ..config }
}

#[test]
fn a_share_of_decisions_gets_a_full_search_and_the_others_a_quick_one() {
    let rules = preset("bashni-6x6");
    for kind in [SearchKind::Puct, SearchKind::Gumbel] {
        let config = SelfPlayConfig { full_share: 0.25, quick_sims: 3, ..of_kind(kind, config(60)) };
        let generation = play_with(&rules, &config, &order(1), 2, opinionated);
        let rows = generation.rows.len() as f64;
        let full = generation.rows.iter().filter(|row| row.full).count();
        // Within four standard deviations.
        let margin = 4.0 * (0.25 * 0.75 / rows).sqrt();
        assert!((full as f64 / rows - 0.25).abs() < margin, "{full} of {rows}");
        assert_eq!(generation.summary.full_rows, full as u64);
        // A result that is proven ends a search before its time.
        let most = |full| generation.rows.iter().filter(|row| row.full == full).map(|row| row.sims).max();
        assert_eq!((most(true), most(false)), (Some(8), Some(3)));
        let whole = |row: &&Row| row.sims == if row.full { 8 } else { 3 };
        assert!(generation.rows.iter().filter(whole).count() as f64 > 0.9 * rows);
    }
}

#[test]
fn by_default_every_search_is_a_full_one() {
    let rules = preset("bashni-6x6");
    let generation = play_with(&rules, &config(5), &order(1), 1, opinionated);
    assert!(generation.rows.iter().all(|row| row.full));
    assert_eq!(generation.summary.full_rows, generation.rows.len() as u64);
}

#[test]
fn a_quick_search_has_no_noise() {
    let rules = preset("bashni-6x6");
    // All games begin with the same decision: how many policies are there?
    let different = |kind, full_share| {
        let mut config = SelfPlayConfig { full_share, quick_sims: 8, ..of_kind(kind, config(20)) };
        config.search.root_temperature_early = 2.0;
        config.search.forced_playouts = 2.0;
        let generation = play_with(&rules, &config, &order(2), 1, opinionated);
        let mut policies: Vec<_> = by_game(&generation).values().map(|rows| rows[0].policy.clone()).collect();
        policies.dedup();
        policies.len()
    };
    for kind in [SearchKind::Puct, SearchKind::Gumbel] {
        assert_eq!(different(kind, 0.0), 1, "{kind:?}");
        assert!(different(kind, 1.0) > 5, "{kind:?}");
    }
}

#[test]
fn the_surprise_of_a_row_is_measured_from_the_network_s_own_prior() {
    let rules = preset("bashni-6x6");
    let mut config = config(10);
    config.search.root_temperature = 3.0;
    config.search.root_temperature_early = 3.0;
    let generation = play_with(&rules, &config, &order(3), 1, opinionated);
    for row in &generation.rows {
        let game = row.state.game(&rules).unwrap();
        let steps = game.legal_steps(&rules);
        let mut priors = opinionated(&bashni_search::Query { game: &game, steps: &steps }).logits;
        let total: f32 = priors.iter().map(|logit| logit.exp()).sum();
        priors.iter_mut().for_each(|logit| *logit = logit.exp() / total);
        let wanted = bashni_data::surprise(&row.policy, &priors);
        assert!((row.surprise - wanted).abs() < 1e-4, "{} {wanted}", row.surprise);
    }
}

/// Mean share of the policy that the steps have that were played.
fn mean_share(config: &SelfPlayConfig) -> f64 {
    let generation = play_with(&preset("bashni-6x6"), config, &order(4), 1, opinionated);
    let share = |row: &Row| {
        let index = row.legal.iter().position(|&action| action == row.action).unwrap();
        f64::from(row.policy[index] / row.policy.iter().copied().fold(0.0, f32::max))
    };
    generation.rows.iter().map(share).sum::<f64>() / generation.rows.len() as f64
}

#[test]
fn late_in_a_game_a_gumbel_search_can_choose_with_less_noise() {
    let late = |late_gumbel, temperature_plies| {
        let mut config =
            SelfPlayConfig { late_gumbel, temperature_plies, ..of_kind(SearchKind::Gumbel, config(40)) };
        config.search.sims = 16;
        mean_share(&config)
    };
    let (noisy, less, without) = (late(1.0, 0), late(0.5, 0), late(0.0, 0));
    assert!(noisy < less && less < without, "{noisy} {less} {without}");
    // Before that it has all.
    assert_eq!(late(0.0, 10_000), noisy);
}
