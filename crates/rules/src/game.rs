use thiserror::Error;

use crate::play::Effect;
use crate::prefetch::prefetch;
use crate::{Chain, Color, Move, Outcome, Position, PositionError, Rules, Step};

/// A step that is not legal in the state it was given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this step is not legal here")]
pub struct IllegalStep;

/// A game as it is played, step by step or move by move: position, capture in progress, plies without progress
/// and the positions that could still be repeated.
#[derive(Debug)]
pub struct Game {
    position: Position,
    chain: Option<Chain>,
    /// Whether the capture in progress has crowned a man.
    chain_crowned: bool,
    ply: u32,
    no_progress: u32,
    /// Occurrences of this position that came before the game was restored.
    restored: u32,
    /// Hashes of the positions before this one, since the last change that nothing can undo.
    history: Vec<u64>,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game { position: self.position.clone(), history: self.history.clone(), ..*self }
    }

    /// As a clone, but in the memory of the game that is replaced.
    fn clone_from(&mut self, other: &Game) {
        self.history.clone_from(&other.history);
        self.position.clone_from(&other.position);
        let Game { chain, chain_crowned, ply, no_progress, restored, position: _, history: _ } = *other;
        (self.chain, self.chain_crowned) = (chain, chain_crowned);
        (self.ply, self.no_progress, self.restored) = (ply, no_progress, restored);
    }
}

impl Game {
    /// A game at the start.
    pub fn new(rules: &Rules) -> Game {
        Game::from_position(rules.start().clone())
    }

    /// A game that starts from a position.
    pub fn from_position(position: Position) -> Game {
        Game {
            position,
            chain: None,
            chain_crowned: false,
            ply: 0,
            no_progress: 0,
            restored: 0,
            history: Vec::new(),
        }
    }

    /// A game that starts from the one-line form, with its plies without progress (`:H12`) if given.
    ///
    /// # Errors
    /// If the text is not a position under these rules.
    pub fn from_fen(text: &str, rules: &Rules) -> Result<Game, PositionError> {
        let (position, no_progress) = Position::from_fen_with_counter(text, rules)?;
        Ok(Game { no_progress: no_progress.unwrap_or(0), ..Game::from_position(position) })
    }

    /// The state in the one-line form, with its plies without progress if there are any: what
    /// [`from_fen`](Game::from_fen) reads. A capture in progress is not in it.
    ///
    /// ```
    /// use bashni_rules::{Game, Rules};
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let text = "W:Wa1=1:Bh8=1/0:H20";
    /// assert_eq!(Game::from_fen(text, &rules).unwrap().fen(&rules), text);
    /// ```
    pub fn fen(&self, rules: &Rules) -> String {
        let fen = self.position.fen(rules);
        match self.no_progress {
            0 => fen,
            plies => format!("{fen}:H{plies}"),
        }
    }

    /// A game whose state is known without its moves: `no_progress` plies without capture or promotion, and
    /// `repetitions` earlier occurrences of this position. Other earlier positions are unknown, hence a later
    /// repetition of those is not seen.
    pub fn restore(position: Position, no_progress: u32, repetitions: u32) -> Game {
        Game { no_progress, restored: repetitions, ..Game::from_position(position) }
    }

    /// The position. During a chain the mover stands where it landed last.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The side that acts now: during a chain the same as before.
    #[inline]
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// The capture in progress, if any.
    #[inline]
    pub fn chain(&self) -> Option<&Chain> {
        self.chain.as_ref()
    }

    /// Whole moves played since the game began.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Plies since the last capture or promotion.
    #[inline]
    pub fn no_progress(&self) -> u32 {
        self.no_progress
    }

    /// Earlier occurrences of this position with the same side to move; 0 during a chain.
    pub fn repetitions(&self) -> u32 {
        if self.chain.is_some() {
            return 0;
        }
        let hash = self.position.hash();
        // Both sides have to leave and come back.
        if self.history.len() < 4 {
            return self.restored;
        }
        // The side to move is in the hash, so all may be compared: faster than every second one.
        let seen = self.history.iter().filter(|&&earlier| earlier == hash).count();
        seen as u32 + self.restored
    }

    /// Hashes of the positions before this one that could still come again, the oldest first: those since the last
    /// change that nothing can undo.
    pub fn earlier_hashes(&self) -> &[u64] {
        &self.history
    }

    /// Asks the processor for what a copy of the game reads or writes, but for its history: see [`prefetch`](crate::prefetch).
    #[inline]
    pub fn prefetch(&self, rules: &Rules) {
        let Position { columns, owned, .. } = &self.position;
        prefetch(&columns[..rules.board().squares()]);
        prefetch(owned);
        prefetch(&self.chain);
        prefetch(&self.history);
    }

    /// A hash of the position and of the capture in progress, not of the counters.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.position.hash() ^ self.chain.as_ref().map_or(0, Chain::key)
    }

    /// The legal steps, in a fixed order: first steps of moves, or the next jumps of the chain. Empty only if the
    /// side to move has lost. Draws do not empty it.
    pub fn legal_steps(&self, rules: &Rules) -> Vec<Step> {
        let mut steps = Vec::new();
        self.legal_steps_into(rules, &mut steps);
        steps
    }

    /// As [`legal_steps`](Game::legal_steps), into a list that is cleared first.
    pub fn legal_steps_into(&self, rules: &Rules, steps: &mut Vec<Step>) {
        steps.clear();
        self.position.steps_into(rules, self.chain.as_ref(), steps);
    }

    /// Plays a legal step.
    ///
    /// The step must be one of [`legal_steps`](Game::legal_steps); for steps from elsewhere use
    /// [`try_step`](Game::try_step).
    pub fn play_step(&mut self, rules: &Rules, step: Step) {
        debug_assert!(self.legal_steps(rules).contains(&step), "illegal step {step:?}");
        if self.chain.is_none() {
            self.history.push(self.position.hash());
        }
        let effect = self.position.play_step(rules, &mut self.chain, step);
        self.forget(effect);
        let crowned = effect.crowned || self.chain_crowned;
        self.chain_crowned = crowned && self.chain.is_some();
        if self.chain.is_none() {
            self.end_move(effect.captured || crowned);
        }
    }

    /// Plays a step if it is legal.
    ///
    /// # Errors
    /// If it is not; the game is then unchanged.
    pub fn try_step(&mut self, rules: &Rules, step: Step) -> Result<(), IllegalStep> {
        if !self.legal_steps(rules).contains(&step) {
            return Err(IllegalStep);
        }
        self.play_step(rules, step);
        Ok(())
    }

    /// Plays a whole move, legal in this position and not within a chain.
    #[inline]
    pub fn play(&mut self, rules: &Rules, played: &Move) {
        debug_assert!(self.chain.is_none(), "a whole move within a chain");
        self.history.push(self.position.hash());
        let effect = self.position.apply(rules, played, |_| ());
        self.forget(effect);
        self.end_move(effect.captured || effect.crowned);
    }

    /// Forgets the positions before a change that nothing can undo: columns never grow in number and kings never become
    /// men.
    #[inline]
    fn forget(&mut self, effect: Effect) {
        if effect.emptied || effect.crowned {
            self.history.clear();
        }
    }

    fn end_move(&mut self, progress: bool) {
        self.ply += 1;
        self.restored = 0;
        self.no_progress = if progress { 0 } else { self.no_progress.saturating_add(1) };
    }

    /// True if the rules make this position a draw, by repetition or for want of progress, provided that the side
    /// to move has a legal move (one that has none has lost).
    pub fn draw_by_rule(&self, rules: &Rules) -> bool {
        let fields = rules.fields();
        self.chain.is_none()
            && (fields.no_progress_plies > 0 && self.no_progress >= fields.no_progress_plies
                || fields.repetition > 0 && self.repetitions() + 1 >= fields.repetition)
    }

    /// The result, if the game is over. Having no legal move loses, also where a draw condition holds.
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        if self.chain.is_some() {
            None
        } else if !self.position.has_legal_move(rules) {
            Some(Outcome::win(!self.turn()))
        } else {
            self.draw_by_rule(rules).then_some(Outcome::Draw)
        }
    }
}
