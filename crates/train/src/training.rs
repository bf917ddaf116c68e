//! The loop: self-play, learning, rating, over a run's folder.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use bashni_arena::{MatchReport, PlayerFactory, PlayerSpec};
use bashni_data::Window;
use bashni_net::{
    Checkpoint, Manifest, Network, Precision, fastest_inference, parse_device, remove_leftovers,
};
use bashni_rules::Rules;
use tch::Device;

use crate::keep::thin;
use crate::learn::fastest_learning_precision;
use crate::log::{now, read_json, write_json};
use crate::rating::{RatingOrder, net_spec, rate};
use crate::seed::derive;
use crate::self_play::{Judge, play_generation, played_before};
use crate::tensorboard::Curves;
use crate::{
    KeepLog, LearnLog, Learned, Learner, Losses, Measured, Players, RatingLog, Run, SelfPlayLog, TrainError,
};

const OPTIMIZER: &str = "optimizer.safetensors";

/// Limits of one call, beside those of the config.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Stop after the phase in which this many minutes have passed, in place of the config's.
    pub minutes: Option<f64>,
    /// Stop after this generation, in place of the config's.
    pub generations: Option<u64>,
    /// Set by whoever wants the call to end now: the phase in progress is given up, what was published stays, and the call
    /// returns an error that [says so](TrainError::is_stopped).
    pub stop: Arc<AtomicBool>,
}

/// What happens in a run, for whoever shows it.
#[derive(Debug)]
pub enum Event<'a> {
    /// The run is open.
    Opened {
        /// The run.
        run: &'a Run,
        /// Weights of its network.
        parameters: i64,
        /// Generations that it has.
        generation: u64,
    },
    /// Games are being played.
    SelfPlay {
        /// Which generation.
        generation: u64,
        /// Games finished.
        games: u64,
        /// Games to play.
        of: u64,
        /// Positions evaluated.
        evaluations: u64,
    },
    /// The games of a generation were played and written.
    SelfPlayed(&'a SelfPlayLog),
    /// The network is learning.
    Learning {
        /// Which generation.
        generation: u64,
        /// Steps made.
        steps: u64,
        /// Steps of the round.
        of: u64,
        /// The last step's losses.
        losses: Losses,
    },
    /// A round of learning is done and its checkpoint written.
    Learned(&'a LearnLog),
    /// Old shards or checkpoints were removed, as the config's table `keep` says.
    Removed(&'a KeepLog),
    /// The network plays a match.
    Rating {
        /// Its generation.
        generation: u64,
        /// The opponent.
        opponent: &'a PlayerSpec,
        /// Games played.
        games: u64,
        /// Games to play.
        of: u64,
    },
    /// A checkpoint was rated.
    Rated(&'a RatingLog),
}

/// The final network against one opponent.
#[derive(Clone, Debug)]
pub struct Standing {
    /// What the opponent is, for people.
    pub opponent: String,
    /// The match; player A is the network.
    pub report: MatchReport,
}

/// Where a call of [`train`] left the run.
#[derive(Clone, Debug)]
pub struct Report {
    /// Generations finished.
    pub generation: u64,
    /// The newest checkpoint.
    pub checkpoint: std::path::PathBuf,
    /// The final network against the config's opponents and the run's first checkpoint.
    pub standings: Vec<Standing>,
}

/// Continues a run until a limit is reached, then rates its newest network.
///
/// # Errors
/// If a phase fails. What was published before stays, and a later call goes on from there.
pub fn train(
    run: &mut Run,
    options: Options,
    observe: &mut dyn FnMut(Event<'_>),
) -> Result<Report, TrainError> {
    let begun = Instant::now();
    let rules = run.rules.clone();
    let mut training = Training::open(run, &rules, options.stop.clone())?;
    let generation = training.generation;
    let parameters = training.learner.network().parameter_count();
    observe(Event::Opened { run: training.run, parameters, generation });
    training.thin(observe)?;
    let minutes = options.minutes.unwrap_or(training.run.config.minutes);
    let last = options.generations.unwrap_or(training.run.config.generations);
    let out_of_time = || minutes > 0.0 && begun.elapsed().as_secs_f64() >= 60.0 * minutes;
    let unless_stopped = || match options.stop.load(Ordering::Relaxed) {
        true => Err(TrainError::Stopped),
        false => Ok(()),
    };
    loop {
        unless_stopped()?;
        training.rate(observe)?;
        unless_stopped()?;
        if out_of_time() || last > 0 && training.generation >= last {
            break;
        }
        training.self_play(observe)?;
        unless_stopped()?;
        if out_of_time() {
            break;
        }
        training.learn(observe)?;
    }
    training.report(observe)
}

/// A run in progress.
struct Training<'a> {
    run: &'a mut Run,
    rules: &'a Rules,
    device: Device,
    measured: Measured,
    learner: Learner<'a>,
    window: Window,
    curves: Curves,
    /// Generations finished.
    generation: u64,
    stop: Arc<AtomicBool>,
}

impl<'a> Training<'a> {
    fn open(run: &'a mut Run, rules: &'a Rules, stop: Arc<AtomicBool>) -> Result<Training<'a>, TrainError> {
        let config = run.config.clone();
        let device = parse_device(&config.device)?;
        let Prepared { generation, checkpoint, measured } = prepare(run, rules, device)?;
        let threads = if device == Device::Cpu { run.record.threads } else { 1 };
        let network = checkpoint.network(rules, device)?;
        let mut learner = Learner::new(network, rules, &config.learn, measured.learning, threads)?;
        learner.optimizer_mut().restore(checkpoint.tensors(OPTIMIZER)?, checkpoint.manifest().steps)?;
        // Shards of the generations that were learned from; the next one, if it is there, is added when its turn comes.
        let shards: Vec<_> = (1..=generation).map(|g| run.shard(g)).collect();
        let window = Window::load(&shards, rules, config.learn.window)?;
        let curves = {
            let run = &*run;
            let mut damaged = None;
            let curves = Curves::open(&run.path().join("tensorboard"), run.record.started, |curves| {
                damaged = replay_logs(run, generation, curves).err();
            });
            match damaged {
                Some(error) => return Err(error),
                None => curves,
            }
        };
        let mut training =
            Training { run, rules, device, measured, learner, window, curves, generation, stop };
        training.count()?;
        Ok(training)
    }

    /// Plays the games of the next generation, if they are not there yet.
    fn self_play(&mut self, observe: &mut dyn FnMut(Event<'_>)) -> Result<(), TrainError> {
        let generation = self.generation + 1;
        let log = match played_before(self.run, self.rules, generation)? {
            // Published by a call that was ended before it learned from it.
            Some((log, shard)) => {
                self.window.add_shard(&shard)?;
                log
            }
            None => {
                let checkpoint = Checkpoint::open(&self.run.checkpoint(self.generation))?;
                let inference = self.measured.inference;
                let judge = Judge::of_checkpoint(&checkpoint, self.rules, self.device, inference)?;
                let (log, rows) =
                    play_generation(self.run, self.rules, generation, &judge, &self.stop, observe)?;
                self.window.add(&rows);
                log
            }
        };
        self.curves.self_play(&log);
        Ok(())
    }

    /// Learns from the window and publishes the checkpoint of the next generation.
    fn learn(&mut self, observe: &mut dyn FnMut(Event<'_>)) -> Result<(), TrainError> {
        let generation = self.generation + 1;
        let started = Instant::now();
        let played: SelfPlayLog = read_json(&self.run.log(generation, "selfplay"))?;
        let steps = self.learner.steps_for(played.rows);
        let seed = derive(self.run.config.seed, "batches", generation);
        let Learned { losses, steps, gradient, rate } =
            self.learner.round(&self.window, steps, seed, |step, losses| {
                observe(Event::Learning { generation, steps: step, of: steps, losses: *losses });
                match self.stop.load(Ordering::Relaxed) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            })?;
        let log = LearnLog {
            generation,
            wall_time: now(),
            seconds: started.elapsed().as_secs_f64(),
            steps,
            total_steps: self.learner.optimizer().steps(),
            window: self.window.len() as u64,
            loss: losses.total,
            policy_loss: losses.policy,
            value_loss: losses.value,
            gradient,
            rate,
        };
        self.learner.check()?;
        write_json(&self.run.log(generation, "learn"), &log)?;
        write_checkpoint(self.run, self.rules, &self.learner, generation)?;
        self.generation = generation;
        let counters = &mut self.run.record.counters;
        counters.generations = generation;
        counters.games += played.games;
        counters.rows += played.rows;
        counters.steps = log.total_steps;
        counters.seconds += played.seconds + log.seconds;
        self.run.save()?;
        self.curves.learn(&log);
        observe(Event::Learned(&log));
        self.thin(observe)
    }

    /// Removes old shards and checkpoints that need not be kept.
    fn thin(&self, observe: &mut dyn FnMut(Event<'_>)) -> Result<(), TrainError> {
        let window = self.run.config.learn.window;
        if let Some(log) = thin(self.run, self.generation, window)? {
            observe(Event::Removed(&log));
        }
        Ok(())
    }

    /// Rates the newest checkpoint if it is due and not done yet.
    fn rate(&mut self, observe: &mut dyn FnMut(Event<'_>)) -> Result<(), TrainError> {
        let (generation, arena) = (self.generation, &self.run.config.arena);
        let due = arena.every > 0 && generation.is_multiple_of(arena.every) && !arena.opponents.is_empty();
        if !due || self.run.matches(generation, ".json").exists() {
            return Ok(());
        }
        let games = arena.games;
        let log = self.play(&self.opponents(), games, "", observe)?;
        self.curves.rating(&(&log).into());
        observe(Event::Rated(&log));
        Ok(())
    }

    fn opponents(&self) -> Vec<PlayerSpec> {
        // Checked when the config was read.
        self.run.config.arena.opponents.iter().filter_map(|text| text.parse().ok()).collect()
    }

    fn play(
        &self,
        opponents: &[PlayerSpec],
        games: u64,
        suffix: &str,
        observe: &mut dyn FnMut(Event<'_>),
    ) -> Result<RatingLog, TrainError> {
        let players = Players::new(self.device).computed_by(self.measured.inference);
        let players: Arc<dyn PlayerFactory> = Arc::new(players);
        let generation = self.generation;
        let network_step = self.learner.optimizer().steps();
        let stop = self.stop.clone();
        let order = RatingOrder { generation, network_step, opponents, games, suffix, stop };
        rate(self.run, &order, &players, &mut |opponent, games, of| {
            observe(Event::Rating { generation, opponent, games, of });
        })
    }

    /// The newest network against the config's opponents and the run's first checkpoint.
    fn report(&mut self, observe: &mut dyn FnMut(Event<'_>)) -> Result<Report, TrainError> {
        let arena = &self.run.config.arena;
        let mut standings = Vec::new();
        if arena.final_games > 0 {
            let mut opponents = self.opponents();
            let mut names: Vec<String> = opponents.iter().map(PlayerSpec::to_string).collect();
            if self.generation > 0 {
                opponents.push(net_spec(&self.run.checkpoint(0), arena.sims));
                names.push("its own first checkpoint".to_owned());
            }
            let log = self.play(&opponents, arena.final_games, "-final", observe)?;
            standings = names
                .into_iter()
                .zip(log.matches)
                .map(|(opponent, report)| Standing { opponent, report })
                .collect();
        }
        let checkpoint = self.run.checkpoint(self.generation);
        Ok(Report { generation: self.generation, checkpoint, standings })
    }

    /// Counts anew from the logs: a call that was killed may have published a phase and not counted it.
    fn count(&mut self) -> Result<(), TrainError> {
        let mut counters = crate::Counters { generations: self.generation, ..crate::Counters::default() };
        for generation in 1..=self.generation {
            let played: SelfPlayLog = read_json(&self.run.log(generation, "selfplay"))?;
            let learned: LearnLog = read_json(&self.run.log(generation, "learn"))?;
            counters.games += played.games;
            counters.rows += played.rows;
            counters.steps = learned.total_steps;
            counters.seconds += played.seconds + learned.seconds;
        }
        self.run.record.counters = counters;
        self.run.save()
    }
}

/// A run that is ready for its next phase.
pub(crate) struct Prepared {
    /// Its newest generation.
    pub generation: u64,
    /// That generation's checkpoint.
    pub checkpoint: Checkpoint,
    /// What was measured when it started.
    pub measured: Measured,
}

/// Removes what a killed call left, draws the first network of a new run, and measures what is to be measured once.
pub(crate) fn prepare(run: &mut Run, rules: &Rules, device: Device) -> Result<Prepared, TrainError> {
    // Sums over large tensors depend on libtorch's number of threads, which a call that measures sets to one.
    tch::set_num_threads(1);
    remove_leftovers(&run.checkpoints())?;
    // Weights and batches come from seeds of their own, so that one does not depend on how much another drew.
    if run.newest()?.is_none() {
        let config = &run.config;
        let network = Network::new(&config.net, rules, derive(config.seed, "weights", 0), device)?;
        let learner = Learner::new(network, rules, &config.learn, Precision::F32, 1)?;
        write_checkpoint(run, rules, &learner, 0)?;
    }
    let generation = run.newest()?.unwrap_or(0);
    let checkpoint = Checkpoint::open(&run.checkpoint(generation))?;
    let measured = match &run.record.measured {
        Some(measured) => measured.clone(),
        None => {
            let measured = measure(&checkpoint.network(rules, device)?, run, rules)?;
            run.record.measured = Some(measured.clone());
            run.save()?;
            measured
        }
    };
    Ok(Prepared { generation, checkpoint, measured })
}

/// Writes the points of all phases that were published.
fn replay_logs(run: &Run, generation: u64, curves: &mut Curves) -> Result<(), TrainError> {
    let rating = |generation: u64, curves: &mut Curves| -> Result<(), TrainError> {
        let path = run.matches(generation, ".json");
        if path.exists() {
            curves.rating(&read_json(&path)?);
        }
        Ok(())
    };
    rating(0, curves)?;
    for generation in 1..=generation {
        curves.self_play(&read_json(&run.log(generation, "selfplay"))?);
        curves.learn(&read_json(&run.log(generation, "learn"))?);
        rating(generation, curves)?;
    }
    Ok(())
}

fn write_checkpoint(
    run: &Run,
    rules: &Rules,
    learner: &Learner<'_>,
    generation: u64,
) -> Result<(), TrainError> {
    let manifest = Manifest::new(rules, learner.network().config(), generation, learner.optimizer().steps());
    let optimizer = (OPTIMIZER, learner.optimizer().state());
    Checkpoint::write(&run.checkpoint(generation), manifest, learner.network(), &[optimizer])?;
    Ok(())
}

/// Chooses how the network is computed by timing what the config leaves open, on one thread, as all threads compute alone.
fn measure(network: &Network, run: &Run, rules: &Rules) -> Result<Measured, TrainError> {
    tch::set_num_threads(1);
    let config = &run.config;
    let candidates = config.inference.candidates(config.selfplay.parallel);
    let (inference, inference_rates) = fastest_inference(network, rules, &candidates.list(network.device()))?;
    let (learning, learning_rates) = match config.learn.precision.named() {
        Some(precision) => (precision, [0.0; 2]),
        None => {
            let rows = config.learn.batch.div_ceil(run.record.threads);
            fastest_learning_precision(network, rules, rows)?
        }
    };
    Ok(Measured { inference, inference_rates, learning, learning_rates })
}
