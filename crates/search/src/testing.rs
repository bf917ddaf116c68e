//! What the tests of several modules share.

use std::collections::HashMap;
use std::sync::OnceLock;

use bashni_rules::{Game, Position, Rules, Step};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::{Evaluation, Evaluator, EvaluatorError, Query, Wdl};

/// Built-in rules.
pub(crate) fn rules(preset: &str) -> Rules {
    Rules::preset(preset).unwrap()
}

/// A game from the one-line form.
pub(crate) fn game(rules: &Rules, fen: &str) -> Game {
    Game::from_fen(fen, rules).unwrap()
}

/// A step from the names of its squares, `c3-e5`.
pub(crate) fn step(rules: &Rules, text: &str) -> Step {
    let square = |name| rules.board().iter().find(|&square| rules.board().name(square) == name).unwrap();
    let (from, to) = text.split_once('-').unwrap();
    Step { from: square(from), to: square(to) }
}

/// States of random games, `plies` steps from the start or the last one before the end.
pub(crate) fn random_games(rules: &Rules, plies: u32, count: u64) -> Vec<Game> {
    (0..count)
        .map(|seed| {
            let mut rng = Pcg64::seed_from_u64(seed);
            let mut game = Game::new(rules);
            for _ in 0..plies {
                let steps = game.legal_steps(rules);
                let mut next = game.clone();
                next.play_step(rules, steps[rng.random_range(0..steps.len())]);
                while next.chain().is_some() {
                    let jumps = next.legal_steps(rules);
                    next.play_step(rules, jumps[rng.random_range(0..jumps.len())]);
                }
                if next.outcome(rules).is_some() {
                    break;
                }
                game = next;
            }
            game
        })
        .collect()
}

/// An evaluator that is a function of a query.
pub(crate) struct Scripted<F>(pub(crate) F);

impl<F: FnMut(&Query<'_>) -> Evaluation> Evaluator for Scripted<F> {
    fn evaluate(
        &mut self,
        _rules: &Rules,
        queries: &[Query<'_>],
        out: &mut Vec<Evaluation>,
    ) -> Result<(), EvaluatorError> {
        out.clear();
        out.extend(queries.iter().map(&mut self.0));
        Ok(())
    }
}

/// Opinions that look like a network's: they differ from state to state, and depend on nothing else.
pub(crate) fn opinionated(query: &Query<'_>) -> Evaluation {
    let mut rng = Pcg64::seed_from_u64(query.game.hash());
    let logits = query.steps.iter().map(|_| rng.random_range(-2.0..2.0)).collect();
    let win = rng.random_range(0.0..1.0f32);
    let draw = rng.random_range(0.0..1.0 - win);
    Evaluation { logits, value: Wdl::new(win, draw, 1.0 - win - draw) }
}

/// The value of a position of the solved game, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solved {
    /// Won in this many plies, at best play of both.
    Win(u32),
    /// Lost in this many plies.
    Loss(u32),
    /// Neither side can force a win; endless play is a draw.
    Draw,
}

/// Every position of `bashni-4x4` that can be reached from the start, solved without draws by rule.
pub(crate) fn solved_4x4() -> &'static (Rules, Vec<(Position, Solved)>) {
    static SOLVED: OnceLock<(Rules, Vec<(Position, Solved)>)> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let rules = rules("bashni-4x4");
        let mut positions = vec![rules.start().clone()];
        let mut index = HashMap::from([(rules.start().clone(), 0)]);
        let mut children: Vec<Vec<usize>> = Vec::new();
        while let Some(position) = positions.get(children.len()).cloned() {
            let after =
                position.legal_moves(&rules).iter().map(|m| position.after(&rules, m)).collect::<Vec<_>>();
            let numbers = after.into_iter().map(|child| {
                *index.entry(child.clone()).or_insert_with(|| {
                    positions.push(child);
                    positions.len() - 1
                })
            });
            children.push(numbers.collect());
        }
        let mut values = vec![Solved::Draw; positions.len()];
        for plies in 0.. {
            let mut fresh = Vec::new();
            for (position, children) in children.iter().enumerate() {
                if values[position] != Solved::Draw {
                    continue;
                }
                if plies > 0 && children.iter().any(|&child| values[child] == Solved::Loss(plies - 1)) {
                    fresh.push((position, Solved::Win(plies)));
                } else if children.iter().all(|&child| matches!(values[child], Solved::Win(_))) {
                    fresh.push((position, Solved::Loss(plies)));
                }
            }
            if fresh.is_empty() {
                break;
            }
            fresh.into_iter().for_each(|(position, value)| values[position] = value);
        }
        (rules, positions.into_iter().zip(values).collect())
    })
}

#[test]
fn the_solver_of_these_tests_agrees_with_the_published_solution() {
    let (_, positions) = solved_4x4();
    let count = |wanted: fn(&Solved) -> bool| positions.iter().filter(|(_, value)| wanted(value)).count();
    assert_eq!(positions.len(), 9_435);
    assert_eq!(count(|value| matches!(value, Solved::Win(_))), 3_839);
    assert_eq!(count(|value| matches!(value, Solved::Loss(_))), 2_880);
    assert_eq!(count(|value| *value == Solved::Draw), 2_716);
    assert_eq!(positions[0].1, Solved::Draw);
    let longest =
        positions.iter().filter_map(|(_, value)| if let Solved::Win(n) = value { Some(*n) } else { None });
    assert_eq!(longest.max(), Some(25));
}
