use std::fmt;

use serde::Serialize;

/// A move that costs too much of the score that its side could expect (a win counts 1, a draw ½).
///
/// | mark | | costs at least |
/// |---|---|---|
/// | `?!` | inaccuracy | 0.05 |
/// | `?` | mistake | 0.10 |
/// | `??` | blunder | 0.20 |
///
/// From an even position, and with a man taken for 200 Elo points, these are about 0.18, 0.37 and 0.74 men. The thresholds are
/// a convention, as those of chess sites are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mistake {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mistake {
    /// All kinds, the least first.
    pub const ALL: [Mistake; 3] = [Mistake::Inaccuracy, Mistake::Mistake, Mistake::Blunder];

    /// What a move that costs so much is, if it is a mistake.
    ///
    /// ```
    /// use bashni_arena::Mistake;
    ///
    /// assert_eq!(Mistake::of_loss(0.12), Some(Mistake::Mistake));
    /// assert_eq!(Mistake::of_loss(0.01), None);
    /// ```
    pub fn of_loss(loss: f64) -> Option<Mistake> {
        Mistake::ALL.into_iter().rev().find(|mistake| loss >= mistake.least_loss())
    }

    /// The least drop of the expected score, from 0 to 1.
    pub const fn least_loss(self) -> f64 {
        match self {
            Mistake::Inaccuracy => 0.05,
            Mistake::Mistake => 0.1,
            Mistake::Blunder => 0.2,
        }
    }

    /// The mark behind a move.
    pub const fn mark(self) -> &'static str {
        match self {
            Mistake::Inaccuracy => "?!",
            Mistake::Mistake => "?",
            Mistake::Blunder => "??",
        }
    }

    /// The number of the mark in files (NAG).
    pub const fn nag(self) -> u8 {
        match self {
            Mistake::Inaccuracy => 6,
            Mistake::Mistake => 2,
            Mistake::Blunder => 4,
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mistake::Inaccuracy => "inaccuracy",
            Mistake::Mistake => "mistake",
            Mistake::Blunder => "blunder",
        })
    }
}
