//! Self-play by one player into a folder of shards.

use std::fs;
use std::fs::File;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Instant;

use bashni_data::{Shard, list_shards, write_shard};
use bashni_files::LOCK;
use bashni_net::{
    Checkpoint, InferenceSetup, Manifest, NetConfig, Network, fastest_inference, parse_device,
    remove_leftovers,
};
use bashni_rules::Rules;
use bashni_selfplay::{Generation, Order, Progress, play_generations};
use tch::Device;

use super::phase::log_of;
use super::series_record::{RECORD, SeriesRecord};
use super::watch::watched;
use super::{Judge, Plain, Provenance, Source, explain};
use crate::folder::lock;
use crate::seed::derive;
use crate::{RunConfig, SelfPlayLog, TrainError};

/// The checkpoint of a network that was drawn for a folder.
pub(super) const CHECKPOINT: &str = "checkpoint";

/// Who plays the games of a [`Series`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeriesPlayer {
    /// The network of a checkpoint, or the newest one of a run.
    Checkpoint(PathBuf),
    /// A new network, whose weights follow from the seed. It is written to `FOLDER/checkpoint`.
    New {
        /// Its width.
        channels: i64,
        /// Its residual blocks.
        blocks: i64,
    },
    /// An evaluator without a network.
    Plain(Plain),
}

/// How to play a [`Series`].
#[derive(Clone, Debug)]
pub struct SeriesOrder {
    /// Who plays.
    pub player: SeriesPlayer,
    /// `seed`, `device`, `inference`, `threads` and `selfplay` count, and `rules`, which must be those of a network that
    /// was trained. A shard has `selfplay.games` games.
    pub config: RunConfig,
    /// The rules.
    pub rules: Rules,
}

/// When a call ends.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// When the folder has so many shards, those of earlier calls among them.
    pub shards: Option<u64>,
    /// After the shard in which so many minutes have passed.
    pub minutes: Option<f64>,
    /// When it is set: only what is published stays, and the call returns an error that
    /// [says so](TrainError::is_stopped).
    pub stop: Arc<AtomicBool>,
}

/// What a call of [`Series::play`] brought.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeriesReport {
    /// Shards that the folder has now.
    pub shards: u64,
    /// Those of them that this call played.
    pub played: u64,
    /// Games of this call.
    pub games: u64,
    /// Games won by White.
    pub white_wins: u64,
    /// Games won by Black.
    pub black_wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Whole moves of these games.
    pub plies: u64,
    /// Their rows.
    pub rows: u64,
    /// Positions evaluated, those of games that were given up among them.
    pub evaluations: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// What happens while a series is played.
#[derive(Debug)]
pub enum SeriesEvent<'a> {
    /// Games finished in this call, also those of shards that are not complete, and positions evaluated.
    Playing {
        /// Games.
        games: u64,
        /// Positions.
        evaluations: u64,
    },
    /// A shard was written; `generation` is its number.
    Published {
        /// The file.
        shard: &'a Path,
        /// What is in it.
        log: &'a SelfPlayLog,
    },
}

/// A folder of shards, `000001.parquet` and so on, all played by one player with the same settings. It is locked by this
/// process.
///
/// Shard *n* has the games from *(n - 1) × `selfplay.games`* on. Its bytes depend on the player and the settings alone:
/// not on threads, nor on how many calls it took. A call that ends, however it does, leaves whole shards, and the next one
/// goes on after the last.
#[derive(Debug)]
pub struct Series {
    path: PathBuf,
    order: SeriesOrder,
    judge: Judge,
    checkpoint: Option<PathBuf>,
    shards: u64,
    _lock: File,
}

impl Series {
    /// Opens a folder, or begins one that is empty or does not exist.
    ///
    /// # Errors
    /// If the folder holds something else or was begun with other settings (the keys are named), another process uses it,
    /// it cannot be written, or the player cannot be set up.
    pub fn open(path: &Path, order: SeriesOrder) -> Result<Series, TrainError> {
        let device = parse_device(&order.config.device)?;
        // Before a folder is made: most of what is wrong is wrong with the player.
        let given = match &order.player {
            SeriesPlayer::Checkpoint(path) => Some(Checkpoint::open(path)?),
            _ => None,
        };
        if let Some(checkpoint) = &given {
            checkpoint.network(&order.rules, device)?;
        }
        if !matches!(order.player, SeriesPlayer::Plain(_)) {
            order.config.inference.check(device)?;
        }
        if let SeriesPlayer::New { channels, blocks } = order.player {
            size(channels, blocks).check()?;
        }
        let player = match (&order.player, &given) {
            (SeriesPlayer::New { channels, blocks }, _) => format!("new:{channels}x{blocks}"),
            (SeriesPlayer::Plain(plain), _) => plain.name().to_owned(),
            (SeriesPlayer::Checkpoint(_), given) => {
                format!("net:{}", given.as_ref().map_or("", Checkpoint::hash))
            }
        };
        let found_at = given.as_ref().map(|checkpoint| std::path::absolute(checkpoint.path()));
        let found_at = found_at.transpose().map_err(|e| TrainError::io(path, e))?;
        let ours = SeriesRecord::new(&order.config, player, found_at);
        if path.exists() && !path.is_dir() {
            let message = "is a file; shards go to a folder: give another name with --out".to_owned();
            return Err(TrainError::Run { path: path.to_owned(), message });
        }
        let there = SeriesRecord::read(path)?;
        match &there {
            Some(there) => {
                let keys = there.differences(&ours);
                if !keys.is_empty() {
                    return Err(TrainError::SettingsChanged { path: path.to_owned(), keys });
                }
            }
            None => refuse_foreign(path)?,
        }
        let lock = lock(path, "--out")?;
        let mut record = there.unwrap_or_else(|| ours.clone());
        if record.checkpoint != ours.checkpoint || !path.join(RECORD).exists() {
            record.checkpoint = ours.checkpoint;
            record.write(path)?;
        }
        let openings = &order.config.selfplay.openings;
        let starts = path.join(&openings.file);
        if !openings.file.is_empty() && !starts.exists() {
            bashni_files::write_atomically(&starts, openings.starts.text().as_bytes())
                .map_err(|error| TrainError::io(&starts, error))?;
        }
        let checkpoint = match (given, &order.player) {
            (None, &SeriesPlayer::New { channels, blocks }) => {
                Some(new_network(path, &order, channels, blocks)?)
            }
            (given, _) => given,
        };
        let judge = match (&checkpoint, &order.player) {
            (Some(checkpoint), _) => {
                let inference = match record.computed_by {
                    Some(inference) => inference,
                    None => {
                        let chosen = choose_inference(checkpoint, &order, device)?;
                        record.computed_by = Some(chosen);
                        record.write(path)?;
                        chosen
                    }
                };
                Judge::of_checkpoint(checkpoint, &order.rules, device, inference)?
            }
            (None, SeriesPlayer::Plain(plain)) => Judge::Plain(*plain),
            // Every other player has a checkpoint.
            (None, _) => Judge::Plain(Plain::Uniform),
        };
        let checkpoint = checkpoint.map(|checkpoint| checkpoint.path().to_owned());
        let mut series = Series { path: path.to_owned(), order, judge, checkpoint, shards: 0, _lock: lock };
        series.shards = series.count()?;
        Ok(series)
    }

    /// Shards that are there.
    pub fn shards(&self) -> u64 {
        self.shards
    }

    /// Threads that play.
    pub fn threads(&self) -> usize {
        self.order.config.thread_count()
    }

    /// Where a shard is or will be; they are numbered from 1.
    pub fn shard(&self, number: u64) -> PathBuf {
        shard_path(&self.path, number)
    }

    /// Plays until a limit is reached; without any, until it fails or is stopped.
    ///
    /// # Errors
    /// If self-play fails, a shard cannot be written, or the call was stopped. The shards written before stay.
    pub fn play(
        &mut self,
        limits: &Limits,
        observe: &mut dyn FnMut(SeriesEvent<'_>),
    ) -> Result<SeriesReport, TrainError> {
        let started = Instant::now();
        let mut report = SeriesReport { shards: self.shards, ..SeriesReport::default() };
        let wanted = limits.shards.map(|shards| shards.saturating_sub(self.shards));
        if wanted == Some(0) {
            return Ok(report);
        }
        let Series { path, order: SeriesOrder { config, rules, .. }, judge, .. } = &*self;
        let provenance = Provenance::new(config, judge);
        let origin = provenance.origin();
        let order = Order {
            first_game: self.shards * config.selfplay.games,
            seed: provenance.games_seed(),
            network_step: judge.step(),
        };
        let evaluators = judge.evaluators(rules, self.threads(), order.seed)?;
        let progress = Progress { stop: limits.stop.clone(), ..Progress::default() };
        let out_of_time =
            || limits.minutes.is_some_and(|minutes| started.elapsed().as_secs_f64() >= 60.0 * minutes);
        let (tell, told) = sync_channel::<SelfPlayLog>(1);
        let (mut number, mut begun) = (self.shards, started);
        let mut publish = |generation: Generation| -> Result<ControlFlow<()>, TrainError> {
            number += 1;
            let log = log_of(number, begun, &config.selfplay, order.network_step, &generation)?;
            begun = Instant::now();
            write_shard(&shard_path(path, number), rules, &origin, &generation.rows)?;
            // The other end is there until this thread has ended.
            let _ = tell.send(log);
            Ok(if out_of_time() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let play = || {
            let config = &config.selfplay;
            play_generations(rules, config, &order, wanted, evaluators, &progress, &mut publish)
        };
        let mut tick = || {
            for log in told.try_iter() {
                report.add(&log);
                observe(SeriesEvent::Published { shard: &shard_path(path, log.generation), log: &log });
            }
            observe(SeriesEvent::Playing {
                games: progress.games.load(Ordering::Relaxed),
                evaluations: progress.evaluations.load(Ordering::Relaxed),
            });
        };
        let played = watched(play, &mut tick);
        tick();
        report.evaluations = progress.evaluations.load(Ordering::Relaxed);
        report.seconds = started.elapsed().as_secs_f64();
        let source = Source { folder: path, checkpoint: self.checkpoint.as_deref() };
        let played = played.map_err(|error| match error {
            TrainError::SelfPlay(error) => explain(error, source, judge, &provenance),
            error => error,
        });
        self.shards = report.shards;
        played.map(|()| report)
    }

    /// Counts the shards, which must be numbered without a gap, and looks at the newest one.
    fn count(&self) -> Result<u64, TrainError> {
        let mut number = 0;
        for path in list_shards(&self.path)? {
            number += 1;
            if path != self.shard(number) {
                let message = format!(
                    "does not belong here: the next shard in this folder is {:06}.parquet; move the file away, or restore \
                     those before it",
                    number
                );
                return Err(TrainError::Run { path, message });
            }
        }
        if number > 0 {
            let newest = Shard::open_for(self.shard(number), &self.order.rules)?;
            let provenance = Provenance::new(&self.order.config, &self.judge);
            if Provenance::of(&newest.meta().origin).as_ref() != Ok(&provenance) {
                let message =
                    "was played otherwise than this folder's shards are; move the file away".to_owned();
                return Err(TrainError::Run { path: newest.path().to_owned(), message });
            }
        }
        Ok(number)
    }
}

impl SeriesReport {
    fn add(&mut self, log: &SelfPlayLog) {
        self.shards = log.generation;
        self.played += 1;
        self.games += log.games;
        self.white_wins += log.white_wins;
        self.black_wins += log.black_wins;
        self.draws += log.draws;
        self.plies += log.plies;
        self.rows += log.rows;
    }
}

fn shard_path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{number:06}.parquet"))
}

/// Refuses a folder that holds anything but what a call left that was killed while it began.
fn refuse_foreign(folder: &Path) -> Result<(), TrainError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(());
        }
        entries => entries.map_err(|error| TrainError::io(folder, error))?,
    };
    for name in entries.flatten().map(|entry| entry.file_name()) {
        let name = name.to_string_lossy();
        if name != LOCK && !name.ends_with(".tmp") {
            let message = format!(
                "holds {name}, but no {RECORD}, so it is no folder of self-play: give a new or empty folder with --out"
            );
            return Err(TrainError::Run { path: folder.to_owned(), message });
        }
    }
    Ok(())
}

fn size(channels: i64, blocks: i64) -> NetConfig {
    NetConfig { channels, blocks, ..NetConfig::default() }
}

/// The network that is drawn from the seed, written to the folder if it is not there yet.
fn new_network(
    folder: &Path,
    order: &SeriesOrder,
    channels: i64,
    blocks: i64,
) -> Result<Checkpoint, TrainError> {
    let path = folder.join(CHECKPOINT);
    if path.exists() {
        return Ok(Checkpoint::open(&path)?);
    }
    remove_leftovers(folder)?;
    let net = size(channels, blocks);
    tch::set_num_threads(1);
    let network = Network::new(&net, &order.rules, derive(order.config.seed, "weights", 0), Device::Cpu)?;
    Ok(Checkpoint::write(&path, Manifest::new(&order.rules, &net, 0, 0), &network, &[])?)
}

/// How the network is computed: as the config says, and timed where it leaves a choice.
fn choose_inference(
    checkpoint: &Checkpoint,
    order: &SeriesOrder,
    device: Device,
) -> Result<InferenceSetup, TrainError> {
    tch::set_num_threads(1);
    let SeriesOrder { config, rules, .. } = order;
    let candidates = config.inference.candidates(config.selfplay.parallel);
    let network = checkpoint.network(rules, device)?;
    Ok(fastest_inference(&network, rules, &candidates.list(device))?.0)
}
