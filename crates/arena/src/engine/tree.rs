//! Tree search with any evaluator.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bashni_rules::{Move, PovOutcome, Rules, Step};
use bashni_search::mcts::{RootMove, SearchConfig, Tree, search_round, whole_moves};
use bashni_search::{Evaluation, Evaluator};

use super::{Engine, Go, Info, Line, game_over};
use crate::seed::derive;
use crate::{GameHistory, PlayerError, Score};

/// Simulations between two looks at the clock and at the stop sign.
const PORTION: u32 = 16;

/// Time between two reports.
const REPORT: Duration = Duration::from_millis(200);

/// A tree search as an engine. It plays the whole move that the search has made most often, or that is proven best; so a capture
/// with choices in it is one search, not one for each step as in matches. A result that is proven ends it, and so does the end of
/// its memory.
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
            let can_go_on = tree.proof().is_none() && !tree.is_full();
            if wanted == limits.sims || !can_go_on || limits.are_reached() {
                return Ok(());
            }
            if shown.elapsed() >= REPORT {
                shown = Instant::now();
                watch(tree);
            }
        }
    }

    /// A move put together step by step, where a search was too short to make a whole one.
    fn by_steps(
        &mut self,
        rules: &Rules,
        history: &GameHistory,
        limits: Limits<'_>,
    ) -> Result<Move, PlayerError> {
        let mut state = history.game().clone();
        let mut steps: Vec<Step> = Vec::new();
        while steps.is_empty() || state.chain().is_some() {
            let step = match state.legal_steps(rules)[..] {
                [] => return Err(game_over()),
                [only] => only,
                [first, ..] => {
                    let seed = derive(self.seed, steps.len() as u64);
                    let mut tree = Tree::new(rules, state.clone(), self.config, seed);
                    self.grow(rules, &mut tree, limits, &mut |_| ())?;
                    tree.best_step().unwrap_or(first)
                }
            };
            state.play_step(rules, step);
            steps.push(step);
        }
        let moves = whole_moves(rules, history.game(), &steps);
        moves.first().copied().ok_or_else(|| PlayerError::new("the search found no whole move"))
    }
}

/// When a search ends.
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
        let game = history.game();
        if !game.position().has_legal_move(rules) {
            return Err(game_over());
        }
        let begun = Instant::now();
        let most = go.sims.into_iter().chain(go.nodes).min().unwrap_or(u64::MAX);
        let sims = u32::try_from(most).unwrap_or(u32::MAX);
        let limits = Limits { sims, deadline: go.time.and_then(|time| begun.checked_add(time)), stop };
        let lines = go.lines.max(1);
        let mut tree = Tree::new(rules, game.clone(), self.config, derive(self.seed, u64::from(game.ply())));
        self.grow(rules, &mut tree, limits, &mut |tree| {
            let info = found(rules, tree, lines, begun);
            if !info.lines.is_empty() {
                report(&info);
            }
        })?;
        let mut info = found(rules, &tree, lines, begun);
        if info.lines.is_empty() {
            info.put_first(self.by_steps(rules, history, limits)?);
        }
        info.time = begun.elapsed();
        Ok(info)
    }
}

/// What a tree knows.
fn found(rules: &Rules, tree: &Tree, lines: usize, begun: Instant) -> Info {
    let line = |root: RootMove| Line {
        score: score(&root, tree),
        pv: root.line,
        visits: Some(u64::from(root.visits)),
    };
    let moves = tree.root_moves(rules).into_iter().filter(|root| !root.line.is_empty());
    let lines: Vec<Line> = moves.take(lines).map(line).collect();
    Info {
        depth: lines.first().map(|line| line.pv.len() as u32),
        lines,
        sims: Some(u64::from(tree.sims_done())),
        nodes: Some(tree.nodes() as u64),
        time: begun.elapsed(),
        ..Info::default()
    }
}

/// What a move is worth to the side that makes it.
fn score(root: &RootMove, tree: &Tree) -> Option<Score> {
    let proven = root.proof.and_then(|proof| match (proof.outcome.seen_by(tree.turn()), proof.plies) {
        (PovOutcome::Win, Some(plies)) => Some(Score::WinIn(plies)),
        (PovOutcome::Loss, Some(plies)) => Some(Score::LossIn(plies)),
        _ => None,
    });
    proven.or_else(|| root.value.map(|value| Score::from(value.for_mover(tree.turn()))))
}
