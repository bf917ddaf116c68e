use bashni_rules::{Game, Move, MoveError, Rules};

/// A game with the moves that led to it, so that another program can be told of it, and moves can be taken back.
///
/// ```
/// use bashni_arena::GameHistory;
/// use bashni_rules::{Game, Rules};
///
/// let rules = Rules::preset("bashni").unwrap();
/// let mut history = GameHistory::new(Game::new(&rules));
/// history.play_text(&rules, "c3-d4").unwrap();
/// history.play_text(&rules, "b6-a5").unwrap();
/// assert_eq!(history.texts(&rules), ["c3-d4", "b6-a5"]);
/// history.take_back(&rules, 1);
/// assert_eq!(history.game().ply(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct GameHistory {
    start: Game,
    moves: Vec<Move>,
    game: Game,
}

impl GameHistory {
    /// A game without moves yet, from a state that is not within a move.
    pub fn new(start: Game) -> GameHistory {
        GameHistory { game: start.clone(), moves: Vec::new(), start }
    }

    /// A game from `start` after some moves, each legal where it is played.
    pub fn of(rules: &Rules, start: Game, moves: &[Move]) -> GameHistory {
        let mut history = GameHistory::new(start);
        moves.iter().for_each(|played| history.play(rules, played));
        history
    }

    /// The game before its first move.
    pub fn start(&self) -> &Game {
        &self.start
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Plays a legal move.
    pub fn play(&mut self, rules: &Rules, played: &Move) {
        self.game.play(rules, played);
        self.moves.push(*played);
    }

    /// Plays a move in any form that [`Rules::parse_move`] reads.
    ///
    /// # Errors
    /// If it is not legal here; the game is then unchanged.
    pub fn play_text(&mut self, rules: &Rules, text: &str) -> Result<Move, MoveError> {
        let played = rules.parse_move(self.game.position(), text)?;
        self.play(rules, &played);
        Ok(played)
    }

    /// Takes the last moves back, as many as there are at most.
    pub fn take_back(&mut self, rules: &Rules, plies: usize) {
        self.moves.truncate(self.moves.len().saturating_sub(plies));
        self.game.clone_from(&self.start);
        self.moves.iter().for_each(|played| self.game.play(rules, played));
    }

    /// The moves so far as text, each under its canonical path.
    pub fn texts(&self, rules: &Rules) -> Vec<String> {
        move_texts(rules, &self.start, &self.moves)
    }

    /// True if this is `earlier` with no, or more, moves.
    pub fn continues(&self, earlier: &GameHistory) -> bool {
        let same_start = self.start.position() == earlier.start.position()
            && self.start.no_progress() == earlier.start.no_progress();
        same_start && self.moves.starts_with(&earlier.moves)
    }
}

/// Moves from a state as text; the text ends before a move that is not legal where it stands.
pub(crate) fn move_texts(rules: &Rules, start: &Game, moves: &[Move]) -> Vec<String> {
    let mut position = start.position().clone();
    let mut texts = Vec::with_capacity(moves.len());
    for played in moves {
        texts.push(position.move_text(rules, played));
        position.play(rules, played);
    }
    texts
}
