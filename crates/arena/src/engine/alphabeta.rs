use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bashni_rules::Rules;
use bashni_search::alphabeta::{AlphaBeta, Control, Limits, SearchResult, Settings};

use super::info::score;
use super::{Engine, EngineSetup, Go, Info, Line, game_over};
use crate::{AlphaBetaPlayer, AlphaBetaSpec, GameHistory, PlayerError};

/// Reports of shallow depths that come sooner one after the other than this are left out.
const REPORT: Duration = Duration::from_millis(50);

/// The alpha-beta engine. Its table is kept from move to move of a game.
pub struct AlphaBetaEngine {
    search: AlphaBeta,
}

impl AlphaBetaEngine {
    /// The engine with the parts and weights of a spec. Threads and the size of the table are those of the spec if it names them,
    /// else those of the setup.
    ///
    /// # Errors
    /// If the file of weights cannot be read, or there is not the memory for the table.
    pub fn new(spec: &AlphaBetaSpec, setup: &EngineSetup) -> Result<AlphaBetaEngine, PlayerError> {
        let hash_mb = spec.hash_mb.map_or(setup.hash_mb, |megabytes| megabytes as usize);
        let threads = spec.threads.map_or(setup.threads, |threads| threads as usize);
        let weights = AlphaBetaPlayer::weights(spec)?;
        let settings = Settings { hash_mb, threads, features: spec.features, weights, keep_table: true };
        let search = AlphaBeta::new(settings).map_err(PlayerError::new)?;
        Ok(AlphaBetaEngine { search })
    }
}

fn info(found: &SearchResult, time: Duration) -> Info {
    let line = |line: &bashni_search::alphabeta::Line| Line {
        score: Some(score(line.score, line.win_in(), line.loss_in())),
        pv: line.pv.clone(),
        visits: None,
    };
    Info {
        lines: found.lines.iter().map(line).collect(),
        depth: Some(found.depth),
        longest: Some(found.longest),
        nodes: Some(found.nodes),
        time,
        ..Info::default()
    }
}

impl Engine for AlphaBetaEngine {
    fn think(
        &mut self,
        rules: &Rules,
        history: &GameHistory,
        go: &Go,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Info, PlayerError> {
        let (begun, mut told) = (Instant::now(), None::<Instant>);
        let limits = Limits { depth: go.depth, time: go.time, nodes: go.nodes };
        let mut tell = |found: &SearchResult| {
            if told.is_none_or(|told| told.elapsed() >= REPORT) {
                told = Some(Instant::now());
                report(&info(found, begun.elapsed()));
            }
        };
        let control = Control { lines: go.lines, stop: Some(stop), report: Some(&mut tell) };
        let found = self.search.search_with(rules, history.game(), limits, control);
        if found.best().is_none() {
            return Err(game_over());
        }
        Ok(Info { hash_permille: Some(self.search.hash_permille()), ..info(&found, begun.elapsed()) })
    }

    fn new_game(&mut self) {
        self.search.forget();
    }
}
