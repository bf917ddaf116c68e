use crate::captures::Jumps;
use crate::known::{Known, by_kind};
use crate::{Bitboard, Color, Direction, Position, Rules};

/// What the side to move may do: the question that a search asks where it stops to look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mobility {
    /// It has no legal move, and has lost.
    Blocked,
    /// It can only step.
    Quiet,
    /// It can capture, and hence must.
    Capturing,
}

/// What the columns of one side could do if it were to move now: for evaluations. Found with a few operations on sets of
/// squares, without moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Influence {
    /// Steps of men to free squares.
    pub man_steps: u32,
    /// Steps of kings to free squares next to them; of flying kings too, no further.
    pub king_steps: u32,
    /// Men, and short kings, that have no step.
    pub stuck: u32,
    /// Pairs of columns of this side on squares that touch diagonally.
    pub pairs: u32,
    /// Enemy columns over which a first jump leads.
    pub targets: Bitboard,
}

impl Position {
    /// Whether the side to move must capture, can step, or has lost.
    ///
    /// ```
    /// use bashni_rules::{Mobility, Position, Rules};
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let mobility = |fen| Position::from_fen(fen, &rules).unwrap().mobility(&rules);
    /// assert_eq!(mobility("W:Wa1=0:Bh8=0"), Mobility::Quiet);
    /// assert_eq!(mobility("W:Wa1=0:Bb2=0"), Mobility::Capturing);
    /// assert_eq!(mobility("W:Wa1=0:Bb2=0,c3=0"), Mobility::Blocked);
    /// ```
    #[inline]
    pub fn mobility(&self, rules: &Rules) -> Mobility {
        by_kind!(rules, self.mobility_of(rules))
    }

    fn mobility_of<K: Known>(&self, rules: &Rules) -> Mobility {
        if !Jumps::<K>::new(rules, self).capturing().columns().is_empty() {
            return Mobility::Capturing;
        }
        let (us, board, free) = (self.turn(), rules.board(), !self.occupied());
        let steps = |columns, direction| !(board.shift_on::<K>(columns, direction) & free).is_empty();
        let ahead =
            |[left, right]: [Direction; 2]| steps(self.owned(us), left) || steps(self.owned(us), right);
        let kings = self.owned(us) & self.kings();
        // The compiler knows each direction.
        let moves = match us {
            Color::White => ahead(Direction::forward(Color::White)),
            Color::Black => ahead(Direction::forward(Color::Black)),
        } || !kings.is_empty()
            && Direction::ALL.into_iter().any(|direction| steps(kings, direction));
        if moves { Mobility::Quiet } else { Mobility::Blocked }
    }

    /// What the columns of `color` could do if it were to move.
    #[inline]
    pub fn influence(&self, rules: &Rules, color: Color) -> Influence {
        by_kind!(rules, self.influence_of(rules, color))
    }

    /// As [`influence`](Position::influence) but for the targets, which stay empty: where they are known to be, this is
    /// faster.
    #[inline]
    pub fn influence_without_targets(&self, rules: &Rules, color: Color) -> Influence {
        by_kind!(rules, self.freedom_of(rules, color))
    }

    fn influence_of<K: Known>(&self, rules: &Rules, color: Color) -> Influence {
        let influence = self.freedom_of::<K>(rules, color);
        Influence { targets: self.targets_of::<K>(rules, color), ..influence }
    }

    #[inline]
    fn freedom_of<K: Known>(&self, rules: &Rules, color: Color) -> Influence {
        let (board, free, ours) = (rules.board(), !self.occupied(), self.owned(color));
        let (men, kings) = (ours & !self.kings(), ours & self.kings());
        let steps = |columns: Bitboard, direction: Direction| {
            board.shift_on::<K>(free, direction.opposite()) & columns
        };
        // One by one: the compiler then knows each direction.
        let ahead = |[left, right]: [Direction; 2]| {
            let touching = |direction| (board.shift_on::<K>(ours, direction) & ours).count();
            ([steps(men, left), steps(men, right)], touching(left) + touching(right))
        };
        let ([left, right], pairs) = match color {
            Color::White => ahead(Direction::forward(Color::White)),
            Color::Black => ahead(Direction::forward(Color::Black)),
        };
        let mut movable = left | right;
        let mut king_steps = 0;
        if !kings.is_empty() {
            for steps in Direction::ALL.map(|direction| steps(kings, direction)) {
                king_steps += steps.count();
                movable |= steps;
            }
        }
        let bound = if K::flying(rules) { men } else { ours };
        Influence {
            man_steps: left.count() + right.count(),
            king_steps,
            stuck: (bound & !movable).count(),
            pairs,
            targets: Bitboard::EMPTY,
        }
    }

    #[inline]
    fn targets_of<K: Known>(&self, rules: &Rules, color: Color) -> Bitboard {
        let (board, free) = (rules.board(), !self.occupied());
        let (ours, theirs) = (self.owned(color), self.owned(!color));
        let (men, kings) = (ours & !self.kings(), ours & self.kings());
        let leaps = |columns: Bitboard, direction: Direction| {
            let back = direction.opposite();
            let leaping =
                board.double_shift_on::<K>(free, back) & board.shift_on::<K>(theirs, back) & columns;
            board.shift_on::<K>(leaping, direction)
        };
        let (men_back, flying) = (K::men_capture_back(rules), K::flying(rules));
        let mut targets = Bitboard::EMPTY;
        for direction in Direction::ALL {
            let men_capture = men_back || Direction::forward(color).contains(&direction);
            let men = if men_capture { men } else { Bitboard::EMPTY };
            let short_kings = if flying { Bitboard::EMPTY } else { kings };
            targets |= leaps(men | short_kings, direction);
        }
        if flying {
            for king in kings {
                targets |= Jumps::<K>::new(rules, self).king_targets(king, theirs);
            }
        }
        targets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn influence(preset: &str, fen: &str, color: Color) -> Influence {
        let rules = Rules::preset(preset).unwrap();
        Position::from_fen(fen, &rules).unwrap().influence(&rules, color)
    }

    #[test]
    fn steps_and_neighbours_are_counted_for_either_side() {
        let start = influence("bashni", "W:Wa1=0,b2=0,c3=0:Bh8=0", Color::White);
        assert_eq!((start.man_steps, start.king_steps, start.stuck, start.pairs), (3, 0, 1, 2));
        let king = influence("bashni", "W:Wa1=0:Bd4=1", Color::Black);
        assert_eq!((king.man_steps, king.king_steps, king.stuck), (0, 4, 0));
        let short = influence("bashni-short", "W:Wb2=0,a1=0:Bh8=1,g7=0,f6=0", Color::Black);
        assert_eq!((short.man_steps, short.king_steps, short.stuck), (3, 0, 1));
    }

    #[test]
    fn targets_are_the_columns_that_a_first_jump_would_take() {
        let square = |name: &str| {
            let rules = Rules::preset("bashni").unwrap();
            rules.board().iter().find(|&square| rules.board().name(square) == name).unwrap()
        };
        let fen = "W:Wa1=1,c3=0,g1=0:Bd4=0,f2=0,e5=0";
        // c3 stands in the way of the king, and e5 behind d4.
        assert_eq!(influence("bashni", fen, Color::White).targets, square("f2").bit());
        assert_eq!(influence("bashni", fen, Color::Black).targets, square("c3").bit());
        let far = influence("bashni", "W:Wa1=1:Bf6=0", Color::White);
        assert_eq!(far.targets, square("f6").bit());
        assert_eq!(influence("bashni-short", "W:Wa1=1:Bf6=0", Color::White).targets, Bitboard::EMPTY);
    }
}
