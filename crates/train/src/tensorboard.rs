//! Curves for TensorBoard.
//!
//! The events are tensorboard-rs's, but written on the calling thread: its own writer hands them to a thread that panics
//! when it cannot write, and a log that fails must not stop training.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use protobuf::Message;
use serde::Deserialize;
use tensorboard_proto::event::Event;
use tensorboard_rs::record_writer::RecordWriter;
use tensorboard_rs::summary::scalar;

use crate::CheckpointRating;
use crate::log::{LearnLog, RatingLog, SelfPlayLog};

/// The curves of a run. One file holds all points; it is written anew when a run is continued, from the logs of the
/// phases that were published, so no point is missing or there twice.
pub(crate) struct Curves {
    writer: Option<RecordWriter<File>>,
    path: PathBuf,
}

/// A rating as it is read back: only what the curves need.
#[derive(Deserialize)]
pub(crate) struct Rated {
    pub wall_time: f64,
    pub network_step: u64,
    pub matches: Vec<RatedMatch>,
}

#[derive(Deserialize)]
pub(crate) struct RatedMatch {
    pub b: String,
    pub score: f64,
    pub elo: f64,
}

impl From<&RatingLog> for Rated {
    fn from(log: &RatingLog) -> Rated {
        let rated =
            |m: &bashni_arena::MatchReport| RatedMatch { b: m.b.to_string(), score: m.score, elo: m.elo };
        Rated {
            wall_time: log.wall_time,
            network_step: log.network_step,
            matches: log.matches.iter().map(rated).collect(),
        }
    }
}

impl Curves {
    /// Begins the file of a run in `folder`, in place of any that are there. `started` is when the run began, in seconds
    /// since 1970; `write` writes the points so far.
    pub fn open(folder: &Path, started: f64, write: impl FnOnce(&mut Curves)) -> Curves {
        let path = folder.join(format!("events.out.tfevents.{started:010.0}.bashni"));
        // TensorBoard reads every file whose name has tfevents in it, so this one has not, until it is complete.
        let aside = folder.join(".events.unfinished");
        let mut curves = Curves { writer: None, path: aside.clone() };
        let opened = fs::create_dir_all(folder).and_then(|()| File::create(&aside));
        match opened {
            Ok(file) => curves.writer = Some(RecordWriter::new(file)),
            Err(error) => curves.fail(&error),
        }
        let mut event = Event::new();
        event.set_wall_time(started);
        event.set_file_version("brain.Event:2".to_owned());
        curves.write(&event);
        write(&mut curves);
        if curves.writer.take().is_some() {
            curves.path.clone_from(&path);
            let moved = fs::rename(&aside, &path).and_then(|()| OpenOptions::new().append(true).open(&path));
            match moved {
                Ok(file) => curves.writer = Some(RecordWriter::new(file)),
                Err(error) => curves.fail(&error),
            }
        }
        curves
    }

    /// Says once that there will be no more points, and goes on without.
    fn fail(&mut self, error: &io::Error) {
        tracing::warn!("{}: {error}; going on without TensorBoard", self.path.display());
        self.writer = None;
    }

    fn write(&mut self, event: &Event) {
        let Some(writer) = &mut self.writer else { return };
        let written = event.write_to_bytes().map_err(io::Error::other).and_then(|bytes| {
            writer.write(&bytes)?;
            writer.flush()
        });
        if let Err(error) = written {
            self.fail(&error);
        }
    }

    fn points(&mut self, wall_time: f64, step: u64, points: &[(&str, f64)]) {
        for &(tag, value) in points {
            let mut event = Event::new();
            event.set_wall_time(wall_time);
            event.set_step(i64::try_from(step).unwrap_or(i64::MAX));
            event.set_summary(scalar(tag, value as f32));
            self.write(&event);
        }
    }

    pub fn self_play(&mut self, log: &SelfPlayLog) {
        let games = log.games.max(1) as f64;
        let seconds = log.seconds.max(1e-9);
        self.points(
            log.wall_time,
            log.network_step,
            &[
                ("selfplay/plies_per_game", log.plies as f64 / games),
                ("selfplay/draw_rate", log.draws as f64 / games),
                ("selfplay/white_win_rate", log.white_wins as f64 / games),
                ("selfplay/rows_per_game", log.rows as f64 / games),
                ("selfplay/games", log.generation as f64 * log.games as f64),
                ("speed/evaluations_per_second", log.evaluations as f64 / seconds),
                ("speed/games_per_second", log.games as f64 / seconds),
            ],
        );
        let mut more = Vec::new();
        if let Some(full) = log.full_rows {
            more.push(("selfplay/full_search_rate", full as f64 / log.rows.max(1) as f64));
        }
        if log.forked > 0 {
            more.push(("selfplay/fork_rate", log.forked as f64 / games));
        }
        if log.from_file > 0 {
            more.push(("selfplay/start_position_rate", log.from_file as f64 / games));
        }
        if let Some(resignations) = &log.resignations {
            more.push(("resignation/rate", resignations.counts.resigned as f64 / games));
            if let Some(rate) = resignations.false_positives {
                more.push(("resignation/false_positives", rate.share));
                more.push(("resignation/false_positives_low", rate.low));
                more.push(("resignation/false_positives_high", rate.high));
            }
        }
        self.points(log.wall_time, log.network_step, &more);
    }

    pub fn learn(&mut self, log: &LearnLog) {
        self.points(
            log.wall_time,
            log.total_steps,
            &[
                ("loss/total", log.loss),
                ("loss/policy", log.policy_loss),
                ("loss/value", log.value_loss),
                ("learn/rate", log.rate),
                ("learn/gradient_norm", log.gradient),
                ("learn/window_rows", log.window as f64),
                ("speed/learning_steps_per_second", log.steps as f64 / log.seconds.max(1e-9)),
            ],
        );
    }

    /// The ratings of checkpoints on one scale, by optimiser step.
    pub fn run_rating(&mut self, checkpoints: &[CheckpointRating], wall_time: f64) {
        for CheckpointRating { step, rating, .. } in checkpoints {
            let points = [
                ("arena/rating", rating.elo),
                ("arena/rating_low", rating.low),
                ("arena/rating_high", rating.high),
            ];
            self.points(wall_time, *step, &points);
        }
    }

    pub fn rating(&mut self, rated: &Rated) {
        for played in &rated.matches {
            let opponent = played.b.replace([':', '=', ','], "_");
            let points = [
                (format!("arena/elo_against_{opponent}"), played.elo),
                (format!("arena/score_against_{opponent}"), played.score),
            ];
            let points = points.each_ref().map(|(tag, value)| (tag.as_str(), *value));
            self.points(rated.wall_time, rated.network_step, &points);
        }
    }
}
