use std::collections::HashSet;

use bashni_rules::{Color, Outcome, Position, Rules};
use serde::{Deserialize, Serialize};

use crate::{PlayerSpec, Termination, Thinking};

/// One of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player whose results are counted.
    A,
    /// Its opponent.
    B,
}

impl Side {
    /// 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other player.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// A game of a match, as it was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number between these two players, from 0. Games 2n and 2n+1 are a pair: same opening, colours swapped.
    pub game: u64,
    /// The seed of the game, from which the randomness of every move follows.
    pub seed: u64,
    /// The player with the white pieces.
    pub white: PlayerSpec,
    /// The player with the black pieces.
    pub black: PlayerSpec,
    /// Which of the two players of the match has the white pieces.
    pub white_side: Side,
    /// The position from which the moves start, in the one-line form.
    pub start: String,
    /// Number of moves that were given as the opening.
    pub opening_plies: usize,
    /// Every move, those of the opening first.
    pub moves: Vec<String>,
    /// How the players found their moves: one for each move after the opening.
    pub thinking: Vec<Thinking>,
    /// How it ended, as PDN writes it.
    #[serde(with = "outcome_text")]
    pub outcome: Outcome,
    /// Why it ended.
    pub termination: Termination,
}

impl GameRecord {
    /// The side that played `color`.
    pub fn side(&self, color: Color) -> Side {
        match color {
            Color::White => self.white_side,
            Color::Black => self.white_side.other(),
        }
    }

    /// The player with the pieces of `color`.
    pub fn player(&self, color: Color) -> &PlayerSpec {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// What player A got, in half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(&self) -> u8 {
        match self.outcome.winner() {
            None => 1,
            Some(winner) if self.side(winner) == Side::A => 2,
            Some(_) => 0,
        }
    }

    /// What is wrong with the record, if it is no game of these rules: as of a file that was damaged.
    pub(crate) fn fault(&self, rules: &Rules) -> Option<String> {
        let mut position = match Position::from_fen(&self.start, rules) {
            Ok(position) => position,
            Err(error) => return Some(format!("a game from no position of these rules ({error})")),
        };
        for (ply, text) in (1..).zip(&self.moves) {
            match rules.parse_move(&position, text) {
                Ok(played) => position.play(rules, &played),
                Err(error) => return Some(format!("a game whose ply {ply} is no move ({error})")),
            }
        }
        (self.opening_plies + self.thinking.len() != self.moves.len()).then(|| {
            format!(
                "a game of {} moves, {} of the opening and {} with how they were found",
                self.moves.len(),
                self.opening_plies,
                self.thinking.len()
            )
        })
    }

    /// The game without times: what is the same whenever it is played.
    #[must_use]
    pub fn untimed(&self) -> GameRecord {
        let thinking = self.thinking.iter().map(|thinking| thinking.untimed()).collect();
        GameRecord { thinking, ..self.clone() }
    }
}

/// How many games are an earlier one over again: from the same position, with the same moves, and each player with the
/// same colour.
pub fn repeated_games<'a>(games: impl IntoIterator<Item = &'a GameRecord>) -> u64 {
    let mut seen = HashSet::new();
    let games = games.into_iter();
    let key = |game: &'a GameRecord| (&game.white, &game.black, game.white_side, &game.start, &game.moves);
    games.filter(|game| !seen.insert(key(game))).count() as u64
}

mod outcome_text {
    use bashni_rules::Outcome;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(outcome.pdn())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        let text = String::deserialize(deserializer)?;
        let all = [Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw];
        all.into_iter()
            .find(|outcome| outcome.pdn() == text)
            .ok_or_else(|| D::Error::custom(format!("`{text}`: expected 1-0, 0-1 or 1/2-1/2")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white_side: Side, moves: &[&str]) -> GameRecord {
        GameRecord {
            game: 0,
            seed: 1,
            white: PlayerSpec::Random,
            black: PlayerSpec::Random,
            white_side,
            start: "W:Wa1=0:Bh8=0".into(),
            opening_plies: 0,
            moves: moves.iter().map(|&m| m.to_owned()).collect(),
            thinking: vec![Thinking { micros: 3, ..Thinking::default() }; moves.len()],
            outcome: Outcome::Draw,
            termination: Termination::Repetition,
        }
    }

    #[test]
    fn a_game_is_repeated_if_the_same_players_have_the_same_colours_and_moves() {
        let (a, b) = (&["a1-b2", "h8-g7"][..], &["a1-b2"][..]);
        let games =
            [game(Side::A, a), game(Side::B, a), game(Side::A, b), game(Side::A, a), game(Side::A, a)];
        assert_eq!(repeated_games(&games), 2);
        assert_eq!(repeated_games(&games[..3]), 0);
        assert_eq!(repeated_games([]), 0);
    }

    #[test]
    fn a_game_reads_back_from_json() {
        let game = game(Side::B, &["a1-b2"]);
        let json = serde_json::to_string(&game).unwrap();
        assert!(json.contains(r#""outcome":"1/2-1/2","termination":"repetition""#), "{json}");
        assert_eq!(serde_json::from_str::<GameRecord>(&json).unwrap(), game);
        assert!(serde_json::from_str::<GameRecord>(&json.replace("1/2-1/2", "1-1")).is_err());
    }
}
