//! What was played is found right, and whatever is changed in it is found.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bashni_data::{CheckReport, Ending, Fault, GameRecord, Row, check_shards, replay, write_shard};
use bashni_rules::{Encoding, Outcome, Rules};
use bashni_search::Wdl;
use common::{Plan, games, origin, play};
use tempfile::TempDir;

fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap()
}

fn write(folder: &TempDir, name: &str, rules: &Rules, rows: &[Row]) -> PathBuf {
    let path = folder.path().join(name);
    write_shard(&path, rules, &origin(), rows).unwrap();
    path
}

fn check(paths: &[PathBuf]) -> CheckReport {
    check_shards(paths, None, &|_| ())
}

/// The faults of a shard with these rows.
fn faults(rules: &Rules, rows: &[Row]) -> Vec<Fault> {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder, "shard.parquet", rules, rows);
    check(&[path]).faults
}

#[test]
fn games_that_were_played_are_all_right() {
    let opened = Plan { opening_plies: 6, ..Plan::default() };
    let resigned = Plan { resigns_at: Some(20), ..Plan::default() };
    for name in ["bashni", "bashni-once", "bashni-turkish", "lasca", "russian", "english", "bashni-6x6"] {
        let rules = preset(name);
        let rows = [
            games(&rules, 0..20, &Plan::default()),
            games(&rules, 20..40, &opened),
            games(&rules, 40..50, &resigned),
        ]
        .concat();
        assert!(rows.iter().any(|row| row.game.ending == Ending::Resignation));
        let folder = tempfile::tempdir().unwrap();
        let path = write(&folder, "shard.parquet", &rules, &rows);
        let report = check(&[path]);
        assert_eq!(report.faults, [], "{name}");
        assert_eq!((report.shards, report.games, report.rows), (1, 50, rows.len() as u64), "{name}");
    }
}

#[test]
fn chains_of_captures_are_cut_into_their_decisions() {
    let rows = games(&preset("bashni"), 0..60, &Plan::default());
    assert!(rows.iter().any(|row| row.state.step > 0), "no choice within a chain");
    assert_eq!(faults(&preset("bashni"), &rows), []);
}

#[test]
fn a_game_from_another_position_keeps_its_counter() {
    let rules = preset("bashni");
    // Two moves of the opening, and two before the draw.
    let start = format!("{}:H{}", rules.start().fen(&rules), rules.fields().no_progress_plies - 4);
    let rows = play(&rules, 3, &Plan { start, opening_plies: 2, ..Plan::default() });
    assert_eq!(rows[0].state.no_progress, rules.fields().no_progress_plies - 2);
    assert_eq!((rows[0].game.ending, rows[0].game.plies), (Ending::NoProgress, 4));
    assert_eq!(faults(&rules, &rows), []);
}

#[test]
fn a_replay_has_all_moves_of_the_game() {
    let rules = preset("bashni");
    let encoding = Encoding::new(&rules).unwrap();
    let rows = play(&rules, 5, &Plan { opening_plies: 4, ..Plan::default() });
    let replayed = replay(&rules, &encoding, &rows).unwrap();
    let mut game = replayed.start.clone();
    for played in &replayed.moves {
        assert_eq!(game.outcome(&rules), None);
        assert!(game.position().legal_moves(&rules).contains(played));
        game.play(&rules, played);
    }
    assert_eq!(game.position(), replayed.end.position());
    assert_eq!(game.position().fen(&rules), rows[0].game.final_position);
    assert_eq!(game.outcome(&rules), Some(rows[0].game.outcome));
    assert_eq!(game.ply(), rows[0].game.plies);
}

/// Changes row 7 of a shard of three games, or its whole game; the first fault.
#[track_caller]
fn first_fault(change: impl Fn(&mut Row)) -> Fault {
    let rules = preset("bashni");
    let mut rows = games(&rules, 0..3, &Plan { opening_plies: 3, ..Plan::default() });
    change(&mut rows[7]);
    faults(&rules, &rows).into_iter().next().expect("the change was not found")
}

/// As [`first_fault`], which must be in a column.
#[track_caller]
fn found(column: &str, change: impl Fn(&mut Row)) -> Fault {
    let fault = first_fault(change);
    assert_eq!(fault.column, Some(column), "{fault}");
    fault
}

#[test]
fn a_changed_state_is_found_by_row_and_column() {
    type Change = fn(&mut Row);
    let changes: [(&str, Change); 8] = [
        ("ply", |row| row.state.ply += 1),
        ("step", |row| row.state.step += 1),
        ("position", |row| row.state.position = row.game.final_position.clone()),
        ("chain", |row| row.state.chain = "a1:c3".to_owned()),
        ("turn", |row| row.state.turn = !row.state.turn),
        ("no_progress", |row| row.state.no_progress += 1),
        ("repetitions", |row| row.state.repetitions += 1),
        ("legal", |row| row.legal.reverse()),
    ];
    for (column, change) in changes {
        let fault = found(column, change);
        assert_eq!((fault.row, fault.game), (Some(7), Some(0)), "{fault}");
    }
}

#[test]
fn another_step_than_the_one_played_is_found_by_the_next_row() {
    let fault = first_fault(|row| {
        let other = row.legal.iter().position(|&action| action != row.action).unwrap();
        row.action = row.legal[other];
    });
    // Where the other step leads decides what is seen first.
    assert!(fault.row > Some(7) && fault.game == Some(0), "{fault}");
    assert!(matches!(fault.column, Some("position" | "chain" | "ply" | "step")), "{fault}");
}

#[test]
fn what_is_no_distribution_is_found() {
    assert_eq!(found("policy", |row| row.policy[0] += 0.5).row, Some(7));
    assert_eq!(found("search_win", |row| row.search = Wdl::new(0.5, 0.5, 0.5)).row, Some(7));
    assert_eq!(found("root_win", |row| row.root = Wdl::new(0.0, 0.25, 0.0)).row, Some(7));
}

#[test]
fn rows_of_a_game_that_do_not_agree_on_it_are_found() {
    let change = |column: &str, change: fn(&mut GameRecord)| {
        found(column, |row| change(Arc::make_mut(&mut row.game)));
    };
    change("game_seed", |game| game.seed += 1);
    change("network_step", |game| game.network_step += 1);
    change("start", |game| game.start = "W:Wa1=1:Bh8=1".to_owned());
    change("opening", |game| game.opening = "c3-d4".to_owned());
    change("plies_left", |game| game.plies += 1);
    change("outcome", |game| {
        game.outcome = if game.outcome == Outcome::Draw { Outcome::WhiteWins } else { Outcome::Draw };
    });
    change("ending", |game| game.ending = Ending::Resignation);
    change("final_position", |game| game.final_position = game.final_position.replace('0', "1"));
}

#[test]
fn a_game_whose_rows_agree_on_what_is_wrong_is_found_too() {
    let rules = preset("bashni");
    let rows = play(&rules, 1, &Plan { opening_plies: 3, ..Plan::default() });
    let found = |column: &str, change: fn(&mut GameRecord)| {
        let mut record = (*rows[0].game).clone();
        change(&mut record);
        let record = Arc::new(record);
        let rows: Vec<Row> = rows.iter().map(|row| Row { game: record.clone(), ..row.clone() }).collect();
        let faults = faults(&rules, &rows);
        assert_eq!(faults.first().and_then(|fault| fault.column), Some(column), "{faults:?}");
    };
    found("start", |game| game.start = "nowhere".to_owned());
    found("opening", |game| game.opening = "c3-d4".to_owned());
    found("opening", |game| game.opening = "c3-d4 a1-b2 f6-e5".to_owned());
    found("plies_left", |game| game.plies += 1);
    found("outcome", |game| {
        game.outcome = if game.outcome == Outcome::Draw { Outcome::WhiteWins } else { Outcome::Draw };
    });
    found("ending", |game| game.ending = Ending::Resignation);
    found("final_position", |game| game.final_position = "W:Wa1=1:Bh8=1".to_owned());
}

#[test]
fn a_row_that_is_missing_is_found_wherever_it_was() {
    let rules = preset("bashni");
    let rows = play(&rules, 2, &Plan::default());
    for missing in 0..rows.len() {
        let mut left = rows.clone();
        left.remove(missing);
        let faults = faults(&rules, &left);
        assert_eq!(faults.len(), 1, "row {missing} of {}", rows.len());
    }
    let mut swapped = rows.clone();
    swapped.swap(4, 5);
    assert_eq!(faults(&rules, &swapped)[0].row, Some(4));
}

#[test]
fn a_game_that_is_there_twice_is_found_within_a_shard_and_across_those_of_a_folder() {
    let rules = preset("bashni");
    let rows = games(&rules, 0..3, &Plan::default());
    let again: Vec<Row> = rows.iter().chain(&play(&rules, 0, &Plan::default())).cloned().collect();
    let twice = faults(&rules, &again);
    assert_eq!(twice.len(), 1);
    assert_eq!((twice[0].row, twice[0].column), (Some(rows.len()), Some("game_id")));

    let folder = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let first = write(&folder, "000001.parquet", &rules, &rows);
    let second = write(&folder, "000002.parquet", &rules, &games(&rules, 2..4, &Plan::default()));
    // Another run may number its games alike.
    let other = write(&elsewhere, "000001.parquet", &rules, &rows);
    let report = check(&[first, second.clone(), other]);
    assert_eq!(report.faults.len(), 1, "{:?}", report.faults);
    let fault = &report.faults[0];
    assert_eq!((&fault.path, fault.row, fault.game), (&second, Some(0), Some(2)));
    assert!(fault.to_string().contains("000001.parquet"), "{fault}");
}

#[test]
fn files_that_cannot_be_read_are_faults_of_their_own() {
    let rules = preset("bashni");
    let folder = tempfile::tempdir().unwrap();
    let good = write(&folder, "good.parquet", &rules, &games(&rules, 0..2, &Plan::default()));
    let bad = write(&folder, "bad.parquet", &rules, &games(&rules, 2..4, &Plan::default()));
    let mut bytes = fs::read(&bad).unwrap();
    bytes[1_000] ^= 1;
    fs::write(&bad, bytes).unwrap();
    let missing = folder.path().join("none.parquet");
    let report = check(&[good.clone(), bad, missing]);
    assert_eq!((report.shards, report.games), (3, 2));
    let said: Vec<String> = report.faults.iter().map(Fault::to_string).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(
        said[0].contains("bad.parquet: damaged") && said[1].contains("none.parquet: cannot read"),
        "{said:?}"
    );
    assert!(said.iter().all(|line| line.matches(".parquet").count() == 1), "{said:?}");

    let other = preset("bashni-once");
    let report = check_shards(&[good], Some(&other), &|_| ());
    assert!(report.faults[0].message.contains("other rules"), "{:?}", report.faults);
}

#[test]
fn a_fault_says_where_it_is() {
    let fault = Fault {
        path: Path::new("games/000001.parquet").to_owned(),
        row: Some(12),
        column: Some("policy"),
        game: Some(7),
        message: "expected probabilities that sum to 1".to_owned(),
    };
    let said = "games/000001.parquet: row 12: game 7: policy: expected probabilities that sum to 1";
    assert_eq!(fault.to_string(), said);
}
