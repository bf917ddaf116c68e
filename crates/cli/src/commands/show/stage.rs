//! What is drawn: a position with the words below it.

use bashni_rules::{Bitboard, Color, Game, Outcome, Position, Rules};

use crate::table::table;

/// A position, in the course of a game or by itself.
#[derive(Clone)]
pub struct Stage {
    pub position: Position,
    pub no_progress: u32,
    pub outcome: Option<Outcome>,
    pub caption: String,
    /// Where the last move left and where it ended.
    pub marked: Bitboard,
}

impl Stage {
    /// How a game stands.
    pub fn new(game: &Game, rules: &Rules, caption: String) -> Stage {
        Stage {
            position: game.position().clone(),
            no_progress: game.no_progress(),
            outcome: game.outcome(rules),
            caption,
            marked: Bitboard::EMPTY,
        }
    }

    /// A position by itself: the caption says whose move it is.
    pub fn alone(game: &Game, rules: &Rules) -> Stage {
        Stage::new(game, rules, state(game, rules))
    }

    /// The one-line form, with the plies without progress if there are any.
    pub fn fen(&self, rules: &Rules) -> String {
        let fen = self.position.fen(rules);
        match self.no_progress {
            0 => fen,
            plies => format!("{fen}:H{plies}"),
        }
    }

    /// What each side has, as a table.
    pub fn counts(&self) -> String {
        let position = &self.position;
        let row = |color: Color| {
            let owned = position.owned(color);
            let kings = (owned & position.kings()).count();
            let prisoners: usize = owned.map(|square| position.column(square).prisoners()).sum();
            [color.to_string(), owned.count().to_string(), kings.to_string(), prisoners.to_string()]
        };
        let head = ["", "columns", "led by kings", "prisoners"].map(str::to_owned);
        table(&[head, row(Color::White), row(Color::Black)])
    }
}

/// Who is to move and since when nothing has changed, or how the game has ended.
fn state(game: &Game, rules: &Rules) -> String {
    let turn = game.turn();
    let unchanged = match game.no_progress() {
        1 => "1 ply without capture or promotion".to_owned(),
        plies => format!("{plies} plies without capture or promotion"),
    };
    match game.outcome(rules).map(Outcome::winner) {
        Some(Some(winner)) => format!("{turn} has no legal move: {winner} has won"),
        Some(None) => format!("{turn} to move, drawn: {unchanged}"),
        None if game.no_progress() == 0 => format!("{turn} to move"),
        None => format!("{turn} to move, {unchanged}"),
    }
}
