use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bashni_rules::Rules;

use super::{MatchConfig, MatchError, MatchReport, SprtReport, check_pace};
use crate::referee::{Fixture, Hall, Pace};
use crate::seed::derive;
use crate::{Counts, Decision, GameRecord, PlayerFactory, PlayerIdentity, PlayerSpec, Side};

/// Everything that a match brought.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// The result in short.
    pub report: MatchReport,
    /// Games and pairs counted, for player A.
    pub counts: Counts,
    /// Every game that counts, by number.
    pub games: Vec<GameRecord>,
}

/// How far a match has come, told after each game in the order in which games end.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Games that have ended.
    pub done: u64,
    /// Games of the match, or with a sequential test the most that it may take.
    pub games: u64,
    /// The game that has just ended.
    pub last: &'a GameRecord,
    /// What exactly A and B are.
    pub players: &'a [PlayerIdentity; 2],
    /// Games won by player A so far.
    pub wins: u64,
    /// Games drawn so far.
    pub draws: u64,
    /// Games lost by player A so far.
    pub losses: u64,
    /// The sequential test, after the pairs that are complete without a gap before them.
    pub sprt: Option<SprtReport>,
}

/// Plays a match. In the first game of each pair player A is White.
///
/// `progress` is called on the calling thread after each game.
///
/// # Errors
/// If the settings make no sense, there are too few openings, a player cannot be set up, or the match was stopped.
pub fn play_match(
    rules: &Arc<Rules>,
    a: &PlayerSpec,
    b: &PlayerSpec,
    config: &MatchConfig,
    factory: &Arc<dyn PlayerFactory>,
    progress: &mut dyn FnMut(&Progress<'_>),
) -> Result<MatchResult, MatchError> {
    let &MatchConfig { games, seed, threads, batch, move_limit, sprt, .. } = config;
    if games == 0 || !games.is_multiple_of(2) {
        return Err(MatchError::Games(games));
    }
    let players = [a.clone(), b.clone()];
    let threads = threads.min(usize::try_from(games).unwrap_or(usize::MAX));
    let pace = Pace { threads, batch, limit: move_limit };
    check_pace(rules, &players, &pace)?;
    let openings = config.openings.take(rules, (games / 2) as usize, seed)?;
    let identities = [identify(a, rules, factory)?, identify(b, rules, factory)?];

    let next = AtomicU64::new(0);
    let queue = || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let opening = openings.get((number / 2) as usize)?.clone();
        let white = if number.is_multiple_of(2) { Side::A } else { Side::B };
        Some(Fixture { number, seed: derive(seed, number), sides: [0, 1], white, opening })
    };
    // Each game has its share of the threads from the start.
    let batch = batch.min(usize::try_from(games).unwrap_or(usize::MAX).div_ceil(threads));
    let hall = Hall::new(rules, &players, factory, Pace { batch, ..pace }).stopped_by(config.stop.clone());
    let mut tally = Tally::new(games);
    hall.play(&queue, &mut |record| {
        let number = record.game as usize;
        tally.add(record);
        let mut decided = false;
        while tally.count_next_pair() {
            decided = sprt.is_some_and(|sprt| sprt.state(&tally.counts).decision != Decision::None);
            if decided {
                break;
            }
        }
        if let Some(last) = &tally.records[number] {
            let Counts { wins, draws, losses, .. } = tally.ended;
            let sprt = sprt.map(|sprt| SprtReport::new(sprt, &tally.counts));
            let (done, players) = (wins + draws + losses, &identities);
            progress(&Progress { done, games, last, players, wins, draws, losses, sprt });
        }
        if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if config.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        return Err(MatchError::Stopped);
    }
    let counts = tally.counts;
    let games = tally.games();
    Ok(MatchResult { report: MatchReport::new(identities, &counts, sprt, &games), counts, games })
}

fn identify(
    spec: &PlayerSpec,
    rules: &Arc<Rules>,
    factory: &Arc<dyn PlayerFactory>,
) -> Result<PlayerIdentity, MatchError> {
    factory.identify(spec, rules).map_err(|source| MatchError::Setup { player: spec.clone(), source })
}

/// The games of a match as they come in.
struct Tally {
    records: Vec<Option<GameRecord>>,
    /// All games that have ended.
    ended: Counts,
    /// Those of the pairs that are complete without a gap before them.
    counts: Counts,
    pairs: usize,
}

impl Tally {
    fn new(games: u64) -> Tally {
        let records = (0..games).map(|_| None).collect();
        Tally { records, ended: Counts::default(), counts: Counts::default(), pairs: 0 }
    }

    fn add(&mut self, record: GameRecord) {
        match record.half_points() {
            0 => self.ended.losses += 1,
            1 => self.ended.draws += 1,
            _ => self.ended.wins += 1,
        }
        let number = record.game as usize;
        self.records[number] = Some(record);
    }

    /// Counts the next pair, if it is complete.
    fn count_next_pair(&mut self) -> bool {
        let pair = self.records.get(2 * self.pairs..2 * self.pairs + 2);
        let Some([Some(first), Some(second)]) = pair else { return false };
        self.counts.add_pair([first.half_points(), second.half_points()]);
        self.pairs += 1;
        true
    }

    /// The games of the pairs that were counted.
    fn games(self) -> Vec<GameRecord> {
        self.records.into_iter().take(2 * self.pairs).flatten().collect()
    }
}
