use std::fmt;

use bashni_rules::{Game, Rules};

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// The side to move has no legal move, and has lost.
    NoMove,
    /// A position came back as often as the rules allow: a draw.
    Repetition,
    /// Too many plies without capture or promotion: a draw.
    NoProgress,
    /// A side gave up. The position is then one that could be played on, at the start of a move.
    Resignation,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 4] =
        [Ending::NoMove, Ending::Repetition, Ending::NoProgress, Ending::Resignation];

    /// What ended a game by the rules; `None` while it goes on. Where both draws hold at once, it is want of progress.
    pub fn by_rule(game: &Game, rules: &Rules) -> Option<Ending> {
        let outcome = game.outcome(rules)?;
        let limit = rules.fields().no_progress_plies;
        Some(match outcome.winner() {
            Some(_) => Ending::NoMove,
            None if limit > 0 && game.no_progress() >= limit => Ending::NoProgress,
            None => Ending::Repetition,
        })
    }

    /// The text in a shard: `no_move`, `repetition`, `no_progress` or `resignation`.
    pub const fn text(self) -> &'static str {
        match self {
            Ending::NoMove => "no_move",
            Ending::Repetition => "repetition",
            Ending::NoProgress => "no_progress",
            Ending::Resignation => "resignation",
        }
    }

    /// The ending that a text names.
    pub fn parse(text: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.text() == text)
    }

    /// True if the game is drawn.
    pub const fn is_draw(self) -> bool {
        matches!(self, Ending::Repetition | Ending::NoProgress)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use bashni_rules::{Outcome, Position};

    use super::*;

    #[test]
    fn texts_name_their_endings() {
        for ending in Ending::ALL {
            assert_eq!(Ending::parse(ending.text()), Some(ending));
        }
        assert_eq!(Ending::parse("checkmate"), None);
    }

    #[test]
    fn the_rules_say_what_ended_a_game() {
        let rules = Rules::preset("bashni").unwrap();
        let fields = rules.fields();
        let position = |text: &str| Position::from_fen(text, &rules).unwrap();
        let kings = || position("W:Wa1=1:Bb8=1");
        let ending = |game: &Game| Ending::by_rule(game, &rules);
        assert_eq!(ending(&Game::new(&rules)), None);
        assert_eq!(ending(&Game::from_position(position("W:W:Bb8=1"))), Some(Ending::NoMove));
        let repeated = Game::restore(kings(), 4, fields.repetition - 1);
        assert_eq!(ending(&repeated), Some(Ending::Repetition));
        let slow = Game::restore(kings(), fields.no_progress_plies, fields.repetition - 1);
        assert_eq!(ending(&slow), Some(Ending::NoProgress));
        for game in [repeated, slow] {
            assert_eq!(game.outcome(&rules), Some(Outcome::Draw));
            assert!(ending(&game).unwrap().is_draw());
        }
    }
}
