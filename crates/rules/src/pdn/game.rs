use std::fmt;

use super::{GameResult, GameType, Line, PdnError, Tags};
use crate::notation::{PositionForm, in_one_line, read_draughts_fen};
use crate::{Color, Game, Numbering, Place, Rules, TextError};

/// A game as a PDN file has it: tags, moves with comments and variations, and a result. Moves are texts until
/// [`replay`](PdnGame::replay) checks them.
///
/// ```
/// use bashni_rules::Rules;
/// use bashni_rules::pdn::{GameResult, Line, PdnGame};
///
/// let mut game = PdnGame { line: Line::of(["c3-d4", "b6-a5"]), ..PdnGame::default() };
/// game.tags.set("Rules", "bashni");
/// game.result = GameResult::Draw;
/// assert_eq!(game.to_string(), "[Rules \"bashni\"]\n\n1. c3-d4 b6-a5 1/2-1/2\n");
/// assert!(game.replay(&Rules::preset("bashni").unwrap()).is_ok());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnGame {
    /// What is said about the game.
    pub tags: Tags,
    /// The moves.
    pub line: Line,
    /// How it ended.
    pub result: GameResult,
}

impl PdnGame {
    /// The rules that the tags name: `Rules` (built-in ones, perhaps with changed fields as in
    /// `bashni+rejump=never`), or else `GameType` 21 or 25; `None` if they name none.
    ///
    /// # Errors
    /// If they name rules that are not built in, or a game that is not played here.
    pub fn rules(&self) -> Result<Option<Rules>, PdnError> {
        if let Some(name) = self.tags.get("Rules") {
            return named(name).map(Some).map_err(|message| {
                let advice = "for rules of a file, say which";
                PdnError::new(self.tags.place("Rules"), format!("[Rules]: {message}; {advice}"))
            });
        }
        let Some(game_type) = self.game_type()? else { return Ok(None) };
        let Some(name) = game_type.rules() else {
            let number = game_type.number();
            return Err(PdnError::new(
                self.tags.place("GameType"),
                format!(
                    "[GameType]: game {number} of this size is not known here; known are 21 (English) and 25 (Russian \
                     draughts) on 8x8, and [Rules \"…\"] names any rules"
                ),
            ));
        };
        named(name).map(Some).map_err(|message| PdnError::new(self.tags.place("GameType"), message))
    }

    /// The tag `GameType`, if there is one.
    ///
    /// # Errors
    /// If it has another form than `25` or `25,W,8,8,A0,0`.
    pub fn game_type(&self) -> Result<Option<GameType>, PdnError> {
        let Some(value) = self.tags.get("GameType") else { return Ok(None) };
        match GameType::parse(value) {
            Some(game_type) => Ok(Some(game_type)),
            None => Err(PdnError::new(
                self.tags.place("GameType"),
                "[GameType]: expected a number, or all of it as in 25,W,8,8,A0,0",
            )),
        }
    }

    /// The game before its first move: from the tag `FEN` in any form, or from the start of the rules.
    ///
    /// # Errors
    /// If the tag is no position under these rules.
    pub fn start(&self, rules: &Rules) -> Result<Game, PdnError> {
        let Some(fen) = self.tags.get("FEN") else { return Ok(Game::new(rules)) };
        let game_type = self.game_type()?;
        let game = match PositionForm::guess(fen) {
            PositionForm::DraughtsFen => {
                let first = game_type.map(GameType::first);
                let position = read_draughts_fen(fen, rules, self.numbering(rules, game_type), first);
                position.map(Game::from_position)
            }
            PositionForm::OneLine => Game::from_fen(fen, rules).map_err(|error| in_one_line(fen, error)),
            PositionForm::Players => Game::from_position_text(fen, rules),
        };
        game.map_err(|TextError { place, message }| {
            let Place { line, column } = self.tags.place("FEN");
            PdnError::new(Place { line, column: column + place.column - 1 }, format!("[FEN]: {message}"))
        })
    }

    pub(super) fn numbering(&self, rules: &Rules, game_type: Option<GameType>) -> Numbering {
        game_type.and_then(GameType::numbering).unwrap_or_else(|| rules.numbering())
    }

    /// True if the side that is second at the start of a whole game has the first move here, so that moves are
    /// numbered from `1...`.
    pub(super) fn second_begins(&self) -> bool {
        let Some(fen) = self.tags.get("FEN") else { return false };
        let rules = self.rules().ok().flatten().or_else(|| Rules::preset("bashni").ok());
        if let Some(start) = rules.and_then(|rules| self.start(&rules).ok()) {
            return start.turn() == Color::Black;
        }
        // Under rules that are not known here, the one-line forms still begin with the side to move.
        let black_begins =
            PositionForm::guess(fen) != PositionForm::Players && fen.trim_start().starts_with(['B', 'b']);
        let names_black_first = match (PositionForm::guess(fen), self.game_type()) {
            (PositionForm::DraughtsFen, Ok(Some(game_type))) => game_type.first() == Color::Black,
            _ => false,
        };
        black_begins != names_black_first
    }
}

impl fmt::Display for PdnGame {
    /// The game as PDN, ending with a line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::writer::game(self))
    }
}

/// Built-in rules, perhaps with changes: `bashni+rejump=never`.
fn named(name: &str) -> Result<Rules, String> {
    let mut parts = name.split('+');
    let preset = parts.next().unwrap_or_default();
    let rules = Rules::preset(preset).map_err(|error| error.to_string())?;
    let changes: Vec<&str> = parts.collect();
    if changes.is_empty() { Ok(rules) } else { changed(&rules, &changes) }
}

#[cfg(feature = "serde")]
fn changed(rules: &Rules, changes: &[&str]) -> Result<Rules, String> {
    rules.with(changes).map_err(|error| error.to_string())
}

#[cfg(not(feature = "serde"))]
fn changed(_: &Rules, changes: &[&str]) -> Result<Rules, String> {
    Err(format!("`{}`: this build cannot change fields of rules by their names", changes.join("+")))
}
