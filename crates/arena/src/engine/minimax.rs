//! The alpha-beta of [`bashni_search::minimax`], depth by depth.
//!
//! That search cannot be watched or stopped from outside, and is to stay as it is. So each depth is a search of its own, on
//! a thread of its own; one costs about a third more than all before it together. When the engine is stopped, it answers
//! with the last finished depth and leaves its thread behind, with a limit so that it ends soon.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use bashni_rules::{Game, Move, Outcome, Rules};
use bashni_search::minimax::{Limits, Minimax, SearchResult};

use super::info::{draw, score};
use super::{Engine, Go, Info, Line, game_over};
use crate::analysis::one_ply_before;
use crate::{GameHistory, PlayerError, Score};

/// How often a stop is looked for.
const POLL: Duration = Duration::from_millis(5);

/// A depth may take this long, and [`PATIENCE_FACTOR`] times as long as all before it, before it is tried again with more.
const PATIENCE: Duration = Duration::from_secs(2);
const PATIENCE_FACTOR: u32 = 4;

/// The baseline player as an engine. With one line and a depth or a number of positions it finds what the player finds; for several
/// lines it judges each move by the replies to it, so two plies are the least.
pub struct MinimaxEngine {
    /// Away while a thread that was left behind has it.
    search: Option<Minimax>,
    table_mb: usize,
}

impl MinimaxEngine {
    /// An engine with a transposition table of at most so many megabytes.
    pub fn new(table_mb: usize) -> MinimaxEngine {
        MinimaxEngine { search: Some(Minimax::new(table_mb)), table_mb }
    }

    /// Searches to a depth; `None` if it was stopped before.
    fn search(&mut self, task: &Task<'_>, depth: u32, limits: Limits) -> Option<Found> {
        let mut search = self.search.take().unwrap_or_else(|| Minimax::new(self.table_mb));
        let (rules, game, lines) = (task.rules.clone(), task.game.clone(), task.lines);
        let (done, waiting) = channel();
        thread::Builder::new()
            .name("minimax".to_owned())
            .spawn(move || {
                let limits = Limits { depth: Some(depth), ..limits };
                let found = match lines {
                    0 | 1 => Found::best(search.search(&rules, &game, limits)),
                    _ => Found::several(&mut search, &rules, &game, limits),
                };
                // Nobody listens after a stop.
                let _ = done.send((search, found));
            })
            .ok()?;
        loop {
            match waiting.recv_timeout(POLL) {
                Ok((search, found)) => {
                    self.search = Some(search);
                    return Some(found);
                }
                Err(RecvTimeoutError::Timeout) if !task.stop.load(Ordering::Relaxed) => {}
                Err(_) => return None,
            }
        }
    }
}

/// What stays the same from depth to depth.
struct Task<'a> {
    rules: &'a Rules,
    game: &'a Game,
    lines: usize,
    stop: &'a AtomicBool,
}

/// What one search has found.
struct Found {
    lines: Vec<Line>,
    depth: u32,
    nodes: u64,
    /// True if more depth cannot change it.
    is_settled: bool,
}

impl Found {
    fn best(result: SearchResult) -> Found {
        let (win, loss) = (result.win_in(), result.loss_in());
        let line = Line { score: Some(score(result.score, win, loss)), pv: result.pv, visits: None };
        let is_settled = win.or(loss).is_some_and(|plies| plies <= result.depth);
        Found { lines: vec![line], depth: result.depth, nodes: result.nodes, is_settled }
    }

    /// Every move searched by itself, one ply less deep.
    fn several(search: &mut Minimax, rules: &Rules, game: &Game, limits: Limits) -> Found {
        let depth = limits.depth.unwrap_or(2).max(2);
        let (begun, mut nodes, mut finished, mut is_settled) = (Instant::now(), 0, true, true);
        let mut lines = Vec::new();
        for played in game.position().legal_moves(rules) {
            let mut child = game.clone();
            child.play(rules, &played);
            let left = Limits {
                depth: Some(depth - 1),
                time: limits.time.map(|time| time.saturating_sub(begun.elapsed())),
                nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
            };
            let (line, reply) = reply_to(search, rules, &child, played, left);
            nodes += reply.nodes;
            finished &= reply.depth + 1 >= depth || reply.is_settled;
            is_settled &= reply.is_settled;
            lines.push(line);
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score.map(rank)));
        Found { lines, depth: if finished { depth } else { depth - 1 }, nodes, is_settled }
    }
}

/// A move with the best reply to it, seen from who plays the move.
fn reply_to(
    search: &mut Minimax,
    rules: &Rules,
    child: &Game,
    played: Move,
    limits: Limits,
) -> (Line, Found) {
    let ended = |score| {
        let line = Line { score: Some(score), pv: vec![played], visits: None };
        (line, Found { lines: Vec::new(), depth: 0, nodes: 1, is_settled: true })
    };
    match child.outcome(rules) {
        Some(Outcome::Draw) => return ended(draw()),
        Some(_) => return ended(Score::WinIn(1)),
        None => {}
    }
    let mut reply = Found::best(search.search(rules, child, limits));
    let mut line = reply.lines.pop().unwrap_or_default();
    line.pv.insert(0, played);
    line.score = line.score.map(one_ply_before);
    (line, reply)
}

/// The order of scores of this search: quick wins first, slow losses before quick ones.
fn rank(score: Score) -> i64 {
    match score {
        Score::WinIn(plies) => i64::from(i32::MAX) - i64::from(plies),
        Score::LossIn(plies) => i64::from(i32::MIN) + i64::from(plies),
        Score::Material(hundredths) => i64::from(hundredths),
        Score::Shares(_) => 0,
    }
}

impl Engine for MinimaxEngine {
    fn think(
        &mut self,
        rules: &Rules,
        history: &GameHistory,
        go: &Go,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Info, PlayerError> {
        let game = history.game();
        let legal = game.position().legal_moves(rules);
        let Some(&first) = legal.first() else { return Err(game_over()) };
        let begun = Instant::now();
        let lines = go.lines.clamp(1, legal.len());
        let task = Task { rules, game, lines, stop };
        let mut info = Info { lines: vec![Line { pv: vec![first], ..Line::default() }], ..Info::default() };
        let deepest = go.depth.unwrap_or(Limits::MAX_DEPTH).clamp(1, Limits::MAX_DEPTH);
        let mut depth = if lines > 1 { deepest.min(2) } else { 1 };
        let mut patience = PATIENCE;
        while depth <= deepest {
            let elapsed = begun.elapsed();
            let left = go.time.map(|time| time.saturating_sub(elapsed));
            let time = left.map_or(patience, |left| left.min(patience));
            let limits = Limits { depth: None, time: Some(time), nodes: go.nodes };
            let Some(found) = self.search(&task, depth, limits) else { break };
            let reached = found.depth >= depth || found.is_settled;
            info.time = begun.elapsed();
            let is_over = go.time.is_some_and(|time| info.time >= time)
                || go.nodes.is_some_and(|nodes| found.nodes >= nodes);
            // Of several lines that were not all searched as deep, the last ones would be misjudged.
            if reached || is_over && (lines == 1 || info.depth.is_none()) {
                info.lines = found.lines;
                info.lines.truncate(lines);
                (info.depth, info.nodes) = (Some(found.depth), Some(found.nodes));
                report(&info);
            }
            if is_over || found.is_settled || stop.load(Ordering::Relaxed) {
                break;
            }
            patience = PATIENCE + PATIENCE_FACTOR * info.time;
            depth += u32::from(reached);
        }
        info.time = begun.elapsed();
        Ok(info)
    }
}
