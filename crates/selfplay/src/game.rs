//! One game of self-play as a state machine: it waits for the search of a decision, records it, and goes on.

use std::borrow::{Borrow, BorrowMut};

use bashni_data::{Row, State};
use bashni_rules::{Encoding, Game, Outcome, Rules, Step};
use bashni_search::Wdl;
use bashni_search::mcts::{SearchKind, Tree, choose};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::{SelfPlayConfig, SelfPlayError};

/// A decision whose game has not ended yet.
struct Pending {
    state: State,
    action: u16,
    legal: Vec<u16>,
    policy: Vec<f32>,
    search: Wdl<bashni_search::Mover>,
    root: Wdl<bashni_search::Mover>,
}

/// A game in progress. It always stands at a decision that is being searched.
pub(crate) struct Playing {
    id: u64,
    seed: u64,
    random: Pcg64,
    /// The state at the start of the move in progress, and the steps of it so far.
    start: Game,
    steps: Vec<Step>,
    tree: Tree,
    pending: Vec<Pending>,
}

/// A game that has ended.
pub(crate) struct Finished {
    pub id: u64,
    pub outcome: Outcome,
    pub plies: u32,
    pub rows: Vec<Row>,
}

impl Borrow<Tree> for Playing {
    fn borrow(&self) -> &Tree {
        &self.tree
    }
}

impl BorrowMut<Tree> for Playing {
    fn borrow_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }
}

impl Playing {
    /// Starts a game: plays its random opening. [`proceed`](Playing::proceed) leads to the first decision.
    pub fn start(rules: &Rules, config: &SelfPlayConfig, id: u64, seed: u64) -> Playing {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut game = Game::new(rules);
        for _ in 0..random.random_range(0..=config.opening_plies) {
            let moves = game.position().legal_moves(rules);
            let mut after = game.clone();
            if moves.is_empty() {
                break;
            }
            after.play(rules, &moves[random.random_range(0..moves.len())]);
            // A game that is over before it began teaches nothing.
            if after.outcome(rules).is_some() {
                break;
            }
            game = after;
        }
        let tree = Tree::new(rules, game.clone(), config.search, random.random());
        Playing { id, seed, random, start: game, steps: Vec::new(), tree, pending: Vec::new() }
    }

    /// Number and seed of the game, and the state that is being searched: for whoever has to report a failure.
    pub fn whereabouts(&self, rules: &Rules) -> (u64, u64, State) {
        (self.id, self.seed, State::new(rules, &self.start, &self.steps))
    }

    /// True if the search of the decision is complete.
    pub fn is_searched(&self) -> bool {
        self.tree.is_finished()
    }

    /// Records the decision that was searched and plays a step.
    pub fn decide(
        &mut self,
        rules: &Rules,
        encoding: &Encoding,
        config: &SelfPlayConfig,
    ) -> Result<(), SelfPlayError> {
        let turn = self.tree.turn();
        let policy = self.tree.policy();
        let temperature =
            if self.start.ply() < config.temperature_plies { 1.0 } else { config.late_temperature };
        let chosen = match config.search.kind {
            SearchKind::Puct => choose(&policy, temperature, &mut self.random),
            // Its choice is a draw from the policy already.
            SearchKind::Gumbel => self.tree.best_index(),
        };
        let chosen = chosen.ok_or(SelfPlayError::NoChoice)?;
        let edges = self.tree.root_edges();
        let step = edges[chosen].step;
        let action = |step: Step| {
            let action = encoding.action(rules, step, turn).ok_or(SelfPlayError::NoChoice)?;
            u16::try_from(action).map_err(|_| SelfPlayError::NoChoice)
        };
        self.pending.push(Pending {
            state: State::new(rules, &self.start, &self.steps),
            action: action(step)?,
            legal: edges.iter().map(|edge| action(edge.step)).collect::<Result<_, _>>()?,
            policy,
            search: self.tree.root_value().ok_or(SelfPlayError::NoChoice)?.for_mover(turn),
            root: self.tree.root_evaluation().ok_or(SelfPlayError::NoChoice)?.for_mover(turn),
        });
        self.play(rules, step)
    }

    fn play(&mut self, rules: &Rules, step: Step) -> Result<(), SelfPlayError> {
        self.tree.advance(rules, step).map_err(|_| SelfPlayError::NoChoice)?;
        if self.tree.game().chain().is_some() {
            self.steps.push(step);
        } else {
            self.steps.clear();
            self.start.clone_from(self.tree.game());
        }
        Ok(())
    }

    /// Plays forced steps up to the next decision; returns the game if that led to its end.
    pub fn proceed(&mut self, rules: &Rules, network_step: u64) -> Result<Option<Finished>, SelfPlayError> {
        while let Some(step) = self.tree.forced_step() {
            self.play(rules, step)?;
        }
        Ok(self.tree.outcome().map(|outcome| self.finish(outcome, network_step)))
    }

    fn finish(&mut self, outcome: Outcome, network_step: u64) -> Finished {
        let plies = self.start.ply();
        let pending = std::mem::take(&mut self.pending);
        let row = |pending: Pending| Row {
            game_id: self.id,
            game_seed: self.seed,
            plies_left: plies - pending.state.ply,
            state: pending.state,
            action: pending.action,
            legal: pending.legal,
            policy: pending.policy,
            search: pending.search,
            root: pending.root,
            full: true,
            outcome,
            network_step,
        };
        Finished { id: self.id, outcome, plies, rows: pending.into_iter().map(row).collect() }
    }
}
