//! The thread on which the engine lives and thinks.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};

use super::options::Setting;
use super::server::Event;
use super::{InfoLine, NO_MOVE, Reply};
use crate::history::move_texts;
use crate::{Engine, GameHistory, Go, Info, PlayerError, PlayerFactory};

/// Where replies go; shared by the thread that listens and the one that thinks.
pub(super) struct Out {
    stream: Mutex<Box<dyn Write + Send>>,
    closed: AtomicBool,
}

impl Out {
    pub fn new(stream: Box<dyn Write + Send>) -> Out {
        Out { stream: Mutex::new(stream), closed: AtomicBool::new(false) }
    }

    /// Writes a line at once. If nobody reads it, the session is over.
    pub fn say(&self, reply: &Reply) {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(stream, "{reply}").and_then(|()| stream.flush()).is_err() {
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Says something to people.
    pub fn note(&self, text: impl AsRef<str>) {
        self.say(&Reply::Info(Box::new(InfoLine::words(text))));
    }

    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

/// What the thread is to do.
pub(super) enum Job {
    /// Make the engine.
    Prepare(Arc<Setting>),
    /// Forget earlier games.
    NewGame,
    /// Search.
    Think { setting: Arc<Setting>, history: Box<GameHistory>, go: Go, stop: Arc<AtomicBool> },
}

/// The engine and what it needs.
pub(super) struct Worker {
    factory: Arc<dyn PlayerFactory>,
    engine: Option<(Arc<Setting>, Box<dyn Engine>)>,
    out: Arc<Out>,
    events: SyncSender<Event>,
}

impl Worker {
    /// Does jobs until there will be no more.
    pub fn run(
        factory: Arc<dyn PlayerFactory>,
        out: Arc<Out>,
        jobs: &Receiver<Job>,
        events: SyncSender<Event>,
    ) {
        let mut worker = Worker { factory, engine: None, out, events };
        while let Ok(job) = jobs.recv() {
            match job {
                Job::Prepare(setting) => {
                    worker.note_failure(|worker| worker.engine(&setting).map(|_| ()));
                    let _ = worker.events.send(Event::Prepared);
                }
                Job::NewGame => {
                    worker.note_failure(|worker| {
                        if let Some((_, engine)) = &mut worker.engine {
                            engine.new_game();
                        }
                        Ok(())
                    });
                }
                Job::Think { setting, history, go, stop } => {
                    let found = worker.note_failure(|worker| worker.think(&setting, &history, &go, &stop));
                    let best = found.and_then(|info| info.best());
                    let texts = move_texts(&setting.rules, history.game(), best.as_slice());
                    let text = texts.into_iter().next().unwrap_or_else(|| NO_MOVE.to_owned());
                    // What a program says after it has heard the move is not said during a search.
                    stop.store(true, Ordering::Relaxed);
                    worker.out.say(&Reply::BestMove(text));
                    let _ = worker.events.send(Event::Thought);
                }
            }
        }
        let Worker { engine, events, .. } = worker;
        // Programs that it has started are ended by this.
        drop(engine);
        let _ = events.send(Event::Gone);
    }

    /// Does something; if it fails, or panics, says so, and the engine is made anew for the next job.
    fn note_failure<T>(&mut self, action: impl FnOnce(&mut Worker) -> Result<T, PlayerError>) -> Option<T> {
        let message = match catch_unwind(AssertUnwindSafe(|| action(self))) {
            Ok(Ok(done)) => return Some(done),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "the engine has panicked; this is a fault of the program, please report it".to_owned(),
        };
        self.out.note(format!("error: {message}"));
        let engine = self.engine.take();
        let _ = catch_unwind(AssertUnwindSafe(|| drop(engine)));
        None
    }

    /// The engine of a setting, made if it is another than before.
    fn engine(&mut self, setting: &Arc<Setting>) -> Result<&mut dyn Engine, PlayerError> {
        if !self.engine.as_ref().is_some_and(|(made, _)| Arc::ptr_eq(made, setting)) {
            self.engine = None;
            let engine = self.factory.engine(&setting.spec, &setting.rules, &setting.setup)?;
            self.engine = Some((setting.clone(), engine));
        }
        match &mut self.engine {
            Some((_, engine)) => Ok(&mut **engine),
            None => Err(PlayerError::new("there is no engine")),
        }
    }

    fn think(
        &mut self,
        setting: &Arc<Setting>,
        history: &GameHistory,
        go: &Go,
        stop: &AtomicBool,
    ) -> Result<Info, PlayerError> {
        let out = self.out.clone();
        let say = |info: &Info| {
            for line in InfoLine::of(info, &setting.rules, history) {
                out.say(&Reply::Info(Box::new(line)));
            }
        };
        let found = self.engine(setting)?.think(&setting.rules, history, go, stop, &mut |info| say(info))?;
        say(&found);
        Ok(found)
    }
}
