use std::time::Instant;

use bashni_rules::{Game, Move, Rules};

use super::order::Experience;
use super::score::{DRAW, MAX_PLY, SearchResult, WIN};
use super::table::{Bound, Table};
use super::{Limits, evaluate};

/// More than any score.
const INFINITY: i32 = WIN + 1;

/// Nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 1024;

/// The alpha-beta player. Holds the memory of its table; an instance serves one search at a time.
#[derive(Clone, Debug)]
pub struct Minimax {
    table: Table,
}

impl Minimax {
    /// A player with a transposition table of at most this many megabytes; 0 for no table.
    pub fn new(hash_mb: usize) -> Minimax {
        Minimax { table: Table::new(hash_mb) }
    }

    /// Searches a state between two moves. In a chain, and where there is no legal move, there is no best move.
    ///
    /// The game's own draw conditions are not asked at the root: somebody wants a move.
    pub fn search(&mut self, rules: &Rules, game: &Game, limits: Limits) -> SearchResult {
        if game.chain().is_some() {
            return SearchResult::default();
        }
        self.table.start_search();
        let mut run = Run::new(rules, &mut self.table);
        let mut moves = game.position().legal_moves(rules);
        let mut result = SearchResult { score: -WIN, ..SearchResult::default() };
        if moves.is_empty() {
            return result;
        }
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        for depth in 1..=limits.max_depth() {
            run.search_root(game, &moves, depth, &mut result);
            if run.stopped || is_settled(result.score, depth) {
                break;
            }
            // The best move first: what follows is compared with it.
            if let Some(best) = moves.iter().position(|played| Some(played) == result.best.as_ref()) {
                moves[..=best].rotate_right(1);
            }
            // Depth 1 is finished without limits.
            run.max_nodes = limits.nodes.unwrap_or(u64::MAX);
            run.deadline = deadline;
            if run.out_of_time() || run.nodes >= run.max_nodes {
                break;
            }
        }
        result.nodes = run.nodes;
        result
    }
}

/// True if looking further than `depth` cannot change the score: the game ends within it.
fn is_settled(score: i32, depth: u32) -> bool {
    score.abs() >= WIN - depth as i32
}

/// One search.
struct Run<'a> {
    rules: &'a Rules,
    table: &'a mut Table,
    experience: Experience,
    nodes: u64,
    /// Draws by repetition met so far: see `negamax`.
    repetition_draws: u64,
    max_nodes: u64,
    deadline: Option<Instant>,
    stopped: bool,
}

impl<'a> Run<'a> {
    /// A search without limits.
    fn new(rules: &'a Rules, table: &'a mut Table) -> Run<'a> {
        Run {
            rules,
            table,
            experience: Experience::new(),
            nodes: 0,
            repetition_draws: 0,
            max_nodes: u64::MAX,
            deadline: None,
            stopped: false,
        }
    }

    /// Searches all moves of the root, and notes the best in `result` as soon as it is known to be.
    ///
    /// When time runs out, the moves searched so far count: the first of them was the best of the depth before.
    fn search_root(&mut self, game: &Game, moves: &[Move], depth: u32, result: &mut SearchResult) {
        self.nodes += 1;
        let mut alpha = -INFINITY;
        let mut line = Vec::new();
        for played in moves {
            let child = after(self.rules, game, played);
            let score = -self.negamax(&child, depth - 1, 1, -INFINITY, -alpha, &mut line);
            if self.stopped {
                return;
            }
            if score > alpha {
                alpha = score;
                result.score = score;
                result.best = Some(*played);
                result.pv.clear();
                result.pv.push(*played);
                result.pv.append(&mut line);
            }
        }
        result.depth = depth;
    }

    /// The score of a state for the side to move, exact between `alpha` and `beta`, else a bound (fail-soft). `line`
    /// becomes the expected line from here.
    ///
    /// Draws and the table. A score that hangs on how a position was reached must not be used where it was reached
    /// otherwise. So the key holds the earlier occurrences of the position, and the plies without progress where the
    /// draw that they threaten is within the depth; an entry of more depth is used only if the draw is out of its reach too;
    /// and what was searched with a draw by repetition somewhere below is not stored.
    fn negamax(
        &mut self,
        game: &Game,
        depth: u32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> i32 {
        line.clear();
        if depth == 0 {
            return self.quiesce(game, ply, alpha, beta);
        }
        if self.enter() {
            return DRAW;
        }
        let position = game.position();
        let moves = position.legal_moves(self.rules);
        if moves.is_empty() {
            return ply as i32 - WIN;
        }
        if self.is_draw(game) {
            return DRAW;
        }
        let key = self.key(game, depth);
        let known = self.table.get(key);
        if let Some(entry) = known
            && u32::from(entry.depth) >= depth
            && self.threatened(game, depth) == self.threatened(game, u32::from(entry.depth))
        {
            let score = entry.score(ply);
            let decided = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if decided {
                return score;
            }
        }
        let turn = game.turn();
        let table_move = known.map(|entry| usize::from(entry.best));
        let repetition_draws = self.repetition_draws;
        let (mut best, mut best_score, mut bound) = (0, -INFINITY, Bound::Upper);
        let mut reply = Vec::new();
        for index in self.experience.order(&moves, table_move, turn, ply) {
            let played = &moves[index];
            let child = after(self.rules, game, played);
            let score = -self.negamax(&child, depth - 1, ply + 1, -beta, -alpha, &mut reply);
            if self.stopped {
                return DRAW;
            }
            if score > best_score {
                (best, best_score) = (index, score);
            }
            if score > alpha {
                (alpha, bound) = (score, Bound::Exact);
                line.clear();
                line.push(*played);
                line.append(&mut reply);
            }
            if score >= beta {
                bound = Bound::Lower;
                self.experience.cut_off(played, turn, ply, depth);
                break;
            }
        }
        if self.repetition_draws == repetition_draws {
            self.table.put(key, ply, depth, best_score, bound, best);
        }
        best_score
    }

    /// Follows captures, which are forced, until nothing can be captured; then estimates.
    ///
    /// Who must capture has no other choice, so all of them are searched and none is refused.
    fn quiesce(&mut self, game: &Game, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if self.enter() {
            return DRAW;
        }
        let position = game.position();
        let capturing = position.must_capture(self.rules);
        if !capturing && !position.has_legal_move(self.rules) {
            return ply as i32 - WIN;
        }
        if self.is_draw(game) {
            return DRAW;
        }
        if !capturing || ply >= MAX_PLY {
            return evaluate(self.rules, position);
        }
        let moves = position.legal_moves(self.rules);
        let mut best_score = -INFINITY;
        for index in self.experience.order(&moves, None, game.turn(), ply) {
            let child = after(self.rules, game, &moves[index]);
            let score = -self.quiesce(&child, ply + 1, -beta, -alpha);
            if self.stopped {
                return DRAW;
            }
            best_score = best_score.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best_score
    }

    /// Counts a node. True if the search must stop; what it returns then is not used.
    fn enter(&mut self) -> bool {
        if self.nodes >= self.max_nodes || self.nodes.is_multiple_of(CLOCK_INTERVAL) && self.out_of_time() {
            self.stopped = true;
        } else {
            self.nodes += 1;
        }
        self.stopped
    }

    fn out_of_time(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// True for a draw by rule; counts it if it hangs on the path.
    fn is_draw(&mut self, game: &Game) -> bool {
        let draw = game.draw_by_rule(self.rules);
        let limit = self.rules.fields().no_progress_plies;
        if draw && (limit == 0 || game.no_progress() < limit) {
            self.repetition_draws += 1;
        }
        draw
    }

    /// True if a draw for want of progress may come within `depth`.
    fn threatened(&self, game: &Game, depth: u32) -> bool {
        let limit = self.rules.fields().no_progress_plies;
        limit > 0 && game.no_progress().saturating_add(depth) >= limit
    }

    fn key(&self, game: &Game, depth: u32) -> u64 {
        let clock = if self.threatened(game, depth) { u64::from(game.no_progress()) + 1 } else { 0 };
        let circumstances = u64::from(game.repetitions()) << 32 | clock;
        // An odd factor spreads the small numbers over the word, and maps 0 to 0.
        game.hash() ^ circumstances.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

fn after(rules: &Rules, game: &Game, played: &Move) -> Game {
    let mut child = game.clone();
    child.play(rules, played);
    child
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, rules};

    #[test]
    fn positions_are_told_apart_by_plies_without_progress_only_where_the_draw_is_near() {
        let rules = rules("bashni");
        let mut table = Table::new(0);
        let run = Run::new(&rules, &mut table);
        let key = |counter: u32, depth| run.key(&game(&rules, &format!("W:Wa1=1:Bc1=1:H{counter}")), depth);
        assert_eq!(key(0, 5), key(24, 5));
        assert_ne!(key(24, 5), key(25, 5));
        assert_ne!(key(25, 5), key(26, 5));
        assert_ne!(key(24, 5), key(24, 6));
    }

    #[test]
    fn a_draw_by_repetition_is_not_stored_for_others_to_find() {
        let rules = rules("bashni").with(&["repetition=2"]).unwrap();
        let fresh = game(&rules, "B:Wh8=111:Bd2=1");
        // The same position, but one of Black's moves from it would make another for the second time.
        let mut shuffled = game(&rules, "W:Wh8=111:Bc1=1");
        for text in ["h8-g7", "c1-d2", "g7-h8"] {
            let played = rules.parse_move(shuffled.position(), text).unwrap();
            shuffled.play(&rules, &played);
        }
        let mut table = Table::new(1);
        table.start_search();
        let mut run = Run::new(&rules, &mut table);
        for (game, stored) in [(&shuffled, false), (&fresh, true)] {
            run.negamax(game, 1, 1, -INFINITY, INFINITY, &mut Vec::new());
            assert_eq!(run.table.get(run.key(game, 1)).is_some(), stored);
        }
        assert_eq!(run.repetition_draws, 1);
    }
}
