use std::iter::Peekable;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use bashni_data::Row;
use bashni_rules::{Encoding, Outcome, Rules};
use bashni_search::mcts::{SearchError, Tree};
use bashni_search::{Evaluation, Evaluator, Query};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::blame::blame;
use crate::finished::Finished;
use crate::game::Playing;
use crate::gate::Gate;
use crate::{Resignations, SelfPlayConfig, SelfPlayError};

/// Counters that grow while games are played, to be read by whoever shows progress, and a way to stop.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Games finished.
    pub games: Arc<AtomicU64>,
    /// Positions evaluated.
    pub evaluations: Arc<AtomicU64>,
    /// Decisions that are to be rows, also those of games that have not ended.
    pub rows: Arc<AtomicU64>,
    /// Simulations of their searches.
    pub sims: Arc<AtomicU64>,
    /// Set by whoever wants the games to be given up. The call then ends with [`SelfPlayError::Stopped`], after the
    /// batches that are being evaluated.
    pub stop: Arc<AtomicBool>,
}

/// Which games to play.
#[derive(Clone, Debug)]
pub struct Order {
    /// Number of the first game in its run; the others follow.
    pub first_game: u64,
    /// Seed of the run. A game's own seed follows from it and the game's number.
    pub seed: u64,
    /// Training step of the network, for the rows.
    pub network_step: u64,
}

/// What happened in a generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Games that White won.
    pub white_wins: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Whole moves of all games together.
    pub plies: u64,
    /// Positions that were evaluated since the generation before was complete.
    pub evaluations: u64,
    /// Games that began at a position of the file.
    pub from_file: u64,
    /// Games that forked.
    pub forked: u64,
    /// Decisions that had a full search.
    pub full_rows: u64,
    /// Games that ended by resignation, and what is known of how often that is wrong.
    pub resignations: Resignations,
}

/// The games of one generation.
#[derive(Clone, Debug)]
pub struct Generation {
    /// One row a searched decision, by game and then in the order of play.
    pub rows: Vec<Row>,
    /// What happened.
    pub summary: Summary,
}

impl Generation {
    pub(crate) fn new(mut games: Vec<Finished>, evaluations: u64) -> Generation {
        games.sort_by_key(|game| game.id);
        let mut summary = Summary { evaluations, ..Summary::default() };
        for game in &games {
            summary.games += 1;
            summary.plies += u64::from(game.plies);
            summary.from_file += u64::from(game.from_file);
            summary.forked += u64::from(game.forked);
            summary.full_rows += game.rows.iter().filter(|row| row.full).count() as u64;
            summary.resignations.add(&game.resignations);
            *match game.outcome {
                Outcome::WhiteWins => &mut summary.white_wins,
                Outcome::BlackWins => &mut summary.black_wins,
                Outcome::Draw => &mut summary.draws,
            } += 1;
        }
        Generation { rows: games.into_iter().flat_map(|game| game.rows).collect(), summary }
    }
}

impl Order {
    /// Seed of a game, from the run's seed and the game's number.
    pub fn game_seed(&self, game: u64) -> u64 {
        let state = u128::from(self.seed) << 64 | u128::from(game);
        Pcg64::new(state, 0x0a02_bdbf_7bb3_c0a7_ac28_fa16_a64a_bf96).random()
    }
}

/// Plays `config.games` games.
///
/// There is a thread for each evaluator. It owns the games whose numbers have its number as their remainder.
///
/// # Errors
/// The first error of a thread.
pub fn play_games(
    rules: &Rules,
    config: &SelfPlayConfig,
    order: &Order,
    evaluators: Vec<Box<dyn Evaluator + Send>>,
    progress: &Progress,
) -> Result<Generation, SelfPlayError> {
    let mut played = None;
    play_generations(rules, config, order, Some(1), evaluators, progress, &mut |generation| {
        played = Some(generation);
        Ok::<_, SelfPlayError>(ControlFlow::Continue(()))
    })?;
    // It was published, or there was an error.
    played.ok_or(SelfPlayError::Thread)
}

/// Plays one generation of `config.games` games after the other, so many or without end, and gives each to `publish`,
/// in order, as soon as its last game is over. All games are played with the same evaluators, and those of the next
/// generation begin while the last ones of a generation are played, so that batches stay full. What a generation holds
/// depends on `order` and `config` alone.
///
/// `publish` runs on the calling thread and may end the call with `Break`: games of later generations that have begun are
/// then given up. If it is slow the threads wait, for they play only a bounded number of games ahead; so memory
/// does not grow with the number of generations.
///
/// # Errors
/// The first error of a thread or of `publish`.
pub fn play_generations<E: From<SelfPlayError>>(
    rules: &Rules,
    config: &SelfPlayConfig,
    order: &Order,
    count: Option<u64>,
    evaluators: Vec<Box<dyn Evaluator + Send>>,
    progress: &Progress,
    publish: &mut dyn FnMut(Generation) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let encoding = Encoding::new(rules).map_err(SelfPlayError::from)?;
    let threads = evaluators.len();
    if threads == 0 {
        return Err(SelfPlayError::NoEvaluator.into());
    }
    let (games, first) = (config.games.max(1), order.first_game);
    let at_once = (threads * config.parallel) as u64;
    let gate = Gate::new(first, games.saturating_add(2 * at_once));
    let end = count.map_or(u64::MAX, |count| first.saturating_add(games.saturating_mul(count)));
    let worker = Worker { rules, encoding: &encoding, config, order, progress, gate: &gate };
    let mut evaluated = progress.evaluations.load(Ordering::Relaxed);
    let (published, played) = std::thread::scope(|scope| {
        let (send, receive) = sync_channel::<Finished>(at_once as usize);
        let play = |(thread, mut evaluator): (usize, Box<dyn Evaluator + Send>)| {
            let ids = (first..end).skip(thread).step_by(threads).peekable();
            let (worker, send) = (&worker, send.clone());
            scope.spawn(move || {
                // Also if this thread panics.
                let _close = worker.gate.close_unless_done();
                let mut finished = |game| _ = send.send(game);
                let played = worker.play(ids, &mut *evaluator, &mut finished, &mut |_| {});
                if played.is_ok() {
                    std::mem::forget(_close);
                }
                played
            })
        };
        let threads: Vec<_> = evaluators.into_iter().enumerate().map(play).collect();
        drop(send);
        // Games that have ended, by generation.
        let mut ended = std::collections::BTreeMap::<u64, Vec<Finished>>::new();
        let mut next = 0;
        let mut published = Ok(());
        'receiving: for game in &receive {
            ended.entry((game.id - first) / games).or_default().push(game);
            while ended.get(&next).is_some_and(|ended| ended.len() as u64 == games) {
                let Some(ended) = ended.remove(&next) else { break };
                next += 1;
                let now = progress.evaluations.load(Ordering::Relaxed);
                let generation = Generation::new(ended, now - std::mem::replace(&mut evaluated, now));
                match publish(generation) {
                    Ok(ControlFlow::Continue(())) => gate.move_on(games),
                    Ok(ControlFlow::Break(())) => break 'receiving,
                    Err(error) => {
                        published = Err(error);
                        break 'receiving;
                    }
                }
            }
        }
        gate.close();
        // Nobody listens any more: a thread that waits to hand over a game goes on.
        drop(receive);
        let played = threads.into_iter().map(|thread| thread.join().unwrap_or(Err(SelfPlayError::Thread)));
        (published, played.collect::<Vec<_>>())
    });
    published?;
    // A thread that was stopped says less than one that failed.
    let (stopped, failed): (Vec<_>, Vec<_>) =
        played.into_iter().filter_map(Result::err).partition(|error| matches!(error, SelfPlayError::Stopped));
    match failed.into_iter().chain(stopped).next() {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// How often a thread without games looks whether it may begin one.
const LOOK: Duration = Duration::from_millis(1);

/// What the games of a thread share.
pub(crate) struct Worker<'a> {
    pub rules: &'a Rules,
    pub encoding: &'a Encoding,
    pub config: &'a SelfPlayConfig,
    pub order: &'a Order,
    pub progress: &'a Progress,
    pub gate: &'a Gate,
}

impl Worker<'_> {
    /// Plays the games with these numbers, many at once. Each search of a decision is shown to `searched` before its
    /// step is played, each game is given to `finished`.
    pub fn play(
        &self,
        mut ids: Peekable<impl Iterator<Item = u64>>,
        evaluator: &mut dyn Evaluator,
        finished: &mut dyn FnMut(Finished),
        searched: &mut dyn FnMut(&Tree),
    ) -> Result<(), SelfPlayError> {
        let mut playing: Vec<Playing> = Vec::new();
        // How many of them, the first ones, wait for evaluations already.
        let mut waiting = 0;
        let mut over = Vec::new();
        let mut evaluations = Vec::new();
        loop {
            if self.progress.stop.load(Ordering::Relaxed) {
                return Err(SelfPlayError::Stopped);
            }
            if self.gate.is_closed() {
                return Ok(());
            }
            // A game may be over after its random opening and forced steps: then the next takes its place. There may be no
            // end to that.
            while playing.len() < self.config.parallel
                && !self.progress.stop.load(Ordering::Relaxed)
                && let Some(id) = ids.next_if(|&id| self.gate.lets(id))
            {
                let mut game = Playing::start(self.rules, self.config, id, self.order.game_seed(id))?;
                match self.proceed(&mut game)? {
                    Some(game) => finished(game),
                    None => playing.push(game),
                }
            }
            if playing.is_empty() {
                if ids.peek().is_none() {
                    return Ok(());
                }
                // Other threads have yet to end the games of a generation.
                std::thread::sleep(LOOK);
                continue;
            }
            for game in &mut playing[waiting..] {
                game.tree_mut().gather(self.rules);
            }
            self.evaluate(&playing, evaluator, &mut evaluations)?;
            let mut rest = &evaluations[..];
            self.progress.evaluations.fetch_add(rest.len() as u64, Ordering::Relaxed);
            over.clear();
            for i in 0..playing.len() {
                Tree::prefetch_ahead(self.rules, |distance| Some(playing.get(i + distance)?.tree()));
                let game = &mut playing[i];
                let (own, behind) = rest.split_at(game.tree().queries().len());
                rest = behind;
                let received = game.tree_mut().receive(self.rules, own);
                received.map_err(|error| blame(self.rules, game, own, error))?;
                if let Some(game) = self.go_on(game, searched)? {
                    finished(game);
                    over.push(i);
                }
            }
            // From the back, so that what comes into a place is a game that goes on.
            for &i in over.iter().rev() {
                playing.swap_remove(i);
            }
            waiting = playing.len();
        }
    }

    /// Has the states judged for which games wait.
    fn evaluate(
        &self,
        playing: &[Playing],
        evaluator: &mut dyn Evaluator,
        evaluations: &mut Vec<Evaluation>,
    ) -> Result<(), SelfPlayError> {
        let queries: Vec<Query<'_>> = playing.iter().flat_map(|game| game.tree().queries()).collect();
        if queries.is_empty() {
            evaluations.clear();
            return Ok(());
        }
        evaluator.evaluate(self.rules, &queries, evaluations).map_err(SearchError::from)?;
        let (expected, got) = (queries.len(), evaluations.len());
        if got == expected { Ok(()) } else { Err(SearchError::Count { expected, got }.into()) }
    }

    /// Leads a game, whose tree has what it asked for, to where it asks again; returns it if that was its end.
    fn go_on(
        &self,
        game: &mut Playing,
        searched: &mut dyn FnMut(&Tree),
    ) -> Result<Option<Finished>, SelfPlayError> {
        while game.tree_mut().gather(self.rules) == 0 {
            if game.is_recorded() {
                let tree = game.tree();
                searched(tree);
                self.progress.rows.fetch_add(1, Ordering::Relaxed);
                self.progress.sims.fetch_add(u64::from(tree.sims_done()), Ordering::Relaxed);
            }
            game.decide(self.rules, self.encoding, self.config)?;
            if let Some(game) = self.proceed(game)? {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    /// Leads a game to its next decision; returns it if that was its end.
    fn proceed(&self, game: &mut Playing) -> Result<Option<Finished>, SelfPlayError> {
        let finished = game.proceed(self.rules, self.config, self.order.network_step)?;
        if finished.is_some() {
            self.progress.games.fetch_add(1, Ordering::Relaxed);
        }
        Ok(finished)
    }
}
