//! Statistics of a few rows that can be counted by hand.

mod common;

use std::sync::Arc;

use bashni_data::{Ending, GameRecord, Row, Spread, Stats, shard_stats, write_shard};
use bashni_rules::{Color, Outcome, Rules};
use bashni_search::Wdl;
use common::{Plan, games, origin, play};

fn stats(shards: &[Vec<Row>]) -> Stats {
    let rules = Rules::preset("bashni").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for (i, rows) in shards.iter().enumerate() {
        let path = folder.path().join(format!("{i}.parquet"));
        write_shard(&path, &rules, &origin(), rows).unwrap();
        paths.push(path);
    }
    shard_stats(&paths, &|_| ()).unwrap()
}

/// Row `ply` of a game, Black's where it is odd.
fn row(game: &Arc<GameRecord>, ply: u32, policy: &[f32]) -> Row {
    let rules = Rules::preset("bashni").unwrap();
    let template = play(&rules, 1, &Plan::default()).swap_remove(0);
    let mut row = Row { game: game.clone(), ..template };
    row.state.ply = ply;
    row.state.turn = if ply.is_multiple_of(2) { Color::White } else { Color::Black };
    row.legal = (0..policy.len() as u16).collect();
    row.policy = policy.to_vec();
    row.action = 0;
    (row.full, row.sims, row.surprise) = (ply == 0, 10 + ply, 0.5);
    row
}

fn record(id: u64, plies: u32, outcome: Outcome, ending: Ending) -> Arc<GameRecord> {
    Arc::new(GameRecord {
        id,
        seed: 0,
        network_step: 100 * id,
        start: String::new(),
        opening: format!("moves {id}"),
        plies,
        outcome,
        ending,
        final_position: String::new(),
    })
}

#[test]
fn what_is_counted_by_hand_is_what_is_counted() {
    let won = record(1, 40, Outcome::WhiteWins, Ending::NoMove);
    let lost = record(2, 50, Outcome::BlackWins, Ending::Resignation);
    let drawn = record(3, 90, Outcome::Draw, Ending::NoProgress);
    let mut rows =
        vec![row(&won, 0, &[0.5, 0.5]), row(&won, 1, &[1.0, 0.0, 0.0]), row(&lost, 2, &[0.5, 0.5])];
    // White's value, Black's and White's: right, half right, wrong.
    rows[0].search = Wdl::WIN;
    rows[1].search = Wdl::new(0.0, 0.5, 0.5);
    rows[2].search = Wdl::WIN;
    rows.iter_mut().for_each(|row| row.root = Wdl::DRAW);
    rows[1].state.step = 1;
    rows[2].state.position = "W:Wc1=1/0000,d6=00:Ba1=110101/1".to_owned();
    let mut last = row(&drawn, 3, &[0.25; 4]);
    (last.search, last.root) = (Wdl::DRAW, Wdl::DRAW);
    let stats = stats(&[rows, vec![last]]);

    assert_eq!((stats.shards, stats.games, stats.rows), (2, 3, 4));
    assert_eq!(stats.network_steps, (100, 300));
    let results = stats.results;
    assert_eq!((results.white_wins, results.black_wins, results.draws), (1, 1, 1));
    assert_eq!((stats.white_score, stats.decisive), (0.5, 2.0 / 3.0));
    let endings = stats.endings;
    assert_eq!((endings.no_move, endings.repetition, endings.no_progress, endings.resignation), (1, 0, 1, 1));
    assert_eq!(stats.plies, Spread { mean: 60.0, median: 50.0, min: 40.0, max: 90.0 });
    assert_eq!(stats.rows_per_game, Spread { mean: 4.0 / 3.0, median: 1.0, min: 1.0, max: 2.0 });
    assert_eq!((stats.opening_plies.min, stats.opening_plies.max), (0.0, 3.0));
    assert_eq!((stats.full_rows, stats.quick_rows, stats.chain_rows), (1, 3, 1));
    assert_eq!(stats.legal_steps, Spread { mean: 2.75, median: 2.5, min: 2.0, max: 4.0 });
    assert_eq!(stats.sims, Spread { mean: 11.5, median: 11.5, min: 10.0, max: 13.0 });
    assert_eq!(stats.surprise, Spread { mean: 0.5, median: 0.5, min: 0.5, max: 0.5 });
    assert!((stats.policy_entropy.mean - (2.0 * 2_f64.ln() + 4_f64.ln()) / 4.0).abs() < 1e-12);
    assert_eq!(stats.policy_entropy.min, 0.0);
    assert_eq!(stats.brier.search, (0.0 + 0.5 + 2.0 + 0.0) / 4.0);
    assert_eq!(stats.brier.root, (2.0 + 2.0 + 2.0 + 0.0) / 4.0);
    assert_eq!((stats.tallest_column.min, stats.tallest_column.max), (1.0, 7.0));
    assert_eq!((stats.distinct_positions, stats.distinct_openings), (2, 3));
}

#[test]
fn how_games_are_cut_into_shards_changes_nothing() {
    let rules = Rules::preset("bashni").unwrap();
    let plan = Plan { opening_plies: 4, ..Plan::default() };
    let parts = [games(&rules, 0..4, &plan), games(&rules, 4..10, &plan)];
    let whole = stats(&[parts.concat()]);
    let mut cut = stats(&parts);
    assert_eq!(cut.shards, 2);
    // Sums of floats depend on where they are cut, in their last digits.
    assert!((cut.brier.search - whole.brier.search).abs() < 1e-12);
    assert!((cut.brier.root - whole.brier.root).abs() < 1e-12);
    (cut.shards, cut.brier) = (1, whole.brier);
    assert_eq!(cut, whole);
}

#[test]
fn a_shard_without_rows_has_only_zeros() {
    assert_eq!(stats(&[Vec::new()]), Stats { shards: 1, ..Stats::default() });
}
