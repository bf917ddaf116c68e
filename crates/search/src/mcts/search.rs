//! Many trees through one evaluator.

use std::borrow::BorrowMut;

use bashni_rules::Rules;
use smallvec::SmallVec;

use super::{SearchError, Tree};
use crate::{Evaluation, Evaluator, Query};

/// One round: every tree that needs evaluations gets them, all from one call. Returns how many; 0 means that all have
/// finished.
///
/// A caller whose trees finish at different times (as forced steps and ends of games make them) calls this in a loop and
/// puts a new tree in the place of one that has finished, so that batches stay full. Trees may be of different settings.
/// `evaluations` is memory to be used again from round to round; its content does not matter.
///
/// # Errors
/// If the evaluator fails, or gives what is no evaluation.
pub fn search_round<T: BorrowMut<Tree>>(
    rules: &Rules,
    trees: &mut [T],
    evaluator: &mut dyn Evaluator,
    evaluations: &mut Vec<Evaluation>,
) -> Result<usize, SearchError> {
    for tree in trees.iter_mut() {
        tree.borrow_mut().gather(rules);
    }
    let queries: SmallVec<[Query<'_>; 16]> = trees.iter().flat_map(|tree| tree.borrow().queries()).collect();
    let expected = queries.len();
    if expected == 0 {
        return Ok(0);
    }
    evaluator.evaluate(rules, &queries, evaluations)?;
    drop(queries);
    if evaluations.len() != expected {
        return Err(SearchError::Count { expected, got: evaluations.len() });
    }
    let mut rest = &evaluations[..];
    for tree in trees.iter_mut().map(BorrowMut::borrow_mut) {
        let own;
        (own, rest) = rest.split_at(tree.queries().len());
        tree.receive(rules, own)?;
    }
    Ok(expected)
}

/// Searches all trees to the end, in lockstep: one evaluator call a round, with the states of each tree that has not
/// finished. Returns the number of evaluations.
///
/// # Errors
/// If the evaluator fails, or gives what is no evaluation.
pub fn search_batch<T: BorrowMut<Tree>>(
    rules: &Rules,
    trees: &mut [T],
    evaluator: &mut dyn Evaluator,
) -> Result<u64, SearchError> {
    let mut evaluations = Vec::new();
    let mut total = 0;
    loop {
        match search_round(rules, trees, evaluator, &mut evaluations)? {
            0 => return Ok(total),
            count => total += count as u64,
        }
    }
}
