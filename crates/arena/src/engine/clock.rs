use std::time::Duration;

/// Moves that the time which is left should last for.
const MOVES: u32 = 25;

/// What is kept for the way of a move to the clock.
const MARGIN: Duration = Duration::from_millis(30);

/// How long to think with so much time left on the clock: its 25th part and most of the increment, but always less than is
/// left. At least a millisecond.
///
/// ```
/// use std::time::Duration;
/// use bashni_arena::time_for_move;
///
/// let second = Duration::from_secs(1);
/// assert_eq!(time_for_move(25 * second, Duration::ZERO), second);
/// assert!(time_for_move(second / 10, 60 * second) < second / 10);
/// ```
pub fn time_for_move(left: Duration, increment: Duration) -> Duration {
    let wanted = left / MOVES + increment.saturating_mul(3) / 4;
    let most = left.saturating_sub(MARGIN).max(left / 2);
    wanted.min(most).max(Duration::from_millis(1))
}
