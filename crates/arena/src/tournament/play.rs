//! What is missing is played.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bashni_files::write_atomically;

use super::pairing::Pairing;
use super::schedule::{ROUND, Targets, add_round, fixed};
use super::stock::Stock;
use super::{Schedule, Standings, Tournament, TournamentConfig, TournamentError};
use crate::referee::{Fixture, Hall, Pace};
use crate::seed::derive;
use crate::{GameRecord, PlayerSpec, Side};

const TARGETS: &str = "targets.json";

/// While games are played, what is made of them is written anew this often.
const PUBLISH: Duration = Duration::from_secs(60);

/// How far a tournament has come, told after each game.
#[derive(Clone, Copy, Debug)]
pub struct TournamentProgress<'a> {
    /// Games that have ended, those of earlier calls included.
    pub done: u64,
    /// Games to be had, as far as it is known.
    pub games: u64,
    /// The game that has just ended.
    pub last: &'a GameRecord,
}

/// What became of a tournament.
#[derive(Clone, Debug)]
pub struct Played {
    /// The ratings of all players of the folder, as they were published.
    pub standings: Standings,
    /// The pairings for which an adaptive schedule has used up all openings: it goes on without them.
    pub used_up: Vec<String>,
}

impl Tournament {
    /// Plays all that is missing, and writes down what came of it. `progress` is called after each game.
    ///
    /// # Errors
    /// If openings run out (with another schedule than an adaptive one), a player cannot be made, or the folder cannot be
    /// written. The games that have ended are kept.
    pub fn play(
        &mut self,
        progress: &mut dyn FnMut(&TournamentProgress<'_>),
    ) -> Result<Played, TournamentError> {
        let used_up = match self.config.schedule {
            Schedule::Adaptive => self.play_adaptively(progress)?,
            schedule => {
                let missing = self.missing(&fixed(schedule, &self.players, self.config.games))?;
                self.play_all(&missing, (self.games.len() + missing.len()) as u64, progress)?;
                Vec::new()
            }
        };
        Ok(Played { standings: self.publish()?, used_up })
    }

    /// Plays rounds of those who tell most. Returns the pairings whose openings are used up.
    fn play_adaptively(
        &mut self,
        progress: &mut dyn FnMut(&TournamentProgress<'_>),
    ) -> Result<Vec<String>, TournamentError> {
        let mut stock = Stock::default();
        let mut targets = self.targets()?;
        // What another command had in mind, with another book, may be more than there is.
        for (pairing, games) in &mut targets {
            let pairs = stock.count(self, pairing, (*games / 2) as usize)?;
            *games = (*games).min(2 * pairs as u64);
        }
        loop {
            let missing = self.missing(&targets)?;
            let games = self.config.games.max(self.games.len() as u64);
            self.play_all(&missing, games, progress)?;
            let (table, room) = (self.results_of(&self.players)?, self.room(&targets, &mut stock)?);
            if !add_round(&mut targets, &table, &self.players, self.config.games, &room) {
                return Ok(stock.used_up(&targets));
            }
            self.write_targets(&targets)?;
        }
    }

    /// For how many pairs of games beyond the targets each pairing has openings, up to a round of them.
    fn room(
        &self,
        targets: &Targets,
        stock: &mut Stock,
    ) -> Result<BTreeMap<Pairing, usize>, TournamentError> {
        let mut room = BTreeMap::new();
        for (i, a) in self.players.iter().enumerate() {
            for b in &self.players[i + 1..] {
                let pairing = Pairing::new(a, b);
                let pairs = (targets.get(&pairing).copied().unwrap_or_default() / 2) as usize;
                let there = stock.count(self, &pairing, pairs + ROUND)?;
                room.insert(pairing, there.saturating_sub(pairs));
            }
        }
        Ok(room)
    }

    /// Plays games and writes each down.
    fn play_all(
        &mut self,
        fixtures: &[Fixture],
        games: u64,
        progress: &mut dyn FnMut(&TournamentProgress<'_>),
    ) -> Result<(), TournamentError> {
        if fixtures.is_empty() {
            return Ok(());
        }
        let TournamentConfig { threads, batch, move_limit, .. } = self.config;
        let threads = threads.min(fixtures.len());
        let batch = batch.min(fixtures.len().div_ceil(threads));
        let pace = Pace { threads, batch, limit: move_limit };
        let hall = Hall::new(&self.rules, &self.players, &self.factory, pace);
        let next = AtomicUsize::new(0);
        let queue = || fixtures.get(next.fetch_add(1, Ordering::Relaxed)).cloned();
        let (mut failed, mut published) = (None, Instant::now());
        let played = hall.play(&queue, &mut |record| {
            let written = self.journal.append(&record).and_then(|()| {
                self.games.push(record);
                if published.elapsed() < PUBLISH {
                    return Ok(());
                }
                published = Instant::now();
                self.publish().map(drop)
            });
            if let Err(error) = written {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            if let Some(last) = self.games.last() {
                progress(&TournamentProgress { done: self.games.len() as u64, games, last });
            }
            ControlFlow::Continue(())
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(played?),
        }
    }

    /// Games of the targets that have not been played, pairing by pairing, so that batches share players.
    fn missing(&self, targets: &Targets) -> Result<Vec<Fixture>, TournamentError> {
        let mut there: BTreeMap<Pairing, BTreeSet<u64>> = BTreeMap::new();
        for game in &self.games {
            there.entry(Pairing::of(game)).or_default().insert(game.game);
        }
        let mut missing = Vec::new();
        for (pairing, &games) in targets {
            let none = BTreeSet::new();
            let played = there.get(pairing).unwrap_or(&none);
            if (0..games).all(|number| played.contains(&number)) {
                continue;
            }
            let sides =
                [&pairing.a, &pairing.b].map(|spec| self.players.iter().position(|player| player == spec));
            let [Some(a), Some(b)] = sides else { continue };
            let seed = pairing.seed(self.config.seed);
            let openings = self.config.openings.take(&self.rules, (games / 2) as usize, seed);
            let openings = openings
                .map_err(|source| TournamentError::Openings { pairing: pairing.to_string(), source })?;
            for number in (0..games).filter(|number| !played.contains(number)) {
                let white = if number.is_multiple_of(2) { Side::A } else { Side::B };
                let opening = openings[(number / 2) as usize].clone();
                missing.push(Fixture { number, seed: derive(seed, number), sides: [a, b], white, opening });
            }
        }
        Ok(missing)
    }

    /// How many games an adaptive schedule has decided so far that each pairing is to have.
    fn targets(&self) -> Result<Targets, TournamentError> {
        let path = self.path.join(TARGETS);
        let list: Vec<(PlayerSpec, PlayerSpec, u64)> = match fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(TournamentError::io(&path)(error)),
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| {
                TournamentError::folder(
                    &path,
                    format!("damaged ({error}); restore it from a copy, or delete it"),
                )
            })?,
        };
        let mut targets: Targets = list.iter().map(|(a, b, games)| (Pairing::new(a, b), *games)).collect();
        // Games of another schedule count towards the number of games too.
        for game in &self.games {
            let target = targets.entry(Pairing::of(game)).or_default();
            *target = (*target).max((game.game / 2 + 1) * 2);
        }
        Ok(targets)
    }

    fn write_targets(&self, targets: &Targets) -> Result<(), TournamentError> {
        let path = self.path.join(TARGETS);
        let list: Vec<_> = targets.iter().map(|(Pairing { a, b }, games)| (a, b, games)).collect();
        let written = serde_json::to_vec(&list).map_err(std::io::Error::other);
        written.and_then(|bytes| write_atomically(&path, &bytes)).map_err(TournamentError::io(&path))
    }
}
