//! Iterative deepening at the root, with aspiration windows, for one line or several.

use bashni_rules::{Game, Move};

use super::result::{Line, SearchResult};
use super::score::{INFINITY, WIN, is_decided};
use super::worker::Worker;

/// Half the width of the first window, and the least depth at which there is one.
const WINDOW: i32 = 25;
const WINDOW_DEPTH: u32 = 4;

/// A move of the root.
#[derive(Clone, Debug)]
struct RootMove {
    played: Move,
    /// The line from the last time that the move was the best, and its score.
    line: Line,
}

/// How deep to search, and for how many lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub max_depth: u32,
    pub lines: usize,
    /// The thread's number; 0 reports.
    pub thread: usize,
}

impl Worker<'_> {
    /// Searches deeper and deeper. `report` is shown each depth that was finished.
    ///
    /// Where the search is stopped within a depth, the moves searched so far count: the first of them was the best of the
    /// depth before.
    pub(super) fn deepen(
        &mut self,
        game: &Game,
        plan: Plan,
        report: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        let mut result = SearchResult::default();
        let line = |played: &Move| Line { score: -INFINITY, pv: vec![*played] };
        let mut moves: Vec<RootMove> = game
            .position()
            .legal_moves(self.rules)
            .iter()
            .map(|played| RootMove { played: *played, line: line(played) })
            .collect();
        if moves.is_empty() {
            return result;
        }
        self.nodes += 1;
        let lines = plan.lines.clamp(1, moves.len());
        for depth in 1..=plan.max_depth {
            // Helpers skip some depths, each others, so that threads do not search the same tree.
            if plan.thread > 0 && depth > 2 && (depth as usize + plan.thread).is_multiple_of(3) {
                continue;
            }
            for number in 0..lines {
                self.aspire(&mut moves, number, depth);
                if self.stopped {
                    break;
                }
            }
            moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.line.score));
            result.lines = moves[..lines].iter().map(|root| root.line.clone()).collect();
            result.lines.retain(|line| line.score > -INFINITY);
            result.longest = self.longest as u32;
            if self.stopped {
                break;
            }
            result.depth = depth;
            if plan.thread == 0 {
                self.count_nodes();
                result.nodes = self.shared.nodes();
                report(&result);
            }
            let settled = result.lines.iter().all(|line| line.score.abs() >= WIN - depth as i32);
            if settled || self.shared.is_over() {
                break;
            }
            // Depth 1 is finished without limits.
            self.begin_limits();
            if self.shared.nodes().max(self.nodes) >= self.shared.max_nodes {
                break;
            }
        }
        self.count_nodes();
        result
    }

    /// Searches for the best of the moves from `number` on, and puts it there. The window begins narrow around the score
    /// of the depth before, and is opened where the score lies outside of it.
    fn aspire(&mut self, moves: &mut [RootMove], number: usize, depth: u32) {
        let guess = moves[number].line.score;
        let narrow = self.features.aspiration && depth >= WINDOW_DEPTH && !is_decided(guess);
        let (mut alpha, mut beta) =
            if narrow { (guess - WINDOW, guess + WINDOW) } else { (-INFINITY, INFINITY) };
        let mut width = WINDOW;
        loop {
            let score = self.search_root(moves, number, depth, alpha, beta);
            if self.stopped {
                return;
            }
            width *= 3;
            if score <= alpha && alpha > -INFINITY {
                alpha = if width > 1000 { -INFINITY } else { score - width };
            } else if score >= beta && beta < INFINITY {
                beta = if width > 1000 { INFINITY } else { score + width };
            } else {
                return;
            }
        }
    }

    /// Searches the moves from `number` on; the best comes to stand there, as soon as it is known to be better than those
    /// before it.
    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        number: usize,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut best = -INFINITY;
        let depth = depth as i32;
        let next_depth = if moves.len() == 1 && self.features.forced { depth } else { depth - 1 };
        for index in number..moves.len() {
            let played = moves[index].played;
            self.play(0, &played, true);
            let mut score = 0;
            if index > number {
                score = -self.search(1, next_depth, -alpha - 1, -alpha).score;
            }
            if index == number || score > alpha && !self.stopped {
                score = -self.search(1, next_depth, -beta, -alpha).score;
            }
            self.undo(0, &played);
            if self.stopped {
                return best;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                let pv = std::iter::once(played).chain(self.frames[1].line.iter().copied()).collect();
                moves[index].line = Line { score, pv };
                // The others keep their order behind it.
                moves[number..=index].rotate_right(1);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}
