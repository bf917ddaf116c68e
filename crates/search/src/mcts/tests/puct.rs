use bashni_rules::{Color, Outcome, Rules};

use super::*;
use crate::mcts::select::{Standing, puct};
use crate::testing::rules;

/// Four visits of a node, its evaluation (a draw) included: two through `a` (a win and a draw for White), one through `b`
/// (a loss for White), none through `c`.
fn three_edges(rules: &Rules) -> ([Edge; 3], Standing) {
    let edges = [
        edge(rules, 0.5, 2, Wdl::new(0.5, 0.5, 0.0)),
        edge(rules, 0.3, 1, Wdl::LOSS),
        edge(rules, 0.2, 0, Wdl::default()),
    ];
    // A draw, a win, a draw and a loss.
    (edges, Standing { turn: Color::White, visits: 4, value: Wdl::new(0.25, 0.5, 0.25) })
}

/// So large a base that the logarithm vanishes: exploration of the three edges is then `c * sqrt(4) = 2c`.
fn constant(c_puct: f64) -> SearchConfig {
    SearchConfig { c_puct, c_base: 1e12, ..SearchConfig::default() }
}

#[test]
fn puct_weighs_value_prior_and_visits_for_the_side_that_acts() {
    let rules = rules("bashni");
    let (edges, node) = three_edges(&rules);
    let select = |c_puct, turn, fpu| puct(&edges, Standing { turn, ..node }, &constant(c_puct), fpu);
    // c = 1, White: a 0.5 + 2 * 0.5 / 3 = 0.833; b -1 + 2 * 0.3 / 2 = -0.7; c 0 + 2 * 0.2 = 0.4.
    assert_eq!(select(1.0, Color::White, 0.0), 0);
    // Black: a -0.5 + 0.333 = -0.167; b 1 + 0.3 = 1.3; c 0.4.
    assert_eq!(select(1.0, Color::Black, 0.0), 1);
    // c = 10, White: a 0.5 + 3.33 = 3.83; b -1 + 3 = 2; c 0 + 4 = 4.
    assert_eq!(select(10.0, Color::White, 0.0), 2);
    // First-play urgency of 0.2 lowers c by 0.2 * sqrt(0.5 + 0.3) = 0.179, to 3.82.
    assert_eq!(select(10.0, Color::White, 0.2), 0);
}

#[test]
fn the_weight_of_the_prior_grows_with_the_logarithm_of_the_visits() {
    let rules = rules("bashni");
    let (mut edges, node) = three_edges(&rules);
    edges[2].prior = 0.3;
    // ln((4 + 1 + 1) / 1) = 1.79, so c is 3.29 in place of 1.5, and exploration 6.58 in place of 3:
    // a 0.5 + 6.58 * 0.5 / 3 = 1.60; c 0 + 6.58 * 0.3 = 1.98.
    let small = SearchConfig { c_puct: 1.5, c_base: 1.0, ..SearchConfig::default() };
    assert_eq!(puct(&edges, node, &small, 0.0), 2);
    // a 0.5 + 3 * 0.5 / 3 = 1.0; c 0 + 3 * 0.3 = 0.9.
    assert_eq!(puct(&edges, node, &constant(1.5), 0.0), 0);
}

#[test]
fn a_simulation_in_flight_counts_as_a_visit_that_lost() {
    let rules = rules("bashni");
    let (mut edges, node) = three_edges(&rules);
    edges[0].in_flight = 1;
    // The node has 5 visits, exploration is sqrt(5) = 2.24. White: a (2 * 0.5 - 1) / 3 + 2.24 * 0.5 / 4 = 0.28;
    // c 0.45.
    let node = Standing { visits: 5, ..node };
    assert_eq!(puct(&edges, node, &constant(1.0), 0.0), 2);
    // One in flight through c too: it is worth -1 there, and 6 visits make -1 + 2.45 * 0.2 / 2 = -0.76.
    edges[2].in_flight = 1;
    assert_eq!(puct(&edges, Standing { visits: 6, ..node }, &constant(1.0), 0.0), 0);
    // Black, for whom White's wins are losses: a (2 * -0.5 - 1) / 3 = -0.67, b 1.
    let node = Standing { turn: Color::Black, ..node };
    assert_eq!(puct(&edges, node, &constant(1.0), 0.0), 1);
}

#[test]
fn a_refuted_step_is_not_followed_whatever_its_prior() {
    let rules = rules("bashni");
    let (mut edges, node) = three_edges(&rules);
    edges[0].prior = 0.99;
    edges[0].proven = Some(Outcome::BlackWins);
    assert_eq!(puct(&edges, node, &constant(10.0), 0.0), 2);
    // What loses for White wins for Black.
    assert_eq!(puct(&edges, Standing { turn: Color::Black, ..node }, &constant(10.0), 0.0), 0);
}
