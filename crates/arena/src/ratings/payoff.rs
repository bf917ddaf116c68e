//! Scores of all pairings, beside those that the ratings predict.

use serde::Serialize;

use super::dispersion::Dispersion;
use super::goodness::Residual;
use super::{Crosstable, Ratings};

/// What each player has scored against each other, what its rating predicts, and how far apart they are.
///
/// Matrices are indexed by player, then opponent; what is not there is None.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PayoffMatrix {
    /// The players' names.
    pub players: Vec<String>,
    /// Games of each pairing.
    pub games: Vec<Vec<u64>>,
    /// Points a game, in [0, 1].
    pub score: Vec<Vec<Option<f64>>>,
    /// Points a game that the ratings predict, in [0, 1], with the colours that were played, or one game of each colour
    /// where none was.
    pub expected: Vec<Vec<Option<f64>>>,
    /// Score less prediction, in standard deviations of the score. Where ratings explain everything, one in twenty is
    /// above 2 or below -2.
    pub residual: Vec<Vec<Option<f64>>>,
}

impl PayoffMatrix {
    /// The matrix of a table; `ratings` are those of the same table.
    pub fn new(table: &Crosstable, ratings: &Ratings) -> PayoffMatrix {
        let n = table.players();
        let mut matrix = PayoffMatrix {
            players: table.names().to_vec(),
            games: vec![vec![0; n]; n],
            score: vec![vec![None; n]; n],
            expected: vec![vec![None; n]; n],
            residual: vec![vec![None; n]; n],
        };
        let model = &ratings.fit.model;
        if model.strengths.len() != n {
            return matrix;
        }
        let dispersion = Dispersion::new(table, model);
        for (a, b) in table.pairings() {
            let games = table.counts(a, b).games();
            (matrix.games[a][b], matrix.games[b][a]) = (games, games);
            let residual = Residual::new(table, model, &dispersion, a, b);
            let expected = residual.as_ref().map_or_else(|| model.score(a, b), |residual| residual.expected);
            (matrix.expected[a][b], matrix.expected[b][a]) = (Some(expected), Some(1.0 - expected));
            if let Some(Residual { score, z, .. }) = residual {
                (matrix.score[a][b], matrix.score[b][a]) = (Some(score), Some(table.counts(b, a).score()));
                (matrix.residual[a][b], matrix.residual[b][a]) = (Some(z), Some(-z));
            }
        }
        matrix
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_residuals_mirror_and_strangers_have_a_prediction_only() {
        let mut table = Crosstable::new(["a", "b", "c"]).unwrap();
        for results in [[2, 0], [1, 1], [2, 1], [0, 0], [2, 2]] {
            table.add_pair(0, 1, results).unwrap();
            table.add_pair(1, 2, results).unwrap();
        }
        let matrix = PayoffMatrix::new(&table, &Ratings::new(&table));
        assert_eq!((matrix.score[0][1], matrix.score[1][0]), (Some(0.55), Some(0.45)));
        assert_eq!((matrix.games[1][0], matrix.games[0][2]), (10, 0));
        assert_eq!((matrix.score[0][2], matrix.residual[2][0], matrix.score[1][1]), (None, None, None));
        // Two pairings and three ratings: everything is explained.
        for (a, b) in [(0, 1), (1, 2)] {
            assert!((matrix.expected[a][b].unwrap() - 0.55).abs() < 1e-3);
            assert!(matrix.residual[a][b].unwrap().abs() < 1e-2);
        }
        assert!(matrix.expected[0][2].unwrap() > 0.58);
    }
}
