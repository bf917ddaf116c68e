use std::time::{Duration, Instant};

/// What some rounds measured, in things a second.
#[derive(Clone, Copy)]
pub struct Rates {
    /// The slowest round.
    pub lowest: f64,
    /// Half of the rounds were slower.
    pub median: f64,
    /// The fastest round.
    pub highest: f64,
}

impl Rates {
    /// Rounds of which a figure is the median.
    pub const ROUNDS: u32 = 5;

    /// Calls `work`, which says how many things it did, for several rounds.
    pub fn measure(round: Duration, mut work: impl FnMut() -> u64) -> Rates {
        let mut one_round = || {
            let (begun, mut done) = (Instant::now(), 0);
            loop {
                done += work();
                let taken = begun.elapsed();
                if taken >= round {
                    return done as f64 / taken.as_secs_f64();
                }
            }
        };
        let mut rates: Vec<f64> = (0..Rates::ROUNDS).map(|_| one_round()).collect();
        rates.sort_by(f64::total_cmp);
        Rates { lowest: rates[0], median: rates[rates.len() / 2], highest: rates[rates.len() - 1] }
    }

    /// The figures as a line, in millions.
    pub fn text(&self, what: &str) -> String {
        let Rates { lowest, median, highest } = self;
        format!("{:8.2}  {what}  ({:.2} to {:.2})", median / 1e6, lowest / 1e6, highest / 1e6)
    }
}
