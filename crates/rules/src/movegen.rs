//! Legal moves and steps.

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::captures::{Captures, Capturing, Jumps};
use crate::known::{Any, Known, by_kind};
use crate::{
    Bitboard, Chain, Direction, MAX_SQUARES, Move, MoveList, Position, Rules, Square, Squares, Step,
};

impl Position {
    /// The legal moves, each resulting position once, in a fixed order.
    ///
    /// ```
    /// use bashni_rules::{Position, Rules};
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let position = Position::from_fen("W:Wa1=1:Bb2=00", &rules).unwrap();
    /// let moves = position.legal_moves(&rules);
    /// assert_eq!(moves.len(), 1);
    /// assert_eq!(position.move_text(&rules, &moves[0]), "a1:c3:a1");
    /// assert_eq!(moves[0].paths(), 6);
    /// ```
    pub fn legal_moves(&self, rules: &Rules) -> MoveList {
        let mut moves = MoveList::new();
        self.legal_moves_into(rules, &mut moves);
        moves
    }

    /// As [`legal_moves`](Position::legal_moves), into a list that is cleared first. A list that is used again and
    /// again makes this free of allocations, but for captures with many states.
    pub fn legal_moves_into(&self, rules: &Rules, moves: &mut MoveList) {
        by_kind!(rules, self.moves_of(rules, moves));
    }

    fn moves_of<K: Known>(&self, rules: &Rules, moves: &mut MoveList) {
        moves.clear();
        let jumps = Jumps::<K>::new(rules, self);
        let capturing = jumps.capturing();
        let columns = capturing.columns();
        if columns.is_empty() {
            let far_row = rules.board().far_row(self.turn());
            self.quiet_steps::<K>(rules, |Step { from, to }, man| {
                moves.push(Move::quiet(from, to, man && far_row.contains(to)));
            });
            return;
        }
        let mut captures = Captures::new(&jumps);
        for square in columns {
            captures.for_each(square, &capturing, |played| {
                if !K::stacks(rules)
                    && played.is_circle()
                    && let Some(other) = moves.iter_mut().find(|other| circles_alike(other, &played))
                {
                    merge_circles(rules, other, &played);
                } else {
                    moves.push(played);
                }
            });
        }
    }

    /// The legal moves of the column on one square: those of [`legal_moves`](Position::legal_moves) that begin there.
    pub fn legal_moves_from(&self, rules: &Rules, from: Square) -> MoveList {
        let jumps = Jumps::<Any>::new(rules, self);
        let capturing = jumps.capturing();
        let mut moves = MoveList::new();
        if rules.stacks() && !capturing.columns().is_empty() {
            if capturing.columns().contains(from) {
                Captures::new(&jumps).for_each(from, &capturing, |played| moves.push(played));
            }
            return moves;
        }
        // Quiet moves are few; and where captured pieces leave the board, a move may be that of another column too.
        self.legal_moves_into(rules, &mut moves);
        moves.retain(|played| played.from() == from);
        moves
    }

    /// The number of legal moves: as long as the list, but found without it.
    #[inline]
    pub fn count_moves(&self, rules: &Rules) -> usize {
        by_kind!(rules, self.count_of(rules))
    }

    #[inline]
    fn count_of<K: Known>(&self, rules: &Rules) -> usize {
        let jumps = Jumps::<K>::new(rules, self);
        let capturing = jumps.capturing();
        if capturing.columns().is_empty() {
            self.count_quiet_moves::<K>(rules)
        } else {
            self.count_captures(rules, &jumps, &capturing)
        }
    }

    fn count_captures<K: Known>(&self, rules: &Rules, jumps: &Jumps<'_, K>, capturing: &Capturing) -> usize {
        let mut captures = Captures::new(jumps);
        let mut count = 0;
        if K::stacks(rules) {
            for square in capturing.columns() {
                captures.for_each(square, capturing, |_| count += 1);
            }
            return count;
        }
        let mut circles = SmallVec::<[Move; 4]>::new();
        for square in capturing.columns() {
            captures.for_each(square, capturing, |played| {
                if played.is_circle() {
                    if circles.iter().any(|other| circles_alike(other, &played)) {
                        return;
                    }
                    circles.push(played);
                }
                count += 1;
            });
        }
        count
    }

    #[inline]
    fn count_quiet_moves<K: Known>(&self, rules: &Rules) -> usize {
        let (us, board, occupied) = (self.turn(), rules.board(), self.occupied());
        let (kings, men) = (self.owned(us) & self.kings(), self.owned(us) & !self.kings());
        let steps =
            |columns, direction| (board.shift_on::<K>(columns, direction) & !occupied).count() as usize;
        let mut count: usize = Direction::forward(us).map(|direction| steps(men, direction)).iter().sum();
        if kings.is_empty() {
            return count;
        }
        if K::flying(rules) {
            for king in kings {
                for direction in Direction::ALL {
                    count += board.slide(king, direction, occupied).count() as usize;
                }
            }
        } else {
            count += Direction::ALL.map(|direction| steps(kings, direction)).iter().sum::<usize>();
        }
        count
    }

    /// True if the side to move has a legal move. One that has none has lost.
    pub fn has_legal_move(&self, rules: &Rules) -> bool {
        let (us, board, occupied) = (self.turn(), rules.board(), self.occupied());
        let steps = |columns: Bitboard, direction| !(board.shift(columns, direction) & !occupied).is_empty();
        Direction::forward(us).into_iter().any(|direction| steps(self.owned(us), direction))
            || Direction::ALL.into_iter().any(|direction| steps(self.owned(us) & self.kings(), direction))
            || self.must_capture(rules)
    }

    /// True if the side to move can capture, and hence must.
    pub fn must_capture(&self, rules: &Rules) -> bool {
        !Jumps::<Any>::new(rules, self).capturing().columns().is_empty()
    }

    /// True if the capture in progress goes on. The mover stands on the chain's square.
    pub(crate) fn can_go_on(&self, rules: &Rules, chain: &Chain) -> bool {
        by_kind!(rules, self.goes_on(rules, chain))
    }

    fn goes_on<K: Known>(&self, rules: &Rules, chain: &Chain) -> bool {
        let at = chain.square();
        let takeable = self.owned(!self.turn()) & !chain.barred();
        let king = self.kings().contains(at);
        Jumps::<K>::new(rules, self).ways(at, king, self.occupied(), takeable, chain.directions()) != 0
    }

    /// Appends the legal steps: the next jumps of `chain` if there is one, otherwise first steps of moves.
    pub(crate) fn steps_into(&self, rules: &Rules, chain: Option<&Chain>, steps: &mut Vec<Step>) {
        by_kind!(rules, self.steps_of(rules, chain, steps));
    }

    fn steps_of<K: Known>(&self, rules: &Rules, chain: Option<&Chain>, steps: &mut Vec<Step>) {
        let jumps = Jumps::<K>::new(rules, self);
        if let Some(chain) = chain {
            let (from, state) = (chain.square(), jumps.chained(chain));
            jumps.for_each(&state, 0, |jump| steps.push(Step { from, to: jump.at() }));
            return;
        }
        let capturing = jumps.capturing();
        let columns = capturing.columns();
        if columns.is_empty() {
            self.quiet_steps::<K>(rules, |step, _| steps.push(step));
        }
        for from in columns {
            jumps.first(from, &capturing, |jump| steps.push(Step { from, to: jump.at() }));
        }
    }

    /// Steps that capture nothing, and whether it is a man that steps.
    #[inline]
    fn quiet_steps<K: Known>(&self, rules: &Rules, mut found: impl FnMut(Step, bool)) {
        let (us, board, occupied) = (self.turn(), rules.board(), self.occupied());
        let (kings, men) = (self.owned(us) & self.kings(), self.owned(us) & !self.kings());
        for direction in Direction::forward(us) {
            for to in board.shift_on::<K>(men, direction) & !occupied {
                if let Some(from) = board.neighbour(to, direction.opposite()) {
                    found(Step { from, to }, true);
                }
            }
        }
        for from in kings {
            for direction in Direction::ALL {
                let free = if K::flying(rules) {
                    board.slide(from, direction, occupied)
                } else {
                    board.shift(from.bit(), direction) & !occupied
                };
                free.for_each(|to| found(Step { from, to }, false));
            }
        }
    }

    /// The start and every landing of a move's canonical path: of all paths to the same position the one with the
    /// fewest landings, then the first in ASCII order. `None` for a move that is not one of this position.
    pub fn path(&self, rules: &Rules, played: &Move) -> Option<ArrayVec<Square, MAX_SQUARES>> {
        if !played.is_capture() {
            return Some([played.from(), played.to()].into_iter().collect());
        }
        let jumps = Jumps::<Any>::new(rules, self);
        Captures::new(&jumps).path(played, &jumps.capturing())
    }

    /// A move of this position as text: `c3-d4`, or `a3:c5:a7` for a capture, under its canonical path.
    pub fn move_text(&self, rules: &Rules, played: &Move) -> String {
        Squares::Letters.move_text(self, rules, played)
    }
}

/// True if two columns each capture the same in a circle. Where what is captured leaves the board, both captures end in
/// one position.
fn circles_alike(a: &Move, b: &Move) -> bool {
    a.is_circle() && b.is_circle() && a.jumped == b.jumped && a.jumps == b.jumps
}

/// Adds the paths of a circle to those of another with the same result, and keeps the first of both in ASCII order.
fn merge_circles(rules: &Rules, kept: &mut Move, other: &Move) {
    let paths = kept.paths.saturating_add(other.paths);
    if rules.board().text_order(other.from()) < rules.board().text_order(kept.from()) {
        *kept = *other;
    }
    kept.paths = paths;
}
