//! Who beats whom in a ring.

use serde::Serialize;

use super::Crosstable;
use crate::stats::Sample;

/// Three players of whom the first beats the second, the second the third, and the third the first, each significantly.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cycle {
    /// The players, the least number first.
    pub players: [usize; 3],
    /// What each has scored against the next, above ½.
    pub scores: [f64; 3],
    /// The largest of the corrected p-values of the three scores.
    pub p: f64,
}

/// The significant cycles of a table, the surest first; `level` is the probability of finding any where the players
/// can be ordered (or are equal), as in 0.05.
///
/// Each pairing that has met is tested for a score other than ½, by the test of [`Estimate`](crate::Estimate), and
/// the p-values are corrected for the number of pairings (Holm, "A Simple Sequentially Rejective Multiple Test
/// Procedure"). So the directions that stand are all true with probability 1 - `level` at least, and so are the
/// cycles that they make. Among players who have all met, a longer cycle of such directions always holds one of
/// three, unless one of its chords is not significant.
///
/// ```
/// use bashni_arena::{Crosstable, cycles};
///
/// let mut table = Crosstable::new(["rock", "scissors", "paper"]).unwrap();
/// for _ in 0..20 {
///     for (winner, loser) in [(0, 1), (1, 2), (2, 0)] {
///         table.add_pair(winner, loser, [2, 1]).unwrap();
///     }
/// }
/// let found = cycles(&table, 0.05);
/// assert_eq!(found[0].players, [0, 1, 2]);
/// ```
pub fn cycles(table: &Crosstable, level: f64) -> Vec<Cycle> {
    let n = table.players();
    // Corrected p-value of `a` beating `b`, where that is significant.
    let mut beats: Vec<Option<f64>> = vec![None; n * n];
    for (a, b, p) in corrected(tested(table)) {
        if p <= level {
            beats[a * n + b] = Some(p);
        }
    }
    let mut cycles = Vec::new();
    for a in 0..n {
        for b in (a + 1)..n {
            for c in (a + 1)..n {
                let steps = [(a, b), (b, c), (c, a)];
                let [Some(x), Some(y), Some(z)] = steps.map(|(winner, loser)| beats[winner * n + loser])
                else {
                    continue;
                };
                let scores = steps.map(|(winner, loser)| table.counts(winner, loser).score());
                cycles.push(Cycle { players: [a, b, c], scores, p: x.max(y).max(z) });
            }
        }
    }
    cycles.sort_by(|x, y| x.p.total_cmp(&y.p).then(x.players.cmp(&y.players)));
    cycles
}

/// Winner, loser and p-value of each pairing that has met.
fn tested(table: &Crosstable) -> Vec<(usize, usize, f64)> {
    let mut tests = Vec::new();
    for (a, b) in table.pairings() {
        let counts = table.counts(a, b);
        if counts.games() > 0 {
            let confidence = Sample::new(&counts).confidence_above(0.5);
            let (winner, loser) = if confidence >= 0.5 { (a, b) } else { (b, a) };
            tests.push((winner, loser, 2.0 * confidence.min(1.0 - confidence)));
        }
    }
    tests
}

/// Holm's correction: the least p-value times the number of tests, the next times one less, never falling.
fn corrected(mut tests: Vec<(usize, usize, f64)>) -> Vec<(usize, usize, f64)> {
    tests.sort_by(|x, y| x.2.total_cmp(&y.2));
    let number = tests.len();
    let mut least = 0.0_f64;
    for (i, test) in tests.iter_mut().enumerate() {
        least = least.max((number - i) as f64 * test.2).min(1.0);
        test.2 = least;
    }
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holms_correction_of_a_worked_example() {
        let p = |tests: Vec<f64>| -> Vec<f64> {
            corrected(tests.into_iter().map(|p| (0, 1, p)).collect()).into_iter().map(|test| test.2).collect()
        };
        for (corrected, expected) in
            p(vec![0.04, 0.01, 0.03, 0.005]).into_iter().zip([0.02, 0.03, 0.06, 0.06])
        {
            assert!((corrected - expected).abs() < 1e-12);
        }
        assert_eq!(p(vec![0.9, 0.8]), [1.0, 1.0]);
    }

    #[test]
    fn an_order_has_no_cycle_and_a_weak_ring_is_not_significant() {
        let mut order = Crosstable::new(["a", "b", "c"]).unwrap();
        let mut weak = order.clone();
        for _ in 0..30 {
            for (winner, loser) in [(0, 1), (1, 2), (0, 2)] {
                order.add_pair(winner, loser, [2, 1]).unwrap();
            }
        }
        for results in [[2, 1], [2, 0], [1, 1], [0, 1], [2, 2], [0, 1]] {
            for (winner, loser) in [(0, 1), (1, 2), (2, 0)] {
                weak.add_pair(winner, loser, results).unwrap();
            }
        }
        assert_eq!(cycles(&order, 0.05), []);
        assert_eq!(cycles(&weak, 0.05), []);
    }
}
