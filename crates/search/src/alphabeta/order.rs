//! Which moves to try first: the sooner a good one is tried, the more others are cut off.

use bashni_rules::{Move, Position};

use super::history::{History, Way};

/// Moves of a node by rank, the best of which is taken out one at a time: most nodes need only the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    /// The rank in the upper half; below it the index, turned round, so that of equals the first of the list is first.
    ranks: Vec<i64>,
    taken: usize,
}

const TABLE: i64 = 1 << 30;
const CROWNS: i64 = 1 << 20;

impl Order {
    /// Ranks the moves of a position: that of the index `first`, as the table has it, then captures by what they take, or
    /// quiet moves: those that crown, and the others by history, if there is one.
    pub(super) fn rank(
        &mut self,
        position: &Position,
        moves: &[Move],
        first: Option<usize>,
        history: Option<&History>,
    ) {
        self.taken = 0;
        self.ranks.clear();
        if moves.len() == 1 {
            self.ranks.push(0);
            return;
        }
        let turn = position.turn();
        for (index, played) in moves.iter().enumerate() {
            let rank = if Some(index) == first {
                TABLE
            } else if played.is_capture() {
                gain(position, played)
            } else if played.crowns() {
                CROWNS
            } else {
                history.map_or(0, |history| history.count(turn, Way::of(played)).into())
            };
            self.ranks.push(rank << 32 | i64::from(u32::MAX - index as u32));
        }
        if moves.len() > FEW {
            self.ranks.sort_unstable_by(|a, b| b.cmp(a));
        }
    }

    /// The index of the best move that was not taken yet.
    #[inline]
    pub(super) fn next(&mut self) -> Option<usize> {
        let taken = self.taken;
        let count = self.ranks.len();
        if taken == count {
            return None;
        }
        self.taken += 1;
        if count == 1 {
            return Some(0);
        }
        if count <= FEW {
            let mut best = taken;
            for other in taken + 1..count {
                if self.ranks[other] > self.ranks[best] {
                    best = other;
                }
            }
            self.ranks.swap(taken, best);
        }
        Some((u32::MAX - self.ranks[taken] as u32) as usize)
    }
}

/// Up to so many moves are looked through each time; more are sorted once.
const FEW: usize = 32;

/// A guess at what a capture brings: commanders taken, kings for more, pieces of one's own that it frees, and a man crowned.
fn gain(position: &Position, played: &Move) -> i64 {
    let kings = i64::from((position.kings() & played.jumped()).count());
    let mut gain = 4 * played.captures() as i64 + 4 * kings + 6 * i64::from(played.crowns());
    for (square, times) in played.victims() {
        let column = position.column(square);
        if column.height() > 1 && column.own() == times as usize {
            gain += 3 + 2 * column.prisoners() as i64;
        }
    }
    gain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, rules};

    fn ranked(fen: &str, first: Option<usize>, history: &History) -> Vec<String> {
        let rules = rules("bashni");
        let game = game(&rules, fen);
        let moves = game.position().legal_moves(&rules);
        let mut order = Order::default();
        order.rank(game.position(), &moves, first, Some(history));
        std::iter::from_fn(|| order.next()).map(|i| game.position().move_text(&rules, &moves[i])).collect()
    }

    #[test]
    fn a_capture_that_takes_or_frees_more_is_tried_first() {
        // Each column takes one man; that of f2 guards two of White's.
        let fen = "W:Wa1=0,g1=0:Bb2=0,f2=0/00,h6=0";
        assert_eq!(ranked(fen, None, &History::new())[0], "g1:e3");
        let fen = "W:Wa1=0,g1=0:Bb2=0,f2=1,h6=0";
        assert_eq!(ranked(fen, None, &History::new())[0], "g1:e3");
    }

    #[test]
    fn quiet_moves_come_as_table_crowning_and_history_have_them() {
        let rules = rules("bashni");
        let fen = "W:Wa1=0,c1=0,e1=0,g7=0:Ba7=0";
        let game = game(&rules, fen);
        let moves = game.position().legal_moves(&rules);
        let index = |text: &str| {
            moves.iter().position(|played| game.position().move_text(&rules, played) == text).unwrap()
        };
        let way = |text: &str| Way::of(&moves[index(text)]);
        let mut history = History::new();
        history.cut_off(game.position().turn(), way("c1-d2"), &[way("c1-b2")], 3);
        let order = ranked(fen, Some(index("e1-f2")), &history);
        assert_eq!(order[0], "e1-f2");
        assert!(["g7-f8", "g7-h8"].contains(&order[1].as_str()));
        assert_eq!(order[3], "c1-d2");
        assert_eq!(order.last().map(String::as_str), Some("c1-b2"));
        assert_eq!(order.len(), moves.len());
    }
}
