//! States that wait for their evaluations, and what comes back.

use bashni_rules::{Game, Rules, Step};

use super::arena::{NodeId, ROOT};
use super::gumbel::softmax;
use super::{SearchError, Tree};
use crate::{Evaluation, Query, Wdl};

/// A new state at the end of a simulation.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) node: NodeId,
    pub(super) game: Game,
    /// Its legal steps.
    pub(super) steps: Vec<Step>,
    /// The forced steps before it.
    pub(super) forced: Vec<Step>,
    /// The edges from the root to it.
    pub(super) path: Vec<u32>,
}

impl Leaf {
    /// Memory for a state; which one does not matter.
    pub(super) fn new(game: &Game) -> Leaf {
        Leaf { node: ROOT, game: game.clone(), steps: Vec::new(), forced: Vec::new(), path: Vec::new() }
    }

    fn check(&self, rules: &Rules, evaluation: &Evaluation) -> Result<(), SearchError> {
        let position = || {
            let fen = self.game.position().fen(rules);
            match self.game.chain() {
                Some(chain) => format!("{fen} (in a chain, at {})", rules.board().name(chain.square())),
                None => fen,
            }
        };
        let Evaluation { logits, value } = evaluation;
        if logits.len() != self.steps.len() {
            let (expected, got) = (self.steps.len(), logits.len());
            return Err(SearchError::Logits { position: position(), expected, got });
        }
        if let Some((&logit, step)) = logits.iter().zip(&self.steps).find(|(logit, _)| !logit.is_finite()) {
            let name = |square| rules.board().name(square);
            let step = format!("{}-{}", name(step.from), name(step.to));
            return Err(SearchError::Logit { position: position(), step, logit });
        }
        if !value.is_distribution() {
            let Wdl { win, draw, loss, .. } = *value;
            return Err(SearchError::Value { position: position(), win, draw, loss });
        }
        Ok(())
    }
}

impl Tree {
    /// The states that wait for their evaluations.
    pub fn queries(&self) -> impl ExactSizeIterator<Item = Query<'_>> {
        self.leaves[..self.in_flight].iter().map(|leaf| Query { game: &leaf.game, steps: &leaf.steps })
    }

    /// Takes the evaluations of the states that wait, in the order of [`queries`](Tree::queries).
    ///
    /// # Errors
    /// If there are not as many as states, one is not a distribution and one finite logit a step (the message names the
    /// position), or the settings make no sense. The states then go on waiting.
    pub fn receive(&mut self, rules: &Rules, evaluations: &[Evaluation]) -> Result<(), SearchError> {
        if evaluations.len() != self.in_flight {
            return Err(SearchError::Count { expected: self.in_flight, got: evaluations.len() });
        }
        let leaves = std::mem::take(&mut self.leaves);
        let checked = leaves.iter().zip(evaluations).try_for_each(|(leaf, given)| leaf.check(rules, given));
        let is_root = leaves.first().is_some_and(|leaf| leaf.node == ROOT);
        let checked = checked.and_then(|()| if is_root { Ok(self.config.check()?) } else { Ok(()) });
        if let Err(error) = checked {
            self.leaves = leaves;
            return Err(error);
        }
        self.in_flight = 0;
        self.promised = 0;
        for (leaf, evaluation) in leaves.iter().zip(evaluations) {
            self.expand(leaf, evaluation);
            if leaf.node == ROOT {
                self.prepare_root();
                continue;
            }
            for &edge in &leaf.path {
                self.arena.edges[edge as usize].in_flight -= 1;
            }
            self.back_up(&leaf.path);
        }
        self.leaves = leaves;
        Ok(())
    }

    fn expand(&mut self, leaf: &Leaf, evaluation: &Evaluation) {
        let priors = &mut self.policy;
        priors.clone_from(&evaluation.logits);
        softmax(priors);
        let value = evaluation.value.for_white(leaf.game.turn());
        let edges = leaf.steps.iter().copied().zip(priors.iter().copied());
        self.arena.expand(leaf.node, value, edges);
    }

    /// Forgets the simulations in flight, as if they had never begun.
    pub(super) fn cancel(&mut self) {
        for leaf in &self.leaves[..self.in_flight] {
            for &edge in &leaf.path {
                self.arena.edges[edge as usize].in_flight -= 1;
            }
            if let Some(&last) = leaf.path.last() {
                self.arena.edges[last as usize].child = None;
            }
        }
        self.in_flight = 0;
        self.promised = 0;
    }
}
