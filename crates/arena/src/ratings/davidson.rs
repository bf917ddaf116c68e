//! The model: how likely each result of a game is.

use crate::GameCounts;

/// Elo points of a strength of 1 where no game is drawn.
const NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// The parameters of Davidson's model with an advantage of the first move, in natural units.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Davidson {
    /// Strength of each player.
    pub strengths: Vec<f64>,
    /// What White has more.
    pub first_move: f64,
    /// Logarithm of ν.
    pub log_nu: f64,
}

/// Probabilities of a game's results.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chances {
    pub win: f64,
    pub draw: f64,
    pub loss: f64,
}

impl Chances {
    /// At an advantage `x`. `ln` of the sum that they are parts of comes along.
    pub fn new(x: f64, log_nu: f64) -> (Chances, f64) {
        // The largest exponent is taken out, so that nothing overflows.
        let top = (x.abs() / 2.0).max(log_nu);
        let [win, draw, loss] = [x / 2.0, log_nu, -x / 2.0].map(|e| (e - top).exp());
        let total = win + draw + loss;
        (Chances { win: win / total, draw: draw / total, loss: loss / total }, top + total.ln())
    }

    pub fn score(&self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// Variance of the score of a game.
    pub fn variance(&self) -> f64 {
        self.win + self.draw / 4.0 - self.score().powi(2)
    }

    /// What a game tells about `x`: the second derivative of its log-likelihood, negated.
    pub fn information(&self) -> f64 {
        (self.win + self.loss - (self.win - self.loss).powi(2)) / 4.0
    }
}

impl Davidson {
    /// White's advantage.
    pub fn advantage(&self, white: usize, black: usize) -> f64 {
        self.strengths[white] - self.strengths[black] + self.first_move
    }

    /// What White has to expect.
    pub fn chances(&self, white: usize, black: usize) -> Chances {
        Chances::new(self.advantage(white, black), self.log_nu).0
    }

    /// Log-likelihood of a player's games with White, without the factor that counts arrangements.
    pub fn log_likelihood(&self, white: usize, black: usize, games: &GameCounts) -> f64 {
        let x = self.advantage(white, black);
        let (_, log_total) = Chances::new(x, self.log_nu);
        (games.white_wins as f64 - games.black_wins as f64) * x / 2.0 + games.draws as f64 * self.log_nu
            - games.games() as f64 * log_total
    }

    /// Probability of a draw between equals, without an advantage of the first move.
    pub fn draw_rate(&self) -> f64 {
        Chances::new(0.0, self.log_nu).0.draw
    }

    /// Elo points of a strength of 1: those for which near equality the score is the logistic one.
    pub fn scale(&self) -> f64 {
        // 2 / (2 + ν) is the share of games between equals that are not drawn.
        NAT * (1.0 - self.draw_rate())
    }

    /// The score that `a` has to expect against `b`, as often with White as with Black.
    pub fn score(&self, a: usize, b: usize) -> f64 {
        (self.chances(a, b).score() + 1.0 - self.chances(b, a).score()) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo_of_score;

    fn model(elo: f64, nu: f64) -> Davidson {
        Davidson { strengths: vec![elo / NAT, 0.0], first_move: 0.0, log_nu: nu.ln() }
    }

    #[test]
    fn chances_are_in_davidsons_proportion() {
        let chances = model(400.0, 2.0).chances(0, 1);
        let total = 10_f64.sqrt() + 2.0 + 0.1_f64.sqrt();
        assert!((chances.win - 10_f64.sqrt() / total).abs() < 1e-12);
        assert!((chances.draw - 2.0 / total).abs() < 1e-12);
        assert!((chances.loss - 0.1_f64.sqrt() / total).abs() < 1e-12);
        assert!((model(0.0, 2.0).draw_rate() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn near_equality_ratings_are_the_elo_of_the_score_however_many_draws() {
        for nu in [1e-9, 1.0, 8.0] {
            let model = model(20.0, nu);
            let rating = model.strengths[0] * model.scale();
            assert!((rating / elo_of_score(model.score(0, 1)) - 1.0).abs() < 2e-3, "{nu}");
        }
        let decisive = model(700.0, 1e-12);
        assert!((elo_of_score(decisive.score(0, 1)) - 700.0).abs() < 1e-6);
    }

    #[test]
    fn nothing_overflows() {
        for (elo, log_nu) in [(1e7, 0.0), (-1e7, -1e5), (0.0, 1e5)] {
            let model = Davidson { strengths: vec![elo, 0.0], first_move: 0.0, log_nu };
            let chances = model.chances(0, 1);
            assert!((chances.win + chances.draw + chances.loss - 1.0).abs() < 1e-12);
            assert!(chances.variance().is_finite() && chances.information() >= 0.0);
        }
    }
}
