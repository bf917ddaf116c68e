//! Lines of play, for people who analyse.

use std::cmp::Ordering;

use bashni_rules::{Game, Move, Rules, Step};

use super::arena::{NodeId, ROOT};
use super::root::RootEdge;
use super::tree::Tree;

/// One step of the root, and what the search thinks comes after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What is known of its first step.
    pub edge: RootEdge,
    /// The line, from the root on: the first step, and then those of most visits, or of proven best play; forced steps
    /// included. [`whole_moves`] makes moves of it.
    pub steps: Vec<Step>,
}

impl Tree {
    /// The best `count` steps of the root with the line of each, the best first. That one is [`best_step`](Tree::best_step);
    /// the others come by what is proven, then by visits.
    pub fn lines(&self, count: usize) -> Vec<Line> {
        let edges = self.root_edges();
        let Some(best) = self.best_index() else { return Vec::new() };
        let mut order: Vec<usize> = (0..edges.len()).collect();
        if self.forced_step().is_none() {
            let (raw, node) = (self.arena.edges(ROOT), self.arena.node(ROOT));
            let is_better = |a: usize, b: usize| self.is_better_edge(&raw[a], &raw[b], node.turn, true);
            order.sort_by(|&a, &b| match () {
                () if a == b => Ordering::Equal,
                () if a == best || b != best && is_better(a, b) => Ordering::Less,
                () if b == best || is_better(b, a) => Ordering::Greater,
                () => a.cmp(&b),
            });
        }
        order.truncate(count);
        order.into_iter().map(|index| Line { edge: edges[index], steps: self.line_from(index) }).collect()
    }

    /// The line that the search expects, forced steps included, as far as the tree has gone.
    pub fn principal_variation(&self) -> Vec<Step> {
        self.best_index().map_or_else(Vec::new, |index| self.line_from(index))
    }

    /// The line that begins with one of the root's steps.
    fn line_from(&self, index: usize) -> Vec<Step> {
        if self.forced_step().is_some() {
            let mut line: Vec<Step> = self.ahead.iter().copied().collect();
            if let Some(best) = self.best_edge(ROOT).filter(|_| self.root_visits > 0) {
                self.extend_line(ROOT, best, &mut line);
            }
            return line;
        }
        let mut line = Vec::new();
        self.extend_line(ROOT, index, &mut line);
        line
    }

    pub(super) fn extend_line(&self, mut node: NodeId, mut index: usize, line: &mut Vec<Step>) {
        loop {
            let edge = &self.arena.edges(node)[index];
            line.push(edge.step);
            let Some(child) = edge.child() else { return };
            line.extend_from_slice(self.arena.forced(child));
            let Some(next) = self.best_edge(child) else { return };
            if self.arena.edges(child)[next].visits == 0 {
                return;
            }
            (node, index) = (child, next);
        }
    }
}

/// The whole moves that steps make up, from a state that is not within a move; each move under its canonical path. A move
/// that the steps do not finish is left out, and so is what comes after a step that is not legal.
///
/// ```
/// use bashni_rules::{Game, Rules};
/// use bashni_search::mcts::whole_moves;
///
/// let rules = Rules::preset("bashni").unwrap();
/// let mut game = Game::from_fen("W:Wc3=0,e3=0:Bd4=0,f6=0,h8=0", &rules).unwrap();
/// let start = game.clone();
/// let mut steps = vec![game.legal_steps(&rules)[0]];
/// game.play_step(&rules, steps[0]);
/// steps.extend(game.legal_steps(&rules));
/// let moves = whole_moves(&rules, &start, &steps);
/// assert_eq!(start.position().move_text(&rules, &moves[0]), "c3:e5:g7");
/// ```
pub fn whole_moves(rules: &Rules, game: &Game, steps: &[Step]) -> Vec<Move> {
    let mut game = game.clone();
    let mut start = game.position().clone();
    let mut moves = Vec::new();
    for &step in steps {
        if game.try_step(rules, step).is_err() {
            break;
        }
        if game.chain().is_some() {
            continue;
        }
        let legal = start.legal_moves(rules);
        let Some(played) = legal.iter().find(|played| start.after(rules, played) == *game.position()) else {
            break;
        };
        moves.push(*played);
        start.clone_from(game.position());
    }
    moves
}
