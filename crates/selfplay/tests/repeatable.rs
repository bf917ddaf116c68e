//! A game follows from its seed alone, with any settings.

mod common;

use bashni_rules::Rules;
use bashni_search::mcts::{SearchConfig, SearchKind};
use bashni_selfplay::{Order, SelfPlayConfig};
use common::{config, opinionated, order, play_with, preset, starting_at};
use proptest::prelude::*;

/// Configs in which each of the settings is on, alone and together.
fn configs(rules: &Rules) -> Vec<(&'static str, SelfPlayConfig)> {
    let base = SelfPlayConfig { opening_plies: 3, full_share: 1.0, ..config(8) };
    let with = |change: fn(&mut SelfPlayConfig)| {
        let mut config = base.clone();
        change(&mut config);
        config
    };
    let starts = "W:Wa1=1,c1=00/0:Bf6=1,b6=0:H3\nB:Wa1=1,e1=0:Bf6=1,d6=0/0\n";
    let quick = with(|c| (c.full_share, c.quick_sims) = (0.3, 3));
    let everything = with(|c| {
        (c.full_share, c.quick_sims, c.late_gumbel) = (0.3, 3, 0.3);
        c.search = SearchConfig { root_temperature_early: 1.5, forced_playouts: 2.0, ..c.search };
        (c.openings.policy_plies, c.openings.fork_share, c.openings.fork_ply) = (3, 0.4, 2.0);
        (c.resign.below, c.resign.decisions) = (0.3, 2);
    });
    vec![
        ("quick searches", quick.clone()),
        (
            "quick searches, subtrees kept",
            SelfPlayConfig { search: SearchConfig { reuse: true, ..quick.search }, ..quick.clone() },
        ),
        (
            "quick searches, Gumbel",
            SelfPlayConfig { search: SearchConfig { kind: SearchKind::Gumbel, ..quick.search }, ..quick },
        ),
        ("root temperature", with(|c| c.search.root_temperature_early = 2.0)),
        ("forced playouts", with(|c| c.search.forced_playouts = 2.0)),
        ("policy plies", with(|c| c.openings.policy_plies = 5)),
        ("forks", with(|c| c.openings.fork_share = 0.6)),
        ("start positions", starting_at(base.clone(), rules, starts)),
        ("resignation", with(|c| (c.resign.below, c.resign.decisions) = (0.3, 2))),
        ("everything", starting_at(everything, rules, starts)),
    ]
}

#[test]
fn neither_threads_nor_other_games_change_a_game() {
    let rules = preset("bashni-6x6");
    for (name, config) in configs(&rules) {
        let alone = SelfPlayConfig { parallel: 1, ..config.clone() };
        let alone = play_with(&rules, &alone, &order(1), 1, opinionated);
        for (threads, parallel) in [(1, 100), (3, 2)] {
            let together = SelfPlayConfig { parallel, ..config.clone() };
            let together = play_with(&rules, &together, &order(1), threads, opinionated);
            assert_eq!(alone.rows, together.rows, "{name}, {threads} threads");
            assert_eq!(alone.summary, together.summary, "{name}");
        }
        assert_ne!(alone.rows, play_with(&rules, &config, &order(2), 1, opinionated).rows, "{name}");
        assert!(alone.rows.iter().all(|row| row.check().is_ok()), "{name}");
    }
}

#[test]
fn one_game_can_be_played_again_alone() {
    let rules = preset("bashni-6x6");
    for (name, config) in configs(&rules) {
        let all = play_with(&rules, &config, &order(3), 2, opinionated);
        let one = SelfPlayConfig { games: 1, ..config };
        for game in [100, 103, 107] {
            let again = Order { first_game: game, ..order(3) };
            let again = play_with(&rules, &one, &again, 1, opinionated);
            let expected = all.rows.iter().filter(|row| row.game.id == game);
            assert!(again.rows.iter().eq(expected), "{name}: game {game}");
        }
    }
}

#[test]
fn a_setting_that_is_off_changes_nothing() {
    let rules = preset("bashni-6x6");
    let plain = SelfPlayConfig { opening_plies: 3, ..config(6) };
    let mut off = SelfPlayConfig { quick_sims: 1, late_gumbel: 0.0, ..plain.clone() };
    (off.openings.policy_temperature, off.openings.fork_ply, off.openings.fork_moves) = (3.0, 1.0, 9);
    off.openings.file_share = 0.5;
    (off.resign.decisions, off.resign.play_on_share) = (1, 1.0);
    off.search.root_temperature_halflife = 3.0;
    let played = |config| play_with(&rules, config, &order(4), 1, opinionated).rows;
    assert_eq!(played(&plain), played(&off));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever the settings: games end, their rows are right, and they come out the same again.
    #[test]
    fn any_settings_play_games_that_can_be_repeated(
        seed: u64,
        full_share in 0.0f64..=1.0,
        quick_sims in 1u32..6,
        fork_share in 0.0f64..=1.0,
        fork_ply in 0.0f64..20.0,
        policy_plies in 0u32..20,
        below in 0.0f64..0.5,
        decisions in 1u32..4,
        gumbel: bool,
        reuse: bool,
    ) {
        let rules = preset("bashni-4x4");
        let kind = if gumbel { SearchKind::Gumbel } else { SearchKind::Puct };
        let mut config = SelfPlayConfig { full_share, quick_sims, opening_plies: 2, ..config(4) };
        config.search = SearchConfig { kind, reuse, ..config.search };
        (config.openings.fork_share, config.openings.fork_ply) = (fork_share, fork_ply);
        config.openings.policy_plies = policy_plies;
        (config.resign.below, config.resign.decisions) = (below, decisions);
        let played = play_with(&rules, &config, &order(seed), 1, opinionated);
        prop_assert_eq!(played.summary.games, 4);
        for rows in common::by_game(&played).values() {
            let end = common::replayed(&rules, rows);
            prop_assert_eq!(end.position().fen(&rules), rows[0].game.final_position.clone());
            prop_assert!(rows.iter().all(|row| row.check().is_ok()));
        }
        let again = play_with(&rules, &SelfPlayConfig { parallel: 2, ..config }, &order(seed), 2, opinionated);
        prop_assert_eq!(played.rows, again.rows);
    }
}
