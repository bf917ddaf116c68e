//! Progress on stderr: bars on a terminal, plain lines elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use bashni_train::{Event, KeepLog, LearnLog, Measured, RatingLog, ResignationLog, SelfPlayLog};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::table::elo_with_interval;

/// One task with a known length.
pub struct Progress {
    bar: Option<ProgressBar>,
    what: String,
    length: u64,
    begun: Instant,
    said: Instant,
}

/// Without a terminal, a line is written this often.
const QUIET: Duration = Duration::from_secs(30);

impl Progress {
    /// Begins a task of `length` units, called `what`.
    pub fn new(what: impl Into<String>, length: u64, unit: &str) -> Progress {
        let what = what.into();
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
            let template = format!(
                "{{msg:32}} {{bar:30}} {{human_pos}}/{{human_len}} {unit}  {{per_sec}}  {{eta}} left"
            );
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style);
            }
            bar.set_message(what.clone());
            bar
        });
        let now = Instant::now();
        Progress { bar, what, length, begun: now, said: now }
    }

    /// Says how far the task has come.
    pub fn set(&mut self, position: u64, note: &str) {
        if let Some(bar) = &self.bar {
            bar.set_position(position);
            if !note.is_empty() {
                bar.set_message(format!("{} {note}", self.what));
            }
        } else if self.said.elapsed() >= QUIET {
            self.said = Instant::now();
            let rate = position as f64 / self.begun.elapsed().as_secs_f64();
            let left = self.length.saturating_sub(position) as f64 / rate.max(1e-9);
            say(&format!("{}: {position}/{} {note} ({rate:.1}/s, {left:.0} s left)", self.what, self.length));
        }
    }

    /// Says something that stays, above the bar.
    pub fn line(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say(line)),
            None => say(line),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A line on stderr. If stderr is closed there is nobody to tell.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Shows the events of a run.
pub struct TrainProgress {
    current: Option<(String, Progress)>,
}

impl TrainProgress {
    /// Nothing shown yet.
    pub fn new() -> TrainProgress {
        TrainProgress { current: None }
    }

    /// Takes the bar away.
    pub fn finish(&mut self) {
        if let Some((_, progress)) = self.current.take() {
            progress.finish();
        }
    }

    fn step(&mut self, what: &str, position: u64, length: u64, unit: &str, note: &str) {
        if self.current.as_ref().is_none_or(|(current, _)| current != what) {
            self.finish();
            self.current = Some((what.to_owned(), Progress::new(what, length, unit)));
        }
        if let Some((_, progress)) = &mut self.current {
            progress.set(position, note);
        }
    }

    fn line(&mut self, line: &str) {
        self.finish();
        say(line);
    }

    /// Shows one event.
    pub fn show(&mut self, event: &Event<'_>) {
        match event {
            Event::Opened { run, parameters, generation } => {
                let record = &run.record;
                self.line(&format!(
                    "{} {}: rules {}, {} threads, network of {} weights",
                    if run.is_new { "new run" } else { "going on with" },
                    run.path().display(),
                    record.rules,
                    record.threads,
                    parameters
                ));
                if let Some(measured) = &record.measured {
                    self.line(&measured_line(measured));
                }
                if *generation > 0 {
                    self.line(&format!("{generation} generations are done"));
                }
            }
            Event::SelfPlay { generation, games, of, evaluations } => {
                let note = format!("{:.2} million evaluations", *evaluations as f64 / 1e6);
                self.step(&format!("generation {generation}: self-play"), *games, *of, "games", &note);
            }
            Event::SelfPlayed(log) => {
                self.line(&format!("generation {}: {}", log.generation, self_played(log)));
            }
            Event::Learning { generation, steps, of, losses } => {
                let note = format!("loss {:.3}", losses.total);
                self.step(&format!("generation {generation}: learning"), *steps, *of, "steps", &note);
            }
            Event::Learned(log) => self.line(&learned(log)),
            Event::Removed(log) => self.line(&removed(log)),
            Event::Rating { generation, opponent, games, of } => {
                self.step(&format!("generation {generation} against {opponent}"), *games, *of, "games", "");
            }
            Event::Rated(log) => self.line(&rated(log)),
        }
    }
}

/// What computes in the run, and how fast it was where that was measured.
fn measured_line(measured: &Measured) -> String {
    let rate = measured.inference_rates.iter().find(|rate| rate.setup == measured.inference);
    let inference =
        rate.map_or(String::new(), |rate| format!(" ({:.0} positions/s on a thread)", rate.per_second));
    let learning = match measured.learning_rates[0].max(measured.learning_rates[1]) {
        0.0 => String::new(),
        rate => format!(" ({rate:.0} rows/s on a thread)"),
    };
    format!("self-play: {}{inference}; learning in {}{learning}", measured.inference, measured.learning)
}

/// What self-play brought, in a line.
pub fn self_played(log: &SelfPlayLog) -> String {
    let games = log.games.max(1) as f64;
    let resigned = log.resignations.as_ref().map(resigned).unwrap_or_default();
    format!(
        "{} games, {} rows in {:.1} s ({:.0} evaluations/s); {:.0} plies a game; White {:.0} %, drawn \
         {:.0} %, Black {:.0} %{resigned}",
        log.games,
        log.rows,
        log.seconds,
        log.evaluations as f64 / log.seconds.max(1e-9),
        log.plies as f64 / games,
        100.0 * log.white_wins as f64 / games,
        100.0 * log.draws as f64 / games,
        100.0 * log.black_wins as f64 / games
    )
}

/// How many games were given up, and how often that is wrong.
fn resigned(log: &ResignationLog) -> String {
    let counts = log.counts;
    let wrong = log.false_positives.map_or_else(
        || "how often wrongly is not known".to_owned(),
        |rate| {
            format!(
                "{:.0} % wrongly ({} of {} played on; 95 % interval {:.0} to {:.0} %)",
                100.0 * rate.share,
                counts.wrong,
                counts.would_have,
                100.0 * rate.low,
                100.0 * rate.high
            )
        },
    );
    format!("; {} resigned, {wrong}", counts.resigned)
}

fn learned(log: &LearnLog) -> String {
    format!(
        "generation {}: {} steps in {:.1} s; loss {:.3} (policy {:.3}, value {:.3}), learning rate {:.5}",
        log.generation, log.steps, log.seconds, log.loss, log.policy_loss, log.value_loss, log.rate
    )
}

fn removed(log: &KeepLog) -> String {
    let names = |generations: &[u64]| match generations {
        [] => "none".to_owned(),
        [one] => one.to_string(),
        [first, .., last] => format!("{} from {first} to {last}", generations.len()),
    };
    format!(
        "removed, {:.1} MB: shards of generations: {}; checkpoints: {}",
        log.bytes as f64 / 1e6,
        names(&log.shards),
        names(&log.checkpoints)
    )
}

fn rated(log: &RatingLog) -> String {
    let played = |m: &bashni_arena::MatchReport| {
        format!(
            "{} {:.1} % ({} games), Elo {}",
            m.b,
            100.0 * m.score,
            m.games,
            elo_with_interval(m.elo, m.elo_low, m.elo_high)
        )
    };
    let matches: Vec<String> = log.matches.iter().map(played).collect();
    format!("generation {} against {}", log.generation, matches.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_says_how_many_resigned_and_how_often_wrongly() {
        let log = serde_json::json!({
            "generation": 3, "wall_time": 0.0, "seconds": 2.0, "network_step": 9, "games": 100, "white_wins": 50,
            "black_wins": 25, "draws": 25, "plies": 6000, "rows": 4000, "evaluations": 80000,
        });
        // As a log was written before there were resignations.
        let mut log: SelfPlayLog = serde_json::from_value(log).unwrap();
        assert!(self_played(&log).ends_with("Black 25 %"), "{}", self_played(&log));
        let mut resignations = serde_json::json!({
            "resigned": 60, "played_on": 10, "would_have": 8, "wrong": 2,
            "false_positives": { "share": 0.25, "low": 0.0715, "high": 0.5907 },
        });
        log.resignations = Some(serde_json::from_value(resignations.clone()).unwrap());
        let said = self_played(&log);
        assert!(
            said.ends_with("; 60 resigned, 25 % wrongly (2 of 8 played on; 95 % interval 7 to 59 %)"),
            "{said}"
        );
        resignations["false_positives"] = serde_json::Value::Null;
        log.resignations = Some(serde_json::from_value(resignations).unwrap());
        let said = self_played(&log);
        assert!(said.ends_with("; 60 resigned, how often wrongly is not known"), "{said}");
    }
}
