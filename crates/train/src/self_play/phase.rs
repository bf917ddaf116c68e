//! The self-play of a generation of a run.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use bashni_data::{Row, Shard, write_shard};
use bashni_net::parse_device;
use bashni_rules::Rules;
use bashni_selfplay::{Generation, Order, Progress, SelfPlayConfig, play_games};

use super::watch::watched;
use super::{Judge, Provenance, Source, explain};
use crate::log::{now, read_json, write_json};
use crate::{Event, Run, SelfPlayLog, TrainError, prepare};

/// Where a call of [`self_play`] left the run.
#[derive(Clone, Debug)]
pub struct SelfPlayed {
    /// The generation that has games now.
    pub generation: u64,
    /// Its shard.
    pub shard: PathBuf,
    /// What was played, by this call or before.
    pub log: SelfPlayLog,
    /// True if the shard was there already, so that nothing was left to do.
    pub was_there: bool,
}

/// Plays the games of a run's next generation with its newest network, and publishes them as a shard: the phase of
/// [`train`](crate::train), alone. If they were played already, nothing is done: learning is next.
///
/// # Errors
/// If self-play fails or the shard cannot be written; [`TrainError::is_stopped`] if `stop` was set. Nothing is published
/// then.
pub fn self_play(
    run: &mut Run,
    stop: &Arc<AtomicBool>,
    observe: &mut dyn FnMut(Event<'_>),
) -> Result<SelfPlayed, TrainError> {
    let rules = run.rules.clone();
    let device = parse_device(&run.config.device)?;
    let prepared = prepare(run, &rules, device)?;
    let generation = prepared.generation + 1;
    let parameters = prepared.checkpoint.network(&rules, device)?.parameter_count();
    observe(Event::Opened { run, parameters, generation: prepared.generation });
    let shard = run.shard(generation);
    if let Some((log, _)) = played_before(run, &rules, generation)? {
        return Ok(SelfPlayed { generation, shard, log, was_there: true });
    }
    let inference = prepared.measured.inference;
    let judge = Judge::of_checkpoint(&prepared.checkpoint, &rules, device, inference)?;
    let (log, _) = play_generation(run, &rules, generation, &judge, stop, observe)?;
    Ok(SelfPlayed { generation, shard, log, was_there: false })
}

/// The games of a generation and their log, if a call has published them.
pub(crate) fn played_before(
    run: &Run,
    rules: &Rules,
    generation: u64,
) -> Result<Option<(SelfPlayLog, Shard)>, TrainError> {
    let path = run.shard(generation);
    if !path.exists() {
        return Ok(None);
    }
    let log: SelfPlayLog = read_json(&run.log(generation, "selfplay"))?;
    let shard = Shard::open_for(&path, rules)?;
    if shard.len() as u64 != log.rows {
        let message = format!(
            "holds {} rows where its log says {}; restore it from a copy, or delete it to have the games played again",
            shard.len(),
            log.rows
        );
        return Err(TrainError::Run { path, message });
    }
    Ok(Some((log, shard)))
}

/// Plays and publishes the games of a generation.
pub(crate) fn play_generation(
    run: &Run,
    rules: &Rules,
    generation: u64,
    judge: &Judge,
    stop: &Arc<AtomicBool>,
    observe: &mut dyn FnMut(Event<'_>),
) -> Result<(SelfPlayLog, Vec<Row>), TrainError> {
    let started = Instant::now();
    let config = &run.config.selfplay;
    let provenance = Provenance::new(&run.config, judge);
    let order = Order {
        first_game: (generation - 1) * config.games,
        seed: provenance.games_seed(),
        network_step: judge.step(),
    };
    let evaluators = judge.evaluators(rules, run.record.threads, order.seed)?;
    let progress = Progress { stop: stop.clone(), ..Progress::default() };
    let play = || play_games(rules, config, &order, evaluators, &progress);
    let played = watched(play, &mut || {
        observe(Event::SelfPlay {
            generation,
            games: progress.games.load(Ordering::Relaxed),
            of: config.games,
            evaluations: progress.evaluations.load(Ordering::Relaxed),
        });
    });
    let checkpoint = run.checkpoint(generation - 1);
    let source = Source { folder: run.path(), checkpoint: Some(&checkpoint) };
    let played = played.map_err(|error| explain(error, source, judge, &provenance))?;
    let log = log_of(generation, started, config, order.network_step, &played)?;
    // The log first: the shard's rename publishes the phase.
    write_json(&run.log(generation, "selfplay"), &log)?;
    let shard = run.shard(generation);
    if let Some(folder) = shard.parent() {
        std::fs::create_dir_all(folder).map_err(|e| TrainError::io(folder, e))?;
    }
    write_shard(&shard, rules, &provenance.origin(), &played.rows)?;
    observe(Event::SelfPlayed(&log));
    Ok((log, played.rows))
}

/// What to write down of games that were begun at a time.
pub(super) fn log_of(
    generation: u64,
    started: Instant,
    config: &SelfPlayConfig,
    network_step: u64,
    played: &Generation,
) -> Result<SelfPlayLog, TrainError> {
    let summary = &played.summary;
    if played.rows.is_empty() {
        return Err(TrainError::NoRows { games: summary.games });
    }
    Ok(SelfPlayLog {
        generation,
        wall_time: now(),
        seconds: started.elapsed().as_secs_f64(),
        network_step,
        games: summary.games,
        white_wins: summary.white_wins,
        black_wins: summary.black_wins,
        draws: summary.draws,
        plies: summary.plies,
        rows: played.rows.len() as u64,
        evaluations: summary.evaluations,
        full_rows: Some(summary.full_rows),
        from_file: summary.from_file,
        forked: summary.forked,
        resignations: config.resign.is_on().then(|| summary.resignations.into()),
    })
}
