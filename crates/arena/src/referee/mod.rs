//! Many games by many players on several threads.
//!
//! A [`Hall`] knows the players; games come as [`Fixture`]s out of a queue and leave as [`GameRecord`]s through a channel.
//! Each thread holds a number of [`Table`]s and, for every player that it meets, a [`Seat`], and goes round: each seat is
//! asked about all tables where it is to move. Players that can share an evaluator share a seat, and so a batch.

mod seat;
mod table;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use bashni_rules::Rules;
use seat::{Maker, Seat};
pub(crate) use table::Fixture;
use table::Table;

use crate::{GameRecord, MatchError, PlayerFactory, PlayerSpec};

/// Seats that a thread keeps although none of its games needs them at the moment.
const SPARE_SEATS: usize = 8;

/// How games are played, beside which.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Threads that play, at least 1.
    pub threads: usize,
    /// Games that a thread plays at the same time, for players that compute them together.
    pub batch: usize,
    /// Time after which a move loses the game.
    pub limit: Option<Duration>,
}

/// What all threads of a match share.
pub(crate) struct Hall {
    rules: Arc<Rules>,
    players: Vec<PlayerSpec>,
    pace: Pace,
    /// For each player the seat and its role there.
    places: Vec<(usize, usize)>,
    /// What makes the player of each seat.
    makers: Vec<Arc<Maker>>,
    /// Set when nothing more is to be played.
    stop: AtomicBool,
    /// Set from outside for the same.
    stopped_by: Option<Arc<AtomicBool>>,
}

impl Hall {
    pub(crate) fn new(
        rules: &Arc<Rules>,
        players: &[PlayerSpec],
        factory: &Arc<dyn PlayerFactory>,
        pace: Pace,
    ) -> Hall {
        let mut groups: Vec<Vec<PlayerSpec>> = Vec::new();
        let mut places = Vec::new();
        for spec in players {
            let seat = groups.iter().position(|group| factory.can_share(&group[0], spec));
            let seat = seat.unwrap_or_else(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            let role = groups[seat].iter().position(|other| other == spec).unwrap_or_else(|| {
                groups[seat].push(spec.clone());
                groups[seat].len() - 1
            });
            places.push((seat, role));
        }
        let maker = |specs| Arc::new(Maker { factory: factory.clone(), specs, rules: rules.clone() });
        Hall {
            rules: rules.clone(),
            players: players.to_vec(),
            pace,
            places,
            makers: groups.into_iter().map(maker).collect(),
            stop: AtomicBool::new(false),
            stopped_by: None,
        }
    }

    /// All games are given up as soon as this is set.
    pub(crate) fn stopped_by(self, stop: Option<Arc<AtomicBool>>) -> Hall {
        Hall { stopped_by: stop, ..self }
    }

    fn is_stopped(&self) -> bool {
        let set = |stop: &AtomicBool| stop.load(Ordering::Relaxed);
        set(&self.stop) || self.stopped_by.as_deref().is_some_and(set)
    }

    /// Plays all games of a queue. `finished` is called on this thread with each game as it ends, in no particular order,
    /// until it breaks off.
    ///
    /// # Errors
    /// If a player cannot be made. What a made player does wrong loses its game and is no error.
    pub(crate) fn play(
        &self,
        queue: &(dyn Fn() -> Option<Fixture> + Sync),
        finished: &mut dyn FnMut(GameRecord) -> ControlFlow<()>,
    ) -> Result<(), MatchError> {
        self.stop.store(false, Ordering::Relaxed);
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let workers: Vec<_> = (0..self.pace.threads)
                .map(|_| {
                    let sender = sender.clone();
                    scope.spawn(move || {
                        // Also if this thread panics.
                        let stop_unless_done = StopOnDrop(&self.stop);
                        self.work(queue, &sender)?;
                        std::mem::forget(stop_unless_done);
                        Ok(())
                    })
                })
                .collect();
            drop(sender);
            for record in receiver {
                if !self.is_stopped() && finished(record).is_break() {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            let results = workers.into_iter().map(|worker| worker.join().unwrap_or(Err(MatchError::Thread)));
            // All of them are waited for, and the first error counts.
            results.fold(Ok(()), Result::and)
        })
    }

    /// One thread.
    fn work(
        &self,
        queue: &(dyn Fn() -> Option<Fixture> + Sync),
        sender: &mpsc::Sender<GameRecord>,
    ) -> Result<(), MatchError> {
        let mut seats: BTreeMap<usize, Seat> = BTreeMap::new();
        let mut tables: Vec<Table> = Vec::new();
        loop {
            while tables.len() < self.wanted(&seats)
                && !self.is_stopped()
                && let Some(fixture) = queue()
            {
                for player in fixture.sides {
                    self.take_seat(player, &mut seats)?;
                }
                tables.push(Table::new(fixture, &self.rules));
            }
            if tables.is_empty() || self.is_stopped() {
                return Ok(());
            }
            for (&number, seat) in &mut seats {
                self.ask(number, seat, &mut tables);
            }
            for table in tables.extract_if(.., |table| table.is_over()) {
                if let Some(record) = table.record(&self.rules, &self.players) {
                    // The receiver outlives the threads.
                    let _ = sender.send(record);
                }
            }
            if seats.len() > SPARE_SEATS {
                let needed =
                    |number| tables.iter().any(|t| t.sides().iter().any(|&p| self.places[p].0 == number));
                seats.retain(|&number, _| needed(number));
            }
        }
    }

    /// How many games to play at once: more than one only for players that gain by it.
    fn wanted(&self, seats: &BTreeMap<usize, Seat>) -> usize {
        seats.values().map(Seat::batch).max().unwrap_or(1).min(self.pace.batch)
    }

    fn take_seat(&self, player: usize, seats: &mut BTreeMap<usize, Seat>) -> Result<(), MatchError> {
        let (number, _) = self.places[player];
        if let std::collections::btree_map::Entry::Vacant(place) = seats.entry(number) {
            let seat = Seat::new(&self.makers[number], self.pace.limit);
            let setup = |source| MatchError::Setup { player: self.players[player].clone(), source };
            place.insert(seat.map_err(setup)?);
        }
        Ok(())
    }

    /// Asks a seat for its move in every game where it is to move, and plays them.
    fn ask(&self, number: usize, seat: &mut Seat, tables: &mut [Table]) {
        let mut asked: Vec<(&mut Table, usize)> = tables
            .iter_mut()
            .filter_map(|table| {
                let (place, role) = self.places[table.to_move()?];
                (place == number).then_some((table, role))
            })
            .collect();
        let asks = asked.iter().map(|(table, role)| table.ask(*role)).collect();
        for ((table, _), answer) in asked.iter_mut().zip(seat.ask(asks)) {
            table.answer(&self.rules, answer);
        }
    }
}

/// Tells the other threads to stop unless it is forgotten.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
