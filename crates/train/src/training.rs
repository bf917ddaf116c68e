//! The loop: self-play, learning, rating, over a run's folder.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bashni_arena::{MatchReport, PlayerFactory, PlayerSpec};
use bashni_data::{Origin, Shard, Window, write_shard};
use bashni_net::{
    Checkpoint, Manifest, Network, Precision, fastest_inference, parse_device, remove_leftovers,
};
use bashni_rules::Rules;
use bashni_search::Evaluator;
use bashni_selfplay::{Order, Progress, SelfPlayError, play_games};
use rand::RngExt;
use rand_pcg::Pcg64;
use tch::Device;

use crate::learn::fastest_learning_precision;
use crate::log::{now, read_json, write_json};
use crate::provenance::Provenance;
use crate::rating::{RatingOrder, net_spec, rate};
use crate::tensorboard::Curves;
use crate::{LearnLog, Learned, Learner, Losses, Measured, Players, RatingLog, Run, SelfPlayLog, TrainError};

const OPTIMIZER: &str = "optimizer.safetensors";

/// Limits of one call, beside those of the config.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Stop after the phase in which this many minutes have passed, in place of the config's.
    pub minutes: Option<f64>,
    /// Stop after this generation, in place of the config's.
    pub generations: Option<u64>,
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
    let mut training = Training::open(run, &rules)?;
    let generation = training.generation;
    let parameters = training.learner.network().parameter_count();
    observe(Event::Opened { run: training.run, parameters, generation });
    let minutes = options.minutes.unwrap_or(training.run.config.minutes);
    let last = options.generations.unwrap_or(training.run.config.generations);
    let out_of_time = || minutes > 0.0 && begun.elapsed().as_secs_f64() >= 60.0 * minutes;
    loop {
        training.rate(observe)?;
        if out_of_time() || last > 0 && training.generation >= last {
            break;
        }
        training.self_play(observe)?;
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
}

impl<'a> Training<'a> {
    fn open(run: &'a mut Run, rules: &'a Rules) -> Result<Training<'a>, TrainError> {
        let config = run.config.clone();
        let device = parse_device(&config.device)?;
        // Sums over large tensors depend on libtorch's number of threads, which a call that measures sets to one.
        tch::set_num_threads(1);
        remove_leftovers(&run.checkpoints())?;
        // Weights and batches come from seeds of their own, so that one does not depend on how much another drew.
        if run.newest()?.is_none() {
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
        let mut training = Training { run, rules, device, measured, learner, window, curves, generation };
        training.count()?;
        Ok(training)
    }

    /// Plays the games of the next generation, if they are not there yet.
    fn self_play(&mut self, observe: &mut dyn FnMut(Event<'_>)) -> Result<(), TrainError> {
        let generation = self.generation + 1;
        let shard = self.run.shard(generation);
        if shard.exists() {
            // Published by a call that was killed before it learned from it.
            let log: SelfPlayLog = read_json(&self.run.log(generation, "selfplay"))?;
            let games = Shard::open_for(&shard, self.rules)?;
            if games.len() as u64 != log.rows {
                let message = format!(
                    "holds {} rows where its log says {}; restore it from a copy, or delete it to have the games played \
                     again",
                    games.len(),
                    log.rows
                );
                return Err(TrainError::Run { path: shard, message });
            }
            self.window.add_shard(&games)?;
            self.curves.self_play(&log);
            return Ok(());
        }
        let started = Instant::now();
        let config = &self.run.config.selfplay;
        let order = Order {
            first_game: self.generation * config.games,
            seed: derive(self.run.config.seed, "games", 0),
            network_step: self.learner.optimizer().steps(),
        };
        let network = self.learner.network();
        let threads = if self.device == Device::Cpu { self.run.record.threads } else { 1 };
        let evaluators = (0..threads)
            .map(|_| {
                let evaluator = self.measured.inference.evaluator(network, self.rules)?;
                Ok(Box::new(evaluator) as Box<dyn Evaluator + Send>)
            })
            .collect::<Result<Vec<_>, TrainError>>()?;
        let progress = Progress::default();
        let played = std::thread::scope(|scope| {
            let playing = scope.spawn(|| play_games(self.rules, config, &order, evaluators, &progress));
            while !playing.is_finished() {
                observe(Event::SelfPlay {
                    generation,
                    games: progress.games.load(Ordering::Relaxed),
                    of: config.games,
                    evaluations: progress.evaluations.load(Ordering::Relaxed),
                });
                std::thread::park_timeout(Duration::from_millis(50));
            }
            playing.join().unwrap_or(Err(SelfPlayError::Thread))
        })?;
        if played.rows.is_empty() {
            return Err(TrainError::NoRows { games: config.games });
        }
        let log = SelfPlayLog {
            generation,
            wall_time: now(),
            seconds: started.elapsed().as_secs_f64(),
            network_step: order.network_step,
            games: played.summary.games,
            white_wins: played.summary.white_wins,
            black_wins: played.summary.black_wins,
            draws: played.summary.draws,
            plies: played.summary.plies,
            rows: played.rows.len() as u64,
            evaluations: played.summary.evaluations,
            full_rows: Some(played.summary.full_rows),
            from_file: played.summary.from_file,
            forked: played.summary.forked,
            resignations: config.resign.is_on().then(|| played.summary.resignations.into()),
        };
        // The log first: the shard's rename publishes the phase.
        write_json(&self.run.log(generation, "selfplay"), &log)?;
        if let Some(folder) = shard.parent() {
            std::fs::create_dir_all(folder).map_err(|e| TrainError::io(folder, e))?;
        }
        write_shard(&shard, self.rules, &self.origin()?, &played.rows)?;
        self.window.add(&played.rows);
        self.curves.self_play(&log);
        observe(Event::SelfPlayed(&log));
        Ok(())
    }

    /// What the next shard says about its games.
    fn origin(&self) -> Result<Origin, TrainError> {
        let checkpoint = Checkpoint::open(&self.run.checkpoint(self.generation))?;
        let played = Provenance {
            seed: self.run.config.seed,
            network: checkpoint.hash(),
            network_step: self.learner.optimizer().steps(),
            inference: self.measured.inference,
            selfplay: &self.run.config.selfplay,
        };
        Ok(played.origin())
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
        let order = RatingOrder { generation, network_step, opponents, games, suffix };
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
    let precision = config.precision.named();
    let candidates = config.inference.candidates(precision, config.selfplay.parallel);
    let (inference, inference_rates) = fastest_inference(network, rules, &candidates.list(network.device()))?;
    let (learning, learning_rates) = match precision {
        Some(precision) => (precision, [0.0; 2]),
        None => {
            let rows = config.learn.batch.div_ceil(run.record.threads);
            fastest_learning_precision(network, rules, rows)?
        }
    };
    Ok(Measured { inference, inference_rates, learning, learning_rates })
}

/// A seed for one purpose, from the run's seed.
fn derive(seed: u64, purpose: &str, number: u64) -> u64 {
    let purpose =
        purpose.bytes().fold(0u64, |hash, byte| hash.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte));
    Pcg64::new(u128::from(seed) << 64 | u128::from(number), u128::from(purpose)).random()
}
