use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::pairing::Pairing;
#[cfg(doc)]
use crate::next_pairings;
use crate::ratings::next_pairings_within;
use crate::{Aim, Crosstable, PlayerSpec};

/// Who plays whom, and how often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Everybody against everybody, the same number of games each.
    #[default]
    RoundRobin,
    /// The first player against each of the others.
    Gauntlet,
    /// Whoever tells most about the ratings, a few openings at a time ([`next_pairings`]). The number of
    /// games is that of all pairings together.
    Adaptive,
}

impl Schedule {
    /// All of them.
    pub const ALL: [Schedule; 3] = [Schedule::RoundRobin, Schedule::Gauntlet, Schedule::Adaptive];
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Schedule::RoundRobin => "round-robin",
            Schedule::Gauntlet => "gauntlet",
            Schedule::Adaptive => "adaptive",
        })
    }
}

impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Schedule, String> {
        Schedule::ALL
            .into_iter()
            .find(|schedule| schedule.to_string() == text)
            .ok_or_else(|| format!("`{text}`: expected round-robin, gauntlet or adaptive"))
    }
}

/// How many games each pairing is to have.
pub(super) type Targets = BTreeMap<Pairing, u64>;

/// Pairs of games that an adaptive schedule decides on at once: enough to keep some threads busy, and few beside those
/// that it takes to tell players apart.
pub(super) const ROUND: usize = 8;

/// The targets of a schedule that is known from the start; none of an adaptive one.
pub(super) fn fixed(schedule: Schedule, players: &[PlayerSpec], games: u64) -> Targets {
    let mut targets = Targets::new();
    let firsts = match schedule {
        Schedule::RoundRobin => players.len(),
        Schedule::Gauntlet => 1,
        Schedule::Adaptive => 0,
    };
    for (i, a) in players.iter().enumerate().take(firsts) {
        for b in &players[i + 1..] {
            targets.insert(Pairing::new(a, b), games);
        }
    }
    targets
}

/// Adds a round to the targets of an adaptive schedule: as long as the players have fewer games with each other than they
/// may have, and one pair for a player who has none. `table` has the results of the games so far, and its players are
/// `players`; `room` says for how many pairs more a pairing has openings. False if nothing is to be added.
pub(super) fn add_round(
    targets: &mut Targets,
    table: &Crosstable,
    players: &[PlayerSpec],
    games: u64,
    room: &BTreeMap<Pairing, usize>,
) -> bool {
    let pairing = |a: usize, b: usize| Pairing::new(&players[a], &players[b]);
    let target = |a, b| targets.get(&pairing(a, b)).copied().unwrap_or_default();
    let room = |a: usize, b: usize| room.get(&pairing(a, b)).copied().unwrap_or_default();
    let sum: u64 = table.pairings().map(|(a, b)| target(a, b)).sum();
    let left = games.saturating_sub(sum) / 2;
    let number = ROUND.min(usize::try_from(left).unwrap_or(ROUND));
    let mut round = next_pairings_within(table, Aim::Ratings, number, &room);
    for newcomer in 0..players.len() {
        let is_new = (0..players.len()).all(|other| other == newcomer || target(newcomer, other) == 0);
        if is_new && !round.iter().any(|&(a, b)| a == newcomer || b == newcomer) {
            let own = |a, b| if a == newcomer || b == newcomer { room(a, b) } else { 0 };
            round.extend(next_pairings_within(table, Aim::Ratings, 1, &own));
        }
    }
    for &(a, b) in &round {
        *targets.entry(pairing(a, b)).or_default() += 2;
    }
    !round.is_empty()
}
