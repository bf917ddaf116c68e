use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bashni_rules::Rules;

use super::MatchError;
use crate::referee::Pace;
use crate::{Openings, PlayerSpec, Sprt};

/// Settings of a match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// Number of games, even and at least 2: each opening is played twice, with colours swapped. With a sequential test it
    /// is the most that are played.
    pub games: u64,
    /// Decides the openings and all randomness of the players.
    pub seed: u64,
    /// Threads that play, at least 1. The result does not depend on it (unless players go by the clock).
    pub threads: usize,
    /// Games that one thread plays at the same time, at least 1, so that a player gets them in one batch. The result
    /// does not depend on it.
    pub batch: usize,
    /// From where the games start.
    pub openings: Openings,
    /// Time after which a move loses its game; `None` for no limit.
    pub move_limit: Option<Duration>,
    /// The test that ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// Set by whoever wants the match to be given up, which then ends with [`MatchError::Stopped`].
    pub stop: Option<Arc<AtomicBool>>,
}

impl MatchConfig {
    /// The usual time after which a move loses: far beyond any player that still thinks.
    pub const MOVE_LIMIT: Duration = Duration::from_secs(60);
}

impl Default for MatchConfig {
    /// 100 games from random openings of 6 plies on one thread, with a minute a move and no sequential test.
    fn default() -> MatchConfig {
        MatchConfig {
            games: 100,
            seed: 0,
            threads: 1,
            batch: 64,
            openings: Openings::Random { plies: 6 },
            move_limit: Some(MatchConfig::MOVE_LIMIT),
            sprt: None,
            stop: None,
        }
    }
}

/// Checks what every kind of match needs: that games end, that something plays, and that nobody loses on time by design.
pub(crate) fn check_pace(rules: &Rules, players: &[PlayerSpec], pace: &Pace) -> Result<(), MatchError> {
    for (setting, value) in [("threads", pace.threads), ("batch", pace.batch)] {
        if value == 0 {
            return Err(MatchError::Zero(setting));
        }
    }
    if rules.fields().repetition == 0 && rules.fields().no_progress_plies == 0 {
        return Err(MatchError::Endless(rules.name().to_owned()));
    }
    if let Some(limit) = pace.limit {
        let too_slow = |spec: &&PlayerSpec| spec.ms().is_some_and(|ms| Duration::from_millis(ms) >= limit);
        if let Some(player) = players.iter().find(too_slow) {
            return Err(MatchError::SlowByDesign { player: player.clone(), limit: limit.as_secs_f64() });
        }
    }
    Ok(())
}
