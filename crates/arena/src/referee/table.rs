//! A game in progress.

use std::sync::Arc;

use bashni_rules::{Color, Game, Move, Outcome, Position, Rules, format_moves};

use super::seat::{Ask, Breakdown};
use crate::seed::derive;
use crate::{Choice, Fault, Forfeit, GameRecord, Opening, PlayerSpec, Side, Termination, Thinking};

/// A game to be played.
#[derive(Clone, Debug)]
pub(crate) struct Fixture {
    /// Number between these two players, from 0. The games of a pair are 2n and 2n+1.
    pub number: u64,
    /// From which the randomness of every move follows.
    pub seed: u64,
    /// Players A and B, by their number.
    pub sides: [usize; 2],
    /// Who of them has the white pieces.
    pub white: Side,
    /// From where it starts.
    pub opening: Arc<Opening>,
}

pub(super) struct Table {
    fixture: Fixture,
    start: Arc<Game>,
    game: Game,
    /// The moves so far, those of the opening first.
    played: Arc<Vec<Move>>,
    /// The same as text.
    moves: Vec<String>,
    /// How the players found theirs.
    thinking: Vec<Thinking>,
    end: Option<(Outcome, Termination)>,
}

impl Table {
    /// A game at the end of its opening.
    pub fn new(fixture: Fixture, rules: &Rules) -> Table {
        let game = fixture.opening.game.clone();
        let end = game.outcome(rules).map(|outcome| (outcome, Termination::by_rule(&game, rules, outcome)));
        let moves = fixture.opening.move_texts(rules);
        let start = Arc::new(Game::from_position(Position::clone(&fixture.opening.start)));
        let played = Arc::new(fixture.opening.moves.clone());
        Table { fixture, start, game, played, moves, thinking: Vec::new(), end }
    }

    pub fn sides(&self) -> [usize; 2] {
        self.fixture.sides
    }

    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The player to move, unless the game is over.
    pub fn to_move(&self) -> Option<usize> {
        (!self.is_over()).then(|| self.fixture.sides[self.side(self.game.turn()).index()])
    }

    fn side(&self, color: Color) -> Side {
        match color {
            Color::White => self.fixture.white,
            Color::Black => self.fixture.white.other(),
        }
    }

    pub fn ask(&self, role: usize) -> Ask {
        let seed = derive(self.fixture.seed, u64::from(self.game.ply()));
        let (start, moves) = (self.start.clone(), self.played.clone());
        Ask { game: self.game.clone(), start, moves, seed, role }
    }

    /// Plays what the player to move has answered. Anything but a legal move loses.
    pub fn answer(&mut self, rules: &Rules, answer: Result<Choice, Breakdown>) {
        let played = answer.and_then(|Choice { played, thinking }| {
            let position = self.game.position();
            let legal = position.legal_moves(rules);
            if legal.contains(&played) {
                return Ok((played, thinking));
            }
            let message = format!(
                "played {}, which is not legal in {}; legal: {}",
                describe(&played, position, rules),
                position.fen(rules),
                format_moves(position, rules, &legal)
            );
            Err(Breakdown { fault: Fault::IllegalMove, message })
        });
        match played {
            Ok((played, thinking)) => {
                self.moves.push(self.game.position().move_text(rules, &played));
                self.thinking.push(thinking);
                Arc::make_mut(&mut self.played).push(played);
                self.game.play(rules, &played);
                let outcome = self.game.outcome(rules);
                self.end = outcome.map(|outcome| (outcome, Termination::by_rule(&self.game, rules, outcome)));
            }
            Err(Breakdown { fault, message }) => {
                let by = self.game.turn();
                let message = format!("ply {}: {message}", self.moves.len() + 1);
                let forfeit = Termination::Forfeit(Forfeit { by, fault, message });
                self.end = Some((Outcome::win(!by), forfeit));
            }
        }
    }

    /// The game as it was played, if it is over.
    pub fn record(self, rules: &Rules, players: &[PlayerSpec]) -> Option<GameRecord> {
        let player = |color| players[self.fixture.sides[self.side(color).index()]].clone();
        let (white, black) = (player(Color::White), player(Color::Black));
        let (outcome, termination) = self.end?;
        let Fixture { number, seed, white: white_side, opening, .. } = self.fixture;
        Some(GameRecord {
            game: number,
            seed,
            white,
            black,
            white_side,
            start: opening.start.fen(rules),
            opening_plies: opening.moves.len(),
            moves: self.moves,
            thinking: self.thinking,
            outcome,
            termination,
        })
    }
}

/// A move that is none of this position, which may not even be one of this board.
fn describe(played: &bashni_rules::Move, position: &Position, rules: &Rules) -> String {
    let board = rules.board();
    if [played.from(), played.to()].iter().all(|square| board.iter().any(|other| other == *square)) {
        position.move_text(rules, played)
    } else {
        "a move of another board".to_owned()
    }
}
