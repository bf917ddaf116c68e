//! A game played again from its rows.

use bashni_rules::{Encoding, Game, Move, Rules, Step};
use bashni_search::mcts::whole_moves;
use thiserror::Error;

use crate::{Ending, Row, State};

/// A game played again from its rows.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Where it began.
    pub start: Game,
    /// Its whole moves, those of the opening included.
    pub moves: Vec<Move>,
    /// Where it ended.
    pub end: Game,
}

/// Where a game and its rows do not agree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{column}`: {message}")]
pub struct ReplayError {
    /// Index of the row among those of its game; nothing for what belongs to the whole game.
    pub row: Option<usize>,
    /// The column.
    pub column: &'static str,
    /// What was found, and what was expected.
    pub message: String,
}

impl ReplayError {
    fn of_game(column: &'static str, message: String) -> ReplayError {
        ReplayError { row: None, column, message }
    }

    fn of_row(row: usize, column: &'static str, message: String) -> ReplayError {
        ReplayError { row: Some(row), column, message }
    }
}

/// Plays a game again from its start: the opening, then the step of each row and the forced steps after it. All that the
/// rows say and the rules know must agree: states with their counters, legal steps, length, result, ending and final
/// position. So no row is missing, and none is there that was not played.
///
/// `rows` are those of one game in the order of play.
///
/// # Errors
/// Where they first do not agree.
pub fn replay(rules: &Rules, encoding: &Encoding, rows: &[Row]) -> Result<Replay, ReplayError> {
    let Some(first) = rows.first() else {
        return Err(ReplayError::of_game("game_id", "a game without rows; expected at least one".to_owned()));
    };
    let mut player = Replayer::new(rules, first)?;
    for (i, row) in rows.iter().enumerate() {
        player.play_forced_steps();
        player.compare(i, row, encoding)?;
        let step = encoding.step(rules, row.action.into(), player.game.turn());
        // Among the legal steps, as was just seen.
        let step = step.filter(|step| player.legal.contains(step)).ok_or_else(|| {
            ReplayError::of_row(i, "action", format!("{}: expected a legal step", row.action))
        })?;
        player.play(step);
    }
    player.play_forced_steps();
    player.finish(first)
}

/// A game in progress.
struct Replayer<'a> {
    rules: &'a Rules,
    start: Game,
    moves: Vec<Move>,
    game: Game,
    /// The state at the start of the move in progress, and its steps so far.
    move_start: Game,
    steps: Vec<Step>,
    /// The legal steps of `game`.
    legal: Vec<Step>,
}

impl<'a> Replayer<'a> {
    /// Plays the opening.
    fn new(rules: &'a Rules, first: &Row) -> Result<Replayer<'a>, ReplayError> {
        let record = &first.game;
        let start = record.start(rules).map_err(|error| ReplayError::of_game("start", error.to_string()))?;
        let mut game = start.clone();
        let mut moves = Vec::new();
        for text in record.opening.split_whitespace() {
            let refused =
                |why: String| ReplayError::of_game("opening", format!("move {}: {why}", moves.len() + 1));
            let played =
                rules.parse_move(game.position(), text).map_err(|error| refused(error.to_string()))?;
            if game.outcome(rules).is_some() {
                return Err(refused(format!("{text} comes after the end of the game")));
            }
            game.play(rules, &played);
            moves.push(played);
        }
        if game.ply() != first.state.ply {
            let message = format!(
                "{} moves; expected {}, as many as were played before the first row",
                game.ply(),
                first.state.ply
            );
            return Err(ReplayError::of_game("opening", message));
        }
        let legal = game.legal_steps(rules);
        Ok(Replayer { rules, start, moves, move_start: game.clone(), game, steps: Vec::new(), legal })
    }

    fn is_over(&self) -> bool {
        self.game.outcome(self.rules).is_some()
    }

    fn play_forced_steps(&mut self) {
        while let [step] = self.legal[..]
            && !self.is_over()
        {
            self.play(step);
        }
    }

    fn play(&mut self, step: Step) {
        self.game.play_step(self.rules, step);
        self.steps.push(step);
        if self.game.chain().is_none() {
            self.moves.extend(whole_moves(self.rules, &self.move_start, &self.steps));
            self.steps.clear();
            self.move_start.clone_from(&self.game);
        }
        self.game.legal_steps_into(self.rules, &mut self.legal);
    }

    /// Compares a row with the decision that the game has come to.
    fn compare(&self, i: usize, row: &Row, encoding: &Encoding) -> Result<(), ReplayError> {
        if self.is_over() {
            let message =
                format!("a row after the end of its game, which is over at ply {}", self.game.ply());
            return Err(ReplayError::of_row(i, "ply", message));
        }
        let state = State::new(self.rules, &self.move_start, &self.steps);
        let found = &row.state;
        let numbers = [
            ("ply", found.ply, state.ply),
            ("step", found.step.into(), state.step.into()),
            ("no_progress", found.no_progress, state.no_progress),
            ("repetitions", found.repetitions, state.repetitions),
        ];
        // The place first: where a row is missing, all else differs too.
        for (column, found, expected) in numbers {
            if found != expected {
                let mut message = format!("{found}; expected {expected}");
                if matches!(column, "ply" | "step") {
                    message += ": a row of this game is missing, or out of order";
                }
                return Err(ReplayError::of_row(i, column, message));
            }
        }
        let texts = [("position", &found.position, &state.position), ("chain", &found.chain, &state.chain)];
        for (column, found, expected) in texts {
            if found != expected {
                let message = format!("`{found}`; expected `{expected}`, to which the moves before lead");
                return Err(ReplayError::of_row(i, column, message));
            }
        }
        if found.turn != state.turn {
            let message = format!("{}; expected {}", found.turn, state.turn);
            return Err(ReplayError::of_row(i, "turn", message));
        }
        let action = |&step: &Step| encoding.action(self.rules, step, state.turn);
        let legal: Vec<Option<usize>> = self.legal.iter().map(action).collect();
        if !legal.iter().copied().eq(row.legal.iter().map(|&action| Some(usize::from(action)))) {
            let legal: Vec<usize> = legal.into_iter().flatten().collect();
            return Err(ReplayError::of_row(i, "legal", format!("{:?}; expected {legal:?}", row.legal)));
        }
        Ok(())
    }

    /// Compares the end of the game with its record.
    fn finish(self, first: &Row) -> Result<Replay, ReplayError> {
        let record = &first.game;
        let differs = |column, found: String, expected: String| {
            Err(ReplayError::of_game(column, format!("{found}; expected {expected}")))
        };
        match Ending::by_rule(&self.game, self.rules) {
            Some(ending) if ending != record.ending => {
                return differs("ending", record.ending.to_string(), ending.to_string());
            }
            None if record.ending != Ending::Resignation => {
                let message = format!(
                    "{}, but the game is not over after its last row: rows are missing",
                    record.ending
                );
                return Err(ReplayError::of_game("ending", message));
            }
            None if record.outcome.winner().is_none() => {
                return differs("outcome", "a draw".to_owned(), "a win, since a side gave up".to_owned());
            }
            None if self.game.chain().is_some() => {
                let message = "resignation within a chain of captures; expected one at the start of a move";
                return Err(ReplayError::of_game("ending", message.to_owned()));
            }
            _ => {}
        }
        if let Some(outcome) = self.game.outcome(self.rules).filter(|&outcome| outcome != record.outcome) {
            return differs("outcome", record.outcome.pdn().to_owned(), outcome.pdn().to_owned());
        }
        if record.plies != self.game.ply() {
            let left = |plies: u32| plies.saturating_sub(first.state.ply);
            let (found, expected) = (left(record.plies), left(self.game.ply()));
            return differs("plies_left", found.to_string(), expected.to_string());
        }
        let end = self.game.position().fen(self.rules);
        if record.final_position != end {
            return differs("final_position", format!("`{}`", record.final_position), format!("`{end}`"));
        }
        Ok(Replay { start: self.start, moves: self.moves, end: self.game })
    }
}
