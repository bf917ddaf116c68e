//! From one state to the next in which there is something to decide.

use bashni_rules::{Game, Outcome, Rules, Step};

/// Plays forced steps until a state with at least two legal steps, or the end of the game.
///
/// On return `steps` holds the legal steps of the state reached. Each forced step is told to `forced`. Returns the
/// result if the game ended: no legal move loses, even where a draw condition holds at the same time.
///
/// A line of forced steps that comes back to a state it has been in goes round for ever. That is a draw at once,
/// whether the rules would end it by repetition or (`repetition = 0`) not at all; hence the line needs no cap.
pub fn next_decision(
    rules: &Rules,
    game: &mut Game,
    steps: &mut Vec<Step>,
    mut forced: impl FnMut(Step),
) -> Option<Outcome> {
    // Brent's cycle detection: compare with one earlier state, which is moved up at powers of two.
    let (mut earlier, mut walked, mut limit) = (game.hash(), 0, 1);
    loop {
        game.legal_steps_into(rules, steps);
        if let Some(outcome) = end(rules, game, steps) {
            return Some(outcome);
        }
        let [only] = steps[..] else { return None };
        forced(only);
        game.play_step(rules, only);
        if game.hash() == earlier {
            return Some(Outcome::Draw);
        }
        walked += 1;
        if walked == limit {
            (earlier, walked, limit) = (game.hash(), 0, 2 * limit);
        }
    }
}

/// The result, if the game is over in a state with these legal steps.
pub(crate) fn end(rules: &Rules, game: &Game, steps: &[Step]) -> Option<Outcome> {
    if steps.is_empty() {
        Some(Outcome::win(!game.turn()))
    } else {
        game.draw_by_rule(rules).then_some(Outcome::Draw)
    }
}
