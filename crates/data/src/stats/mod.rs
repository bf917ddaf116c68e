//! What the games in shards are like.

mod tally;

use std::path::PathBuf;

use rayon::prelude::*;
use serde::Serialize;

use crate::{Shard, ShardError};
use tally::Tally;

/// Mean and spread of a number over rows or games; all 0 if there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The median; of an even number the mean of the middle two.
    pub median: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
}

impl Spread {
    fn of(mut values: Vec<f64>) -> Spread {
        if values.is_empty() {
            return Spread::default();
        }
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.sort_unstable_by(f64::total_cmp);
        let middle = values.len() / 2;
        let median =
            if values.len() % 2 == 1 { values[middle] } else { 0.5 * (values[middle - 1] + values[middle]) };
        Spread { mean, median, min: values[0], max: values[values.len() - 1] }
    }
}

/// Games by their results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Won by White.
    pub white_wins: u64,
    /// Won by Black.
    pub black_wins: u64,
    /// Drawn.
    pub draws: u64,
}

/// Games by what ended them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Endings {
    /// No legal move.
    pub no_move: u64,
    /// A draw by repetition.
    pub repetition: u64,
    /// A draw for want of progress.
    pub no_progress: u64,
    /// A side gave up.
    pub resignation: u64,
}

/// How well values foretold the result: the mean over rows of the sum of squared differences of win, draw and loss from the
/// result (1 and 0). 0 is perfect, 2/3 is what even odds for all three get, 2 the worst. (Brier 1950, "Verification of
/// forecasts expressed in terms of probability".)
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Brier {
    /// Of the search's value.
    pub search: f64,
    /// Of the network's own value.
    pub root: f64,
}

/// What the games in shards are like. A game is counted where it has rows, once a shard.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Stats {
    /// Files.
    pub shards: u64,
    /// Searched decisions.
    pub rows: u64,
    /// Games.
    pub games: u64,
    /// Training steps of the networks, the first and the last.
    pub network_steps: (u64, u64),
    /// Games by result.
    pub results: Results,
    /// White's share of the points: a win is 1, a draw 1/2.
    pub white_score: f64,
    /// Share of the games that were not drawn.
    pub decisive: f64,
    /// Games by what ended them.
    pub endings: Endings,
    /// Whole moves a game.
    pub plies: Spread,
    /// Rows a game.
    pub rows_per_game: Spread,
    /// Whole moves before the first row.
    pub opening_plies: Spread,
    /// Different openings, start positions included.
    pub distinct_openings: u64,
    /// Rows of full searches.
    pub full_rows: u64,
    /// Rows of quick searches.
    pub quick_rows: u64,
    /// Rows within a chain of captures.
    pub chain_rows: u64,
    /// Legal steps a row.
    pub legal_steps: Spread,
    /// Simulations a row.
    pub sims: Spread,
    /// Entropy of the policy in nats, of each row.
    pub policy_entropy: Spread,
    /// Divergence of the policy from the network's own, in nats, of each row.
    pub surprise: Spread,
    /// Values against results.
    pub brier: Brier,
    /// Height of the tallest column in the position of each row.
    pub tallest_column: Spread,
    /// Different positions (at the start of a move).
    pub distinct_positions: u64,
}

/// The statistics of all rows of some shards. `progress` is told the number of rows after each shard, from any thread.
///
/// # Errors
/// If a shard cannot be read.
pub fn shard_stats(paths: &[PathBuf], progress: &(dyn Fn(u64) + Sync)) -> Result<Stats, ShardError> {
    let tallies = paths
        .par_iter()
        .map(|path| {
            let shard = Shard::open(path)?;
            let mut tally = Tally::default();
            shard.for_each(|row| tally.add(&row))?;
            progress(shard.len() as u64);
            Ok(tally)
        })
        .collect::<Result<Vec<Tally>, ShardError>>()?;
    // One after the other, so that the sums do not depend on threads.
    let mut all = Tally::default();
    tallies.into_iter().for_each(|tally| all.append(tally));
    Ok(all.stats(paths.len() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_that_of_its_numbers() {
        assert_eq!(
            Spread::of(vec![3.0, 1.0, 2.0, 6.0]),
            Spread { mean: 3.0, median: 2.5, min: 1.0, max: 6.0 }
        );
        assert_eq!(Spread::of(vec![5.0, 1.0, 3.0]).median, 3.0);
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }
}
