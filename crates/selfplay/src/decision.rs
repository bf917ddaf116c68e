use std::sync::Arc;

use bashni_data::{GameRecord, Row, State, surprise};
use bashni_rules::{Encoding, Rules, Step};
use bashni_search::mcts::Tree;
use bashni_search::{Mover, Wdl};

use crate::SelfPlayError;

/// A decision that was searched, of a game that has not ended yet: a row that does not know the result.
#[derive(Debug)]
pub(crate) struct Decision {
    state: State,
    action: u16,
    legal: Vec<u16>,
    policy: Vec<f32>,
    search: Wdl<Mover>,
    root: Wdl<Mover>,
    full: bool,
    sims: u32,
    surprise: f32,
}

/// What a search that is complete says of its root, for the side that acts.
#[derive(Debug)]
pub(crate) struct Searched {
    pub policy: Vec<f32>,
    pub search: Wdl<Mover>,
    pub root: Wdl<Mover>,
}

impl Searched {
    /// Reads it off the tree.
    pub fn new(tree: &Tree) -> Result<Searched, SelfPlayError> {
        let (search, root) = tree.root_value().zip(tree.root_evaluation()).ok_or(SelfPlayError::NoChoice)?;
        let turn = tree.turn();
        Ok(Searched { policy: tree.policy(), search: search.for_mover(turn), root: root.for_mover(turn) })
    }
}

impl Decision {
    /// The decision at the root of a tree, in which the step with the index `chosen` is played. `full` says whether the search
    /// was a full one.
    pub fn new(
        rules: &Rules,
        encoding: &Encoding,
        state: State,
        tree: &Tree,
        searched: Searched,
        chosen: usize,
        full: bool,
    ) -> Result<Decision, SelfPlayError> {
        let edges = tree.root_edges();
        let action = |step: Step| {
            let action = encoding.action(rules, step, tree.turn()).ok_or(SelfPlayError::NoChoice)?;
            u16::try_from(action).map_err(|_| SelfPlayError::NoChoice)
        };
        let priors: Vec<f32> = edges.iter().map(|edge| edge.prior).collect();
        Ok(Decision {
            state,
            action: action(edges[chosen].step)?,
            legal: edges.iter().map(|edge| action(edge.step)).collect::<Result<_, _>>()?,
            surprise: surprise(&searched.policy, &priors),
            policy: searched.policy,
            search: searched.search,
            root: searched.root,
            full,
            sims: tree.sims_done(),
        })
    }

    /// The row, once its game has ended.
    pub fn row(self, game: &Arc<GameRecord>) -> Row {
        Row {
            game: game.clone(),
            state: self.state,
            action: self.action,
            legal: self.legal,
            policy: self.policy,
            search: self.search,
            root: self.root,
            full: self.full,
            sims: self.sims,
            surprise: self.surprise,
        }
    }
}
