//! Which moves to try first: the sooner a good one is tried, the more others are cut off.

use bashni_rules::{Color, MAX_SQUARES, Move, Square};

use super::MAX_PLY;

/// Origin and target of a quiet move.
type Way = (Square, Square);

/// What cut-offs have taught about quiet moves.
#[derive(Clone, Debug)]
pub(super) struct Experience {
    /// The last two quiet moves that caused a cut-off, by ply.
    killers: Vec<[Option<Way>; 2]>,
    /// How much each origin and target has cut off, by side: the sum of the squared depths.
    history: Vec<[[u32; MAX_SQUARES]; MAX_SQUARES]>,
}

impl Experience {
    pub(super) fn new() -> Experience {
        Experience {
            killers: vec![[None; 2]; MAX_PLY + 1],
            history: vec![[[0; MAX_SQUARES]; MAX_SQUARES]; Color::ALL.len()],
        }
    }

    /// Learns that a move caused a cut-off.
    pub(super) fn cut_off(&mut self, played: &Move, turn: Color, ply: usize, depth: u32) {
        if played.is_capture() {
            return;
        }
        let way = (played.from(), played.to());
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(way)
        {
            *killers = [Some(way), killers[0]];
        }
        let count = &mut self.history[turn.index()][way.0.index()][way.1.index()];
        *count = count.saturating_add(depth * depth);
    }

    /// The indices of `moves` in the order to try them: the table's move, then captures by what they take (if one move
    /// captures, all do), or killers and then the others by history. Equal moves keep the order of the list.
    pub(super) fn order(&self, moves: &[Move], table: Option<usize>, turn: Color, ply: usize) -> Vec<usize> {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let rank = |index: usize| {
            let played = &moves[index];
            let way = (played.from(), played.to());
            if table == Some(index) {
                u64::MAX
            } else if played.is_capture() {
                played.captures() as u64
            } else if killers.contains(&Some(way)) {
                u64::from(u32::MAX) + 1
            } else {
                u64::from(self.history[turn.index()][way.0.index()][way.1.index()])
            }
        };
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_cached_key(|&index| std::cmp::Reverse(rank(index)));
        order
    }
}
