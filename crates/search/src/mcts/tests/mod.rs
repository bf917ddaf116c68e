//! The tree search: hand-made trees with the numbers worked out, and what must hold for all searches.

mod batches;
mod exploring;
mod forced_wins;
mod gumbel;
mod halving;
mod lines;
mod memory;
mod moves;
mod proofs;
mod puct;
mod reuse;
mod search;

use bashni_rules::{Game, Rules};

use super::arena::Edge;
use super::*;
use crate::testing::step;
use crate::{Evaluation, Evaluator, Query, Wdl, White};

fn config(sims: u32) -> SearchConfig {
    SearchConfig { sims, ..SearchConfig::default() }
}

fn gumbel(sims: u32) -> SearchConfig {
    SearchConfig { kind: SearchKind::Gumbel, ..config(sims) }
}

fn searched(rules: &Rules, game: &Game, config: SearchConfig, evaluator: &mut dyn Evaluator) -> Tree {
    let mut trees = [Tree::new(rules, game.clone(), config, 7)];
    search_batch(rules, &mut trees, evaluator).unwrap();
    let [tree] = trees;
    tree
}

/// The same at the decision that forced steps lead to, if they do.
fn searched_from_decision(
    rules: &Rules,
    game: &Game,
    config: SearchConfig,
    evaluator: &mut dyn Evaluator,
) -> Tree {
    let mut trees = [Tree::new(rules, game.clone(), config, 7)];
    while let Some(step) = trees[0].forced_step() {
        trees[0].advance(rules, step).unwrap();
    }
    search_batch(rules, &mut trees, evaluator).unwrap();
    let [tree] = trees;
    tree
}

/// Every step as likely, every game a draw, but for what `change` makes of it.
fn uniform_but(query: &Query<'_>, change: impl FnOnce(&mut Evaluation)) -> Evaluation {
    let mut evaluation = Evaluation { logits: vec![0.0; query.steps.len()], value: Wdl::DRAW };
    change(&mut evaluation);
    evaluation
}

/// An edge of a hand-made tree.
fn edge(rules: &Rules, prior: f32, visits: u32, value: Wdl<White>) -> Edge {
    let step = step(rules, "c3-d4");
    Edge { step, proven: None, in_flight: 0, prior, visits, child: None, value }
}
