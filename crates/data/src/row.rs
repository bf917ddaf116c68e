use bashni_rules::{Color, Outcome};
use bashni_search::{Mover, Wdl, White};

use crate::{RowError, State};

/// One searched decision of a self-play game.
///
/// The state rebuilds the planes, `legal` and `policy` are the target of the policy, and the result, the search's value
/// and the network's own value are what values are learned from. The crate's documentation has the columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Number of the game in its run.
    pub game_id: u64,
    /// Seed from which the whole game follows.
    pub game_seed: u64,
    /// The state in which a step was chosen.
    pub state: State,
    /// Policy index of the step that was played.
    pub action: u16,
    /// Policy indices of the legal steps.
    pub legal: Vec<u16>,
    /// Target of the policy, in the order of `legal`.
    pub policy: Vec<f32>,
    /// The value that the search found.
    pub search: Wdl<Mover>,
    /// The value that the network gave the state before any search.
    pub root: Wdl<Mover>,
    /// Whether the search was a full one, whose policy is to be learned.
    pub full: bool,
    /// How the game ended.
    pub outcome: Outcome,
    /// Whole moves from the start of this move to the end of the game.
    pub plies_left: u32,
    /// Training step of the network that searched.
    pub network_step: u64,
}

impl Row {
    /// How the game ended for the side that acts here.
    pub fn result(&self) -> Wdl<Mover> {
        Wdl::<White>::from(self.outcome).for_mover(self.state.turn)
    }

    /// Checks what can be checked without the rules: as many probabilities as legal steps, the step played among
    /// them, and no number that is infinite, negative or none at all.
    ///
    /// # Errors
    /// Names the first thing that is wrong.
    pub fn check(&self) -> Result<(), RowError> {
        if self.legal.len() != self.policy.len() {
            return Err(RowError::Lengths { legal: self.legal.len(), policy: self.policy.len() });
        }
        if !self.legal.contains(&self.action) {
            return Err(RowError::Action { action: self.action });
        }
        let (search, root) = (self.search, self.root);
        let values = [
            ("search_win", search.win),
            ("search_draw", search.draw),
            ("search_loss", search.loss),
            ("root_win", root.win),
            ("root_draw", root.draw),
            ("root_loss", root.loss),
        ];
        let policy = self.policy.iter().map(|&p| ("policy", p));
        for (column, number) in policy.chain(values) {
            if !(number.is_finite() && number >= 0.0) {
                return Err(RowError::Number { column, value: number.to_string() });
            }
        }
        Ok(())
    }

    /// The result as the column `outcome` has it: 1, 0 or -1 for the mover.
    pub(crate) fn outcome_for_mover(&self) -> i8 {
        match self.outcome.winner() {
            None => 0,
            Some(winner) if winner == self.state.turn => 1,
            Some(_) => -1,
        }
    }

    /// The result from the column `outcome`.
    pub(crate) fn outcome_from_mover(outcome: i8, turn: Color) -> Option<Outcome> {
        match outcome {
            1 => Some(Outcome::win(turn)),
            0 => Some(Outcome::Draw),
            -1 => Some(Outcome::win(!turn)),
            _ => None,
        }
    }
}
