use serde::Serialize;

/// Results of a match, counted for one side: single games, and colour-swapped pairs of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs by their score of 0, ½, 1, 1½ and 2 points (the pentanomial counts).
    pub pairs: [u64; 5],
}

impl Counts {
    /// Adds a pair of games, each by its half points: 2 for a win, 1 for a draw, 0 for a loss.
    ///
    /// More than 2 counts as 2.
    pub fn add_pair(&mut self, half_points: [u8; 2]) {
        for points in half_points {
            match points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        self.pairs[half_points.iter().map(|&points| usize::from(points.min(2))).sum::<usize>()] += 1;
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points a game, in [0, 1]; ½ where there are no games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// Share of drawn games, in [0, 1]; 0 where there are no games.
    pub fn draw_rate(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { self.draws as f64 / self.games() as f64 }
    }

    /// Number of complete pairs.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The same match counted for the other side.
    #[must_use]
    pub fn swapped(&self) -> Counts {
        let mut pairs = self.pairs;
        pairs.reverse();
        Counts { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_and_a_loss_make_the_same_pair_as_two_draws() {
        let mut counts = Counts::default();
        for pair in [[2, 0], [1, 1], [2, 2], [2, 1], [0, 0], [0, 1]] {
            counts.add_pair(pair);
        }
        assert_eq!(counts, Counts { wins: 4, draws: 4, losses: 4, pairs: [1, 1, 2, 1, 1] });
        assert_eq!(counts.score(), 0.5);
        assert_eq!((counts.draw_rate(), counts.pair_count()), (4.0 / 12.0, 6));
        assert_eq!(Counts::default().draw_rate(), 0.0);
        assert_eq!(counts.swapped(), counts);
    }
}
