//! Comparing computations by their speed.

use std::time::{Duration, Instant};

use crate::Precision;

/// Turns that each computation has.
const TURNS: u32 = 6;

/// Below this share of the fastest, a computation is out of the race before the turns.
const HOPELESS: f64 = 0.6;

/// Times computations in turns on the calling thread, in about `budget` all together, and returns how many rows each did a
/// second in its fastest run: other programs can only make one slower. `run` computes the one with the given number once,
/// which does `rows` of that number.
///
/// So that slow ones cannot take much longer than the budget, those are left out (their rate is 0) that have more rows than
/// the first one and would take a good part of the budget even at the best speed so far, and those that are far behind after
/// three runs have no turn.
///
/// # Errors
/// The first that a computation returns.
pub fn time_in_turns<E>(
    rows: &[usize],
    budget: Duration,
    run: impl FnMut(usize) -> Result<(), E>,
) -> Result<Vec<f64>, E> {
    let begun = Instant::now();
    race(rows, budget, || begun.elapsed(), run)
}

/// [`time_in_turns`] by a clock, which says the time since it was started.
fn race<E>(
    rows: &[usize],
    budget: Duration,
    clock: impl Fn() -> Duration,
    mut run: impl FnMut(usize) -> Result<(), E>,
) -> Result<Vec<f64>, E> {
    let rate = |rows: usize, start: Duration| rows as f64 / (clock() - start).as_secs_f64().max(1e-9);
    let mut rates = vec![0.0f64; rows.len()];
    let mut best = 0.0f64;
    for (i, &count) in rows.iter().enumerate() {
        let slow = best > 0.0 && count as f64 / best > budget.as_secs_f64() / 8.0;
        if slow && count > rows[0] {
            continue;
        }
        // Once for warming up.
        run(i)?;
        let start = clock();
        run(i)?;
        rates[i] = rate(count, start);
        best = best.max(rates[i]);
    }
    // Once more before any is given up: something else may have held it up.
    for i in 0..rows.len() {
        if rates[i] > 0.0 {
            let start = clock();
            run(i)?;
            rates[i] = rates[i].max(rate(rows[i], start));
        }
    }
    let best = rates.iter().copied().fold(0.0, f64::max);
    let racing: Vec<usize> = (0..rows.len()).filter(|&i| rates[i] >= HOPELESS * best).collect();
    let left = budget.saturating_sub(clock());
    let turn = left / (TURNS * racing.len().max(1) as u32);
    for _ in 0..TURNS {
        for &i in &racing {
            let turn_start = clock();
            loop {
                let start = clock();
                run(i)?;
                rates[i] = rates[i].max(rate(rows[i], start));
                if clock() - turn_start >= turn {
                    break;
                }
            }
        }
    }
    Ok(rates)
}

/// Times a computation over `rows` rows in both precisions, and returns bf16 if it is clearly (a tenth) faster, otherwise
/// f32, with rows a second of (f32, bf16).
///
/// They take turns, and the fastest run of each counts, so that what else the machine does decides as little as possible.
///
/// # Errors
/// Those of the computation.
pub fn compare_precisions<E>(
    rows: usize,
    mut run: impl FnMut(Precision) -> Result<(), E>,
) -> Result<(Precision, [f64; 2]), E> {
    const BUDGET: Duration = Duration::from_millis(700);
    let precisions = [Precision::F32, Precision::Bf16];
    let rates = time_in_turns(&[rows; 2], BUDGET, |i| run(precisions[i]))?;
    let best = if rates[1] > 1.1 * rates[0] { Precision::Bf16 } else { Precision::F32 };
    Ok((best, [rates[0], rates[1]]))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Computations that take so many milliseconds each, by a clock that only they move: how often each was run, the rates, and
    /// the milliseconds that all took.
    fn timed(rows: &[usize], budget: u64, takes: impl Fn(usize, u32) -> u64) -> (Vec<u32>, Vec<f64>, u64) {
        let mut runs = vec![0; rows.len()];
        let now = Cell::new(0);
        let rates = race(
            rows,
            Duration::from_millis(budget),
            || Duration::from_millis(now.get()),
            |i| {
                now.set(now.get() + takes(i, runs[i]));
                runs[i] += 1;
                Ok::<(), ()>(())
            },
        );
        (runs, rates.unwrap(), now.get())
    }

    #[test]
    fn rates_are_rows_a_second() {
        let (_, rates, took) = timed(&[10, 30], 1000, |i, _| [10, 20][i]);
        assert_eq!(rates, [1000.0, 1500.0]);
        assert!((1000..1300).contains(&took), "{took}");
    }

    #[test]
    fn the_fastest_run_counts() {
        // Slow at first, and busy with something else later on.
        let (_, rates, _) = timed(&[10], 1000, |_, run| {
            if run == 0 {
                500
            } else if run > 30 {
                40
            } else {
                10
            }
        });
        assert_eq!(rates, [1000.0]);
    }

    #[test]
    fn turns_are_of_equal_length_however_long_one_run_takes() {
        // Twelve turns of a tenth of a second, after three runs of each.
        let (runs, _, took) = timed(&[1, 2], 90 + 1200, |i, _| [10, 20][i]);
        assert_eq!((runs, took), (vec![3 + 6 * 10, 3 + 6 * 5], 1290));
    }

    #[test]
    fn who_is_far_behind_has_no_turn() {
        let (runs, rates, _) = timed(&[10, 10, 10], 1000, |i, _| [10, 20, 15][i]);
        assert_eq!((runs[1], rates[1]), (3, 500.0));
        assert!(runs[2] > 10);
    }

    #[test]
    fn who_was_held_up_once_stays_in_the_race() {
        let (runs, rates, _) = timed(&[10, 10], 1000, |i, run| if (i, run) == (0, 1) { 100 } else { 10 });
        assert_eq!(rates, [1000.0; 2]);
        assert!(runs[0] > 10, "{runs:?}");
    }

    #[test]
    fn a_batch_that_would_take_a_good_part_of_the_time_is_left_out() {
        // Ten milliseconds a row, so that 13 rows are more than an eighth of a second; those of the first size are always tried.
        let (runs, rates, _) = timed(&[16, 16, 17], 1000, |i, _| 10 * [16, 16, 17][i]);
        assert_eq!((runs[2], rates[2]), (0, 0.0));
        assert!(runs[0] > 2 && runs[1] > 2, "{runs:?}");
    }

    #[test]
    fn the_first_error_ends_it() {
        let mut runs = 0;
        let failed = time_in_turns(&[1, 1], Duration::from_secs(60), |_| {
            runs += 1;
            Err("no")
        });
        assert_eq!((failed, runs), (Err("no"), 1));
        assert_eq!(time_in_turns(&[], Duration::from_secs(60), |_| Err("no")), Ok(vec![]));
    }
}
