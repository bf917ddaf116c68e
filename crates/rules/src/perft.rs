use crate::{Move, MoveList, Position, Rules};

/// What perft counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Count {
    /// Moves: paths that end in the same position once.
    #[default]
    Moves,
    /// Paths: each distinct sequence of landings.
    Paths,
}

impl Count {
    fn of(self, played: &Move) -> u64 {
        match self {
            Count::Moves => 1,
            Count::Paths => played.paths(),
        }
    }
}

/// The number of move sequences of exactly `depth` moves from a position. Draws are not known to it.
///
/// ```
/// use bashni_rules::{Count, Rules, perft};
///
/// let rules = Rules::preset("bashni").unwrap();
/// assert_eq!(perft(rules.start(), &rules, 4, Count::Moves), 1469);
/// ```
pub fn perft(position: &Position, rules: &Rules, depth: u32, count: Count) -> u64 {
    let mut lists = vec![MoveList::new(); depth as usize];
    search(&mut position.clone(), rules, count, &mut lists)
}

fn search(position: &mut Position, rules: &Rules, count: Count, lists: &mut [MoveList]) -> u64 {
    let Some((moves, rest)) = lists.split_first_mut() else { return 1 };
    if rest.is_empty() && count == Count::Moves {
        return position.count_moves(rules) as u64;
    }
    position.legal_moves_into(rules, moves);
    if rest.is_empty() {
        return moves.iter().map(|played| count.of(played)).fold(0, u64::saturating_add);
    }
    let mut total = 0u64;
    for played in moves.iter() {
        let undo = position.play_reversibly(rules, played);
        let below = search(position, rules, count, rest);
        position.undo(played, undo);
        total = total.saturating_add(count.of(played).saturating_mul(below));
    }
    total
}
