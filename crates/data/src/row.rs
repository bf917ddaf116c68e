use std::sync::Arc;

use bashni_rules::{Color, Outcome};
use bashni_search::{Mover, Wdl, White};

use crate::{GameRecord, RowError, State};

/// One searched decision of a self-play game, whose step was played.
///
/// The state rebuilds the planes, `legal` and `policy` are the target of the policy, and the result, the search's value
/// and the network's own value are what values are learned from. `docs/data.md` has the columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The game that it belongs to.
    pub game: Arc<GameRecord>,
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
    /// Simulations of this search; those of a tree that was kept do not count.
    pub sims: u32,
    /// How far `policy` is from what the network alone thought, in nats: see [`surprise`].
    pub surprise: f32,
}

impl Row {
    /// How the game ended for the side that acts here.
    pub fn result(&self) -> Wdl<Mover> {
        Wdl::<White>::from(self.game.outcome).for_mover(self.state.turn)
    }

    /// Whole moves from the start of this move to the end of the game.
    pub fn plies_left(&self) -> u32 {
        self.game.plies.saturating_sub(self.state.ply)
    }

    /// Checks what can be checked without the rules: as many probabilities as legal steps, the step played among
    /// them, no number that is infinite, negative or none at all, and no decision after the end of its game.
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
        if self.state.ply > self.game.plies {
            return Err(RowError::Plies { ply: self.state.ply, plies: self.game.plies });
        }
        let (search, root) = (self.search, self.root);
        let values = [
            ("search_win", search.win),
            ("search_draw", search.draw),
            ("search_loss", search.loss),
            ("root_win", root.win),
            ("root_draw", root.draw),
            ("root_loss", root.loss),
            ("surprise", self.surprise),
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
        match self.game.outcome.winner() {
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

/// How far a policy is from a prior: the Kullback-Leibler divergence of `policy` from `prior`, in nats. Both are
/// probabilities of the same steps.
///
/// 0 where the search changed nothing. KataGo calls it the policy surprise and uses rows more often that have more of it.
/// A prior that underflowed to 0 counts as the smallest normal number, so that the result is finite.
///
/// ```
/// use bashni_data::surprise;
///
/// assert_eq!(surprise(&[0.25, 0.75], &[0.25, 0.75]), 0.0);
/// assert!((surprise(&[1.0, 0.0], &[0.5, 0.5]) - 2.0_f32.ln()).abs() < 1e-6);
/// ```
pub fn surprise(policy: &[f32], prior: &[f32]) -> f32 {
    let part = |(&policy, &prior): (&f32, &f32)| match policy > 0.0 {
        true => f64::from(policy) * (f64::from(policy) / f64::from(prior.max(f32::MIN_POSITIVE))).ln(),
        false => 0.0,
    };
    // Rounding can take it below 0, which no divergence is.
    policy.iter().zip(prior).map(part).sum::<f64>().max(0.0) as f32
}
