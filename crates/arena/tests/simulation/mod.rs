//! Simulated players, whose strength is known.

// Each test program uses its own part.
#![allow(dead_code)]

use bashni_arena::{Counts, Crosstable, elo_of_score};
use rand::RngExt;
use rand_pcg::Pcg64;

/// Games between two players by Davidson's model: strengths in Elo points, ν by the share of draws between equals.
#[derive(Clone, Copy, Debug)]
pub struct Davidson {
    /// Share of draws between equals, in [0, 1).
    pub draw_rate: f64,
}

impl Davidson {
    fn nu(self) -> f64 {
        2.0 * self.draw_rate / (1.0 - self.draw_rate)
    }

    /// Probabilities of winning and drawing with so many Elo points more.
    pub fn chances(self, elo: f64) -> (f64, f64) {
        let (ours, theirs) = (10_f64.powf(elo / 800.0), 10_f64.powf(-elo / 800.0));
        let total = ours + theirs + self.nu();
        (ours / total, self.nu() / total)
    }

    /// Half points of a game.
    pub fn game(self, rng: &mut Pcg64, elo: f64) -> u8 {
        let (win, draw) = self.chances(elo);
        let at: f64 = rng.random();
        if at < win {
            2
        } else if at < win + draw {
            1
        } else {
            0
        }
    }
}

/// What openings do to the games of a pair.
#[derive(Clone, Copy, Debug, Default)]
pub struct Openings {
    /// Elo points by which an opening favours one of the colours (either, as often).
    pub colour: f64,
    /// Elo points by which an opening suits one of the players (either, as often), with either colour.
    pub player: f64,
}

/// Two players, and what the openings between them do.
#[derive(Clone, Copy, Debug)]
pub struct Duel {
    /// Elo points that the first player has more in Davidson's model.
    pub elo: f64,
    pub model: Davidson,
    pub openings: Openings,
}

impl Duel {
    pub fn new(elo: f64, draw_rate: f64) -> Duel {
        Duel { elo, model: Davidson { draw_rate }, openings: Openings::default() }
    }

    /// Differences in the two games of a pair, for each of the four kinds of opening.
    fn kinds(&self) -> [[f64; 2]; 4] {
        let Openings { colour, player } = self.openings;
        [[colour, player], [-colour, player], [colour, -player], [-colour, -player]]
            .map(|[colour, player]| [self.elo + player + colour, self.elo + player - colour])
    }

    /// Probabilities of the pair scores 0, ½, 1, 1½ and 2.
    pub fn pairs(&self) -> [f64; 5] {
        let mut pairs = [0.0; 5];
        for games in self.kinds() {
            let [first, second] = games.map(|elo| {
                let (win, draw) = self.model.chances(elo);
                [1.0 - win - draw, draw, win]
            });
            for (i, p) in first.iter().enumerate() {
                for (j, q) in second.iter().enumerate() {
                    pairs[i + j] += p * q / 4.0;
                }
            }
        }
        pairs
    }

    /// Mean and standard deviation of a pair's score, in [0, 1].
    pub fn moments(&self) -> (f64, f64) {
        let scores = self.pairs().into_iter().enumerate().map(|(i, p)| (i as f64 / 4.0, p));
        let mean: f64 = scores.clone().map(|(x, p)| p * x).sum();
        (mean, scores.map(|(x, p)| p * (x - mean).powi(2)).sum::<f64>().sqrt())
    }

    /// Elo of the expected score: what a match estimates.
    pub fn true_elo(&self) -> f64 {
        elo_of_score(self.moments().0)
    }

    /// Normalised Elo, from the definition.
    pub fn true_nelo(&self) -> f64 {
        let (mean, deviation) = self.moments();
        800.0 / 10_f64.ln() * (mean - 0.5) / (2_f64.sqrt() * deviation)
    }

    /// Half points of the first player in a pair of games.
    pub fn pair(&self, rng: &mut Pcg64) -> [u8; 2] {
        let kind = self.kinds()[rng.random_range(0..4)];
        kind.map(|elo| self.model.game(rng, elo))
    }

    /// A match of so many pairs.
    pub fn play(&self, rng: &mut Pcg64, pairs: usize) -> Counts {
        let mut counts = Counts::default();
        for _ in 0..pairs {
            counts.add_pair(self.pair(rng));
        }
        counts
    }
}

/// Many players.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Elo points in Davidson's model.
    pub strengths: Vec<f64>,
    /// Elo points that White has more.
    pub first_move: f64,
    /// Share of draws between equals.
    pub draw_rate: f64,
    pub openings: Openings,
}

impl Tournament {
    /// Ratings and, last, what the first move is worth, on the scale of ratings. Without openings that matter, and for
    /// strengths with mean 0.
    pub fn truth(&self) -> Vec<f64> {
        let scale = 1.0 - self.draw_rate;
        self.strengths.iter().chain([&self.first_move]).map(|elo| elo * scale).collect()
    }

    /// A table without games.
    pub fn table(&self) -> Crosstable {
        Crosstable::new((0..self.strengths.len()).map(|i| i.to_string())).unwrap()
    }

    /// Half points of `a` in a pair of games against `b`.
    pub fn pair(&self, a: usize, b: usize, rng: &mut Pcg64) -> [u8; 2] {
        let sign = |rng: &mut Pcg64| if rng.random() { 1.0 } else { -1.0 };
        let white = self.first_move + sign(rng) * self.openings.colour;
        let elo = self.strengths[a] - self.strengths[b] + sign(rng) * self.openings.player;
        let model = Davidson { draw_rate: self.draw_rate };
        [model.game(rng, elo + white), model.game(rng, elo - white)]
    }

    /// Every player against every other, so many pairs each.
    pub fn round_robin(&self, rng: &mut Pcg64, pairs: usize) -> Crosstable {
        let mut table = self.table();
        for a in 0..self.strengths.len() {
            for b in a + 1..self.strengths.len() {
                for _ in 0..pairs {
                    table.add_pair(a, b, self.pair(a, b, rng)).unwrap();
                }
            }
        }
        table
    }
}
