//! Whole moves at the root, each put together from the steps that lead to it.

use bashni_rules::{Game, Move, Outcome, Rules, Step};

use super::arena::{NodeId, ROOT};
use super::lines::whole_moves;
use super::proof::{End, Proof, is_better};
use super::tree::Tree;
use crate::{Wdl, White};

/// A whole move at the root, and what the search thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub played: Move,
    /// Simulations that made it, by whatever path.
    pub visits: u32,
    /// What the position after it is worth; exact if it is proven. `None` without visits.
    pub value: Option<Wdl<White>>,
    /// Its result, if that is proven.
    pub proof: Option<Proof>,
    /// The move and those that the search thinks come after it.
    pub line: Vec<Move>,
}

/// A way through the tree to the end of the move at the root.
struct Way {
    game: Game,
    visits: u32,
    value: Wdl<White>,
    end: Option<End>,
    /// The steps of the move and of what comes after it.
    line: Vec<Step>,
}

impl Tree {
    /// The whole moves that the search has tried, the best first: by what is proven, then by visits.
    ///
    /// Several ways can lead to one position, and are one move. Empty at the end of a game, before anything was tried, and if
    /// the state that is searched is within a move: its beginning is not known here.
    pub fn root_moves(&self, rules: &Rules) -> Vec<RootMove> {
        if self.game.chain().is_some() {
            return Vec::new();
        }
        let start = self.game.position();
        let legal = start.legal_moves(rules);
        let mut found: Vec<(Move, Way)> = Vec::new();
        for way in self.ways(rules) {
            let Some(played) = legal.iter().find(|played| start.after(rules, played) == *way.game.position())
            else {
                continue;
            };
            match found.iter_mut().find(|(other, _)| other == played) {
                Some((_, same)) => same.join(way),
                None => found.push((*played, way)),
            }
        }
        let win = Outcome::win(self.turn());
        let class = |way: &Way| match way.end.map(|end| end.outcome) {
            Some(outcome) if outcome == win => 0,
            Some(Outcome::Draw) | None => 1,
            Some(_) => 2,
        };
        let better = |a: &Way, b: &Way| a.end.zip(b.end).is_some_and(|(a, b)| is_better(a, b, win));
        // Stable, so that what is equal stays in the order of the steps.
        found.sort_by(|(_, a), (_, b)| {
            let by_end = better(b, a).cmp(&better(a, b));
            class(a).cmp(&class(b)).then(by_end).then(b.visits.cmp(&a.visits))
        });
        let root_move = |(played, way): (Move, Way)| RootMove {
            played,
            visits: way.visits,
            value: (way.visits > 0 || way.end.is_some()).then_some(way.value),
            proof: way.end.map(|end| end.seen_from(self.game.ply())),
            line: whole_moves(rules, &self.game, &way.line),
        };
        found.into_iter().map(root_move).collect()
    }

    /// All ways to the end of the move at the root.
    fn ways(&self, rules: &Rules) -> Vec<Way> {
        let mut ways = Vec::new();
        let mut game = self.game.clone();
        let mut steps = Vec::new();
        for &step in &self.ahead {
            game.play_step(rules, step);
            steps.push(step);
            if game.chain().is_none() {
                // The whole move is forced.
                let (visits, value) = (self.root_visits, self.root_value);
                let line = self.principal_variation();
                return vec![Way { game, visits, value, end: self.arena.node(ROOT).end, line }];
            }
        }
        let mut open: Vec<(NodeId, Game, Vec<Step>)> = vec![(ROOT, game, steps)];
        while let Some((node, game, steps)) = open.pop() {
            for (index, edge) in self.arena.edges(node).iter().enumerate().rev() {
                let Some(child) = edge.child().filter(|_| edge.visits > 0) else { continue };
                let (mut game, mut played) = (game.clone(), steps.clone());
                let forced = self.arena.forced(child).iter();
                for &step in std::iter::once(&edge.step).chain(forced) {
                    game.play_step(rules, step);
                    played.push(step);
                    if game.chain().is_none() {
                        break;
                    }
                }
                if game.chain().is_some() {
                    open.push((child, game, played));
                    continue;
                }
                let mut line = steps.clone();
                self.extend_line(node, index, &mut line);
                let end = edge.proven.and(self.arena.node(child).end);
                ways.push(Way { game, visits: edge.visits, value: edge.value, end, line });
            }
        }
        ways
    }
}

impl Way {
    /// Counts another way to the same position together with this one. A proof of either holds for both: the position and
    /// all before it are the same.
    fn join(&mut self, other: Way) {
        let total = self.visits + other.visits;
        let share = other.visits as f32 / total.max(1) as f32;
        let mix = |own: f32, other: f32| own + share * (other - own);
        let (own, value) = (self.value, other.value);
        self.value = match (self.end, other.end) {
            (Some(_), _) => own,
            (None, Some(_)) => value,
            (None, None) => {
                Wdl::new(mix(own.win, value.win), mix(own.draw, value.draw), mix(own.loss, value.loss))
            }
        };
        if other.visits > self.visits {
            self.line = other.line;
        }
        self.end = self.end.or(other.end);
        self.visits = total;
    }
}
