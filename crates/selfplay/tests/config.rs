//! Settings of self-play out of range are refused by name.

use bashni_search::mcts::SearchConfig;
use bashni_selfplay::{OpeningConfig, ResignConfig, SelfPlayConfig};

fn usual() -> SelfPlayConfig {
    SelfPlayConfig::default()
}

#[test]
fn the_usual_settings_are_right() {
    usual().check().unwrap();
    SelfPlayConfig { opening_plies: 0, temperature_plies: 0, late_temperature: 0.0, ..usual() }
        .check()
        .unwrap();
}

#[test]
fn settings_out_of_range_are_refused_by_name() {
    let search = |search| SelfPlayConfig { search, ..usual() };
    let openings = |change: fn(&mut OpeningConfig)| {
        let mut config = usual();
        change(&mut config.openings);
        config
    };
    let resign = |change: fn(&mut ResignConfig)| {
        let mut config = usual();
        change(&mut config.resign);
        config
    };
    for (config, message) in [
        (SelfPlayConfig { games: 0, ..usual() }, "selfplay.games = 0: expected "),
        (SelfPlayConfig { parallel: 0, ..usual() }, "selfplay.parallel = 0: expected "),
        (SelfPlayConfig { parallel: 1_000_000_000, ..usual() }, "selfplay.parallel = 1000000000: expected "),
        (
            SelfPlayConfig { late_temperature: -0.5, ..usual() },
            "selfplay.late_temperature = -0.5: expected 0 to 10",
        ),
        (SelfPlayConfig { late_temperature: f32::NAN, ..usual() }, "selfplay.late_temperature = NaN"),
        (search(SearchConfig { sims: 0, ..usual().search }), "selfplay.search.sims = 0: expected at least 1"),
        (
            search(SearchConfig { c_puct: -1.0, ..usual().search }),
            "selfplay.search: search setting c_puct = -1",
        ),
        (search(SearchConfig { leaves: 0, ..usual().search }), "selfplay.search: search setting leaves = 0"),
        (
            search(SearchConfig { memory_mib: 1_000_000, ..usual().search }),
            "selfplay.search: search setting memory_mib = 1000000",
        ),
        (
            search(SearchConfig { root_temperature: 0.0, ..usual().search }),
            "selfplay.search: search setting root_temperature = 0: expected a number that is 0.01 to 100",
        ),
        (
            search(SearchConfig { root_temperature_early: f64::INFINITY, ..usual().search }),
            "selfplay.search: search setting root_temperature_early = inf",
        ),
        (
            search(SearchConfig { root_temperature_halflife: 0.0, ..usual().search }),
            "selfplay.search: search setting root_temperature_halflife = 0",
        ),
        (
            search(SearchConfig { forced_playouts: -1.0, ..usual().search }),
            "selfplay.search: search setting forced_playouts = -1: expected a number that is 0 or more",
        ),
        (SelfPlayConfig { late_gumbel: 1.5, ..usual() }, "selfplay.late_gumbel = 1.5: expected 0 to 1"),
        (SelfPlayConfig { full_share: -0.25, ..usual() }, "selfplay.full_share = -0.25: expected 0 to 1"),
        (SelfPlayConfig { full_share: f64::NAN, ..usual() }, "selfplay.full_share = NaN: expected 0 to 1"),
        (SelfPlayConfig { quick_sims: 0, ..usual() }, "selfplay.quick_sims = 0: expected at least 1"),
        (
            openings(|o| o.policy_plies = 20_000),
            "selfplay.openings.policy_plies = 20000: expected 0 to 10000",
        ),
        (
            openings(|o| o.policy_temperature = -1.0),
            "selfplay.openings.policy_temperature = -1: expected 0 to 10",
        ),
        (openings(|o| o.fork_share = 1.5), "selfplay.openings.fork_share = 1.5: expected 0 to 1"),
        (openings(|o| o.fork_ply = f64::NAN), "selfplay.openings.fork_ply = NaN: expected 0 to 1000"),
        (openings(|o| o.fork_moves = 0), "selfplay.openings.fork_moves = 0: expected 1 to 1000"),
        (openings(|o| o.file_share = -0.5), "selfplay.openings.file_share = -0.5: expected 0 to 1"),
        (resign(|r| r.below = 0.75), "selfplay.resign.below = 0.75: expected 0 to 0.5"),
        (resign(|r| r.decisions = 0), "selfplay.resign.decisions = 0: expected 1 to 10000"),
        (resign(|r| r.play_on_share = 2.0), "selfplay.resign.play_on_share = 2: expected 0 to 1"),
        (
            search(SearchConfig { c_scale: f64::NAN, ..usual().search }),
            "selfplay.search: search setting c_scale = NaN",
        ),
        (
            search(SearchConfig { dirichlet_fraction: 2.0, ..usual().search }),
            "selfplay.search: search setting dirichlet_fraction = 2",
        ),
    ] {
        let error = config.check().unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}
