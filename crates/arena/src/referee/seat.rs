//! A player on a thread of its own, which can be left behind.
//!
//! Rust cannot end a thread from outside. So a player that does not answer is abandoned: its game is lost, another
//! player is made on another thread, and the old thread goes on with whatever it does until the process ends. It keeps its
//! memory and, if it computes, a processor; after [`MAX_STALLS`] lost games a player is not asked any more, and forfeits. A
//! lock that it holds stays locked, so a factory must not share one between players. A player that brings down
//! the process (a stack overflow, an abort in C++) ends the match.

use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use bashni_rules::{Game, Move, Rules};

use crate::{Choice, Fault, Player, PlayerError, PlayerFactory, PlayerSpec, Turn};

/// Games that the player of a seat may lose by a stall before it is not asked any more.
const MAX_STALLS: u32 = 8;

/// Least time for a player to be made: networks have to be loaded, whatever the time for a move.
const SETUP: Duration = Duration::from_secs(60);

/// Time in which a player that is not needed any more should be gone.
const LEAVE: Duration = Duration::from_secs(1);

/// What makes the player of a seat.
pub(super) struct Maker {
    pub factory: Arc<dyn PlayerFactory>,
    pub specs: Vec<PlayerSpec>,
    pub rules: Arc<Rules>,
}

/// A [`Turn`] that owns its game.
pub(super) struct Ask {
    pub game: Game,
    pub start: Arc<Game>,
    pub moves: Arc<Vec<Move>>,
    pub seed: u64,
    pub role: usize,
}

/// Why there is no move.
#[derive(Clone, Debug)]
pub(super) struct Breakdown {
    pub fault: Fault,
    pub message: String,
}

fn crash(message: impl Into<String>) -> Breakdown {
    Breakdown { fault: Fault::Crash, message: message.into() }
}

/// A player that can be asked, and is made anew after it has broken down.
pub(super) struct Seat {
    maker: Arc<Maker>,
    limit: Option<Duration>,
    /// The thread of the player, unless it has broken down.
    line: Option<Line>,
    batch: usize,
    stalls: u32,
}

impl Seat {
    /// # Errors
    /// If the player cannot be made.
    pub fn new(maker: &Arc<Maker>, limit: Option<Duration>) -> Result<Seat, PlayerError> {
        let (line, batch) = Line::open(maker, limit).map_err(|broken| PlayerError::new(broken.message))?;
        Ok(Seat { maker: maker.clone(), limit, line: Some(line), batch, stalls: 0 })
    }

    /// How many games to ask about together.
    pub fn batch(&self) -> usize {
        self.batch
    }

    /// A move for each game, or what went wrong in it.
    ///
    /// If it goes wrong with several games at once, each is asked about alone. If all go well then, the games were too many
    /// for one call, and half as many are asked about from then on.
    pub fn ask(&mut self, asks: Vec<Ask>) -> Vec<Result<Choice, Breakdown>> {
        let asks: Arc<[Ask]> = asks.into();
        let mut answers = Vec::with_capacity(asks.len());
        while answers.len() < asks.len() {
            let range = answers.len()..asks.len().min(answers.len() + self.batch);
            match self.call(&asks, range.clone()) {
                Ok(choices) => answers.extend(choices.into_iter().map(Ok)),
                Err(broken) if range.len() == 1 => answers.push(Err(broken)),
                Err(_) => {
                    let single = |i| self.call(&asks, i..i + 1).map(|choices| choices[0]);
                    let singles: Vec<_> = range.map(single).collect();
                    if singles.iter().all(Result::is_ok) {
                        self.batch = (self.batch / 2).max(1);
                    }
                    answers.extend(singles);
                }
            }
        }
        answers
    }

    /// Asks about some of the games in one call.
    fn call(&mut self, asks: &Arc<[Ask]>, range: Range<usize>) -> Result<Vec<Choice>, Breakdown> {
        if self.stalls >= MAX_STALLS {
            let message = format!("not asked any more, since it did not answer {MAX_STALLS} times");
            return Err(Breakdown { fault: Fault::Stall, message });
        }
        let line = match self.line.take() {
            Some(line) => line,
            None => Line::open(&self.maker, self.limit)?.0,
        };
        let expected = range.len();
        let is_single = expected == 1;
        match line.call(asks, range, self.limit) {
            Ok(Reply::Choices(mut choices, time)) if choices.len() == expected => {
                let share = u64::try_from(time.as_micros()).unwrap_or(u64::MAX) / expected.max(1) as u64;
                choices.iter_mut().for_each(|choice| choice.thinking.micros = share);
                self.line = Some(line);
                Ok(choices)
            }
            Ok(Reply::Choices(choices, _)) => {
                Err(crash(format!("gave {} moves for {expected} games", choices.len())))
            }
            Ok(Reply::Broken(broken)) => Err(broken),
            Err(RecvTimeoutError::Disconnected) => Err(crash("its thread has ended")),
            Err(RecvTimeoutError::Timeout) => {
                self.stalls += u32::from(is_single);
                line.abandon();
                let seconds = self.limit.unwrap_or_default().as_secs_f64();
                Err(Breakdown { fault: Fault::Stall, message: format!("no move within {seconds} s") })
            }
        }
    }
}

struct Request {
    asks: Arc<[Ask]>,
    range: Range<usize>,
}

enum Reply {
    Choices(Vec<Choice>, Duration),
    Broken(Breakdown),
}

/// The connection to the thread of a player.
struct Line {
    requests: Option<Sender<Request>>,
    replies: Receiver<Reply>,
    /// Told to the player, so that it need not go on for nobody.
    abandoned: Arc<AtomicBool>,
}

impl Line {
    /// Makes a player on a new thread. Returns how many games it wants at once, too.
    fn open(maker: &Arc<Maker>, limit: Option<Duration>) -> Result<(Line, usize), Breakdown> {
        let (requests, asked) = channel();
        let (answer, replies) = channel();
        let (made, ready) = channel();
        let maker = maker.clone();
        let abandoned = Arc::new(AtomicBool::new(false));
        let cancelled = abandoned.clone();
        let name = format!("player {}", maker.specs[0].kind());
        std::thread::Builder::new()
            .name(name)
            .spawn(move || serve(&maker, &made, &asked, &answer, &cancelled))
            .map_err(|error| crash(format!("its thread cannot be started: {error}")))?;
        let batch = match limit {
            None => ready.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(limit) => ready.recv_timeout(limit.max(SETUP)),
        };
        match batch {
            Ok(Ok(batch)) => Ok((Line { requests: Some(requests), replies, abandoned }, batch.max(1))),
            Ok(Err(message)) => Err(crash(message)),
            Err(_) => {
                Err(crash(format!("not ready within {} s", limit.unwrap_or_default().max(SETUP).as_secs())))
            }
        }
    }

    fn call(
        &self,
        asks: &Arc<[Ask]>,
        range: Range<usize>,
        limit: Option<Duration>,
    ) -> Result<Reply, RecvTimeoutError> {
        let request = Request { asks: asks.clone(), range };
        let sent = self.requests.as_ref().is_some_and(|requests| requests.send(request).is_ok());
        match limit {
            _ if !sent => Err(RecvTimeoutError::Disconnected),
            None => self.replies.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(limit) => self.replies.recv_timeout(limit),
        }
    }

    fn abandon(self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }
}

impl Drop for Line {
    /// Waits for the player to be gone, so that no network is at work when the process ends.
    fn drop(&mut self) {
        self.requests = None;
        if !self.abandoned.load(Ordering::Relaxed) {
            let _ = self.replies.recv_timeout(LEAVE);
        }
    }
}

/// The thread of a player.
fn serve(
    maker: &Maker,
    made: &Sender<Result<usize, String>>,
    asked: &Receiver<Request>,
    answer: &Sender<Reply>,
    cancelled: &AtomicBool,
) {
    let Maker { factory, specs, rules } = maker;
    let player = catch_unwind(AssertUnwindSafe(|| factory.create(specs, rules)));
    let mut player = match player {
        Ok(Ok(player)) => player,
        Ok(Err(error)) => return drop(made.send(Err(whole_message(&error)))),
        Err(panic) => return drop(made.send(Err(panic_message(&*panic)))),
    };
    let _ = made.send(Ok(player.max_batch()));
    // Nobody listens any more once the player is not needed, or was abandoned.
    while let Ok(Request { asks, range }) = asked.recv() {
        let reply = choose(&mut *player, rules, &asks[range], cancelled);
        let broken = matches!(reply, Reply::Broken(_));
        if answer.send(reply).is_err() || broken {
            break;
        }
    }
    // What a player that has panicked does when it is dropped is nobody's concern.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(player)));
}

fn choose(player: &mut dyn Player, rules: &Rules, asks: &[Ask], cancelled: &AtomicBool) -> Reply {
    let turn = |ask| {
        let &Ask { ref game, ref start, ref moves, seed, role } = ask;
        Turn { game, start, moves, seed, role, cancelled }
    };
    let turns: Vec<Turn<'_>> = asks.iter().map(turn).collect();
    let begun = Instant::now();
    match catch_unwind(AssertUnwindSafe(|| player.choose(rules, &turns))) {
        Ok(Ok(choices)) => Reply::Choices(choices, begun.elapsed()),
        Ok(Err(error)) => Reply::Broken(Breakdown { fault: error.fault(), message: whole_message(&error) }),
        Err(panic) => Reply::Broken(crash(panic_message(&*panic))),
    }
}

/// An error with its causes, as far as it does not quote them.
fn whole_message(error: &PlayerError) -> String {
    let mut message = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        let text = cause.to_string();
        if !message.contains(&text) {
            message = format!("{message}: {text}");
        }
        source = cause.source();
    }
    message
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("panicked: {}", text.unwrap_or_else(|| "no message".to_owned()))
}
