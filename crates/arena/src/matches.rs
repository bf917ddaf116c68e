//! Matches of two players.

use std::sync::Arc;
use std::sync::mpsc;

use bashni_rules::Rules;
use serde::Serialize;
use thiserror::Error;

use crate::referee::Hall;
use crate::{
    Counts, Estimate, GameRecord, Opening, OpeningError, PlayerError, PlayerFactory, PlayerSpec,
    random_openings,
};

/// Settings of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchConfig {
    /// Number of games, even and at least 2: each opening is played twice, with colours swapped.
    pub games: u64,
    /// Decides the openings and all randomness of the players.
    pub seed: u64,
    /// Threads that play, at least 1. The result does not depend on it.
    pub threads: usize,
    /// Games that one thread plays at the same time, at least 1, so that a player gets them in one batch. The result
    /// does not depend on it.
    pub batch: usize,
    /// Random plies of each opening.
    pub opening_plies: u32,
}

impl Default for MatchConfig {
    /// 100 games with openings of 6 plies on one thread.
    fn default() -> MatchConfig {
        MatchConfig { games: 100, seed: 0, threads: 1, batch: 64, opening_plies: 6 }
    }
}

/// The result of a match as it is printed: `wins`, `score` and the rest are player A's.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// Player A.
    pub a: PlayerSpec,
    /// Player B.
    pub b: PlayerSpec,
    /// Games played.
    pub games: u64,
    /// Games that A won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that A lost.
    pub losses: u64,
    /// Points a game, in [0, 1].
    pub score: f64,
    /// Difference in Elo points; see [`Estimate`].
    pub elo: f64,
    /// Lower end of its 95 % interval.
    pub elo_low: f64,
    /// Upper end of its 95 % interval.
    pub elo_high: f64,
}

impl MatchReport {
    /// The report of a match with these counts.
    pub fn new(a: PlayerSpec, b: PlayerSpec, counts: &Counts) -> MatchReport {
        let Counts { wins, draws, losses, .. } = *counts;
        let Estimate { score, elo, elo_low, elo_high, .. } = Estimate::new(counts);
        MatchReport { a, b, games: counts.games(), wins, draws, losses, score, elo, elo_low, elo_high }
    }
}

/// Everything that a match brought.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// The result in short.
    pub report: MatchReport,
    /// Games and pairs counted, for player A.
    pub counts: Counts,
    /// Every game, by number.
    pub games: Vec<GameRecord>,
}

/// How far a match has come, told after each game in the order in which games end.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Games that have ended.
    pub done: u64,
    /// Games of the match.
    pub games: u64,
    /// The game that has just ended.
    pub last: &'a GameRecord,
    /// Games won by player A so far.
    pub wins: u64,
    /// Games drawn so far.
    pub draws: u64,
    /// Games lost by player A so far.
    pub losses: u64,
}

/// Why a match could not be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// An odd number of games, or none.
    #[error(
        "{0} games: the number of games must be even and at least 2, since every opening is played twice with colours \
         swapped"
    )]
    Games(u64),
    /// A number in the settings that must be at least 1.
    #[error("{0} = 0: expected at least 1")]
    Zero(&'static str),
    /// There are not enough openings.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// An opening after which the game is over.
    #[error("opening {number} is over before the players move: {position}")]
    OpeningOver {
        /// Which opening, from 1.
        number: usize,
        /// Its position, in the one-line form.
        position: String,
    },
    /// A player cannot be made.
    #[error("player `{player}` cannot be set up: {source}")]
    Setup {
        /// The player.
        player: PlayerSpec,
        /// Why.
        source: PlayerError,
    },
    /// A player could not choose.
    #[error("player `{player}` failed in game {game} (and those asked about with it): {source}")]
    Player {
        /// The player.
        player: PlayerSpec,
        /// Number of the game, from 0.
        game: u64,
        /// Why.
        source: PlayerError,
    },
    /// A player answered fewer or more games than it was asked about.
    #[error("player `{player}` gave {given} moves for {asked} games (game {game} among them)")]
    WrongNumber {
        /// The player.
        player: PlayerSpec,
        /// Number of a game, from 0.
        game: u64,
        /// Moves given.
        given: usize,
        /// Games asked about.
        asked: usize,
    },
    /// A player chose a move that is not legal.
    #[error(transparent)]
    IllegalMove(#[from] Box<IllegalMove>),
    /// A thread that played has panicked, because a player did.
    #[error("a thread that played games has panicked: {0}")]
    Panicked(String),
}

/// A move of a player that is not legal.
#[derive(Debug, Error)]
#[error(
    "player `{player}` played {played} in game {game}, ply {ply}, which is not legal in {position}; legal: {legal}"
)]
pub struct IllegalMove {
    /// The player.
    pub player: PlayerSpec,
    /// Number of the game, from 0.
    pub game: u64,
    /// Plies played before, those of the opening included.
    pub ply: usize,
    /// The move.
    pub played: String,
    /// The position, in the one-line form.
    pub position: String,
    /// The legal moves.
    pub legal: String,
}

/// Plays a match from random openings, which follow from the seed.
///
/// `progress` is called on the calling thread after each game.
///
/// # Errors
/// If the settings make no sense, there are too few openings, or a player fails or plays an illegal move.
pub fn play_match(
    rules: &Arc<Rules>,
    a: &PlayerSpec,
    b: &PlayerSpec,
    config: &MatchConfig,
    factory: &dyn PlayerFactory,
    progress: &mut dyn FnMut(&Progress<'_>),
) -> Result<MatchResult, MatchError> {
    if config.games == 0 || !config.games.is_multiple_of(2) {
        return Err(MatchError::Games(config.games));
    }
    let openings = random_openings(rules, (config.games / 2) as usize, config.opening_plies, config.seed)?;
    play_openings(rules, a, b, &openings, config, factory, progress)
}

/// Plays two games from each opening, with colours swapped; in the first of a pair player A is White. Of `config`,
/// `games` and `opening_plies` are not looked at.
///
/// # Errors
/// As for [`play_match`].
pub fn play_openings(
    rules: &Arc<Rules>,
    a: &PlayerSpec,
    b: &PlayerSpec,
    openings: &[Opening],
    config: &MatchConfig,
    factory: &dyn PlayerFactory,
    progress: &mut dyn FnMut(&Progress<'_>),
) -> Result<MatchResult, MatchError> {
    if openings.is_empty() {
        return Err(MatchError::Games(0));
    }
    for (setting, value) in [("threads", config.threads), ("batch", config.batch)] {
        if value == 0 {
            return Err(MatchError::Zero(setting));
        }
    }
    if let Some(i) = openings.iter().position(|opening| opening.game.outcome(rules).is_some()) {
        let position = openings[i].game.position().fen(rules);
        return Err(MatchError::OpeningOver { number: i + 1, position });
    }
    let games = 2 * openings.len();
    let threads = config.threads.min(games);
    let hall = Hall::new(rules, [a, b], openings, config.seed, config.batch.min(games.div_ceil(threads)));
    let mut records: Vec<Option<GameRecord>> = vec![None; games];
    let mut errors: Vec<MatchError> = Vec::new();
    let mut counts = Counts::default();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let (hall, sender) = (&hall, sender.clone());
                scope.spawn(move || hall.work(factory, &sender))
            })
            .collect();
        drop(sender);
        for (before, record) in receiver.into_iter().enumerate() {
            match record.half_points() {
                0 => counts.losses += 1,
                1 => counts.draws += 1,
                _ => counts.wins += 1,
            }
            let Counts { wins, draws, losses, .. } = counts;
            progress(&Progress {
                done: before as u64 + 1,
                games: games as u64,
                last: &record,
                wins,
                draws,
                losses,
            });
            let number = record.game as usize;
            records[number] = Some(record);
        }
        for worker in workers {
            match worker.join() {
                Ok(Ok(())) => {}
                Ok(Err(error)) => errors.push(error),
                Err(panic) => {
                    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
                    errors.push(MatchError::Panicked(text.unwrap_or_else(|| "no message".to_owned())));
                }
            }
        }
    });
    if let Some(first) = errors.into_iter().next() {
        return Err(first);
    }
    let games: Vec<GameRecord> = records.into_iter().flatten().collect();
    let mut counts = Counts::default();
    for pair in games.chunks_exact(2) {
        counts.add_pair([pair[0].half_points(), pair[1].half_points()]);
    }
    Ok(MatchResult { report: MatchReport::new(a.clone(), b.clone(), &counts), counts, games })
}
