//! An engine of this program on a pair of streams.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use bashni_rules::{Color, Game, Outcome};

use super::lines::{Input, Lines};
use super::options::{Changed, Options};
use super::worker::{Job, Out, Worker};
use super::{Clock, Command, GoCommand, NO_MOVE, Query, Reply, Session};
use crate::{GameHistory, Go, time_for_move};

/// Bytes of a line: a position with a thousand moves has a tenth of it.
const MAX_LINE: usize = 1 << 20;

/// Lines that are read ahead, and commands that may wait for the engine: a program that says more is not waited for.
const MAX_UNHEARD: usize = 1_000;

/// Time in which a search should end after `quit`.
const LEAVE: Duration = Duration::from_secs(5);

/// What happens.
pub(super) enum Event {
    /// A line was read.
    Line(Input),
    /// There is nothing more to read.
    End,
    /// The engine is made, or cannot be.
    Prepared,
    /// A search has ended, and its `bestmove` is said.
    Thought,
    /// The engine's thread has ended.
    Gone,
}

/// Speaks UGI until `quit` or the end of `input`. A search then ends as after `stop`.
///
/// `input` is read on a thread of its own, which is left behind if it never ends, and the engine thinks on another one, so `stop`,
/// `quit` and `isready` are heard at once. Whatever is no command gets an `info string`, and changes nothing.
///
/// ```
/// use std::sync::Arc;
///
/// use bashni_arena::{BuiltinPlayers, EngineSetup, ugi};
/// use bashni_rules::Rules;
///
/// let session = ugi::Session {
///     factory: Arc::new(BuiltinPlayers),
///     rules: Arc::new(Rules::preset("bashni").unwrap()),
///     player: "minimax".to_owned(),
///     setup: EngineSetup { hash_mb: 1, ..EngineSetup::default() },
///     lines: 1,
/// };
/// ugi::serve(&b"position startpos\ngo depth 2\nquit\n"[..], std::io::stdout(), session).unwrap();
/// ```
///
/// # Errors
/// If the player of the session is none, or no thread can be started.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    session: Session,
) -> io::Result<()> {
    let options =
        Options::new(&session).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    let out = Arc::new(Out::new(Box::new(output)));
    let (events, happened) = sync_channel(MAX_UNHEARD);
    let (jobs, to_do) = channel();
    let (worker_out, worker_events) = (out.clone(), events.clone());
    thread::Builder::new()
        .name("engine".to_owned())
        .spawn(move || Worker::run(session.factory, worker_out, &to_do, worker_events))?;
    thread::Builder::new().name("input".to_owned()).spawn(move || listen(input, &events))?;
    let history = GameHistory::new(Game::new(&options.setting.rules));
    let state = State::Idle;
    let server = Server { options, history, state, out, jobs, happened, waiting: VecDeque::new() };
    server.run();
    Ok(())
}

/// Reads lines until there are no more.
fn listen(input: impl BufRead, events: &SyncSender<Event>) {
    let mut lines = Lines::new(input, MAX_LINE);
    while let Ok(Some(line)) = lines.next() {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}

/// What the engine is doing.
enum State {
    Idle,
    Preparing,
    Searching(Arc<AtomicBool>),
}

struct Server {
    options: Options,
    history: GameHistory,
    state: State,
    out: Arc<Out>,
    jobs: Sender<Job>,
    happened: Receiver<Event>,
    /// Commands that came while the engine was busy and could not be heard.
    waiting: VecDeque<Command>,
}

impl Server {
    fn run(mut self) {
        while !self.out.is_closed() {
            if let State::Idle = self.state
                && let Some(command) = self.waiting.pop_front()
            {
                self.obey(command);
                continue;
            }
            match self.happened.recv() {
                Ok(Event::Line(Input::Text(line))) => match Command::parse(&line) {
                    Ok(Some(Command::Quit)) => break,
                    Ok(Some(command)) => self.hear(command),
                    Ok(None) => {}
                    Err(error) => self.out.note(error.to_string()),
                },
                Ok(Event::Line(Input::TooLong)) => {
                    self.out.note(format!("a line of more than {MAX_LINE} bytes is passed over"));
                }
                Ok(Event::Prepared) => {
                    self.out.say(&Reply::ReadyOk);
                    self.state = State::Idle;
                }
                Ok(Event::Thought) => self.state = State::Idle,
                Ok(Event::End | Event::Gone) | Err(_) => break,
            }
        }
        self.leave();
    }

    /// Takes a command as it comes, also while the engine is busy.
    fn hear(&mut self, command: Command) {
        match (&self.state, command) {
            (State::Searching(stop), Command::Stop) => stop.store(true, Ordering::Relaxed),
            (State::Searching(_), Command::IsReady) => self.out.say(&Reply::ReadyOk),
            // Some programs do not wait for the move after they have stopped a search.
            (State::Searching(stop), command) if stop.load(Ordering::Relaxed) => self.wait(command),
            (State::Searching(_), command) => {
                self.out.note(format!("`{}` is passed over during a search; stop it first", brief(&command)));
            }
            (State::Preparing, command) => self.wait(command),
            (State::Idle, command) => self.obey(command),
        }
    }

    fn wait(&mut self, command: Command) {
        if self.waiting.len() < MAX_UNHEARD {
            self.waiting.push_back(command);
        } else {
            self.out.note(format!("`{}` is passed over: too many commands are waiting", brief(&command)));
        }
    }

    /// Does what a command says; the engine is idle.
    fn obey(&mut self, command: Command) {
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => {
                if self.jobs.send(Job::Prepare(self.options.setting.clone())).is_ok() {
                    self.state = State::Preparing;
                }
            }
            Command::NewGame => {
                self.history = GameHistory::new(Game::new(&self.options.setting.rules));
                let _ = self.jobs.send(Job::NewGame);
            }
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(Changed::Rules) => {
                    self.history = GameHistory::new(Game::new(&self.options.setting.rules));
                }
                Ok(Changed::Other) => {}
                Err(error) => self.out.note(format!("error: {error}")),
            },
            Command::Position { fen, moves } => match self.position(fen.as_deref(), &moves) {
                Ok(history) => self.history = history,
                Err(error) => self.out.note(format!("error: {error}; the position is as before")),
            },
            Command::Go(go) => self.go(&go),
            Command::Stop | Command::Quit => {}
            Command::Query(query) => self.out.say(&Reply::Response(self.answer(query).to_owned())),
        }
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.out.say(&Reply::Name(format!("bashni {version} ({})", self.options.player)));
        self.out.say(&Reply::Author("the bashni authors".to_owned()));
        self.options.replies().iter().for_each(|reply| self.out.say(reply));
        self.out.say(&Reply::UgiOk);
    }

    fn position(&self, fen: Option<&str>, moves: &[String]) -> Result<GameHistory, String> {
        let rules = &self.options.setting.rules;
        let start = match fen {
            None => Game::new(rules),
            Some(text) => Game::from_position_text(text, rules).map_err(|error| error.to_string())?,
        };
        let mut history = GameHistory::new(start);
        for (ply, text) in (1..).zip(moves) {
            history.play_text(rules, text).map_err(|error| format!("ply {ply}: {error}"))?;
        }
        Ok(history)
    }

    fn go(&mut self, command: &GoCommand) {
        let setting = self.options.setting.clone();
        if !self.history.game().position().has_legal_move(&setting.rules) {
            self.out.note("error: the game is over, there is no move");
            return self.out.say(&Reply::BestMove(NO_MOVE.to_owned()));
        }
        let asked = limits(command, self.history.game().turn());
        let go = if asked.is_endless() && !command.infinite {
            // A bare `go` is answered as the player would play.
            Go::of(&setting.spec)
        } else {
            asked.within(&setting.limits)
        };
        let go = Go { lines: self.options.lines, ..go };
        let stop = Arc::new(AtomicBool::new(false));
        let history = Box::new(self.history.clone());
        if self.jobs.send(Job::Think { setting, history, go, stop: stop.clone() }).is_ok() {
            self.state = State::Searching(stop);
        }
    }

    fn answer(&self, query: Query) -> &'static str {
        let game = self.history.game();
        let truth = |is_so| if is_so { "true" } else { "false" };
        let outcome = game.outcome(&self.options.setting.rules);
        match query {
            Query::GameOver => truth(outcome.is_some()),
            Query::FirstToMove => truth(game.turn() == Color::White),
            Query::Result => match outcome {
                None => "none",
                Some(Outcome::WhiteWins) => "p1win",
                Some(Outcome::BlackWins) => "p2win",
                Some(Outcome::Draw) => "draw",
            },
        }
    }

    /// Ends a search, and waits until the engine is gone, but not for ever.
    fn leave(self) {
        if let State::Searching(stop) = &self.state {
            stop.store(true, Ordering::Relaxed);
        }
        drop(self.jobs);
        let deadline = Instant::now() + LEAVE;
        loop {
            match self.happened.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Event::Gone) | Err(RecvTimeoutError::Disconnected | RecvTimeoutError::Timeout) => return,
                Ok(_) => {}
            }
        }
    }
}

/// The name of a command.
fn brief(command: &Command) -> String {
    command.to_string().split(' ').next().unwrap_or_default().to_owned()
}

/// What a command says on when to end, for the side to move.
fn limits(command: &GoCommand, turn: Color) -> Go {
    let by_the_clock = command.clock.map(|Clock { left, increment }| {
        let side = turn.index();
        time_for_move(Duration::from_millis(left[side]), Duration::from_millis(increment[side]))
    });
    let movetime = command.movetime.map(Duration::from_millis);
    Go {
        depth: command.depth,
        nodes: command.nodes,
        time: movetime.into_iter().chain(by_the_clock).min(),
        ..Go::default()
    }
}
