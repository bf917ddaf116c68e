//! Resignation, and how its false positives are counted.

mod common;

use bashni_data::{Ending, Row};
use bashni_rules::{Color, Outcome};
use bashni_search::{Evaluation, Query, Wdl};
use bashni_selfplay::{Generation, Resignations, SelfPlayConfig};
use common::{by_game, config, opinionated, order, play_with, preset};

/// Thinks that White is lost, whatever happens.
fn white_is_lost(query: &Query<'_>) -> Evaluation {
    let value = match query.game.turn() {
        Color::White => Wdl::new(0.01, 0.0, 0.99),
        Color::Black => Wdl::new(0.99, 0.0, 0.01),
    };
    Evaluation { logits: vec![0.0; query.steps.len()], value }
}

fn resigning(games: u64, play_on_share: f64) -> SelfPlayConfig {
    let mut config = config(games);
    config.resign.below = 0.05;
    config.resign.decisions = 3;
    config.resign.play_on_share = play_on_share;
    config
}

fn play(config: &SelfPlayConfig) -> Generation {
    play_with(&preset("bashni-6x6"), config, &order(1), 2, white_is_lost)
}

#[test]
fn a_side_that_sees_itself_lost_resigns_at_the_start_of_its_move() {
    let generation = play(&resigning(30, 0.0));
    assert_eq!(generation.summary.resignations, Resignations { resigned: 30, ..Resignations::default() });
    assert_eq!(generation.summary.black_wins, 30);
    for (id, rows) in by_game(&generation) {
        let record = &rows[0].game;
        assert_eq!((record.ending, record.outcome), (Ending::Resignation, Outcome::BlackWins), "game {id}");
        // White's third decision is the one in which it resigned, and no row: nothing was played.
        let whites = rows.iter().filter(|row| row.state.turn == Color::White);
        assert_eq!(whites.filter(|row| row.state.step == 0).count(), 2, "game {id}");
        assert!(record.final_position.starts_with('W'), "game {id}");
        assert_eq!(rows[0].plies_left() + rows[0].state.ply, record.plies);
    }
}

#[test]
fn games_that_are_played_on_measure_how_often_resigning_is_wrong() {
    let generation = play(&resigning(40, 1.0));
    let counts = generation.summary.resignations;
    let not_lost = generation.summary.white_wins + generation.summary.draws;
    assert!(not_lost > 0 && generation.summary.black_wins > 0, "{:?}", generation.summary);
    assert_eq!(counts, Resignations { resigned: 0, played_on: 40, would_have: 40, wrong: not_lost });
    let rate = counts.false_positives().unwrap();
    assert_eq!(rate.share, not_lost as f64 / 40.0);
    assert!(rate.low < rate.share && rate.share < rate.high);
    assert!(generation.rows.iter().all(|row| row.game.ending != Ending::Resignation));
}

#[test]
fn a_share_of_games_is_played_on_and_the_same_but_for_its_end() {
    let (some, all) = (play(&resigning(60, 0.5)), play(&resigning(60, 1.0)));
    let counts = some.summary.resignations;
    assert!((15..45).contains(&counts.played_on), "{counts:?}");
    assert_eq!(counts.resigned + counts.played_on, 60);
    let all = by_game(&all);
    for (id, rows) in by_game(&some) {
        let whole = &all[&id];
        let same =
            |(a, b): (&&Row, &&Row)| (&a.state, a.action, &a.policy) == (&b.state, b.action, &b.policy);
        assert!(rows.iter().zip(whole).all(same), "game {id}");
        assert!(rows.len() <= whole.len());
    }
}

#[test]
fn nobody_resigns_by_default() {
    let generation = play_with(&preset("bashni-6x6"), &config(20), &order(2), 1, white_is_lost);
    assert_eq!(generation.summary.resignations, Resignations::default());
    assert!(generation.rows.iter().all(|row| row.game.ending != Ending::Resignation));
}

#[test]
fn a_loss_that_is_proven_is_played_out() {
    // On the small board searches prove nearly all that is to be proven before it happens.
    let rules = preset("bashni-4x4");
    let mut config = config(60);
    config.search.sims = 400;
    (config.resign.below, config.resign.decisions, config.resign.play_on_share) = (0.02, 1, 0.0);
    let generation = play_with(&rules, &config, &order(3), 1, opinionated);
    let lost = |row: &&Row| row.search == Wdl::LOSS;
    assert!(generation.rows.iter().filter(lost).count() > 10, "no search proved a loss");
    for row in generation.rows.iter().filter(lost) {
        assert_eq!(row.game.ending, Ending::NoMove);
    }
}
