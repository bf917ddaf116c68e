//! One game of self-play as a state machine: it waits for the search of a decision, records it, and goes on.

use std::borrow::{Borrow, BorrowMut};
use std::sync::Arc;

use bashni_data::{Ending, GameRecord, Row, State, surprise};
use bashni_rules::{Encoding, Game, Outcome, Rules, Step};
use bashni_search::Wdl;
use bashni_search::mcts::{SearchKind, Tree, choose, whole_moves};
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
    sims: u32,
    surprise: f32,
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
    /// The moves before that of the first decision, in letters.
    opening: String,
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
        let mut opening = String::new();
        for _ in 0..random.random_range(0..=config.opening_plies) {
            let moves = game.position().legal_moves(rules);
            let mut after = game.clone();
            if moves.is_empty() {
                break;
            }
            let played = &moves[random.random_range(0..moves.len())];
            after.play(rules, played);
            // A game that is over before it began teaches nothing.
            if after.outcome(rules).is_some() {
                break;
            }
            push_word(&mut opening, &game.position().move_text(rules, played));
            game = after;
        }
        let tree = Tree::new(rules, game.clone(), config.search, random.random());
        Playing { id, seed, random, start: game, steps: Vec::new(), tree, opening, pending: Vec::new() }
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
        let priors: Vec<f32> = edges.iter().map(|edge| edge.prior).collect();
        self.pending.push(Pending {
            state: State::new(rules, &self.start, &self.steps),
            action: action(step)?,
            legal: edges.iter().map(|edge| action(edge.step)).collect::<Result<_, _>>()?,
            surprise: surprise(&policy, &priors),
            policy,
            sims: self.tree.sims_done(),
            search: self.tree.root_value().ok_or(SelfPlayError::NoChoice)?.for_mover(turn),
            root: self.tree.root_evaluation().ok_or(SelfPlayError::NoChoice)?.for_mover(turn),
        });
        self.play(rules, step)
    }

    fn play(&mut self, rules: &Rules, step: Step) -> Result<(), SelfPlayError> {
        self.tree.advance(rules, step).map_err(|_| SelfPlayError::NoChoice)?;
        self.steps.push(step);
        if self.tree.game().chain().is_none() {
            if self.pending.is_empty()
                && let Some(played) = whole_moves(rules, &self.start, &self.steps).first()
            {
                push_word(&mut self.opening, &self.start.position().move_text(rules, played));
            }
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
        let Some(outcome) = self.tree.outcome() else { return Ok(None) };
        let ending = Ending::by_rule(self.tree.game(), rules).ok_or(SelfPlayError::NoChoice)?;
        let record = GameRecord {
            id: self.id,
            seed: self.seed,
            network_step,
            start: String::new(),
            opening: std::mem::take(&mut self.opening),
            plies: self.start.ply(),
            outcome,
            ending,
            final_position: self.start.position().fen(rules),
        };
        Ok(Some(self.finish(record)))
    }

    fn finish(&mut self, record: GameRecord) -> Finished {
        let game = Arc::new(record);
        let pending = std::mem::take(&mut self.pending);
        let row = |pending: Pending| Row {
            game: game.clone(),
            state: pending.state,
            action: pending.action,
            legal: pending.legal,
            policy: pending.policy,
            search: pending.search,
            root: pending.root,
            full: true,
            sims: pending.sims,
            surprise: pending.surprise,
        };
        let rows = pending.into_iter().map(row).collect();
        Finished { id: game.id, outcome: game.outcome, plies: game.plies, rows }
    }
}

/// Adds a word to a text, behind a space if it is not the first.
fn push_word(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}
