//! The course of a game: whose turn it is, what is drawn, what is done with what is typed.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use bashni_arena::{Engine, Go, Info, time_for_move};
use bashni_rules::{Color, Game, Move, Outcome, Rules};

use super::Args;
use super::keyboard::{Keyboard, Typed};
use super::record::Record;
use super::request::{HELP, Request};
use crate::out_files;
use crate::output::Output;

/// How long a player thinks that has no limits, where there is no clock, and about hints.
const TIME: Duration = Duration::from_secs(1);

/// A game in progress.
pub struct Session<'a> {
    pub(super) args: &'a Args,
    pub(super) output: &'a Output,
    pub(super) rules: Arc<Rules>,
    pub(super) engine: Box<dyn Engine>,
    pub(super) limits: Go,
    pub(super) person: Color,
    pub(super) below: Color,
    pub(super) record: Record,
    pub(super) keyboard: Keyboard,
}

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    Draw,
    Ask,
    Leave,
}

impl<'a> Session<'a> {
    pub fn new(args: &'a Args, rules: Arc<Rules>, start: Game, output: &'a Output) -> Result<Session<'a>> {
        let (spec, limits) = args.engine.player()?;
        let engine = args.engine.factory()?.engine(&spec, &rules, &args.engine.setup());
        let engine = engine.with_context(|| format!("player `{spec}`"))?;
        let person = args.side.color();
        let mut names = [args.name.clone(), args.engine.text().to_owned()];
        if person == Color::Black {
            names.swap(0, 1);
        }
        let record = Record::new(start, names, args.time);
        let below = if args.flip { !person } else { person };
        let keyboard = Keyboard::open()?;
        Ok(Session { args, output, rules, engine, limits, person, below, record, keyboard })
    }

    /// Plays until the person leaves. The game is written then, also if it cannot go on.
    pub fn play(mut self) -> Result<()> {
        self.output.line(&format!(
            "You are {}, against {}. help shows what can be typed.",
            self.person,
            self.args.engine.text()
        ))?;
        let played = self.turns();
        let saved = match &self.args.pdn {
            Some(path) => self.save(path),
            None => Ok(()),
        };
        played.and(saved)
    }

    fn turns(&mut self) -> Result<()> {
        let mut then = Then::Draw;
        loop {
            let ending = self.record.ending(&self.rules);
            if then == Then::Draw {
                self.draw()?;
                match &ending {
                    Some(ending) => self.announce(ending)?,
                    None if self.record.turn() == self.person => self.list()?,
                    None => {}
                }
            }
            if ending.is_none() && self.record.turn() != self.person {
                self.reply()?;
                then = Then::Draw;
                if self.keyboard.is_interrupted() {
                    return self.output.line("");
                }
                continue;
            }
            then = self.ask(ending.is_some())?;
            if then == Then::Leave {
                return Ok(());
            }
        }
    }

    pub(super) fn moves(&self) -> Vec<Move> {
        self.record.history.game().position().legal_moves(&self.rules)
    }

    /// Lets the player think and move.
    fn reply(&mut self) -> Result<()> {
        let side = self.record.turn();
        let clock = self.record.clocks().map(|clocks| time_for_move(clocks.left(side), clocks.increment()));
        let asked = clock.map_or_else(Go::default, Go::for_time).within(&self.limits);
        let go = if asked.is_endless() { Go::for_time(TIME) } else { asked };
        let (info, took) = self.think(&go)?;
        self.record.spend(took);
        if self.record.ending(&self.rules).is_some() || self.keyboard.is_interrupted() {
            return Ok(());
        }
        let Some(played) = info.best() else { return Ok(()) };
        let text = self.record.history.game().position().move_text(&self.rules, &played);
        self.record.play(&self.rules, &played, Some(&info));
        self.output.line(&format!("\n{side} plays {text}  ({})", info.thinking()))
    }

    fn think(&mut self, go: &Go) -> Result<(Info, Duration)> {
        let begun = Instant::now();
        let stop = self.keyboard.interrupted();
        let info = self.engine.think(&self.rules, &self.record.history, go, stop, &mut |_| ());
        Ok((info.with_context(|| format!("player `{}`", self.args.engine.text()))?, begun.elapsed()))
    }

    /// Waits for a line and does what it says.
    fn ask(&mut self, is_over: bool) -> Result<Then> {
        let mut stdout = std::io::stdout().lock();
        // A prompt that nobody sees is no reason to stop.
        let _ = write!(stdout, "> ").and_then(|()| stdout.flush());
        drop(stdout);
        let begun = Instant::now();
        let within = self.record.clocks().filter(|_| !is_over).map(|clocks| clocks.left(self.person));
        let typed = self.keyboard.next(within);
        if !is_over {
            self.record.spend(begun.elapsed());
            if self.record.ending(&self.rules).is_some() {
                return Ok(Then::Draw);
            }
        }
        let line = match typed {
            Typed::Line(line) => line,
            Typed::Nothing => return Ok(Then::Ask),
            Typed::End => {
                self.output.line("")?;
                return Ok(Then::Leave);
            }
        };
        self.obey(Request::parse(&line), is_over)
    }

    fn obey(&mut self, request: Request, is_over: bool) -> Result<Then> {
        let say = |text: &str| self.output.line(text).map(|()| Then::Ask);
        match request {
            Request::Nothing => Ok(Then::Ask),
            Request::Help => say(HELP),
            Request::Quit => Ok(Then::Leave),
            Request::Flip => {
                self.below = !self.below;
                Ok(Then::Draw)
            }
            Request::Position => say(&self.record.history.game().fen(&self.rules)),
            Request::Clock => match self.record.clocks() {
                Some(clocks) => say(&clocks.to_string()),
                None => say("there are no clocks; --time 5:00+3 sets some"),
            },
            Request::Save(None) => say("save: name a file, as save game.pdn"),
            Request::Save(Some(path)) => match self.save(&path) {
                Ok(()) => say(&format!("written to {}", path.display())),
                Err(error) => say(&format!("{error:#}")),
            },
            Request::Undo => self.undo(),
            _ if is_over => say("the game is over; undo, save FILE or quit"),
            Request::Moves => self.list().map(|()| Then::Ask),
            Request::Hint => self.hint(),
            Request::Resign => {
                self.record.end(Outcome::win(!self.person), format!("{} resigns", self.person));
                Ok(Then::Draw)
            }
            Request::Number(number) => {
                let moves = self.moves();
                match number.checked_sub(1).and_then(|index| moves.get(index)) {
                    Some(played) => self.person_plays(*played),
                    None => say(&format!("there is no move {number}: the list has {}", moves.len())),
                }
            }
            Request::Move(text) => {
                match self.rules.parse_move(self.record.history.game().position(), &text) {
                    Ok(played) => self.person_plays(played),
                    Err(error) => say(&format!("{error}")),
                }
            }
        }
    }

    fn person_plays(&mut self, played: Move) -> Result<Then> {
        self.record.play(&self.rules, &played, None);
        Ok(Then::Draw)
    }

    /// Takes back to where the person was to move.
    fn undo(&mut self) -> Result<Then> {
        let played = self.record.history.moves().len();
        let plies = if self.record.turn() == self.person { 2 } else { 1 };
        // A game that ended on the person's turn without a move of his is taken back to that turn.
        if self.record.turn() == self.person && self.has_resigned() {
            self.record.take_back(&self.rules, 0);
            return Ok(Then::Draw);
        }
        if played < plies {
            return self.output.line("there is no move of yours to take back").map(|()| Then::Ask);
        }
        self.record.take_back(&self.rules, plies);
        Ok(Then::Draw)
    }

    /// True if the game is over although the position has moves.
    fn has_resigned(&self) -> bool {
        self.record.ending(&self.rules).is_some() && self.record.history.game().outcome(&self.rules).is_none()
    }

    fn hint(&mut self) -> Result<Then> {
        let limits = self.limits;
        let go = if limits.is_endless() { Go::for_time(TIME) } else { limits };
        // The clock stands still meanwhile.
        let (info, _) = self.think(&go)?;
        let pv = info.lines.first().map(|line| &line.pv[..]).unwrap_or_default();
        let game = self.record.history.game().clone();
        let line = bashni_arena::GameHistory::of(&self.rules, game, pv).texts(&self.rules);
        self.output.line(&format!("{}  ({})", line.join(" "), info.thinking())).map(|()| Then::Ask)
    }

    fn save(&self, path: &Path) -> Result<()> {
        out_files::write(path, &self.record.pdn(&self.rules).to_string())
    }
}
