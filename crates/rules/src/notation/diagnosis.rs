//! Why a move is not legal.

use super::IllegalMove;
use super::move_path::{MovePath, Sign};
use crate::{Direction, Game, King, Position, Rules, Square, Step};

/// The rule that a path breaks, which neither is a legal one nor abbreviates one.
pub(super) fn diagnose(rules: &Rules, position: &Position, path: &MovePath) -> IllegalMove {
    let name = |square: Square| rules.board().name(square).to_owned();
    let (first, second) = (path.squares[0], path.squares[1]);
    match position.owner(first) {
        None => return IllegalMove::NoColumn(name(first)),
        Some(owner) if owner != position.turn() => {
            return IllegalMove::EnemyColumn { square: name(first), owner };
        }
        Some(_) => {}
    }
    let must_capture = position.must_capture(rules);
    if path.sign == Sign::Capture && !must_capture {
        return IllegalMove::NothingToCapture;
    }
    let mut game = Game::from_position(position.clone());
    let steps = game.legal_steps(rules);
    if !steps.contains(&Step { from: first, to: second }) {
        return match (must_capture, path.sign) {
            (false, _) => quiet(rules, position, first, second),
            (true, Sign::Capture) if steps.iter().all(|step| step.from != first) => {
                IllegalMove::CannotCapture(name(first))
            }
            (true, Sign::Capture) => IllegalMove::NoJump { from: name(first), to: name(second) },
            (true, _) => IllegalMove::CaptureIsMandatory,
        };
    }
    for pair in path.squares.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        if game.ply() > 0 {
            return IllegalMove::EndsBefore(name(from));
        }
        if game.try_step(rules, Step { from, to }).is_err() {
            return IllegalMove::NoJump { from: name(from), to: name(to) };
        }
    }
    IllegalMove::Unfinished(name(path.squares[path.squares.len() - 1]))
}

/// Why a quiet step is not legal where nothing can be captured.
fn quiet(rules: &Rules, position: &Position, from: Square, to: Square) -> IllegalMove {
    let board = rules.board();
    let name = |square: Square| board.name(square).to_owned();
    let Some(direction) = board.direction(from, to) else {
        return IllegalMove::NotDiagonal { from: name(from), to: name(to) };
    };
    let king = position.kings().contains(from);
    if !king && !Direction::forward(position.turn()).contains(&direction) {
        return IllegalMove::ManBackwards(name(from));
    }
    let way = board.between(from, to) | to.bit();
    let flies = king && rules.fields().king == King::Flying;
    match (way & position.occupied()).min_by_key(|&square| board.between(from, square).count()) {
        Some(blocked) => IllegalMove::Blocked(name(blocked)),
        None if !flies => IllegalMove::TooFar(name(from)),
        // Not reached: such a step is legal.
        None => IllegalMove::NoJump { from: name(from), to: name(to) },
    }
}
