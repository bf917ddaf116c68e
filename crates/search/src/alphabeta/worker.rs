use bashni_rules::{Color, Game, Influence, Mobility, Move, MoveList, Position, Rules, Undo};

use super::Features;
use super::eval::{Evaluation, Pair};
use super::history::{History, Way};
use super::order::Order;
use super::path::{ENDLESS, NOWHERE, Path};
use super::score::MAX_PLY;
use super::shared::Shared;
use super::table::Table;

/// Nodes between two looks at the clock and at the other threads.
const INTERVAL: u64 = 1024;

/// What a search below a node has found, and on what that hangs besides the position: the table may only keep what holds
/// wherever the position is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The score for the side to move: exact within the window, else a bound.
    pub score: i32,
    /// Index of the first position of the path on which a draw by repetition below hangs, or [`NOWHERE`].
    pub hangs_on: u32,
    /// The most plies without progress in a row, from the node on, that were looked at; [`ENDLESS`] if a draw for
    /// want of progress was met or there were more than can be counted.
    pub reach: u8,
}

impl Found {
    /// A score that holds wherever the position is met.
    #[inline]
    pub(super) fn always(score: i32) -> Found {
        Found { score, hangs_on: NOWHERE, reach: 0 }
    }

    /// A score that holds here and now.
    #[inline]
    pub(super) fn here(score: i32) -> Found {
        Found { score, hangs_on: 0, reach: ENDLESS }
    }

    /// What a search that was stopped returns; nobody uses it.
    pub(super) const STOPPED: Found = Found { score: 0, hangs_on: 0, reach: ENDLESS };

    /// What the node before a move learns from the one after it.
    #[inline]
    pub(super) fn before(self, progress: bool) -> Found {
        let reach = if progress { 0 } else { self.reach.saturating_add(1) };
        Found { score: -self.score, reach, ..self }
    }
}

/// What a worker keeps for one ply.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub moves: MoveList,
    pub order: Order,
    /// The expected line from here.
    pub line: Vec<Move>,
    /// What takes back the move that led to the next ply.
    pub undo: Undo,
    /// Quiet moves that were tried and did not cut off.
    pub failed: Vec<Way>,
    /// What all columns are worth to White.
    pub columns: Pair,
}

/// One thread's part in a search: a position, searched in place, and what was learnt on the way.
pub(super) struct Worker<'a> {
    pub rules: &'a Rules,
    pub features: Features,
    pub evaluation: &'a Evaluation,
    pub table: &'a Table,
    pub shared: &'a Shared<'a>,
    pub history: &'a mut History,
    pub position: Position,
    pub path: Path,
    pub frames: Vec<Frame>,
    pub nodes: u64,
    pub longest: usize,
    /// Nodes that were added to those of all threads.
    counted: u64,
    next_look: u64,
    /// False while depth 1 is searched, which is always finished.
    limited: bool,
    pub stopped: bool,
}

impl<'a> Worker<'a> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn new(
        rules: &'a Rules,
        game: &Game,
        features: Features,
        evaluation: &'a Evaluation,
        table: &'a Table,
        shared: &'a Shared<'a>,
        history: &'a mut History,
    ) -> Worker<'a> {
        let mut frames = vec![Frame::default(); MAX_PLY + 2];
        frames[0].columns = evaluation.columns(game.position());
        Worker {
            rules,
            features,
            evaluation,
            table,
            shared,
            history,
            position: game.position().clone(),
            path: Path::new(rules, game, features.repeats),
            frames,
            nodes: 0,
            longest: 0,
            counted: 0,
            next_look: 0,
            limited: false,
            stopped: false,
        }
    }

    /// Plays a move from the position `ply` plies from the root, and counts the node that it leads to. `looks_up` tells that
    /// the table will be asked about it: then its line is on the way while the rest is made ready. True if the move is
    /// progress, after which the rules count plies anew.
    #[inline]
    pub(super) fn play(&mut self, ply: usize, played: &Move, looks_up: bool) -> bool {
        let us = self.position.turn();
        let mut columns = self.frames[ply].columns;
        let changes_columns = played.is_capture() || played.crowns();
        let columns_before = self.position.columns();
        if changes_columns {
            columns -= self.columns_touched(us, played);
        } else {
            columns += self.evaluation.step(&self.position, played);
        }
        self.position.play_reversibly(self.rules, played, &mut self.frames[ply].undo);
        let hash = self.position.hash();
        if looks_up {
            self.table.prefetch(hash);
        }
        if changes_columns {
            columns += self.columns_touched(us, played);
        }
        self.frames[ply + 1].columns = columns;
        // Only a capture can leave a square empty for good.
        let for_good = played.crowns() || self.position.columns() < columns_before;
        self.path.push(hash, changes_columns, for_good);
        self.nodes += 1;
        changes_columns
    }

    /// What the columns that a move of `us` begins, jumps and ends with are worth to White, before or after it.
    #[inline]
    fn columns_touched(&self, us: Color, played: &Move) -> Pair {
        let position = &self.position;
        let squares = played.jumped() | played.from().bit() | played.to().bit();
        let mut sum = Pair::default();
        for square in squares & position.occupied() {
            let owner = if position.owned(us).contains(square) { us } else { !us };
            sum += self.evaluation.column(square, owner, position.column(square));
        }
        sum
    }

    /// Takes back the move played last, from the position `ply` plies from the root.
    #[inline]
    pub(super) fn undo(&mut self, ply: usize, played: &Move) {
        self.path.pop();
        self.position.undo(played, &self.frames[ply].undo);
    }

    /// The value of the position, `ply` plies from the root, for the side to move.
    #[inline]
    pub(super) fn evaluate(&self, ply: usize) -> i32 {
        self.evaluate_with(ply, self.opponents_influence())
    }

    /// As [`evaluate`](Worker::evaluate), with what the opponent could do.
    #[inline]
    pub(super) fn evaluate_with(&self, ply: usize, theirs: Influence) -> i32 {
        self.evaluation.with_columns(self.rules, &self.position, self.frames[ply].columns, theirs)
    }

    /// What the opponent could do if it were to move.
    #[inline]
    pub(super) fn opponents_influence(&self) -> Influence {
        self.position.influence(self.rules, !self.position.turn())
    }

    /// True if the side to move must capture.
    #[inline]
    pub(super) fn must_capture(&self) -> bool {
        self.position.mobility(self.rules) == Mobility::Capturing
    }

    /// True if the search must stop; what it returns then is not used.
    #[inline]
    pub(super) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look_around();
        }
        self.stopped
    }

    #[cold]
    fn look_around(&mut self) {
        let all = self.count_nodes();
        let left = if self.limited { self.shared.max_nodes.saturating_sub(all) } else { INTERVAL };
        if self.limited && (left == 0 || self.shared.is_over()) {
            self.stopped = true;
        }
        self.next_look = self.nodes + left.clamp(1, INTERVAL);
    }

    /// From now on limits are kept.
    pub(super) fn begin_limits(&mut self) {
        if !self.limited {
            (self.limited, self.next_look) = (true, 0);
        }
    }

    /// Adds the nodes since the last time to those of all threads, and returns their sum.
    pub(super) fn count_nodes(&mut self) -> u64 {
        let new = self.nodes - self.counted;
        self.counted = self.nodes;
        self.shared.add_nodes(new)
    }

    /// Makes a move followed by the line of the next ply the line of this one.
    #[inline]
    pub(super) fn extend_line(&mut self, ply: usize, played: &Move) {
        let (here, next) = self.frames.split_at_mut(ply + 1);
        let (line, rest) = (&mut here[ply].line, &next[0].line);
        line.clear();
        line.push(*played);
        line.extend_from_slice(rest);
    }
}
