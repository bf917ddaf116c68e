use bashni_rules::{Game, Move, Rules, Step};
use bashni_search::Evaluator;
use bashni_search::mcts::{SearchConfig, Tree, search_batch};

use crate::seed::derive;
use crate::{Player, PlayerError, Turn};

/// Plays the step that a tree search visits most, with any evaluator: this is how a network plays.
///
/// All games share the batches of the evaluator. Every step of a chain is searched anew, with the full number of
/// simulations; a forced step is played without a search.
pub struct MctsPlayer<E> {
    evaluator: E,
    config: SearchConfig,
}

impl<E: Evaluator> MctsPlayer<E> {
    /// A player that searches with `config`, and has positions judged by `evaluator`.
    pub fn new(evaluator: E, config: SearchConfig) -> MctsPlayer<E> {
        MctsPlayer { evaluator, config }
    }
}

impl<E: Evaluator> Player for MctsPlayer<E> {
    fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Move>, PlayerError> {
        let mut plans: Vec<Plan> = turns.iter().map(Plan::new).collect();
        loop {
            for plan in &mut plans {
                plan.play_forced(rules)?;
            }
            let mut open: Vec<&mut Plan> = plans.iter_mut().filter(|plan| !plan.done).collect();
            if open.is_empty() {
                break;
            }
            let mut trees: Vec<Tree> = open.iter().map(|plan| plan.tree(rules, &self.config)).collect();
            search_batch(rules, &mut trees, &mut self.evaluator).map_err(PlayerError::new)?;
            for (plan, tree) in open.iter_mut().zip(&trees) {
                let step = tree.best_step().ok_or_else(|| PlayerError::new("the search found no step"))?;
                plan.play(rules, step);
            }
        }
        turns.iter().zip(&plans).map(|(turn, plan)| plan.as_move(rules, turn.game)).collect()
    }
}

/// A move as far as it is chosen.
struct Plan {
    game: Game,
    seed: u64,
    steps: Vec<Step>,
    done: bool,
}

impl Plan {
    fn new(turn: &Turn<'_>) -> Plan {
        Plan { game: turn.game.clone(), seed: turn.seed, steps: Vec::new(), done: false }
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

    fn tree(&self, rules: &Rules, config: &SearchConfig) -> Tree {
        Tree::new(rules, self.game.clone(), *config, derive(self.seed, self.steps.len() as u64))
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
