use std::time::{Duration, Instant};

use bashni_rules::{Game, Move, PovOutcome, Rules, Step};
use bashni_search::Evaluator;
use bashni_search::mcts::{SearchConfig, Tree, search_batch};

use crate::seed::derive;
use crate::{Choice, MctsLimits, Player, PlayerError, Score, Thinking, Turn};

/// Simulations between two looks at the clock.
const CLOCK_INTERVAL: u32 = 8;

/// Games in one batch: enough for an evaluator to be about as fast as it gets.
const BATCH: usize = 64;

/// Plays the step that a tree search finds best, with any evaluator: this is how a network plays.
///
/// All games share the batches of the evaluator, also those of several roles with limits of their own. Every step of a
/// chain is searched anew, with the full number of simulations; a forced step is played without a search. A result that is
/// proven ends a search.
///
/// A role with a time (`ms`) has it for a whole move: a decision within a capture gets half of what is left, any other all
/// of it, and what was found before the first step of a capture is kept for the others. Its games are computed one by one, so
/// that the time is its own.
pub struct MctsPlayer<E> {
    evaluator: E,
    config: SearchConfig,
    roles: Vec<MctsLimits>,
}

impl<E: Evaluator> MctsPlayer<E> {
    /// A player that searches with `config` within the limits of each role, and has positions judged by `evaluator`.
    /// `config.sims` is not looked at.
    pub fn new(evaluator: E, config: SearchConfig, roles: Vec<MctsLimits>) -> MctsPlayer<E> {
        MctsPlayer { evaluator, config, roles }
    }

    fn limits(&self, turn: &Turn<'_>) -> Result<MctsLimits, PlayerError> {
        let limits = self.roles.get(turn.role).copied();
        limits.ok_or_else(|| PlayerError::new(format!("role {}: there are {}", turn.role, self.roles.len())))
    }

    /// Chooses in all games at once, without a clock.
    fn in_lockstep(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Choice>, PlayerError> {
        let mut plans: Vec<Plan> = turns.iter().map(Plan::new).collect();
        loop {
            for plan in &mut plans {
                plan.play_forced(rules)?;
            }
            let (mut open, mut trees) = (Vec::new(), Vec::new());
            for (plan, turn) in plans.iter_mut().zip(turns).filter(|(plan, _)| !plan.done) {
                let sims = self.limits(turn)?.sims.unwrap_or_default();
                trees.push(plan.tree(rules, SearchConfig { sims, ..self.config }));
                open.push(plan);
            }
            if open.is_empty() {
                break;
            }
            search_batch(rules, &mut trees, &mut self.evaluator).map_err(PlayerError::new)?;
            for (plan, tree) in open.into_iter().zip(&trees) {
                plan.follow(rules, tree)?;
            }
        }
        turns.iter().zip(&plans).map(|(turn, plan)| plan.choice(rules, turn.game)).collect()
    }

    /// Chooses in one game, within a time.
    fn by_the_clock(
        &mut self,
        rules: &Rules,
        turn: &Turn<'_>,
        sims: Option<u32>,
        time: Duration,
    ) -> Result<Choice, PlayerError> {
        let begun = Instant::now();
        let mut plan = Plan::new(turn);
        let config = SearchConfig { sims: 0, reuse: true, ..self.config };
        let mut trees = [plan.tree(rules, config)];
        let mut played = 0;
        loop {
            plan.play_forced(rules)?;
            if plan.done {
                return plan.choice(rules, turn.game);
            }
            for &step in &plan.steps[played..] {
                trees[0].advance(rules, step).map_err(PlayerError::new)?;
            }
            played = plan.steps.len();
            let left = time.saturating_sub(begun.elapsed());
            let is_last = plan.game.chain().is_none() && !plan.game.position().must_capture(rules);
            let deadline = Instant::now() + if is_last { left } else { left / 2 };
            let most = sims.unwrap_or(u32::MAX);
            let mut wanted = 0;
            loop {
                wanted = most.min(wanted + CLOCK_INTERVAL);
                trees[0].set_sims(wanted);
                search_batch(rules, &mut trees, &mut self.evaluator).map_err(PlayerError::new)?;
                let can_go_on = trees[0].proof().is_none() && !trees[0].is_full();
                if wanted == most || !can_go_on || Instant::now() >= deadline {
                    break;
                }
            }
            plan.follow(rules, &trees[0])?;
        }
    }
}

impl<E: Evaluator> Player for MctsPlayer<E> {
    fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Choice>, PlayerError> {
        if self.roles.iter().all(|limits| limits.ms.is_none()) {
            return self.in_lockstep(rules, turns);
        }
        let mut choices = Vec::with_capacity(turns.len());
        for turn in turns {
            match self.limits(turn)? {
                MctsLimits { ms: None, .. } => choices.append(&mut self.in_lockstep(rules, &[*turn])?),
                MctsLimits { sims, ms: Some(ms) } => {
                    choices.push(self.by_the_clock(rules, turn, sims, Duration::from_millis(ms))?);
                }
            }
        }
        Ok(choices)
    }

    fn max_batch(&self) -> usize {
        if self.roles.iter().any(|limits| limits.ms.is_some()) { 1 } else { BATCH }
    }
}

/// A move as far as it is chosen.
struct Plan {
    game: Game,
    seed: u64,
    steps: Vec<Step>,
    done: bool,
    thinking: Thinking,
}

impl Plan {
    fn new(turn: &Turn<'_>) -> Plan {
        Plan {
            game: turn.game.clone(),
            seed: turn.seed,
            steps: Vec::new(),
            done: false,
            thinking: Thinking::default(),
        }
    }

    fn play(&mut self, rules: &Rules, step: Step) {
        self.game.play_step(rules, step);
        self.steps.push(step);
        self.done = self.game.chain().is_none();
    }

    /// Plays steps for as long as the move goes on and there is only one.
    fn play_forced(&mut self, rules: &Rules) -> Result<(), PlayerError> {
        while !self.done {
            match self.game.legal_steps(rules)[..] {
                [] => return Err(PlayerError::new("asked for a move in a game that is over")),
                [only] => self.play(rules, only),
                _ => break,
            }
        }
        Ok(())
    }

    fn tree(&self, rules: &Rules, config: SearchConfig) -> Tree {
        Tree::new(rules, self.game.clone(), config, derive(self.seed, self.steps.len() as u64))
    }

    /// Plays the step that a search found. What it expects is kept from the first search of the move.
    fn follow(&mut self, rules: &Rules, tree: &Tree) -> Result<(), PlayerError> {
        let step = tree.best_step().ok_or_else(|| PlayerError::new("the search found no step"))?;
        let Thinking { score, sims, nodes, .. } = &mut self.thinking;
        *score = score.or_else(|| score_of(tree));
        *sims = Some(sims.unwrap_or(0) + u64::from(tree.sims_done()));
        *nodes = Some(nodes.unwrap_or(0) + tree.nodes() as u64);
        self.play(rules, step);
        Ok(())
    }

    fn choice(&self, rules: &Rules, start: &Game) -> Result<Choice, PlayerError> {
        Ok(Choice { played: self.as_move(rules, start)?, thinking: self.thinking })
    }

    /// The move that the steps make up, under its canonical path.
    fn as_move(&self, rules: &Rules, start: &Game) -> Result<Move, PlayerError> {
        let board = rules.board();
        let separator = if start.position().must_capture(rules) { ":" } else { "-" };
        let squares =
            self.steps.first().map(|step| step.from).into_iter().chain(self.steps.iter().map(|s| s.to));
        let text = squares.map(|square| board.name(square)).collect::<Vec<_>>().join(separator);
        rules.parse_move(start.position(), &text).map_err(PlayerError::new)
    }
}

/// What a search expects, for the side that moves.
fn score_of(tree: &Tree) -> Option<Score> {
    let proven = tree.proof().and_then(|proof| {
        let plies = proof.plies?;
        Some(match proof.outcome.seen_by(tree.turn()) {
            PovOutcome::Win => Score::WinIn(plies),
            PovOutcome::Loss => Score::LossIn(plies),
            PovOutcome::Draw => return None,
        })
    });
    let value = || Some(Score::from(tree.root_value()?.for_mover(tree.turn())));
    proven.or_else(value)
}
