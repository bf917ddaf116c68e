//! A game as it is played, and as PDN.

use std::time::Duration;

use bashni_arena::{GameHistory, Info};
use bashni_rules::pdn::{GameResult, Line, PdnGame};
use bashni_rules::{Color, Game, Move, Outcome, Rules};

use super::time_control::{Clocks, TimeControl};

/// How a game ended, by rule or otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub outcome: Outcome,
    /// Why, in a sentence.
    pub why: String,
}

/// A game between a person and a player.
pub struct Record {
    pub history: GameHistory,
    /// Who plays with which colour.
    names: [String; 2],
    /// What the player thought, for each ply.
    thoughts: Vec<Option<String>>,
    /// The clocks as they are now, and as they were when each ply began, the one to come included.
    clocks: Option<(Clocks, Vec<Clocks>)>,
    control: Option<TimeControl>,
    ending: Option<Ending>,
}

impl Record {
    pub fn new(start: Game, names: [String; 2], control: Option<TimeControl>) -> Record {
        let clocks = control.map(Clocks::new).map(|clocks| (clocks, vec![clocks]));
        Record {
            history: GameHistory::new(start),
            names,
            thoughts: Vec::new(),
            clocks,
            control,
            ending: None,
        }
    }

    pub fn turn(&self) -> Color {
        self.history.game().turn()
    }

    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref().map(|(now, _)| now)
    }

    /// The side to move has thought; if its time is up, it has lost.
    pub fn spend(&mut self, time: Duration) {
        let side = self.turn();
        let now = self.clocks.as_mut().map(|(now, _)| now);
        if now.is_some_and(|now| !now.run(side, time)) && self.ending.is_none() {
            self.end(Outcome::win(!side), format!("{side} has no time left"));
        }
    }

    /// Plays a legal move, with what was thought about it.
    pub fn play(&mut self, rules: &Rules, played: &Move, thought: Option<&Info>) {
        let side = self.turn();
        if let Some((now, before)) = &mut self.clocks {
            now.moved(side);
            before.push(*now);
        }
        self.history.play(rules, played);
        self.thoughts.push(thought.map(|info| info.thinking().to_string()));
    }

    /// Takes the last moves back, and gives the time that they took back too, with that of the move in thought.
    pub fn take_back(&mut self, rules: &Rules, plies: usize) {
        self.history.take_back(rules, plies);
        let left = self.history.moves().len();
        self.thoughts.truncate(left);
        if let Some((now, before)) = &mut self.clocks {
            before.truncate(left + 1);
            if let Some(began) = before.last() {
                *now = *began;
            }
        }
        self.ending = None;
    }

    pub fn end(&mut self, outcome: Outcome, why: String) {
        self.ending = Some(Ending { outcome, why });
    }

    /// How the game ended, if it is over.
    pub fn ending(&self, rules: &Rules) -> Option<Ending> {
        let game = self.history.game();
        self.ending.clone().or_else(|| {
            let outcome = game.outcome(rules)?;
            let why = match outcome.winner() {
                Some(_) => format!("{} has no legal move", game.turn()),
                None if rules.fields().repetition > 0
                    && game.repetitions() + 1 >= rules.fields().repetition =>
                {
                    format!("this position has occurred {} times", game.repetitions() + 1)
                }
                None => format!("{} plies without capture or promotion", game.no_progress()),
            };
            Some(Ending { outcome, why })
        })
    }

    /// The game as PDN.
    pub fn pdn(&self, rules: &Rules) -> PdnGame {
        let mut line = Line::of(self.history.texts(rules));
        for (ply, thought) in line.plies.iter_mut().zip(&self.thoughts) {
            ply.comments.extend(thought.iter().cloned());
        }
        let ending = self.ending(rules);
        let result = ending.as_ref().map_or(GameResult::Unknown, |ending| GameResult::from(ending.outcome));
        let mut game = PdnGame { line, result, ..PdnGame::default() };
        let mut tag = |name: &str, value: &str| game.tags.set(name, value);
        tag("Event", "bashni play");
        tag("White", &self.names[0]);
        tag("Black", &self.names[1]);
        tag("Result", result.text());
        tag("Rules", rules.name());
        let start = self.history.start();
        if start.position() != rules.start() || start.no_progress() > 0 {
            tag("FEN", &start.fen(rules));
        }
        if let Some(control) = self.control {
            tag("TimeControl", &control.to_string());
        }
        if let Some(Ending { why, .. }) = &ending {
            tag("Termination", why);
        }
        game
    }
}
