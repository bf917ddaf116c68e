//! One game of self-play as a state machine: it waits for the search of a decision, records it, and goes on.

use std::sync::Arc;

use bashni_data::{Ending, GameRecord, State};
use bashni_rules::{Encoding, Game, Outcome, Rules, Step};
use bashni_search::mcts::{SearchKind, Tree, choose, whole_moves};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::decision::{Decision, Searched};
use crate::finished::Finished;
use crate::openings::{Fork, PolicyPlies, Stage, chance, push_word, random_plies, raw_policy};
use crate::resign::{Outlook, Resigning};
use crate::{SelfPlayConfig, SelfPlayError};

/// A game in progress. It always stands at a state that the network is asked about.
pub(crate) struct Playing {
    id: u64,
    seed: u64,
    random: Pcg64,
    stage: Stage,
    /// Where the game began: empty for the start of the rules.
    origin: String,
    /// The state at the start of the move in progress, and the steps of it so far.
    start: Game,
    steps: Vec<Step>,
    tree: Tree,
    /// Whether the search of this decision is a full one.
    full: bool,
    /// The moves before that of the first decision, in letters.
    opening: String,
    decisions: Vec<Decision>,
    forked: bool,
    resigning: Resigning,
    /// How the game ended, if the side to move has resigned.
    resigned: Option<Outcome>,
}

impl Playing {
    /// Starts a game: plays its random opening. [`proceed`](Playing::proceed) leads to the first decision.
    ///
    /// Everything random in a game comes from its seed, in the order of play, and what is switched off draws nothing.
    ///
    /// # Errors
    /// If its start position is not possible under these rules.
    pub fn start(
        rules: &Rules,
        config: &SelfPlayConfig,
        id: u64,
        seed: u64,
    ) -> Result<Playing, SelfPlayError> {
        let mut random = Pcg64::seed_from_u64(seed);
        let origin = config.openings.draw_start(&mut random)?;
        let mut game = if origin.is_empty() { Game::new(rules) } else { Game::from_fen(&origin, rules)? };
        let mut opening = String::new();
        random_plies(rules, &mut game, config.opening_plies, &mut random, &mut opening);
        let plays_on = config.resign.is_on() && chance(config.resign.play_on_share, &mut random);
        let plies = PolicyPlies::draw(&config.openings, game.ply(), &mut random);
        let (tree, full) = match plies {
            Some(_) => (Tree::new(rules, game.clone(), raw_policy(&config.search), 0), true),
            None => first_search(rules, config, game.clone(), &mut random),
        };
        Ok(Playing {
            id,
            seed,
            random,
            stage: plies.map_or(Stage::Play, |plies| Stage::Policy(Box::new(plies))),
            origin,
            start: game,
            steps: Vec::new(),
            tree,
            full,
            opening,
            decisions: Vec::new(),
            forked: false,
            resigning: Resigning::new(plays_on),
            resigned: None,
        })
    }

    /// The search of the state at which the game stands.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    pub fn tree_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    /// Number and seed of the game, and the state that is being searched: for whoever has to report a failure.
    pub fn whereabouts(&self, rules: &Rules) -> (u64, u64, State) {
        (self.id, self.seed, State::new(rules, &self.start, &self.steps))
    }

    /// True if the search, once it is complete, makes a row (unless the side resigns), and is no part of the opening.
    pub fn is_recorded(&self) -> bool {
        matches!(self.stage, Stage::Play)
    }

    /// Takes what was found about the state, and plays a step: records the decision if the opening is over.
    pub fn decide(
        &mut self,
        rules: &Rules,
        encoding: &Encoding,
        config: &SelfPlayConfig,
    ) -> Result<(), SelfPlayError> {
        match &mut self.stage {
            Stage::Policy(plies) => {
                if self.steps.is_empty() {
                    plies.before_last = Some((self.start.clone(), self.opening.len()));
                }
                let temperature = config.openings.policy_temperature;
                let chosen = plies.choose(&self.tree, temperature, &mut self.random);
                let step = self.tree.root_edges()[chosen.ok_or(SelfPlayError::NoChoice)?].step;
                self.tree.advance(rules, step).map_err(|_| SelfPlayError::NoChoice)?;
                self.played(rules, step);
                Ok(())
            }
            Stage::Fork(fork) => {
                fork.judge(&self.tree);
                self.judge_next(rules, config);
                Ok(())
            }
            Stage::Play => self.decide_and_record(rules, encoding, config),
        }
    }

    fn decide_and_record(
        &mut self,
        rules: &Rules,
        encoding: &Encoding,
        config: &SelfPlayConfig,
    ) -> Result<(), SelfPlayError> {
        let turn = self.tree.turn();
        let searched = Searched::new(&self.tree)?;
        let (score, proven) = (searched.search.score(), self.tree.proof().is_some());
        let outlook = Outlook { turn, score, proven, starts_move: self.steps.is_empty() };
        if self.resigning.resigns(&config.resign, outlook) {
            self.resigned = Some(Outcome::win(!turn));
            return Ok(());
        }
        let late = self.start.ply() >= config.temperature_plies;
        let chosen = match config.search.kind {
            SearchKind::Puct => {
                let temperature = if late { config.late_temperature } else { 1.0 };
                choose(&searched.policy, temperature, &mut self.random)
            }
            // Its choice is a draw from the policy already.
            SearchKind::Gumbel => {
                let noise = if late { config.late_gumbel as f32 } else { 1.0 };
                self.tree.best_index_with_noise(noise)
            }
        };
        let chosen = chosen.ok_or(SelfPlayError::NoChoice)?;
        let step = self.tree.root_edges()[chosen].step;
        let state = State::new(rules, &self.start, &self.steps);
        let (tree, full) = (&self.tree, self.full);
        self.decisions.push(Decision::new(rules, encoding, state, tree, searched, chosen, full)?);
        // Before the step is played: a tree that is kept readies its root then.
        self.full = config.draws_full(&mut self.random);
        let next = config.search_of(self.full);
        self.tree.advance_with(rules, step, next).map_err(|_| SelfPlayError::NoChoice)?;
        self.played(rules, step);
        Ok(())
    }

    /// Keeps up with a step that the tree has advanced by.
    fn played(&mut self, rules: &Rules, step: Step) {
        self.steps.push(step);
        if self.tree.game().chain().is_none() {
            if self.decisions.is_empty()
                && let Some(played) = whole_moves(rules, &self.start, &self.steps).first()
            {
                push_word(&mut self.opening, &self.start.position().move_text(rules, played));
            }
            self.steps.clear();
            self.start.clone_from(self.tree.game());
        }
    }

    /// Plays forced steps up to the next state that the network is asked about; returns the game if that led to its end.
    pub fn proceed(
        &mut self,
        rules: &Rules,
        config: &SelfPlayConfig,
        network_step: u64,
    ) -> Result<Option<Finished>, SelfPlayError> {
        if let Some(outcome) = self.resigned {
            return Ok(Some(self.finish(rules, config, network_step, outcome, Ending::Resignation)));
        }
        loop {
            match &self.stage {
                Stage::Fork(_) => return Ok(None),
                Stage::Policy(plies) => {
                    let is_over = self.tree.outcome().is_some();
                    if is_over && let Some((game, opening)) = plies.before_last.clone() {
                        // The last of these moves ends the game: it is played from there instead.
                        self.opening.truncate(opening);
                        self.start = game;
                        self.begin_play(rules, config);
                        continue;
                    }
                    let is_decision = !is_over && self.tree.forced_step().is_none();
                    if is_decision && self.start.ply() >= plies.until {
                        if !plies.forks {
                            self.begin_play(rules, config);
                            continue;
                        }
                        if self.start.position().count_moves(rules) > 1 {
                            self.begin_fork(rules, config);
                            continue;
                        }
                    }
                }
                Stage::Play => {}
            }
            let Some(step) = self.tree.forced_step() else { break };
            self.tree.advance(rules, step).map_err(|_| SelfPlayError::NoChoice)?;
            self.played(rules, step);
        }
        let Some(outcome) = self.tree.outcome() else { return Ok(None) };
        // Steps that are forced round in a circle are a draw also where the rules do not count repetitions.
        let ending = Ending::by_rule(self.tree.game(), rules).unwrap_or(Ending::Repetition);
        Ok(Some(self.finish(rules, config, network_step, outcome, ending)))
    }

    /// Forks at the start of this move; what has been played of it was forced.
    fn begin_fork(&mut self, rules: &Rules, config: &SelfPlayConfig) {
        self.steps.clear();
        let fork = Fork::new(rules, &self.start, config.openings.fork_moves, &mut self.random);
        self.stage = Stage::Fork(Box::new(fork));
        self.judge_next(rules, config);
    }

    /// Asks about the next move of a fork, or plays the best one if all are judged.
    fn judge_next(&mut self, rules: &Rules, config: &SelfPlayConfig) {
        let Stage::Fork(fork) = &mut self.stage else { return };
        if let Some(tree) = fork.next(rules, &config.search) {
            self.tree = tree;
            return;
        }
        let stage = std::mem::replace(&mut self.stage, Stage::Play);
        if let Stage::Fork(fork) = stage
            && let Some((text, game)) = fork.best()
        {
            push_word(&mut self.opening, &text);
            self.start = game;
            self.forked = true;
        }
        self.begin_play(rules, config);
    }

    /// Ends the opening: from the start of this move on, decisions are searched and recorded.
    fn begin_play(&mut self, rules: &Rules, config: &SelfPlayConfig) {
        self.stage = Stage::Play;
        self.steps.clear();
        (self.tree, self.full) = first_search(rules, config, self.start.clone(), &mut self.random);
    }

    fn finish(
        &mut self,
        rules: &Rules,
        config: &SelfPlayConfig,
        network_step: u64,
        outcome: Outcome,
        ending: Ending,
    ) -> Finished {
        let from_file = !self.origin.is_empty();
        let game = Arc::new(GameRecord {
            id: self.id,
            seed: self.seed,
            network_step,
            start: std::mem::take(&mut self.origin),
            opening: std::mem::take(&mut self.opening),
            plies: self.start.ply(),
            outcome,
            ending,
            final_position: self.start.position().fen(rules),
        });
        let decisions = std::mem::take(&mut self.decisions);
        Finished {
            id: game.id,
            outcome,
            plies: game.plies,
            rows: decisions.into_iter().map(|decision| decision.row(&game)).collect(),
            from_file,
            forked: self.forked,
            resignations: self.resigning.count(&config.resign, outcome),
        }
    }
}

/// The search of the first decision that is recorded, and whether it is a full one.
fn first_search(rules: &Rules, config: &SelfPlayConfig, game: Game, random: &mut Pcg64) -> (Tree, bool) {
    let seed = random.random();
    let full = config.draws_full(random);
    (Tree::new(rules, game, config.search_of(full), seed), full)
}
