//! Tree search with any evaluator.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bashni_rules::{Game, Move, Outcome, Rules, Step};
use bashni_search::mcts::{SearchConfig, Tree, search_round};
use bashni_search::{Evaluation, Evaluator};

use super::{Engine, Go, Info, Line, game_over};
use crate::seed::derive;
use crate::{GameHistory, PlayerError, Score};

/// Simulations between two looks at the clock and at the stop sign.
const PORTION: u32 = 8;

/// Time between two reports.
const REPORT: Duration = Duration::from_millis(200);

/// A tree search as an engine: it searches the first step of a move, which is what it reports on; if that begins a capture with
/// further choices, these are searched within the same limits before the move is given.
pub struct TreeEngine<E> {
    evaluator: E,
    config: SearchConfig,
    seed: u64,
    evaluations: Vec<Evaluation>,
}

impl<E: Evaluator> TreeEngine<E> {
    /// An engine that searches with `config` (`config.sims` is not looked at) and has positions judged by `evaluator`.
    pub fn new(evaluator: E, config: SearchConfig, seed: u64) -> TreeEngine<E> {
        TreeEngine { evaluator, config, seed, evaluations: Vec::new() }
    }

    /// Grows a tree until a limit is reached. `watch` is shown it from time to time.
    fn grow(
        &mut self,
        rules: &Rules,
        tree: &mut Tree,
        limits: Limits<'_>,
        watch: &mut dyn FnMut(&Tree),
    ) -> Result<(), PlayerError> {
        let (mut wanted, mut shown) = (0, Instant::now());
        loop {
            wanted = limits.sims.min(wanted + PORTION);
            tree.set_sims(wanted);
            while search_round(rules, &mut [&mut *tree], &mut self.evaluator, &mut self.evaluations)
                .map_err(PlayerError::new)?
                > 0
            {}
            if wanted == limits.sims || tree.sims_done() < wanted || limits.are_reached() {
                return Ok(());
            }
            if shown.elapsed() >= REPORT {
                shown = Instant::now();
                watch(tree);
            }
        }
    }
}

/// When the search of a step ends.
#[derive(Clone, Copy)]
struct Limits<'a> {
    sims: u32,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
}

impl Limits<'_> {
    fn are_reached(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl<E: Evaluator> Engine for TreeEngine<E> {
    fn think(
        &mut self,
        rules: &Rules,
        history: &GameHistory,
        go: &Go,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Info, PlayerError> {
        let begun = Instant::now();
        let most = go.sims.into_iter().chain(go.nodes).min().unwrap_or(u64::MAX);
        let sims = u32::try_from(most).unwrap_or(u32::MAX);
        let mut state = history.game().clone();
        let mut steps: Vec<Step> = Vec::new();
        let mut info: Option<Info> = None;
        let lines = go.lines.max(1);
        while steps.is_empty() || state.chain().is_some() {
            let legal = state.legal_steps(rules);
            let step = match legal[..] {
                [] => return Err(game_over()),
                [only] if info.is_some() || state.position().must_capture(rules) => only,
                _ => {
                    let left = go.time.map(|time| time.saturating_sub(begun.elapsed()));
                    // A decision within a capture gets half of what is left, any other all of it.
                    let is_last = state.chain().is_none() && !state.position().must_capture(rules);
                    let deadline = left
                        .and_then(|left| Instant::now().checked_add(if is_last { left } else { left / 2 }));
                    let seed = derive(derive(self.seed, u64::from(state.ply())), steps.len() as u64);
                    let mut tree = Tree::new(rules, state.clone(), self.config, seed);
                    let limits = Limits { sims, deadline, stop };
                    let is_first = info.is_none();
                    self.grow(rules, &mut tree, limits, &mut |tree| {
                        if is_first {
                            report(&found(rules, history.game(), &steps, tree, lines, begun));
                        }
                    })?;
                    let found = found(rules, history.game(), &steps, &tree, lines, begun);
                    let best = tree.best_step().or(legal.first().copied());
                    match &mut info {
                        None => info = Some(found),
                        Some(info) => add(info, &found),
                    }
                    best.ok_or_else(game_over)?
                }
            };
            state.play_step(rules, step);
            steps.push(step);
        }
        let played = whole_moves(rules, history.game(), &steps);
        let Some(&played) = played.first() else {
            return Err(PlayerError::new("the search found no whole move"));
        };
        let mut info = info.unwrap_or_default();
        info.put_first(played);
        info.lines.truncate(lines);
        info.time = begun.elapsed();
        Ok(info)
    }
}

/// Adds the work of a later step of the same move, and its line where it is the one to be played.
fn add(info: &mut Info, later: &Info) {
    info.sims = info.sims.into_iter().chain(later.sims).reduce(|a, b| a + b);
    info.nodes = info.nodes.into_iter().chain(later.nodes).reduce(|a, b| a + b);
    if let Some(line) = later.lines.first() {
        info.lines.retain(|known| known.pv.first() != line.pv.first());
        info.lines.insert(0, line.clone());
    }
}

/// What a tree knows, whose root is reached by `before` from `start`.
fn found(rules: &Rules, start: &Game, before: &[Step], tree: &Tree, lines: usize, begun: Instant) -> Info {
    let turn = tree.turn();
    let best = tree.best_step();
    let mut edges = tree.root_edges();
    // The best is not always that of most visits, and comes first.
    edges.sort_by_key(|edge| std::cmp::Reverse((Some(edge.step) == best, edge.visits)));
    let line = |edge: &bashni_search::mcts::RootEdge| {
        let is_best = Some(edge.step) == best;
        let rest = if is_best { tree.principal_variation() } else { vec![edge.step] };
        let steps: Vec<Step> = before.iter().copied().chain(rest).collect();
        let value = if is_best { edge.value.or(tree.root_value()) } else { edge.value };
        Line {
            score: value.map(|value| Score::from(value.for_mover(turn))),
            pv: whole_moves(rules, start, &steps),
            visits: Some(u64::from(edge.visits)),
        }
    };
    let known = edges.iter().filter(|edge| edge.visits > 0 || Some(edge.step) == best);
    let known = known.map(line).filter(|line| !line.pv.is_empty()).take(lines);
    let known: Vec<Line> = known.collect();
    Info {
        depth: known.first().map(|line| line.pv.len() as u32),
        lines: known,
        sims: Some(u64::from(tree.sims_done())),
        nodes: Some(tree.nodes() as u64),
        time: begun.elapsed(),
        ..Info::default()
    }
}

/// The whole moves that steps make up, as far as they are finished; forced steps that would finish one are added.
fn whole_moves(rules: &Rules, start: &Game, steps: &[Step]) -> Vec<Move> {
    let mut game = start.clone();
    let mut before = start.position().clone();
    let mut moves = Vec::new();
    let mut steps = steps.iter().copied();
    loop {
        let step = match (game.chain(), steps.next()) {
            (_, Some(step)) => step,
            (Some(_), None) => match game.legal_steps(rules)[..] {
                [only] => only,
                _ => return moves,
            },
            (None, None) => return moves,
        };
        if game.try_step(rules, step).is_err() {
            return moves;
        }
        if game.chain().is_some() {
            continue;
        }
        let is_played = |played: &&Move| {
            let mut after = before.clone();
            after.play(rules, played);
            after == *game.position()
        };
        let Some(&played) = before.legal_moves(rules).iter().find(is_played) else { return moves };
        moves.push(played);
        before.clone_from(game.position());
        if matches!(game.outcome(rules), Some(Outcome::WhiteWins | Outcome::BlackWins)) {
            return moves;
        }
    }
}
