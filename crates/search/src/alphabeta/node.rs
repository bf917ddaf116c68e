//! Principal-variation search below the root, fail-soft (Marsland and Campbell, *Parallel search of strongly ordered game
//! trees*, 1982).

use bashni_rules::Mobility;

use super::history::Way;
use super::path::{Draw, ENDLESS, NOWHERE};
use super::score::{DRAW, INFINITY, MAX_PLY, is_decided, lost_at};
use super::table::{Bound, Entry};
use super::worker::{Found, Worker};

/// The greatest depth at which a position is cut off by its evaluation alone, and the margin a ply.
const MARGIN_DEPTH: i32 = 4;
const MARGIN: i32 = 60;

/// The least depth at which a move to begin with is missed.
const IIR_DEPTH: i32 = 4;

/// The least depth at which late moves are searched one ply less deep, and how many moves come before those, one more in
/// an open window.
const LMR_DEPTH: i32 = 3;
const LMR_MOVES: usize = 2;

/// From this depth on, and after so many moves, those that history speaks against are searched two plies less deep.
const LMR_MORE: (i32, usize) = (6, 5);

impl Worker<'_> {
    /// Searches the position, `ply` plies from the root and `depth` plies deep: exact between `alpha` and `beta`, else a bound.
    pub(super) fn search(&mut self, ply: usize, depth: i32, alpha: i32, beta: i32) -> Found {
        self.frames[ply].line.clear();
        if self.must_stop() {
            return Found::STOPPED;
        }
        if let Some(draw) = self.path.draw() {
            return self.drawn(ply, draw);
        }
        if ply >= MAX_PLY {
            return Found::here(self.evaluate(ply));
        }
        // No win here can be shorter than one that was found, and no loss longer.
        let (alpha, beta) = (alpha.max(lost_at(ply)), beta.min(-lost_at(ply + 1)));
        if alpha >= beta {
            return Found::always(alpha);
        }
        if depth > 0 {
            return self.interior(ply, depth, alpha, beta);
        }
        match self.position.mobility(self.rules) {
            Mobility::Blocked => Found::always(lost_at(ply)),
            Mobility::Capturing => self.captures(ply, alpha, beta),
            Mobility::Quiet => Found::always(self.evaluate(ply)),
        }
    }

    /// A draw, or a loss if the side to move is blocked: that counts first.
    #[cold]
    fn drawn(&mut self, ply: usize, draw: Draw) -> Found {
        match draw {
            Draw::Repetition(hangs_on) => Found { score: DRAW, hangs_on, reach: 0 },
            Draw::NoProgress if self.position.mobility(self.rules) == Mobility::Blocked => {
                Found::always(lost_at(ply))
            }
            Draw::NoProgress => Found { score: DRAW, hangs_on: NOWHERE, reach: ENDLESS },
        }
    }

    fn interior(&mut self, ply: usize, depth: i32, mut alpha: i32, beta: i32) -> Found {
        let pv = beta - alpha > 1;
        let mut depth = depth;
        let guessing = !pv && depth <= MARGIN_DEPTH && !is_decided(alpha) && !is_decided(beta);
        if guessing && self.features.margin && self.position.mobility(self.rules) == Mobility::Quiet {
            let theirs = self.opponents_influence();
            // Where something can be captured next, the evaluation alone says too little.
            if theirs.targets.is_empty() {
                let value = self.evaluate_with(ply, theirs);
                if value - MARGIN * depth >= beta {
                    return Found::always(value);
                }
            }
        }
        let key = self.path.key(depth);
        let known = self.table.get(key);
        if let Some(entry) = known
            && !pv
            && i32::from(entry.depth) >= depth
            && self.path.allows(depth, entry.reach)
        {
            let score = entry.score_at(ply);
            let decides = match entry.bound {
                Bound::None => false,
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if decides {
                return Found { score, hangs_on: NOWHERE, reach: entry.reach };
            }
        }
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        self.position.legal_moves_into(self.rules, &mut moves);
        let Some(first) = moves.first() else {
            self.frames[ply].moves = moves;
            return Found::always(lost_at(ply));
        };
        let quiet = !first.is_capture();
        let table_move = known.map_or(Entry::NO_MOVE, |entry| entry.best);
        if self.features.iir && depth >= IIR_DEPTH && table_move == Entry::NO_MOVE && moves.len() > 1 {
            depth -= 1;
        }
        let next_depth = if moves.len() == 1 && self.features.forced { depth } else { depth - 1 };

        let turn = self.position.turn();
        let features = self.features;
        let history = features.history.then_some(&*self.history);
        let mut order = std::mem::take(&mut self.frames[ply].order);
        order.rank(&self.position, &moves, Some(table_move.into()), history);
        self.frames[ply].failed.clear();

        let mut best = Found { score: -INFINITY, hangs_on: NOWHERE, reach: 0 };
        let (mut best_move, mut bound) = (Entry::NO_MOVE, Bound::Upper);
        let mut number = 0;
        let can_reduce = features.lmr && depth >= LMR_DEPTH;
        while let Some(index) = order.next() {
            let played = &moves[index];
            let late = quiet && number > 0 && !played.crowns();
            let progress = self.play(ply, played, next_depth > 0);
            let mut reduction = 0;
            // A move that makes the opponent capture may be a shot.
            if late && can_reduce && number > LMR_MOVES + usize::from(pv) && !self.must_capture() {
                let unpromising = self.history.count(turn, Way::of(played)) < 0;
                reduction = if depth >= LMR_MORE.0 && number > LMR_MORE.1 && unpromising { 2 } else { 1 };
            }
            let mut found = Found::STOPPED;
            if number > 0 {
                found = self.search(ply + 1, next_depth - reduction, -alpha - 1, -alpha);
                if -found.score > alpha && reduction > 0 && !self.stopped {
                    found = self.search(ply + 1, next_depth, -alpha - 1, -alpha);
                }
            }
            if number == 0 || pv && -found.score > alpha && !self.stopped {
                found = self.search(ply + 1, next_depth, -beta, -alpha);
            }
            let found = found.before(progress);
            self.undo(ply, played);
            if self.stopped {
                self.frames[ply].moves = moves;
                self.frames[ply].order = order;
                return Found::STOPPED;
            }
            let score = best.score.max(found.score);
            best = Found {
                score,
                hangs_on: best.hangs_on.min(found.hangs_on),
                reach: best.reach.max(found.reach),
            };
            if found.score > alpha {
                alpha = found.score;
                (best_move, bound) = (index as u16, Bound::Exact);
                if pv {
                    self.extend_line(ply, played);
                }
                if found.score >= beta {
                    // That this move is good enough hangs on nothing but what was seen after it.
                    (best, bound) = (found, Bound::Lower);
                    if quiet {
                        self.learn(ply, depth, Way::of(played));
                    }
                    break;
                }
            }
            if quiet {
                self.frames[ply].failed.push(Way::of(played));
            }
            number += 1;
        }
        self.frames[ply].moves = moves;
        self.frames[ply].order = order;
        // What hangs on this very position, or on one below it, holds wherever it is met.
        let index = self.path.index();
        let holds = best.hangs_on >= index;
        if holds {
            best.hangs_on = NOWHERE;
        }
        if holds || best_move != Entry::NO_MOVE {
            let entry = Entry {
                score: Entry::stored_score(best.score, ply),
                best: best_move,
                depth: depth.clamp(0, 255) as u8,
                reach: best.reach,
                bound: if holds { bound } else { Bound::None },
            };
            self.table.put(key, entry);
        }
        best
    }

    /// Remembers what cut off.
    fn learn(&mut self, ply: usize, depth: i32, way: Way) {
        let turn = self.position.turn();
        let failed = std::mem::take(&mut self.frames[ply].failed);
        self.history.cut_off(turn, way, &failed, depth);
        self.frames[ply].failed = failed;
    }

    /// Follows captures, which are forced, until nothing can be captured. Who must capture has no other choice, so all of
    /// them are searched.
    fn captures(&mut self, ply: usize, mut alpha: i32, beta: i32) -> Found {
        self.longest = self.longest.max(ply);
        let pv = beta - alpha > 1;
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        self.position.legal_moves_into(self.rules, &mut moves);
        let mut order = std::mem::take(&mut self.frames[ply].order);
        order.rank(&self.position, &moves, None, None);
        let mut best = Found { score: -INFINITY, hangs_on: NOWHERE, reach: 0 };
        while let Some(index) = order.next() {
            let played = &moves[index];
            let progress = self.play(ply, played, false);
            let found = self.search(ply + 1, 0, -beta, -alpha).before(progress);
            self.undo(ply, played);
            if self.stopped {
                best = Found::STOPPED;
                break;
            }
            best = Found {
                score: best.score.max(found.score),
                hangs_on: best.hangs_on.min(found.hangs_on),
                reach: best.reach.max(found.reach),
            };
            if found.score > alpha {
                alpha = found.score;
                if pv {
                    self.extend_line(ply, played);
                }
                if alpha >= beta {
                    best = found;
                    break;
                }
            }
        }
        self.frames[ply].moves = moves;
        self.frames[ply].order = order;
        best
    }
}
