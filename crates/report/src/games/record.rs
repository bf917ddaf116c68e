//! A game with what was thought while it was played.

use bashni_rules::pdn::{GameResult, PdnError, PdnGame};
use bashni_rules::{MoveError, Position, Rules};
use serde::Serialize;
use thiserror::Error;

use super::changes;

/// Why a game cannot be shown.
#[derive(Debug, Error)]
pub enum GameError {
    /// A move is not legal where it stands.
    #[error("ply {ply}: {error}")]
    Move {
        /// The ply, counted from 1.
        ply: usize,
        /// What is wrong.
        error: MoveError,
    },
    /// The game cannot be read from PDN.
    #[error(transparent)]
    Pdn(#[from] PdnError),
}

/// A move and what is known of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ply {
    /// The move, in any form that [`Rules::parse_move`] reads.
    pub text: String,
    /// What White could expect when the move was chosen: from −1 (lost) by 0 (drawn) to 1 (won).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<f64>,
    /// How good the move was, as `??`; empty if nothing is said.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// How long the mover thought, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Words on the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

impl Ply {
    /// A move of which nothing else is known.
    pub fn new(text: impl Into<String>) -> Ply {
        Ply { text: text.into(), ..Ply::default() }
    }

    /// The move with how good it was, as `?` or `??`: stands behind it wherever it is shown.
    #[must_use]
    pub fn mark(mut self, mark: impl Into<String>) -> Ply {
        self.mark = mark.into();
        self
    }

    /// The move with what White could expect, from −1 (lost) to 1 (won); values beyond are taken as the limits. NaN
    /// says nothing.
    #[must_use]
    pub fn evaluation(mut self, white: f64) -> Ply {
        self.evaluation = (!white.is_nan()).then_some(white.clamp(-1.0, 1.0));
        self
    }

    /// The move with the time that it took, in seconds.
    #[must_use]
    pub fn seconds(mut self, seconds: f64) -> Ply {
        self.seconds = seconds.is_finite().then_some(seconds.max(0.0));
        self
    }

    /// The move with words on it.
    #[must_use]
    pub fn comment(mut self, comment: impl Into<String>) -> Ply {
        self.comment = Some(comment.into());
        self
    }
}

impl From<&str> for Ply {
    fn from(text: &str) -> Ply {
        Ply::new(text)
    }
}

/// A game: who played, how it ended, and every move, checked by the rules.
///
/// ```
/// use bashni_report::{GameRecord, Ply};
/// use bashni_rules::Rules;
/// use bashni_rules::pdn::GameResult;
///
/// let rules = Rules::preset("bashni").unwrap();
/// let mut game = GameRecord::new(&rules, rules.start()).players("net", "minimax").result(GameResult::WhiteWins);
/// game.play(&rules, "c3-b4").unwrap();
/// game.play(&rules, Ply::new("b6-c5").evaluation(0.2).seconds(0.8)).unwrap();
/// let error = game.play(&rules, "b4-c5").unwrap_err().to_string();
/// assert!(error.starts_with("ply 3: "), "{error}");
/// assert_eq!(game.plies().len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameRecord {
    pub(super) white: String,
    pub(super) black: String,
    pub(super) result: &'static str,
    /// Names and values of what else is known.
    pub(super) tags: Vec<(String, String)>,
    /// Files and ranks.
    pub(super) board: (u8, u8),
    /// The start in the one-line form.
    pub(super) start: String,
    plies: Vec<Ply>,
    /// What each ply changes on the board.
    pub(super) changes: Vec<String>,
    #[serde(skip)]
    position: Position,
}

impl GameRecord {
    /// A game without moves.
    pub fn new(rules: &Rules, start: &Position) -> GameRecord {
        GameRecord {
            white: String::new(),
            black: String::new(),
            result: GameResult::Unknown.text(),
            tags: Vec::new(),
            board: (rules.board().files(), rules.board().ranks()),
            start: start.fen(rules),
            plies: Vec::new(),
            changes: Vec::new(),
            position: start.clone(),
        }
    }

    /// A game of a PDN file with its tags, moves and comments; variations are left out.
    ///
    /// # Errors
    /// If the start is no position or a move is not legal under these rules.
    pub fn from_pdn(game: &PdnGame, rules: &Rules) -> Result<GameRecord, GameError> {
        let replay = game.replay(rules)?;
        let tag = |name: &str| game.tags.get(name).unwrap_or_default().to_owned();
        let mut record = GameRecord::new(rules, replay.start.position())
            .players(tag("White"), tag("Black"))
            .result(game.result);
        for (name, value) in game.tags.iter().filter(|(name, _)| !is_shown_anyway(name)) {
            record = record.tag(name, value);
        }
        for ply in &replay.line.plies {
            let comment = (!ply.comments.is_empty()).then(|| ply.comments.join(" "));
            record.play(rules, Ply { comment, ..Ply::new(&ply.text) })?;
        }
        Ok(record)
    }

    /// The game with the names of its players.
    #[must_use]
    pub fn players(mut self, white: impl Into<String>, black: impl Into<String>) -> GameRecord {
        (self.white, self.black) = (white.into(), black.into());
        self
    }

    /// The game with its result.
    #[must_use]
    pub fn result(mut self, result: GameResult) -> GameRecord {
        self.result = result.text();
        self
    }

    /// The game with something else that is known of it, as its opening.
    #[must_use]
    pub fn tag(mut self, name: impl Into<String>, value: impl Into<String>) -> GameRecord {
        self.tags.push((name.into(), value.into()));
        self
    }

    /// Plays a move. The text is kept in the usual notation, whatever form it was given in.
    ///
    /// # Errors
    /// If the move is not legal; the game is then unchanged.
    pub fn play(&mut self, rules: &Rules, ply: impl Into<Ply>) -> Result<(), GameError> {
        let ply = ply.into();
        let played = rules
            .parse_move(&self.position, &ply.text)
            .map_err(|error| GameError::Move { ply: self.plies.len() + 1, error })?;
        let text = self.position.move_text(rules, &played);
        let before = self.position.clone();
        self.position.play(rules, &played);
        self.changes.push(changes::between(&before, &self.position, &played, rules.board()));
        self.plies.push(Ply { text, ..ply });
        Ok(())
    }

    /// The moves so far.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

/// True for tags whose values have a place of their own.
fn is_shown_anyway(name: &str) -> bool {
    ["White", "Black", "Result", "FEN", "SetUp"].iter().any(|shown| name.eq_ignore_ascii_case(shown))
}
