//! Settings of self-play out of range are refused by name.

use bashni_search::mcts::SearchConfig;
use bashni_selfplay::SelfPlayConfig;

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
            search(SearchConfig { considered: 0, ..usual().search }),
            "selfplay.search: search setting considered = 0",
        ),
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
