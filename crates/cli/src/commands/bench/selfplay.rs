//! `bashni bench selfplay`: how much of the network's speed self-play uses.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use bashni_net::{
    Backend, InferenceCandidates, InferenceSetup, InferenceTrial, NetConfig, NetEvaluator, Network,
    Precision, fastest_inference, parse_device,
};
use bashni_rules::Rules;
use bashni_search::mcts::SearchKind;
use bashni_search::{Evaluation, Evaluator, EvaluatorError, Query, UniformEvaluator};
use bashni_selfplay::{Order, Progress, SelfPlayConfig, SelfPlayError, play_generations};
use bashni_train::RunConfig;
use serde::Serialize;
use tch::Device;

use super::rates::seconds;
use crate::output::Output;
use crate::rules_args::RulesArgs;

/// Measure self-play with a new network: games, and how near they come to the speed of the network alone
///
/// Threads play games for the time given. A fifth of it, in between, the same threads evaluate one position again and
/// again instead, in batches of the size that was fastest: that is the speed of the network alone. Efficiency is the
/// evaluations that self-play asks for a second, divided by that speed. Both are the median of several rounds, since other
/// programs on the machine disturb some. Before, games are led to the middle with an evaluator that takes no time.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni bench selfplay\n  \
                        bashni bench selfplay --net 64x6 --sims 16 --search gumbel --seconds 20 --json")]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// Channels and blocks of the network
    #[arg(long, value_name = "CHANNELSxBLOCKS", default_value = "32x3")]
    net: NetConfig,

    /// Simulations a step
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..))]
    sims: u32,

    /// Rule of selection, as in a config [default: that of a config]
    #[arg(long, value_name = "puct|gumbel", value_parser = search_kind)]
    search: Option<SearchKind>,

    /// Threads; 0 for all processors, or for one if the network computes on a GPU
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=4096))]
    threads: u16,

    /// Games that a thread plays at once
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = clap::value_parser!(u16).range(1..))]
    parallel: u16,

    /// Where the network computes: cpu, cuda or cuda:N
    #[arg(long, value_name = "DEVICE", default_value = "cpu", value_parser = device)]
    device: Device,

    /// What computes it, as in a config [default: the fastest]
    #[arg(long, value_name = "BACKEND", value_parser = backend)]
    backend: Option<Backend>,

    /// Seconds of the measurement
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    seconds: f64,
}

fn device(text: &str) -> Result<Device, String> {
    parse_device(text).map_err(|error| error.to_string())
}

fn search_kind(text: &str) -> Result<SearchKind, String> {
    match text {
        "puct" => Ok(SearchKind::Puct),
        "gumbel" => Ok(SearchKind::Gumbel),
        _ => Err("expected puct or gumbel".to_owned()),
    }
}

fn backend(text: &str) -> Result<Backend, String> {
    Backend::try_from(text.to_owned())
}

#[derive(Serialize)]
struct Document<'a> {
    rules: &'a str,
    net: String,
    backend: Backend,
    precision: Precision,
    batch: usize,
    threads: usize,
    parallel: u16,
    search: SearchKind,
    sims: u32,
    /// Evaluations a second of the network alone, all threads together.
    raw_evals_per_s: f64,
    /// Evaluations a second that self-play asked for.
    evals_per_s: f64,
    /// The second by the first, round by round.
    efficiency: f64,
    efficiency_lowest: f64,
    efficiency_highest: f64,
    sims_per_s: f64,
    games_per_s: f64,
    rows_per_s: f64,
}

/// Runs `bashni bench selfplay`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let (config, rules) = RunConfig::usual(&[], Some(args.rules.load()?))?;
    let network = Network::new(&args.net, &rules, 1, args.device)?;
    let candidates = InferenceCandidates {
        backend: args.backend,
        precision: None,
        batch: None,
        most: usize::from(args.parallel),
    };
    let (setup, _) = fastest_inference(&network, &rules, &candidates.list(args.device))?;
    let threads = match (args.threads, args.device) {
        (0, Device::Cpu) => config.thread_count(),
        (0, _) => 1,
        (threads, _) => usize::from(threads),
    };
    let mut selfplay = config.selfplay;
    selfplay.parallel = usize::from(args.parallel);
    selfplay.search.sims = args.sims;
    selfplay.search.kind = args.search.unwrap_or(selfplay.search.kind);
    selfplay.games = (threads * selfplay.parallel) as u64;
    selfplay.check()?;
    let bench = Bench { rules: &rules, network: &network, setup, threads, config: &selfplay };
    let measured = bench.measure(Duration::from_secs_f64(args.seconds))?;
    let document = Document {
        rules: rules.name(),
        net: format!("{}x{}", args.net.channels, args.net.blocks),
        backend: setup.backend,
        precision: setup.precision,
        batch: setup.batch,
        threads,
        parallel: args.parallel,
        search: selfplay.search.kind,
        sims: args.sims,
        raw_evals_per_s: measured.raw,
        evals_per_s: measured.evaluations,
        efficiency: measured.efficiency,
        efficiency_lowest: measured.efficiencies.0,
        efficiency_highest: measured.efficiencies.1,
        sims_per_s: measured.sims,
        games_per_s: measured.games,
        rows_per_s: measured.rows,
    };
    if output.is_json() { output.json(&document) } else { print(&document, output) }
}

fn print(document: &Document<'_>, output: &Output) -> Result<()> {
    let Document { rules, net, backend, precision, batch, threads, parallel, sims, .. } = document;
    output.line(&format!("{rules}, network {net}, {backend} in {precision}, batches of {batch}"))?;
    output.line(&format!("{threads} threads, {parallel} games each, {sims} simulations a step"))?;
    let line = |number: f64, what: &str| output.line(&format!("{number:10.0}  {what}"));
    line(document.raw_evals_per_s, "evaluations/s of the network alone")?;
    line(document.evals_per_s, "evaluations/s in self-play")?;
    let Document { efficiency, efficiency_lowest, efficiency_highest, .. } = document;
    output.line(&format!(
        "{efficiency:10.3}  efficiency ({efficiency_lowest:.3} to {efficiency_highest:.3} in {ROUNDS} rounds)"
    ))?;
    line(document.sims_per_s, "simulations/s")?;
    line(document.rows_per_s, "rows/s")?;
    output.line(&format!("{:10.1}  games/s", document.games_per_s))
}

/// Rounds of which a figure is the median.
const ROUNDS: usize = 5;

/// Share of the time for the network alone.
const RAW_SHARE: f64 = 0.2;

/// Whole games that each slot plays before anything is measured, about, so that games are in all stages.
const GAMES_BEFORE: u64 = 3;

struct Bench<'a> {
    rules: &'a Rules,
    network: &'a Network,
    setup: InferenceSetup,
    threads: usize,
    config: &'a SelfPlayConfig,
}

/// Things a second.
#[derive(Clone, Copy, Default)]
struct Measured {
    raw: f64,
    evaluations: f64,
    efficiency: f64,
    /// The lowest and the highest of all rounds.
    efficiencies: (f64, f64),
    sims: f64,
    games: f64,
    rows: f64,
}

impl Bench<'_> {
    fn measure(&self, time: Duration) -> Result<Measured> {
        let progress = Progress::default();
        let stages = Arc::new(Stages::default());
        let evaluators = (0..self.threads)
            .map(|_| {
                let evaluator = self.setup.evaluator(self.network, self.rules)?;
                let trial = InferenceTrial::new(self.network, self.rules, self.setup)?;
                let stages = stages.clone();
                Ok(Box::new(Measuring { stages, evaluator, trial }) as Box<dyn Evaluator + Send>)
            })
            .collect::<Result<Vec<_>>>()?;
        let order = Order { first_game: 0, seed: 1, network_step: 0 };
        std::thread::scope(|scope| {
            let play = || {
                play_generations(self.rules, self.config, &order, None, evaluators, &progress, &mut |_| {
                    Ok::<_, SelfPlayError>(ControlFlow::Continue(()))
                })
            };
            let playing = scope.spawn(play);
            let is_playing = || !playing.is_finished();
            let watched = Watched { progress: &progress, stages: &stages, is_playing: &is_playing };
            let measured = self.rounds(&watched, time);
            progress.stop.store(true, Ordering::Relaxed);
            stages.raw.store(false, Ordering::Relaxed);
            match playing.join() {
                Ok(Err(SelfPlayError::Stopped) | Ok(())) => {
                    measured?.context("self-play ended before it was measured")
                }
                Ok(Err(error)) => Err(error.into()),
                Err(_) => Err(SelfPlayError::Thread.into()),
            }
        })
    }

    /// None if the games ended.
    ///
    /// # Errors
    /// If there is nothing to evaluate in them.
    fn rounds(&self, watched: &Watched<'_>, time: Duration) -> Result<Option<Measured>> {
        let (progress, stages) = (watched.progress, watched.stages);
        let games = GAMES_BEFORE * (self.threads * self.config.parallel) as u64;
        while progress.games.load(Ordering::Relaxed) < games {
            if !(watched.is_playing)() {
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        ensure!(
            progress.evaluations.load(Ordering::Relaxed) > 0,
            "under the rules {} games are over before there is anything to decide: choose others with --rules",
            self.rules.name()
        );
        stages.measured.store(true, Ordering::Relaxed);
        let round = time.div_f64(ROUNDS as f64);
        let raw_time = round.mul_f64(RAW_SHARE);
        let mut raw = vec![watched.raw(raw_time / 2)];
        let mut rounds = Vec::new();
        for _ in 0..ROUNDS {
            let played = watched.played(round - raw_time);
            raw.push(watched.raw(raw_time));
            let [.., before, after] = raw[..] else { return Ok(None) };
            let alone = f64::midpoint(before, after);
            rounds.push(Measured { raw: alone, efficiency: played.evaluations / alone, ..played });
        }
        if !(watched.is_playing)() {
            return Ok(None);
        }
        let sorted = |figure: fn(&Measured) -> f64| {
            let mut figures: Vec<f64> = rounds.iter().map(figure).collect();
            figures.sort_by(f64::total_cmp);
            figures
        };
        let median = |figure| sorted(figure)[ROUNDS / 2];
        let efficiencies = sorted(|round| round.efficiency);
        // Few games end in a round: all rounds together.
        let mean = |figure: fn(&Measured) -> f64| rounds.iter().map(figure).sum::<f64>() / ROUNDS as f64;
        Ok(Some(Measured {
            raw: median(|round| round.raw),
            evaluations: median(|round| round.evaluations),
            efficiency: efficiencies[ROUNDS / 2],
            efficiencies: (efficiencies[0], efficiencies[ROUNDS - 1]),
            sims: median(|round| round.sims),
            games: mean(|round| round.games),
            rows: median(|round| round.rows),
        }))
    }
}

/// What is read while threads work.
struct Watched<'a> {
    progress: &'a Progress,
    stages: &'a Stages,
    is_playing: &'a dyn Fn() -> bool,
}

impl Watched<'_> {
    /// Evaluations a second of the network alone.
    fn raw(&self, time: Duration) -> f64 {
        self.stages.raw.store(true, Ordering::Relaxed);
        let count = || self.stages.evaluated.load(Ordering::Relaxed);
        let [evaluated] = self.rates(time, || [count()]);
        self.stages.raw.store(false, Ordering::Relaxed);
        evaluated
    }

    fn played(&self, time: Duration) -> Measured {
        let Progress { games, evaluations, sims, rows, .. } = self.progress;
        let [evaluations, sims, games, rows] = self
            .rates(time, || [evaluations, sims, games, rows].map(|counter| counter.load(Ordering::Relaxed)));
        Measured { evaluations, sims, games, rows, ..Measured::default() }
    }

    /// How fast counters grow. They are not looked at before all threads have done what they were at, nor left before the
    /// first of them has grown, however short the time is.
    fn rates<const N: usize>(&self, time: Duration, count: impl Fn() -> [u64; N]) -> [f64; N] {
        std::thread::sleep((time / 5).min(Duration::from_millis(50)));
        let (begun, before) = (Instant::now(), count());
        std::thread::sleep(time);
        while count()[0] == before[0] && (self.is_playing)() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let (after, taken) = (count(), begun.elapsed().as_secs_f64());
        std::array::from_fn(|i| (after[i] - before[i]) as f64 / taken)
    }
}

/// What the threads are to do.
#[derive(Default)]
struct Stages {
    /// Games are played with the network, no more without.
    measured: AtomicBool,
    /// The network computes alone.
    raw: AtomicBool,
    /// Positions that it has evaluated alone.
    evaluated: AtomicU64,
}

/// An evaluator that the bench can interrupt.
struct Measuring {
    stages: Arc<Stages>,
    evaluator: NetEvaluator,
    trial: InferenceTrial,
}

impl Evaluator for Measuring {
    fn evaluate(
        &mut self,
        rules: &Rules,
        queries: &[Query<'_>],
        out: &mut Vec<Evaluation>,
    ) -> Result<(), EvaluatorError> {
        if !self.stages.measured.load(Ordering::Relaxed) {
            return UniformEvaluator.evaluate(rules, queries, out);
        }
        while self.stages.raw.load(Ordering::Relaxed) {
            let count = self.trial.run().map_err(EvaluatorError::new)?;
            self.stages.evaluated.fetch_add(count, Ordering::Relaxed);
        }
        self.evaluator.evaluate(rules, queries, out)
    }
}
