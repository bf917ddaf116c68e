//! One thread of a match: many games in lockstep, each player asked about all of its games at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use bashni_rules::{Game, Move, Outcome, Rules, format_moves};

use crate::seed::derive;
use crate::{GameRecord, IllegalMove, MatchError, Opening, Player, PlayerFactory, PlayerSpec, Side, Turn};

/// What all threads of a match share.
pub(crate) struct Hall<'a> {
    rules: &'a Arc<Rules>,
    specs: [&'a PlayerSpec; 2],
    openings: &'a [Opening],
    seed: u64,
    /// Games a thread plays at the same time.
    batch: usize,
    /// The next game that no thread has taken.
    next: AtomicUsize,
    /// Set when something has failed: then no thread goes on.
    stop: AtomicBool,
}

impl<'a> Hall<'a> {
    pub(crate) fn new(
        rules: &'a Arc<Rules>,
        specs: [&'a PlayerSpec; 2],
        openings: &'a [Opening],
        seed: u64,
        batch: usize,
    ) -> Hall<'a> {
        Hall { rules, specs, openings, seed, batch, next: AtomicUsize::new(0), stop: AtomicBool::new(false) }
    }

    /// Plays games until there are no more, and sends each that ends.
    pub(crate) fn work(
        &self,
        factory: &dyn PlayerFactory,
        sender: &Sender<GameRecord>,
    ) -> Result<(), MatchError> {
        // Also when a player panics.
        let stop_unless_done = StopOnDrop(&self.stop);
        self.play(factory, sender)?;
        std::mem::forget(stop_unless_done);
        Ok(())
    }

    fn play(&self, factory: &dyn PlayerFactory, sender: &Sender<GameRecord>) -> Result<(), MatchError> {
        let mut players = [self.player(factory, Side::A)?, self.player(factory, Side::B)?];
        let mut tables: Vec<Table> = Vec::new();
        loop {
            while tables.len() < self.batch
                && let Some(table) = self.next_table()
            {
                tables.push(table);
            }
            if tables.is_empty() || self.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            for side in [Side::A, Side::B] {
                self.ask(&mut *players[side.index()], side, &mut tables)?;
            }
            for table in tables.extract_if(.., |table| table.outcome.is_some()) {
                if let Some(outcome) = table.outcome {
                    // The receiver outlives the threads.
                    let _ = sender.send(self.record(table, outcome));
                }
            }
        }
    }

    fn player(&self, factory: &dyn PlayerFactory, side: Side) -> Result<Box<dyn Player>, MatchError> {
        let spec = self.specs[side.index()];
        factory.create(spec, self.rules).map_err(|source| MatchError::Setup { player: spec.clone(), source })
    }

    fn next_table(&self) -> Option<Table> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let opening = self.openings.get(number / 2)?;
        Some(Table {
            number: number as u64,
            seed: derive(self.seed, number as u64),
            white: if number.is_multiple_of(2) { Side::A } else { Side::B },
            game: opening.game.clone(),
            moves: opening.move_texts(self.rules),
            outcome: None,
        })
    }

    /// Asks a player for its move in every game where it is to move, and plays them.
    fn ask(&self, player: &mut dyn Player, side: Side, tables: &mut [Table]) -> Result<(), MatchError> {
        let mut asked: Vec<&mut Table> = tables.iter_mut().filter(|table| table.is_turn_of(side)).collect();
        let Some(first) = asked.first() else { return Ok(()) };
        let (spec, game) = (self.specs[side.index()], first.number);
        let turns: Vec<Turn<'_>> = asked
            .iter()
            .map(|table| Turn { game: &table.game, seed: derive(table.seed, u64::from(table.game.ply())) })
            .collect();
        let moves = player.choose(self.rules, &turns).map_err(|source| MatchError::Player {
            player: spec.clone(),
            game,
            source,
        })?;
        if moves.len() != asked.len() {
            let (given, asked) = (moves.len(), asked.len());
            return Err(MatchError::WrongNumber { player: spec.clone(), game, given, asked });
        }
        for (table, played) in asked.iter_mut().zip(moves) {
            table.play(self.rules, spec, played)?;
        }
        Ok(())
    }

    fn record(&self, table: Table, outcome: Outcome) -> GameRecord {
        let opening = &self.openings[table.number as usize / 2];
        let spec = |side: Side| self.specs[side.index()].clone();
        GameRecord {
            game: table.number,
            seed: table.seed,
            white: spec(table.white),
            black: spec(table.white.other()),
            white_side: table.white,
            start: opening.start.fen(self.rules),
            opening_plies: opening.moves.len(),
            moves: table.moves,
            outcome,
        }
    }
}

/// A game in progress.
struct Table {
    number: u64,
    seed: u64,
    white: Side,
    game: Game,
    /// The moves so far, as text.
    moves: Vec<String>,
    outcome: Option<Outcome>,
}

impl Table {
    fn is_turn_of(&self, side: Side) -> bool {
        let to_move = match self.game.turn() {
            bashni_rules::Color::White => self.white,
            bashni_rules::Color::Black => self.white.other(),
        };
        self.outcome.is_none() && to_move == side
    }

    fn play(&mut self, rules: &Rules, player: &PlayerSpec, played: Move) -> Result<(), MatchError> {
        let position = self.game.position();
        let legal = position.legal_moves(rules);
        if !legal.contains(&played) {
            let illegal = IllegalMove {
                player: player.clone(),
                game: self.number,
                ply: self.moves.len(),
                played: position.move_text(rules, &played),
                position: position.fen(rules),
                legal: format_moves(position, rules, &legal),
            };
            return Err(Box::new(illegal).into());
        }
        self.moves.push(position.move_text(rules, &played));
        self.game.play(rules, &played);
        self.outcome = self.game.outcome(rules);
        Ok(())
    }
}

/// Tells the other threads to stop unless it is forgotten.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
