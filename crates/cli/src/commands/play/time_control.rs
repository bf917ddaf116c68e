//! Time for a game: `5:00+3` are five minutes, and three seconds more for each move.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use bashni_rules::Color;

/// Time for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// For the whole game.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// More than any game of people takes.
const MAX_SECONDS: f64 = 1e6;

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let read = || {
            let mut seconds = 0.0;
            for part in base.split(':') {
                seconds = 60.0 * seconds + number(part)?;
            }
            let base = (base.split(':').count() <= 3 && seconds > 0.0 && seconds <= MAX_SECONDS)
                .then_some(seconds)?;
            let increment = number(increment).filter(|&seconds| seconds <= MAX_SECONDS)?;
            Some(TimeControl {
                base: Duration::from_secs_f64(base),
                increment: Duration::from_secs_f64(increment),
            })
        };
        read().ok_or_else(|| {
            "expected minutes and seconds, and seconds for each move if there are any, as 5:00+3".to_owned()
        })
    }
}

fn number(text: &str) -> Option<f64> {
    let is_plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    text.parse().ok().filter(|_| is_plain)
}

impl fmt::Display for TimeControl {
    /// Seconds, as the tag `TimeControl` of files has it: `300+3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// The clocks of both sides.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    left: [Duration; 2],
    increment: Duration,
}

impl Clocks {
    /// Clocks that have not run yet.
    pub fn new(control: TimeControl) -> Clocks {
        Clocks { left: [control.base; 2], increment: control.increment }
    }

    /// What a side has left.
    pub fn left(&self, side: Color) -> Duration {
        self.left[side.index()]
    }

    /// What a side gets for each move.
    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// A side has thought for a time. False if it had not so much left.
    pub fn run(&mut self, side: Color, time: Duration) -> bool {
        let left = &mut self.left[side.index()];
        let in_time = time <= *left;
        *left = left.saturating_sub(time);
        in_time
    }

    /// A side has made its move.
    pub fn moved(&mut self, side: Color) {
        self.left[side.index()] += self.increment;
    }
}

impl fmt::Display for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |time: Duration| {
            let tenths = time.as_millis() / 100;
            let (minutes, seconds) = (tenths / 600, tenths / 10 % 60);
            if minutes > 0 {
                format!("{minutes}:{seconds:02}")
            } else {
                format!("0:{seconds:02}.{}", tenths % 10)
            }
        };
        write!(f, "White {}, Black {}", words(self.left[0]), words(self.left[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, base, increment) in
            [("5:00+3", 300.0, 3.0), ("300", 300.0, 0.0), ("1:30:00", 5400.0, 0.0), ("0:10+0.5", 10.0, 0.5)]
        {
            let read: TimeControl = text.parse().unwrap();
            assert_eq!((read.base.as_secs_f64(), read.increment.as_secs_f64()), (base, increment), "{text}");
        }
        for text in ["", "0", "5:", "+3", "5+", "1:2:3:4", "-5", "5:00+-1", "inf", "1e3", "nan", "5 00"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_out_when_more_is_taken_than_is_left() {
        let mut clocks = Clocks::new("1:00+2".parse().unwrap());
        assert!(clocks.run(Color::White, Duration::from_secs(50)));
        clocks.moved(Color::White);
        assert_eq!(clocks.to_string(), "White 0:12.0, Black 1:00");
        assert!(!clocks.run(Color::White, Duration::from_secs(13)));
        assert_eq!(clocks.left(Color::White), Duration::ZERO);
    }
}
