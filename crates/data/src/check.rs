//! Checks of shards, row by row, against the rules.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bashni_rules::{Encoding, Rules};
use rayon::prelude::*;

use crate::{Row, RowError, Shard, ShardError, replay};

/// Something wrong in a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file.
    pub path: PathBuf,
    /// Number of the row, from 0, if it is one row that is at fault.
    pub row: Option<usize>,
    /// The column, if it is one.
    pub column: Option<&'static str>,
    /// The game, if it is one.
    pub game: Option<u64>,
    /// What was found, and what was expected.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What concerns a whole file already begins with its name.
        let path = self.path.display().to_string();
        if !self.message.starts_with(&path) {
            write!(f, "{path}: ")?;
        }
        if let Some(row) = self.row {
            write!(f, "row {row}: ")?;
        }
        if let Some(game) = self.game {
            write!(f, "game {game}: ")?;
        }
        if let Some(column) = self.column {
            write!(f, "{column}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// What a check of shards has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Files looked at.
    pub shards: u64,
    /// Rows that could be read.
    pub rows: u64,
    /// Games in them.
    pub games: u64,
    /// What is wrong, in the order of the files and their rows.
    pub faults: Vec<Fault>,
}

/// Checks everything in shards that can be known to be right: checksum, columns, and each row against the rules (see
/// [`replay`]); that policies and values are distributions; that the rows of a game follow each other and agree on what
/// belongs to it; and that no game is there twice in the shards of one folder.
///
/// The rules are those that each shard names; with `expected` they must be these. `progress` is told the number of rows
/// after each shard, from any thread. A file that cannot be read at all is one fault.
pub fn check_shards(
    paths: &[PathBuf],
    expected: Option<&Rules>,
    progress: &(dyn Fn(u64) + Sync),
) -> CheckReport {
    let checked: Vec<ShardCheck<'_>> = paths
        .par_iter()
        .map(|path| {
            let mut check = ShardCheck::new(path);
            if let Err(error) = check.run(expected) {
                check.fault(None, None, None, error.to_string());
            }
            progress(check.rows);
            check
        })
        .collect();
    let mut report = CheckReport { shards: paths.len() as u64, ..CheckReport::default() };
    let mut seen: BTreeMap<(PathBuf, u64), &Path> = BTreeMap::new();
    for mut check in checked {
        let folder = folder_of(check.path);
        for (&game, &row) in &check.games {
            let first = *seen.entry((folder.clone(), game)).or_insert(check.path);
            if first != check.path {
                let message = format!("is in {} too; expected each game of a run once", first.display());
                check.faults.push(Fault {
                    path: check.path.to_owned(),
                    row: Some(row),
                    column: Some("game_id"),
                    game: Some(game),
                    message,
                });
            }
        }
        report.rows += check.rows;
        report.games += check.games.len() as u64;
        report.faults.append(&mut check.faults);
    }
    report
}

/// The folder of a file, under one name: games are numbered within it.
fn folder_of(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}

/// How far a sum of probabilities may be from 1: they are f32, and a network may compute in 16 bits.
const ROUNDING: f32 = 0.01;

/// The check of one shard.
struct ShardCheck<'a> {
    path: &'a Path,
    rows: u64,
    /// Each game with its first row.
    games: BTreeMap<u64, usize>,
    faults: Vec<Fault>,
}

/// The rows of a game that have come so far.
#[derive(Default)]
struct GameRows {
    first: usize,
    rows: Vec<Row>,
    /// A row has a fault of its own, so that the game cannot be played again.
    is_broken: bool,
}

impl<'a> ShardCheck<'a> {
    fn new(path: &'a Path) -> ShardCheck<'a> {
        ShardCheck { path, rows: 0, games: BTreeMap::new(), faults: Vec::new() }
    }

    fn run(&mut self, expected: Option<&Rules>) -> Result<(), ShardError> {
        let shard = match expected {
            Some(rules) => Shard::open_for(self.path, rules)?,
            None => Shard::open(self.path)?,
        };
        let rules = shard.rules()?;
        let encoding = match Encoding::new(&rules) {
            Ok(encoding) => encoding,
            Err(error) => {
                self.fault(None, None, None, format!("its rules have no encoding: {error}"));
                return Ok(());
            }
        };
        let mut game = GameRows::default();
        shard.try_for_each(|number, row| {
            self.rows += 1;
            match row {
                Ok(row) => self.row(&rules, &encoding, &mut game, number, row),
                Err(error) => {
                    game.is_broken = true;
                    self.fault(Some(number), error.column(), None, error.to_string());
                }
            }
            Ok(())
        })?;
        self.end_game(&rules, &encoding, game);
        Ok(())
    }

    fn fault(
        &mut self,
        row: Option<usize>,
        column: Option<&'static str>,
        game: Option<u64>,
        message: String,
    ) {
        self.faults.push(Fault { path: self.path.to_owned(), row, column, game, message });
    }

    /// Takes the next row.
    fn row(&mut self, rules: &Rules, encoding: &Encoding, game: &mut GameRows, number: usize, row: Row) {
        let id = row.game.id;
        if let Some(column) = distribution_fault(&row) {
            let expected = "expected probabilities that sum to 1".to_owned();
            self.fault(Some(number), Some(column), Some(id), expected);
        }
        match game.rows.last() {
            Some(last) if last.game.id == id => {
                if !Arc::ptr_eq(&last.game, &row.game) && !game.is_broken {
                    game.is_broken = true;
                    let column = differing_column(last, &row);
                    let message =
                        "differs from the row before, of the same game; expected the same".to_owned();
                    self.fault(Some(number), Some(column), Some(id), message);
                }
                game.rows.push(row);
            }
            before => {
                if before.is_some() {
                    self.end_game(rules, encoding, std::mem::take(game));
                }
                if let Some(&first) = self.games.get(&id) {
                    let message = format!("was there before, from row {first}; expected each game once");
                    self.fault(Some(number), Some("game_id"), Some(id), message);
                }
                self.games.entry(id).or_insert(number);
                *game = GameRows { first: number, rows: vec![row], is_broken: game.is_broken };
            }
        }
    }

    /// Plays a game again whose rows have all come.
    fn end_game(&mut self, rules: &Rules, encoding: &Encoding, game: GameRows) {
        let Some(first) = game.rows.first().filter(|_| !game.is_broken) else { return };
        if let Err(error) = replay(rules, encoding, &game.rows) {
            let row = game.first + error.row.unwrap_or(0);
            self.fault(Some(row), Some(error.column), Some(first.game.id), error.message);
        }
    }
}

/// The column of a row that should be a distribution and is none.
fn distribution_fault(row: &Row) -> Option<&'static str> {
    let sum: f32 = row.policy.iter().sum();
    match () {
        () if (sum - 1.0).abs() > ROUNDING => Some("policy"),
        () if !row.search.is_distribution() => Some("search_win"),
        () if !row.root.is_distribution() => Some("root_win"),
        () => None,
    }
}

/// The first column of the game's own in which two rows differ.
fn differing_column(a: &Row, b: &Row) -> &'static str {
    let (a, b) = (&*a.game, &*b.game);
    match () {
        () if a.seed != b.seed => "game_seed",
        () if a.network_step != b.network_step => "network_step",
        () if a.start != b.start => "start",
        () if a.opening != b.opening => "opening",
        () if a.plies != b.plies => "plies_left",
        () if a.outcome != b.outcome => "outcome",
        () if a.ending != b.ending => "ending",
        () => "final_position",
    }
}

impl RowError {
    /// The column at fault, if it is one.
    fn column(&self) -> Option<&'static str> {
        match self {
            RowError::Number { column, .. } | RowError::Value { column, .. } => Some(column),
            RowError::Lengths { .. } => Some("policy"),
            RowError::Action { .. } => Some("action"),
            RowError::Plies { .. } => Some("ply"),
            RowError::Position(_) => Some("position"),
            RowError::Chain { .. } => Some("chain"),
        }
    }
}
