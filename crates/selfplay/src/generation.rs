use std::sync::atomic::{AtomicU64, Ordering};

use bashni_data::Row;
use bashni_rules::{Encoding, EncodingError, Outcome, PositionError, Rules};
use bashni_search::Evaluator;
use bashni_search::mcts::{SearchError, search_round};
use rand::RngExt;
use rand_pcg::Pcg64;
use thiserror::Error;

use crate::finished::Finished;
use crate::game::Playing;
use crate::{Resignations, SelfPlayConfig};

/// Why self-play stopped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SelfPlayError {
    /// The board has no encoding.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A start position is not possible under the rules.
    #[error("a start position: {0}")]
    Start(#[from] PositionError),
    /// A file of start positions is named, but was not read.
    #[error("the start positions of {file} were not read: OpeningConfig::load does that")]
    StartsNotRead {
        /// The file.
        file: String,
    },
    /// Nothing to evaluate positions with.
    #[error("self-play needs at least one evaluator, one for each thread")]
    NoEvaluator,
    /// A search ended without a step to play.
    #[error("a search ended without a step to play")]
    NoChoice,
    /// A thread panicked.
    #[error("a self-play thread panicked; its message is above")]
    Thread,
}

/// Counters that grow while games are played, to be read by whoever shows progress.
#[derive(Debug, Default)]
pub struct Progress {
    /// Games finished.
    pub games: AtomicU64,
    /// Positions evaluated.
    pub evaluations: AtomicU64,
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
    /// Positions that were evaluated.
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

/// Seed of a game, from the run's seed and the game's number.
fn game_seed(seed: u64, game: u64) -> u64 {
    Pcg64::new(u128::from(seed) << 64 | u128::from(game), 0x0a02_bdbf_7bb3_c0a7_ac28_fa16_a64a_bf96).random()
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
    let encoding = Encoding::new(rules)?;
    let worker = Worker { rules, encoding: &encoding, config, order, progress };
    let threads = evaluators.len();
    if threads == 0 {
        return Err(SelfPlayError::NoEvaluator);
    }
    let results: Vec<Result<(Vec<Finished>, u64), SelfPlayError>> = std::thread::scope(|scope| {
        let play = |(thread, mut evaluator): (usize, Box<dyn Evaluator + Send>)| {
            let ids = (order.first_game..order.first_game + config.games).skip(thread).step_by(threads);
            let worker = &worker;
            scope.spawn(move || worker.play(ids, &mut *evaluator))
        };
        let handles: Vec<_> = evaluators.into_iter().enumerate().map(play).collect();
        handles.into_iter().map(|handle| handle.join().unwrap_or(Err(SelfPlayError::Thread))).collect()
    });
    let mut games = Vec::new();
    let mut summary = Summary::default();
    for result in results {
        let (finished, evaluations) = result?;
        games.extend(finished);
        summary.evaluations += evaluations;
    }
    games.sort_by_key(|game| game.id);
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
    Ok(Generation { rows: games.into_iter().flat_map(|game| game.rows).collect(), summary })
}

/// What the games of a thread share.
struct Worker<'a> {
    rules: &'a Rules,
    encoding: &'a Encoding,
    config: &'a SelfPlayConfig,
    order: &'a Order,
    progress: &'a Progress,
}

impl Worker<'_> {
    /// Plays the games with these numbers, many at once, and returns them with the number of evaluations.
    fn play(
        &self,
        mut ids: impl Iterator<Item = u64>,
        evaluator: &mut dyn Evaluator,
    ) -> Result<(Vec<Finished>, u64), SelfPlayError> {
        let mut finished = Vec::new();
        let mut playing: Vec<Playing> = Vec::new();
        let mut evaluations = Vec::new();
        let mut evaluated = 0;
        loop {
            // A game may be over after its random opening and forced steps: then the next takes its place.
            while playing.len() < self.config.parallel
                && let Some(id) = ids.next()
            {
                let mut game = Playing::start(self.rules, self.config, id, game_seed(self.order.seed, id))?;
                match self.proceed(&mut game)? {
                    Some(game) => finished.push(game),
                    None => playing.push(game),
                }
            }
            if playing.is_empty() {
                return Ok((finished, evaluated));
            }
            let count = search_round(self.rules, &mut playing, evaluator, &mut evaluations)? as u64;
            evaluated += count;
            self.progress.evaluations.fetch_add(count, Ordering::Relaxed);
            let mut i = 0;
            while let Some(game) = playing.get_mut(i) {
                if game.is_searched() {
                    game.decide(self.rules, self.encoding, self.config)?;
                    if let Some(game) = self.proceed(game)? {
                        finished.push(game);
                        playing.swap_remove(i);
                        continue;
                    }
                }
                i += 1;
            }
        }
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
