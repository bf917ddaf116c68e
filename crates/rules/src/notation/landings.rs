//! Captures of which a text names some of the landings.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::{Game, Position, Rules, Square};

/// Past this many states the search gives up.
const MOST_STATES: usize = 20_000;

/// Every position that a capture can end in which starts on the first of `squares`, ends on the last, and lands on
/// those between in their order, and perhaps on others; `None` if there are too many ways to look at them all.
pub(super) fn results_through(
    position: &Position,
    rules: &Rules,
    squares: &[Square],
) -> Option<Vec<Position>> {
    let (&[first, ref between @ ..], Some(&last)) = (squares.split_last()?.1, squares.last()) else {
        return Some(Vec::new());
    };
    let mut results: Vec<Position> = Vec::new();
    let mut states = 0;
    // Ways that meet in one state go on alike, so of each state the way is kept that has passed most of `between`.
    let mut level = vec![(Game::from_position(position.clone()), 0)];
    let mut steps = Vec::new();
    while !level.is_empty() {
        let mut next: HashMap<u64, (Game, usize)> = HashMap::new();
        for (game, passed) in &level {
            game.legal_steps_into(rules, &mut steps);
            for &step in steps.iter().filter(|step| game.chain().is_some() || step.from == first) {
                let mut after = game.clone();
                after.play_step(rules, step);
                if after.chain().is_none() {
                    let arrived = step.to == last && *passed == between.len();
                    if arrived && !results.contains(after.position()) {
                        results.push(after.position().clone());
                    }
                    continue;
                }
                states += 1;
                if states > MOST_STATES {
                    return None;
                }
                let passed = passed + usize::from(between.get(*passed) == Some(&step.to));
                match next.entry(after.hash()) {
                    Entry::Vacant(entry) => {
                        entry.insert((after, passed));
                    }
                    Entry::Occupied(mut entry) => entry.get_mut().1 = entry.get().1.max(passed),
                }
            }
        }
        level = next.into_values().collect();
    }
    Some(results)
}
