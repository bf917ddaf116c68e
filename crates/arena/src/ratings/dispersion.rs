//! How much pairs of games vary.

use super::Crosstable;
use super::davidson::{Chances, Davidson};

/// A variance of pairs, relative to that of two independent games of the model.
pub(super) struct Ratio {
    pub value: f64,
    /// Degrees of freedom that it was measured with: how many pairs of equals would say as much.
    pub freedom: f64,
}

/// How much more pairs vary than two independent games of the model would. Both games of a pair share an opening; one
/// that favours a colour makes the sum of a player's points vary less and that of White's points more, one that suits
/// a player the other way round.
///
/// Variances are measured within pairings, around the pairing's own mean, so that a wrong model does not look like
/// noise. Games outside of pairs are taken as independent.
pub(super) struct Dispersion {
    /// Of the players' scores, which ratings follow from.
    pub players: Ratio,
    /// Of White's score, which the advantage of the first move follows from.
    pub white: Ratio,
}

impl Dispersion {
    /// Pairs of equals that vary as the model says, added to those observed: few pairs, or pairs that all ended the
    /// same way, are no proof that nothing varies.
    const ADDED: f64 = 10.0;

    pub fn new(table: &Crosstable, model: &Davidson) -> Dispersion {
        // In units of the variance of a pair of equals.
        let equals = Chances::new(0.0, model.log_nu).0.variance() / 2.0;
        let (mut players, mut white, mut expected, mut paired) =
            (Self::ADDED, Self::ADDED, Self::ADDED, false);
        for (a, b) in table.pairings() {
            let cells = &table.pairs[a * table.players() + b];
            let number = cells.iter().sum::<u64>() as f64;
            let with_white = model.chances(a, b).variance() / equals;
            let with_black = model.chances(b, a).variance() / equals;
            if number >= 2.0 {
                // A cell's index is three times the half points of `a` with White, plus those with Black.
                players += squares(cells, |i| (i / 3 + i % 3) as f64 / 4.0) / equals;
                white += squares(cells, |i| (i / 3 + 2 - i % 3) as f64 / 4.0) / equals;
                expected += (number - 1.0) * (with_white + with_black) / 4.0;
                paired = true;
            }
            let singles = [(a, b, with_white), (b, a, with_black)].map(|(white, black, variance)| {
                table.single[white * table.players() + black].games() as f64 * variance / 4.0
            });
            for single in singles {
                (players, white, expected) = (players + single, white + single, expected + single);
            }
        }
        let independent = !paired || equals == 0.0;
        let ratio = |observed: f64| match independent {
            true => Ratio { value: 1.0, freedom: f64::INFINITY },
            false => Ratio { value: observed / expected, freedom: expected },
        };
        Dispersion { players: ratio(players), white: ratio(white) }
    }
}

/// Sum of squares around their mean of the values of all that the cells hold.
fn squares(cells: &[u64; 9], value: impl Fn(usize) -> f64) -> f64 {
    let values = cells.iter().enumerate().map(|(i, &n)| (value(i), n as f64));
    let number: f64 = values.clone().map(|(_, n)| n).sum();
    let mean = values.clone().map(|(x, n)| n * x).sum::<f64>() / number;
    values.map(|(x, n)| n * (x - mean).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two equals without draws.
    fn dispersion(pairs: &[[u8; 2]]) -> Dispersion {
        let mut table = Crosstable::new(["a", "b"]).unwrap();
        for &pair in pairs {
            table.add_pair(0, 1, pair).unwrap();
        }
        Dispersion::new(&table, &Davidson { strengths: vec![0.0; 2], first_move: 0.0, log_nu: -50.0 })
    }

    #[test]
    fn independent_games_vary_as_the_model_says() {
        let Dispersion { players, white } = dispersion(&[[2, 0], [0, 2], [2, 2], [0, 0]].repeat(100));
        assert!((players.value - 1.0).abs() < 0.01 && (white.value - 1.0).abs() < 0.01);
        assert!((players.freedom - 409.0).abs() < 1e-6);
    }

    #[test]
    fn openings_for_a_colour_vary_whites_score_and_openings_for_a_player_the_players() {
        let colour = dispersion(&[[2, 0], [0, 2]].repeat(200));
        assert!(colour.players.value < 0.1 && colour.white.value > 1.9);
        let player = dispersion(&[[2, 2], [0, 0]].repeat(200));
        assert!(player.players.value > 1.9 && player.white.value < 0.1);
    }

    #[test]
    fn a_few_pairs_that_ended_the_same_way_prove_nothing() {
        assert!(dispersion(&[[2, 0]; 4]).players.value > 0.7);
        assert_eq!(dispersion(&[[2, 0]]).players.value, 1.0);
        assert_eq!(dispersion(&[]).players.freedom, f64::INFINITY);
    }
}
