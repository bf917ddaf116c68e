use std::sync::atomic::AtomicBool;
use std::time::Instant;

use bashni_rules::{Game, RuleFields, Rules};

use super::eval::{Evaluation, Weights};
use super::history::History;
use super::result::SearchResult;
use super::root::Plan;
use super::shared::Shared;
use super::table::{Table, TableError};
use super::worker::Worker;
use super::{Features, Limits};

/// How the alpha-beta player is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Megabytes of the transposition table; 0 for none.
    pub hash_mb: usize,
    /// Threads that search together, at least 1. With more than one the answer depends on how they happen to meet.
    pub threads: usize,
    /// Parts of the search to leave out.
    pub features: Features,
    /// Weights of the evaluation; those of the rules if there are none.
    pub weights: Option<Weights>,
    /// Whether a search uses what the table has from earlier ones. Then it is stronger, and its answer depends on them.
    pub keep_table: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { hash_mb: 64, threads: 1, features: Features::ALL, weights: None, keep_table: false }
    }
}

/// How a search is watched and stopped while it goes on.
#[derive(Default)]
pub struct Control<'a> {
    /// Lines to find; at least one is.
    pub lines: usize,
    /// The search ends soon after this is set, from any thread. Depth 1 is finished all the same.
    pub stop: Option<&'a AtomicBool>,
    /// Called with what was found after each depth.
    pub report: Option<&'a mut dyn FnMut(&SearchResult)>,
}

/// The alpha-beta player. Holds the memory of its table; an instance serves one search at a time.
#[derive(Debug)]
pub struct AlphaBeta {
    settings: Settings,
    table: Table,
    histories: Vec<History>,
    /// The evaluation of the last search, and the rules that it is for.
    evaluation: Option<(RuleFields, Evaluation)>,
}

impl AlphaBeta {
    /// A player.
    ///
    /// # Errors
    /// If the system does not give the memory of the table.
    pub fn new(settings: Settings) -> Result<AlphaBeta, TableError> {
        let threads = settings.threads.max(1);
        Ok(AlphaBeta {
            table: Table::new(settings.hash_mb)?,
            histories: (0..threads).map(|_| History::new()).collect(),
            evaluation: None,
            settings: Settings { threads, ..settings },
        })
    }

    /// How the player is set up.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Forgets all that earlier searches have left: the next one finds what that of a new player would.
    pub fn forget(&mut self) {
        self.table.start_search(false);
        self.histories.iter_mut().for_each(History::clear);
    }

    /// How full the table is with what the last search has found, in thousandths.
    pub fn hash_permille(&self) -> u32 {
        self.table.permille_full()
    }

    /// Searches a state between two moves. In a chain, and where there is no legal move, there is no best move.
    ///
    /// The game's own draw conditions are not asked at the root: somebody wants a move.
    pub fn search(&mut self, rules: &Rules, game: &Game, limits: Limits) -> SearchResult {
        self.search_with(rules, game, limits, Control::default())
    }

    /// As [`search`](AlphaBeta::search), with several lines, reports, and a way to stop it.
    pub fn search_with(
        &mut self,
        rules: &Rules,
        game: &Game,
        limits: Limits,
        control: Control<'_>,
    ) -> SearchResult {
        if game.chain().is_some() {
            return SearchResult::default();
        }
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        let shared = Shared::new(limits.nodes.unwrap_or(u64::MAX), deadline, control.stop);
        self.table.start_search(self.settings.keep_table);
        if !self.settings.keep_table {
            self.histories.iter_mut().for_each(History::clear);
        }
        let prepared = self.evaluation.take().filter(|(fields, _)| fields == rules.fields());
        let (_, evaluation) = &*self.evaluation.insert(prepared.unwrap_or_else(|| {
            let weights = self.settings.weights.clone().unwrap_or_else(|| Weights::for_rules(rules));
            (rules.fields().clone(), Evaluation::new(rules, &weights))
        }));
        let max_depth = limits.depth.unwrap_or(Limits::MAX_DEPTH).clamp(1, Limits::MAX_DEPTH);
        let plan = Plan { max_depth, lines: control.lines, thread: 0 };
        let (features, table) = (self.settings.features, &self.table);
        let run = |history: &mut History, thread, report: &mut dyn FnMut(&SearchResult)| {
            let mut worker = Worker::new(rules, game, features, evaluation, table, &shared, history);
            let result = worker.deepen(game, Plan { thread, ..plan }, report);
            shared.finish();
            result
        };
        let mut silent = |_: &SearchResult| ();
        let report = control.report.unwrap_or(&mut silent);
        let Some((first, others)) = self.histories.split_first_mut() else {
            return SearchResult::default();
        };
        let mut result = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..)
                .zip(others)
                .map(|(thread, history)| {
                    let run = &run;
                    scope.spawn(move || run(history, thread, &mut |_| ()))
                })
                .collect();
            let mut best = run(first, 0, report);
            // A helper that panics has found nothing.
            for found in helpers.into_iter().filter_map(|helper| helper.join().ok()) {
                if found.depth > best.depth && control.lines <= 1 {
                    best = found;
                }
            }
            best
        });
        result.nodes = shared.nodes();
        result
    }
}
