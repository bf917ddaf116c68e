//! Playing moves and steps, and taking moves back.

use smallvec::SmallVec;

use crate::{Bitboard, Chain, Color, Column, Move, Position, Promotion, Rules, Square, Step};

/// What a move or step did.
#[derive(Clone, Copy)]
pub(crate) struct Effect {
    pub captured: bool,
    pub crowned: bool,
    /// True if a column is gone from its square for good.
    pub emptied: bool,
}

/// What a move changes, to take it back: see [`Position::play_reversibly`].
#[derive(Clone, Debug, Default)]
pub struct Undo {
    owned: [Bitboard; 2],
    kings: Bitboard,
    hash: u64,
    mover: Column,
    /// The columns jumped, as they were, in the order of squares.
    victims: SmallVec<[Column; 4]>,
}

impl Position {
    /// Plays a legal move in place.
    ///
    /// The move must come from [`legal_moves`](Position::legal_moves) of this position, or be parsed for it;
    /// otherwise the position that results is a meaningless one.
    #[inline]
    pub fn play(&mut self, rules: &Rules, played: &Move) {
        self.apply(rules, played, |_| ());
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, rules: &Rules, played: &Move) -> Position {
        let mut position = self.clone();
        position.play(rules, played);
        position
    }

    /// Plays a legal move in place and writes down what [`undo`](Position::undo) needs to take it back, over what was
    /// there. Cheaper than a copy of the position.
    ///
    /// ```
    /// use bashni_rules::{Rules, Undo};
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let mut undo = Undo::default();
    /// let mut position = rules.start().clone();
    /// for played in position.legal_moves(&rules) {
    ///     position.play_reversibly(&rules, &played, &mut undo);
    ///     assert_ne!(&position, rules.start());
    ///     position.undo(&played, &undo);
    ///     assert_eq!(&position, rules.start());
    /// }
    /// ```
    #[inline]
    pub fn play_reversibly(&mut self, rules: &Rules, played: &Move, undo: &mut Undo) {
        undo.owned = self.owned;
        undo.kings = self.kings;
        undo.hash = self.hash;
        undo.mover = self.column(played.from());
        if played.is_capture() {
            undo.victims.clear();
        }
        self.apply(rules, played, |victim| undo.victims.push(victim));
    }

    /// Takes back the move played last, with what [`play_reversibly`](Position::play_reversibly) wrote down for it.
    #[inline]
    pub fn undo(&mut self, played: &Move, undo: &Undo) {
        self.columns[played.to().table_index()] = Column::EMPTY;
        self.columns[played.from().table_index()] = undo.mover;
        if played.is_capture() {
            for (square, column) in played.jumped.zip(&undo.victims) {
                self.columns[square.table_index()] = *column;
            }
        }
        self.owned = undo.owned;
        self.kings = undo.kings;
        self.hash = undo.hash;
        self.turn = !self.turn;
    }

    /// Plays a move; shows the columns jumped, as they were before, to `jumped`.
    #[inline]
    pub(crate) fn apply(&mut self, rules: &Rules, played: &Move, mut jumped: impl FnMut(Column)) -> Effect {
        let us = self.turn;
        let mut emptied = false;
        let mut column = self.take(played.from(), us);
        if played.crowns() {
            column = column.crowned();
        }
        if played.is_capture() {
            for (square, times) in played.victims() {
                jumped(self.column(square));
                emptied |= self.lift(square, !us, times);
            }
            if rules.stacks() {
                column = column.with_prisoners(played.taken, played.way.captures().into());
            }
        }
        self.put(played.to(), us, column);
        self.pass();
        Effect { captured: played.is_capture(), crowned: played.crowns(), emptied }
    }

    /// Takes commanders off an enemy column: they are gone from the square. True if nothing is left there.
    #[inline]
    fn lift(&mut self, square: Square, owner: Color, count: u32) -> bool {
        let (left, freed) = self.take(square, owner).without(count);
        if left.is_empty() {
            return true;
        }
        self.put(square, if freed { !owner } else { owner }, left);
        false
    }

    /// Plays one step of the side to move and says what it did. `chain` is the capture in progress before and
    /// after; the turn passes when the move is over.
    pub(crate) fn play_step(&mut self, rules: &Rules, chain: &mut Option<Chain>, step: Step) -> Effect {
        let (us, them) = (self.turn, !self.turn);
        let board = rules.board();
        let victim = board.between(step.from, step.to) & self.owned(them);
        let mut column = self.take(step.from, us);
        let crowned = !column.is_king() && board.far_row(us).contains(step.to);
        if crowned {
            column = column.crowned();
        }
        let Some(victim) = victim.first() else {
            self.put(step.to, us, column);
            self.pass();
            return Effect { captured: false, crowned, emptied: false };
        };
        let mut capture = chain.take().unwrap_or_default();
        let commander = self.column(victim).is_king();
        let mut emptied = false;
        if rules.turkish() {
            capture.hold(commander);
        } else {
            emptied = self.lift(victim, them, 1);
            if rules.stacks() {
                column = column.with_prisoners(commander.into(), 1);
            }
        }
        self.put(step.to, us, column);
        capture.jumped(rules, step, victim);
        let ends_by_crowning = crowned && rules.fields().promotion == Promotion::Stop;
        if !ends_by_crowning && self.can_go_on(rules, &capture) {
            *chain = Some(capture);
        } else {
            emptied |= self.finish_capture(rules, &capture);
        }
        Effect { captured: true, crowned, emptied }
    }

    /// Ends a capture: lifts what a Turkish strike left standing, and passes the turn. True if a square was emptied.
    fn finish_capture(&mut self, rules: &Rules, capture: &Chain) -> bool {
        let mut emptied = false;
        if rules.turkish() {
            let (us, them) = (self.turn, !self.turn);
            for victim in capture.jumped_columns() {
                emptied |= self.lift(victim, them, 1);
            }
            if rules.stacks() {
                let (ranks, count) = capture.held_prisoners();
                let column = self.take(capture.square(), us).with_prisoners(ranks, count.into());
                self.put(capture.square(), us, column);
            }
        }
        self.pass();
        emptied
    }
}
