use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bashni_arena::{
    GameRecord, MatchConfig, MatchReport, MctsLimits, Openings, PlayerFactory, PlayerSpec, pdn_all,
    play_match,
};

use crate::log::{RatingLog, now, write_json};
use crate::{Run, TrainError};

/// What to play to rate a checkpoint.
#[derive(Debug)]
pub struct RatingOrder<'a> {
    /// Generation of the checkpoint.
    pub generation: u64,
    /// Optimiser steps behind it.
    pub network_step: u64,
    /// Whom it plays.
    pub opponents: &'a [PlayerSpec],
    /// Games of each match, even.
    pub games: u64,
    /// Added to the names of the files of results, which begin with the generation.
    pub suffix: &'a str,
    /// Set by whoever wants the matches to be given up.
    pub stop: Arc<AtomicBool>,
}

/// Plays a checkpoint of a run against opponents and writes the results to `matches/`, as JSON and PDN.
///
/// `progress` is told opponent, games played and games to play.
///
/// # Errors
/// If a match fails or the results cannot be written.
pub fn rate(
    run: &Run,
    order: &RatingOrder<'_>,
    players: &Arc<dyn PlayerFactory>,
    progress: &mut dyn FnMut(&PlayerSpec, u64, u64),
) -> Result<RatingLog, TrainError> {
    let started = std::time::Instant::now();
    let config = &run.config.arena;
    let &RatingOrder { generation, network_step, opponents, games, suffix, ref stop } = order;
    let player = net_spec(&run.checkpoint(generation), config.sims);
    let mut matches: Vec<MatchReport> = Vec::new();
    let mut records: Vec<GameRecord> = Vec::new();
    let mut identities = Vec::new();
    for opponent in opponents {
        let threads = run.record.threads;
        let config = MatchConfig {
            games,
            seed: run.config.seed,
            threads,
            batch: usize::try_from(games).unwrap_or(usize::MAX).div_ceil(threads).min(64),
            openings: Openings::Random { plies: config.opening_plies },
            stop: Some(stop.clone()),
            ..MatchConfig::default()
        };
        let mut told = |p: &bashni_arena::Progress<'_>| progress(opponent, p.done, p.games);
        let result = play_match(&run.rules, &player, opponent, &config, players, &mut told)?;
        identities.extend(result.report.players.iter().cloned());
        matches.push(result.report);
        records.extend(result.games);
    }
    let log = RatingLog {
        generation,
        wall_time: now(),
        seconds: started.elapsed().as_secs_f64(),
        network_step,
        matches,
    };
    let pdn = run.matches(generation, &format!("{suffix}.pdn"));
    if let Some(folder) = pdn.parent() {
        std::fs::create_dir_all(folder).map_err(|e| TrainError::io(folder, e))?;
    }
    let text = pdn_all(&records, &run.rules, &identities);
    bashni_files::write_atomically(&pdn, text.as_bytes()).map_err(|e| TrainError::io(&pdn, e))?;
    // The JSON last: where it is, the rating is complete.
    write_json(&run.matches(generation, &format!("{suffix}.json")), &log)?;
    Ok(log)
}

/// A checkpoint as a player.
pub(crate) fn net_spec(checkpoint: &Path, sims: u32) -> PlayerSpec {
    PlayerSpec::Net { path: checkpoint.to_string_lossy().into_owned(), limits: MctsLimits::sims(sims) }
}
