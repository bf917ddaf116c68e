use std::collections::BTreeSet;
use std::time::Duration;

use bashni_rules::{RuleFields, Rules};
use serde::{Deserialize, Serialize};

use super::Schedule;
use crate::{BookOrder, Bootstrap, MatchConfig, Openings, PlayerIdentity, PlayerSpec, program};

/// Settings of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentConfig {
    /// Games of each pairing, even and at least 2; of all together with an adaptive schedule.
    pub games: u64,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Decides everything random. At most `i64::MAX`, which is what TOML can hold.
    pub seed: u64,
    /// From where the games start; each pairing draws its own.
    pub openings: Openings,
    /// Time after which a move loses its game; `None` for no limit.
    pub move_limit: Option<Duration>,
    /// Rates relative to this player at so many Elo points; otherwise the mean of all is 0. It may change.
    pub anchor: Option<(PlayerSpec, f64)>,
    /// Adds intervals by the bootstrap; it may change.
    pub bootstrap: Option<Bootstrap>,
    /// Threads that play, at least 1. The result does not depend on it.
    pub threads: usize,
    /// Games that one thread plays at the same time, at least 1. The result does not depend on it.
    pub batch: usize,
}

impl Default for TournamentConfig {
    /// 100 games a pairing, everybody against everybody, 1,000 samples of the bootstrap, and the rest as for a match.
    fn default() -> TournamentConfig {
        let MatchConfig { games, seed, threads, batch, openings, move_limit, .. } = MatchConfig::default();
        TournamentConfig {
            games,
            schedule: Schedule::default(),
            seed,
            openings,
            move_limit,
            anchor: None,
            bootstrap: Some(Bootstrap::default()),
            threads,
            batch,
        }
    }
}

/// Version of the layout of a tournament's folder.
pub(super) const FORMAT: u32 = 1;

/// The content of `tournament.toml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    pub format: u32,
    /// The builds of the program that have played here, in the order in which they came.
    pub programs: Vec<String>,
    pub games: u64,
    pub schedule: Schedule,
    pub seed: u64,
    /// Seconds; 0 for no limit.
    pub move_limit: f64,
    pub openings: OpeningsRecord,
    pub rules: RulesRecord,
    pub players: Vec<PlayerIdentity>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct RulesRecord {
    name: String,
    fields: RuleFields,
}

/// Random openings of some plies, or those of a book.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct OpeningsRecord {
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// The book's fingerprint.
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<BookOrder>,
}

impl OpeningsRecord {
    fn new(openings: &Openings, rules: &Rules) -> OpeningsRecord {
        match openings {
            Openings::Random { plies } => OpeningsRecord { plies: Some(*plies), ..OpeningsRecord::default() },
            Openings::Book { book, order } => {
                OpeningsRecord { plies: None, book: Some(book.fingerprint(rules)), order: Some(*order) }
            }
        }
    }
}

impl Record {
    pub fn new(rules: &Rules, config: &TournamentConfig, players: Vec<PlayerIdentity>) -> Record {
        Record {
            format: FORMAT,
            programs: vec![program().to_owned()],
            games: config.games,
            schedule: config.schedule,
            seed: config.seed,
            move_limit: config.move_limit.unwrap_or_default().as_secs_f64(),
            openings: OpeningsRecord::new(&config.openings, rules),
            rules: RulesRecord { name: rules.name().to_owned(), fields: rules.fields().clone() },
            players,
        }
    }

    /// Settings that must not change, each with both values, where they do: as `seed (1 there, 2 here)`.
    pub fn differences(&self, here: &Record) -> Vec<String> {
        let mut differences: Vec<String> = Vec::new();
        let mut compare = |key: &str, there: String, here: String| {
            if there != here {
                differences.push(format!("{key} ({there} there, {here} here)"));
            }
        };
        compare("seed", self.seed.to_string(), here.seed.to_string());
        compare("move-limit", self.move_limit.to_string(), here.move_limit.to_string());
        let texts = |record: &OpeningsRecord| {
            let plies = record.plies.map_or("none".to_owned(), |plies| plies.to_string());
            let book = record.book.clone().unwrap_or_else(|| "none".to_owned());
            let order = record.order.map_or("none".to_owned(), |order| order.to_string());
            [("opening-plies", plies), ("book", book), ("book-order", order)]
        };
        for ((key, there), (_, here)) in texts(&self.openings).into_iter().zip(texts(&here.openings)) {
            compare(key, there, here);
        }
        let rules = self.rules.fields.differences(&here.rules.fields);
        let text = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
        for (key, there, here) in rules {
            compare(&format!("rules.{key}"), text(there), text(here));
        }
        differences
    }

    /// The names of the players.
    pub fn names(&self) -> BTreeSet<String> {
        self.players.iter().map(|identity| identity.spec.to_string()).collect()
    }
}
