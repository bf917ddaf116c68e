//! The logistic scale of Elo.

/// The difference in Elo points at which a player is expected to score `score`; infinite at 0 and 1.
///
/// ```
/// let elo = bashni_arena::elo_of_score(10.0 / 11.0);
/// assert!((elo - 400.0).abs() < 1e-9);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that is expected at a difference of `elo` points.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_of_known_scores() {
        for (score, elo) in [(0.5, 0.0), (0.75, 190.8), (10.0 / 11.0, 400.0)] {
            assert!((elo_of_score(score) - elo).abs() < 0.05);
            assert!((score_of_elo(elo) - score).abs() < 1e-3);
        }
    }
}
