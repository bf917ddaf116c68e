//! What `bashni bench` measures: things a second, in several rounds.

use std::time::{Duration, Instant};

/// Rounds of which a figure is the median.
pub const ROUNDS: u32 = 5;

/// What some rounds measured, in things a second.
#[derive(Clone, Copy)]
pub struct Rates {
    pub lowest: f64,
    pub median: f64,
    pub highest: f64,
}

impl Rates {
    /// Calls `work`, which says how many things it did, for several rounds that take `seconds` together.
    pub fn measure(seconds: f64, mut work: impl FnMut() -> u64) -> Rates {
        let Ok(rates) = Rates::try_measure(seconds, || Ok::<_, std::convert::Infallible>(work()));
        rates
    }

    /// The same with work that can fail.
    ///
    /// # Errors
    /// The first error.
    pub fn try_measure<E>(seconds: f64, mut work: impl FnMut() -> Result<u64, E>) -> Result<Rates, E> {
        let round = Duration::from_secs_f64(seconds / f64::from(ROUNDS));
        let mut one_round = || {
            let (begun, mut done) = (Instant::now(), 0);
            loop {
                done += work()?;
                let taken = begun.elapsed();
                if taken >= round {
                    return Ok(done as f64 / taken.as_secs_f64());
                }
            }
        };
        let mut rates: Vec<f64> = (0..ROUNDS).map(|_| one_round()).collect::<Result<_, E>>()?;
        rates.sort_by(f64::total_cmp);
        Ok(Rates { lowest: rates[0], median: rates[rates.len() / 2], highest: rates[rates.len() - 1] })
    }

    /// As a line of text, in millions.
    pub fn text(&self, what: &str) -> String {
        let Rates { lowest, median, highest } = self;
        format!("{:8.2}  {what}  ({:.2} to {:.2})", median / 1e6, lowest / 1e6, highest / 1e6)
    }
}

/// Reads the argument `--seconds`.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.01 to 3600".to_owned()),
    }
}
