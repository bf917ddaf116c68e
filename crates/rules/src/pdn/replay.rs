use super::{GameResult, GameType, Line, MAX_DEPTH, PdnError, PdnGame, Ply};
use crate::{Color, Game, Move, Numbering, Outcome, Position, PositionForm, Rules, Squares};

/// A game that was checked, move by move.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game before its first move.
    pub start: Game,
    /// The moves of the main line.
    pub moves: Vec<Move>,
    /// The game after them.
    pub end: Game,
    /// The main line and its variations, each move under its canonical path, in letters.
    pub line: Line,
    /// What contradicts itself without being an error: the result says otherwise than the rules (a win by having no
    /// move left cannot be taken back; anything else may have been agreed or resigned), or the tag than the end.
    pub warnings: Vec<String>,
}

impl PdnGame {
    /// Checks every move, of variations too.
    ///
    /// ```
    /// use bashni_rules::{Rules, pdn};
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let game = &pdn::read("1. c3-d4 b6-a5 (1... b6-c5\n2. d4-e5)").unwrap()[0];
    /// let error = game.replay(&rules).unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, column 4, ply 3: `d4-e5` is not legal here"));
    /// ```
    ///
    /// # Errors
    /// If a move is not legal, or the start is no position, under these rules.
    pub fn replay(&self, rules: &Rules) -> Result<Replay, PdnError> {
        self.replay_in(rules, Squares::Letters)
    }

    fn replay_in(&self, rules: &Rules, squares: Squares) -> Result<Replay, PdnError> {
        let start = self.start(rules)?;
        let checker = Checker { rules, numbering: self.numbering(rules, self.game_type()?), squares };
        let (line, moves) = checker.line(&self.line, start.position(), 1, 0)?;
        let mut end = start.clone();
        for played in &moves {
            end.play(rules, played);
        }
        let warnings = self.contradictions(rules, &end);
        Ok(Replay { start, moves, end, line, warnings })
    }

    /// True if the colours of the file are those of this crate exchanged.
    fn is_exchanged(&self) -> Result<bool, PdnError> {
        Ok(self.game_type()?.is_some_and(|game_type| game_type.first() == Color::Black))
    }

    fn contradictions(&self, rules: &Rules, end: &Game) -> Vec<String> {
        let mut warnings = Vec::new();
        let stated = self.result;
        let exchanged = self.is_exchanged().unwrap_or(false);
        if let Some(outcome @ (Outcome::WhiteWins | Outcome::BlackWins)) = end.outcome(rules) {
            let by_rule = GameResult::from(outcome);
            let by_rule = if exchanged { by_rule.exchanged() } else { by_rule };
            if !matches!(stated, GameResult::Unknown) && stated != by_rule {
                let loser = if exchanged { !end.turn() } else { end.turn() };
                warnings.push(format!(
                    "the result is {stated}, but {loser} has no legal move left, which is {by_rule}"
                ));
            }
        }
        let tag = self.tags.get("Result").and_then(GameResult::parse);
        if let Some(tag) = tag.filter(|tag| *tag != stated && *tag != GameResult::Unknown) {
            warnings.push(format!("the tag says {tag}, but the game ends with {stated}"));
        }
        warnings
    }

    /// The same game in letters: every move under its canonical path, and the colours of this crate, in which White
    /// moves first. The tag `Rules` names the rules, `FEN` is there if the game does not start from their start, and
    /// `GameType` is not.
    ///
    /// ```
    /// use bashni_rules::{Rules, pdn};
    ///
    /// let english = Rules::preset("english").unwrap();
    /// let game = &pdn::read("[White \"A\"]\n[Black \"B\"]\n[GameType \"21\"]\n1. 11-15 1-0").unwrap()[0];
    /// let letters = game.in_letters(&english).unwrap();
    /// assert_eq!((letters.tags.get("White"), letters.line.plies[0].text.as_str()), (Some("B"), "c3-d4"));
    /// assert_eq!(letters.result.text(), "0-1");
    /// assert_eq!(letters.in_numbers(&english).unwrap().tags.get("White"), Some("A"));
    /// ```
    ///
    /// # Errors
    /// As for [`replay`](PdnGame::replay).
    pub fn in_letters(&self, rules: &Rules) -> Result<PdnGame, PdnError> {
        self.rewritten(rules, Squares::Letters, None)
    }

    /// The same game in numbers, as [`Rules::numbering`] counts them: every move under its canonical path, with the
    /// colours that files of this game have. As for [`in_letters`](PdnGame::in_letters), and `GameType` is there if PDN has
    /// a number for the rules.
    ///
    /// # Errors
    /// As for [`replay`](PdnGame::replay).
    pub fn in_numbers(&self, rules: &Rules) -> Result<PdnGame, PdnError> {
        self.rewritten(rules, Squares::Numbers(rules.numbering()), GameType::in_numbers(rules))
    }

    fn rewritten(
        &self,
        rules: &Rules,
        squares: Squares,
        game_type: Option<GameType>,
    ) -> Result<PdnGame, PdnError> {
        let Replay { start, line, .. } = self.replay_in(rules, squares)?;
        let mut game = PdnGame { tags: self.tags.clone(), line, result: self.result };
        let becomes_exchanged = game_type.is_some_and(|game_type| game_type.first() == Color::Black);
        if self.is_exchanged()? != becomes_exchanged {
            game.tags.exchange_colors();
            game.result = game.result.exchanged();
        }
        if game.tags.get("Result").is_some() {
            game.tags.set("Result", game.result.text());
        }
        game.tags.set("Rules", rules.name());
        match game_type {
            None => game.tags.remove("GameType"),
            Some(game_type) => game.tags.set("GameType", &game_type.to_string()),
        }
        if start.position() == rules.start() && start.no_progress() == 0 {
            game.tags.remove("FEN");
            game.tags.remove("SetUp");
        } else {
            game.tags.set("FEN", &fen(&start, rules, squares));
        }
        Ok(game)
    }
}

/// The start of a game for the tag: in numbers the form of draughts programs, where that can say it.
fn fen(start: &Game, rules: &Rules, squares: Squares) -> String {
    let position = start.position();
    if start.no_progress() > 0 {
        return format!("{}:H{}", position.fen(rules), start.no_progress());
    }
    let in_numbers = match squares {
        Squares::Letters => None,
        Squares::Numbers(_) => position.draughts_fen(rules, squares),
    };
    // A FEN without squares of either side would be taken for the one-line form.
    let in_numbers = in_numbers.filter(|fen| PositionForm::guess(fen) == PositionForm::DraughtsFen);
    in_numbers.unwrap_or_else(|| position.fen(rules))
}

struct Checker<'a> {
    rules: &'a Rules,
    numbering: Numbering,
    squares: Squares,
}

impl Checker<'_> {
    /// The line from a position under canonical paths, and its moves. `ply` is the number of its first.
    fn line(
        &self,
        line: &Line,
        start: &Position,
        ply: usize,
        depth: usize,
    ) -> Result<(Line, Vec<Move>), PdnError> {
        let mut position = start.clone();
        let mut checked =
            Line { comments: line.comments.clone(), plies: Vec::with_capacity(line.plies.len()) };
        let mut moves = Vec::with_capacity(line.plies.len());
        for (number, read) in (ply..).zip(&line.plies) {
            let error = |message: String| PdnError { place: read.place, ply: Some(number), message };
            let played = self
                .rules
                .parse_move_numbered(&position, &read.text, self.numbering)
                .map_err(|e| error(e.to_string()))?;
            if depth == MAX_DEPTH && !read.variations.is_empty() {
                return Err(error(format!("variations nested deeper than {MAX_DEPTH}")));
            }
            let variations = read.variations.iter();
            let variations = variations.map(|line| Ok(self.line(line, &position, number, depth + 1)?.0));
            let variations = variations.collect::<Result<_, PdnError>>()?;
            let text = self.squares.move_text(&position, self.rules, &played);
            checked.plies.push(Ply { text, variations, ..annotated(read) });
            position.play(self.rules, &played);
            moves.push(played);
        }
        Ok((checked, moves))
    }
}

/// What is said about a move, without its variations.
fn annotated(ply: &Ply) -> Ply {
    Ply {
        text: String::new(),
        nags: ply.nags.clone(),
        comments: ply.comments.clone(),
        variations: Vec::new(),
        place: ply.place,
    }
}
