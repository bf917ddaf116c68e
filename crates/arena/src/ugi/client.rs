//! Another program as an engine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use bashni_rules::Rules;

use super::lines::Input;
use super::options::named_rules;
use super::process::Process;
use super::{Command, GoCommand, NO_MOVE, Reply};
use crate::engine::game_over;
use crate::{Engine, EngineSetup, Fault, GameHistory, Go, Info, PlayerError};

/// Time for a program to say who it is, and to be ready.
const HELLO: Duration = Duration::from_secs(10);
const READY: Duration = Duration::from_secs(40);

/// How much longer than asked a search may take: then it is told to stop, and then the engine has failed.
const LATE: Duration = Duration::from_millis(500);
const TOO_LATE: Duration = Duration::from_secs(5);

/// Time for a move after a stop.
const STOPPING: Duration = Duration::from_secs(2);

/// How often a stop is looked for.
const POLL: Duration = Duration::from_millis(10);

/// A program that speaks UGI, as an [`Engine`].
///
/// It is started by a command and ended when this is dropped, or when it has failed. A failure says how
/// ([`PlayerError::fault`]): the program ended or said what is no answer ([`Fault::Crash`]), it said nothing in time
/// ([`Fault::Stall`]), or its move is not legal ([`Fault::IllegalMove`]); and what it wrote to stderr last.
pub struct UgiEngine {
    process: Process,
    command: String,
    name: String,
    author: String,
    /// Names of its options.
    options: Vec<String>,
    /// Lines that it was told to find.
    lines: usize,
    is_new_game: bool,
}

impl UgiEngine {
    /// Starts a program, and waits until it is ready. It is told the rules, and table and threads if it has options of these
    /// names: `Rules`, `Hash`, `Threads`.
    ///
    /// # Errors
    /// If it cannot be started, is not ready in time, or does not speak UGI.
    pub fn start(
        command: &str,
        rules: &Rules,
        setup: Option<&EngineSetup>,
    ) -> Result<UgiEngine, PlayerError> {
        let process =
            Process::start(command).map_err(|error| PlayerError::new(format!("engine: {error}")))?;
        let mut engine = UgiEngine {
            process,
            command: command.to_owned(),
            name: command.to_owned(),
            author: String::new(),
            options: Vec::new(),
            lines: 1,
            is_new_game: false,
        };
        engine.process.say(Command::Ugi);
        engine.await_reply("ugiok", HELLO, |engine, reply| {
            match reply {
                Reply::Name(name) => engine.name = name,
                Reply::Author(author) => engine.author = author,
                Reply::Option { name, .. } => engine.options.push(name),
                Reply::UgiOk => return true,
                _ => {}
            }
            false
        })?;
        // Rules of a file have no name that would say all.
        if named_rules(rules.name()).is_ok_and(|named| named.fields() == rules.fields()) {
            engine.set_option("Rules", rules.name());
        }
        if let Some(setup) = setup {
            engine.set_option("Hash", setup.hash_mb);
            engine.set_option("Threads", setup.threads);
        }
        engine.await_ready()?;
        Ok(engine)
    }

    /// Its name and version, as it says them; its command if it says none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its author, as it says; may be empty.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// Sets an option if the engine has it.
    fn set_option(&self, name: &str, value: impl ToString) {
        if let Some(known) = self.options.iter().find(|known| known.eq_ignore_ascii_case(name)) {
            self.process.say(Command::SetOption { name: known.clone(), value: value.to_string() });
        }
    }

    fn await_ready(&mut self) -> Result<(), PlayerError> {
        self.process.say(Command::IsReady);
        self.await_reply("readyok", READY, |_, reply| reply == Reply::ReadyOk)
    }

    /// Listens until a reply is the one that is waited for.
    fn await_reply(
        &mut self,
        what: &str,
        within: Duration,
        mut is_it: impl FnMut(&mut UgiEngine, Reply) -> bool,
    ) -> Result<(), PlayerError> {
        let deadline = Instant::now() + within;
        loop {
            let heard = self.hear(deadline.saturating_duration_since(Instant::now()))?;
            let is_last = heard.is_none() || Instant::now() >= deadline;
            if heard.is_some_and(|reply| is_it(self, reply)) {
                return Ok(());
            }
            // An engine that says something else all the time is late too.
            if is_last {
                return Err(self.failed(Fault::Stall, format!("no {what} within {} s", within.as_secs())));
            }
        }
    }

    /// The next reply; `None` if there is none in time. What is no reply is passed over.
    fn hear(&mut self, within: Duration) -> Result<Option<Reply>, PlayerError> {
        let deadline = Instant::now() + within;
        loop {
            match self.process.hear(deadline.saturating_duration_since(Instant::now())) {
                Ok(Input::Text(line)) => {
                    if let Some(reply) = Reply::parse(&line) {
                        return Ok(Some(reply));
                    }
                }
                Ok(Input::TooLong) => {
                    return Err(self.failed(Fault::Crash, "said a line that does not end".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => {
                    let how = match self.process.has_ended() {
                        Some(status) => format!("has ended ({status})"),
                        None => "has closed its output".to_owned(),
                    };
                    return Err(self.failed(Fault::Crash, how));
                }
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    /// Ends the program, which is of no use any more.
    fn failed(&mut self, fault: Fault, what: String) -> PlayerError {
        self.process.kill();
        let complaints = self.process.complaints();
        let said = if complaints.is_empty() { complaints } else { format!("; on stderr: {complaints}") };
        PlayerError::of(fault, format!("engine `{}`: {what}{said}", self.command))
    }

    fn begin_search(&mut self, rules: &Rules, history: &GameHistory, go: &Go) -> Result<(), PlayerError> {
        let lines = go.lines.max(1);
        if lines != self.lines {
            self.set_option("MultiPV", lines);
            self.lines = lines;
        }
        if std::mem::take(&mut self.is_new_game) {
            self.process.say(Command::NewGame);
            self.await_ready()?;
        }
        let fen = Some(history.start().fen(rules));
        self.process.say(Command::Position { fen, moves: history.texts(rules) });
        self.process.say(Command::Go(go_command(go)));
        Ok(())
    }
}

/// UGI has one limit in a search; of several, the time is kept here.
fn go_command(go: &Go) -> GoCommand {
    let nodes = go.nodes.into_iter().chain(go.sims).min();
    let time = go.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1));
    match (go.depth, nodes) {
        (Some(_), _) => GoCommand { depth: go.depth, ..GoCommand::default() },
        (_, Some(_)) => GoCommand { nodes, ..GoCommand::default() },
        _ => GoCommand { movetime: time, infinite: time.is_none(), ..GoCommand::default() },
    }
}

impl Engine for UgiEngine {
    fn think(
        &mut self,
        rules: &Rules,
        history: &GameHistory,
        go: &Go,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Info, PlayerError> {
        if !history.game().position().has_legal_move(rules) {
            return Err(game_over());
        }
        self.begin_search(rules, history, go)?;
        let begun = Instant::now();
        let movetime = go_command(go).movetime.is_some();
        let grace = if movetime { LATE } else { Duration::ZERO };
        let mut stopped: Option<Instant> = None;
        let (mut info, mut told) = (Info::default(), None::<String>);
        loop {
            match self.hear(POLL)? {
                Some(Reply::Info(line)) => {
                    if line.string.is_some() {
                        told.clone_from(&line.string);
                    }
                    line.add_to(&mut info, rules, history);
                    if !info.lines.is_empty() {
                        report(&info);
                    }
                }
                Some(Reply::BestMove(text)) if text == NO_MOVE => {
                    let why = told.as_deref().unwrap_or("it does not say why");
                    return Err(self.failed(Fault::Crash, format!("gave no move: {why}")));
                }
                Some(Reply::BestMove(text)) => {
                    let played = rules.parse_move(history.game().position(), &text);
                    let played = played.map_err(|error| {
                        self.failed(Fault::IllegalMove, format!("bestmove {text}: {error}"))
                    })?;
                    info.put_first(played);
                    info.lines.truncate(go.lines.max(1));
                    info.time = begun.elapsed();
                    return Ok(info);
                }
                Some(_) | None => {}
            }
            match stopped {
                None => {
                    let is_late = go.time.is_some_and(|time| begun.elapsed() >= time + grace);
                    if is_late || stop.load(Ordering::Relaxed) {
                        self.process.say(Command::Stop);
                        stopped = Some(Instant::now());
                    }
                }
                Some(since) => {
                    let wait = if stop.load(Ordering::Relaxed) { STOPPING } else { TOO_LATE };
                    if since.elapsed() >= wait {
                        let seconds = begun.elapsed().as_secs_f64();
                        return Err(self.failed(Fault::Stall, format!("no bestmove within {seconds:.1} s")));
                    }
                }
            }
        }
    }

    fn new_game(&mut self) {
        self.is_new_game = true;
    }
}
