use bashni_rules::{Color, Game, Position, Rules, Square, Step};

use crate::RowError;

/// The state of a game in which a step was chosen, in a form that can be written down.
///
/// It is the state at the start of a move, and the steps of that move so far. That is all that the network sees and
/// the rules need, save the earlier positions themselves: those count here only as occurrences of this one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Whole moves played before.
    pub ply: u32,
    /// Steps of this move played before.
    pub step: u16,
    /// Position at the start of the move, in the one-line form.
    pub position: String,
    /// Squares of the move so far, as `a3:c5`; empty at its start.
    pub chain: String,
    /// The side that acts.
    pub turn: Color,
    /// Plies without capture or promotion at the start of the move.
    pub no_progress: u32,
    /// Earlier occurrences of the position at the start of the move.
    pub repetitions: u32,
}

impl State {
    /// The state after some steps of a move that begins in `start`, a game that is not within a chain.
    pub fn new(rules: &Rules, start: &Game, steps: &[Step]) -> State {
        let board = rules.board();
        let squares = steps.first().map(|step| step.from).into_iter().chain(steps.iter().map(|step| step.to));
        State {
            ply: start.ply(),
            step: u16::try_from(steps.len()).unwrap_or(u16::MAX),
            position: start.position().fen(rules),
            chain: squares.map(|square| board.name(square)).collect::<Vec<_>>().join(":"),
            turn: start.turn(),
            no_progress: start.no_progress(),
            repetitions: start.repetitions(),
        }
    }

    /// The game in this state, as far as the rules and the network's planes need it. Its own count of plies starts at
    /// the move.
    ///
    /// # Errors
    /// If the position or the chain is not possible under these rules, or `turn` or `step` does not agree with them.
    pub fn game(&self, rules: &Rules) -> Result<Game, RowError> {
        let position = Position::from_fen(&self.position, rules)?;
        let mut game = Game::restore(position, self.no_progress, self.repetitions);
        let squares = self.squares(rules)?;
        for pair in squares.windows(2) {
            let step = Step { from: pair[0], to: pair[1] };
            if game.try_step(rules, step).is_err() {
                return Err(self.chain_error("a jump is not legal"));
            }
            if game.chain().is_none() {
                return Err(
                    self.chain_error("the move ends before the last square, so nothing is left to choose")
                );
            }
        }
        if squares.len().saturating_sub(1) != usize::from(self.step) {
            return Err(self.chain_error("it does not have as many jumps as `step` says"));
        }
        if game.turn() != self.turn {
            return Err(self.chain_error("`turn` names the other side"));
        }
        Ok(game)
    }

    fn squares(&self, rules: &Rules) -> Result<Vec<Square>, RowError> {
        let board = rules.board();
        let named = |name: &str| board.iter().find(|&square| board.name(square) == name);
        let names = self.chain.split(':').filter(|_| !self.chain.is_empty());
        names
            .map(|name| named(name).ok_or_else(|| self.chain_error("a square is not on the board")))
            .collect()
    }

    fn chain_error(&self, reason: &'static str) -> RowError {
        RowError::Chain { chain: self.chain.clone(), position: self.position.clone(), reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays random games and compares every state with what is rebuilt from its written form.
    #[test]
    fn a_written_state_gives_the_same_steps_and_counters() {
        use rand::{RngExt, SeedableRng};
        for name in ["bashni", "bashni-turkish", "bashni-once", "bashni-noimm", "lasca", "russian", "english"]
        {
            let rules = Rules::preset(name).unwrap();
            let mut chains = 0;
            for seed in 0..20 {
                let mut rng = rand_pcg::Pcg64::seed_from_u64(seed);
                let mut game = Game::new(&rules);
                while game.outcome(&rules).is_none() {
                    let start = game.clone();
                    let mut steps = Vec::new();
                    loop {
                        let state = State::new(&rules, &start, &steps);
                        let rebuilt = state.game(&rules).unwrap();
                        assert_eq!(rebuilt.position(), game.position());
                        assert_eq!(rebuilt.chain(), game.chain());
                        assert_eq!(rebuilt.hash(), game.hash());
                        assert_eq!(rebuilt.no_progress(), game.no_progress());
                        assert_eq!(rebuilt.repetitions(), game.repetitions());
                        assert_eq!(rebuilt.legal_steps(&rules), game.legal_steps(&rules));
                        let legal = game.legal_steps(&rules);
                        let step = legal[rng.random_range(0..legal.len())];
                        game.play_step(&rules, step);
                        steps.push(step);
                        if game.chain().is_none() {
                            break;
                        }
                        chains += 1;
                    }
                }
            }
            assert!(chains > 0, "{name}: no chain was seen");
        }
    }

    #[test]
    fn a_state_that_cannot_be_is_an_error() {
        let rules = Rules::preset("bashni").unwrap();
        let state = State::new(&rules, &Game::new(&rules), &[]);
        let refused = |change: fn(&mut State)| {
            let mut changed = state.clone();
            change(&mut changed);
            changed.game(&rules).unwrap_err().to_string()
        };
        assert!(refused(|s| s.position = "W:Wa1".into()).contains("W:Wa1"));
        assert!(refused(|s| s.chain = "c3:d4".into()).contains("move ends before"));
        assert!(refused(|s| s.chain = "c3:e5".into()).contains("not legal"));
        assert!(refused(|s| s.chain = "c3:".into()).contains("not on the board"));
        assert!(refused(|s| s.step = 1).contains("`step`"));
        assert!(refused(|s| s.turn = Color::Black).contains("`turn`"));
    }
}
