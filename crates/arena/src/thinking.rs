//! What a player says about a move besides the move.

use std::fmt;

use bashni_search::{Mover, Wdl};
use serde::{Deserialize, Serialize};

use crate::{elo_of_score, score_of_elo};

/// Elo points that a man ahead is taken for, where material and shares have to be on one scale.
const ELO_OF_A_MAN: f64 = 200.0;

/// What a player expects, from the point of view of the side that moves. It is kept in the player's own terms: shares and
/// material cannot be turned into each other without a guess.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Expected shares of wins, draws and losses, in this order; they sum to 1.
    Shares([f32; 3]),
    /// Hundredths of a man.
    Material(i32),
    /// A proven win in so many plies; by tree search, in no more than so many.
    WinIn(u32),
    /// A proven loss in so many plies; by tree search, in no more than so many if the winner plays well.
    LossIn(u32),
}

impl Score {
    /// The result that the side to move can expect, from 0 (lost) to 1 (won). Material is taken for Elo points, 200 for a man:
    /// a guess that keeps the order.
    pub fn expected(self) -> f64 {
        match self {
            Score::Shares([win, draw, _]) => f64::from(win) + f64::from(draw) / 2.0,
            Score::Material(hundredths) => score_of_elo(f64::from(hundredths) / 100.0 * ELO_OF_A_MAN),
            Score::WinIn(_) => 1.0,
            Score::LossIn(_) => 0.0,
        }
    }

    /// The same as hundredths of a man, for those who want all scores so: within 600, and 10,000 less the plies for a
    /// proven win.
    pub fn hundredths(self) -> i32 {
        const DECIDED: i32 = 10_000;
        let plies = |plies: u32| i32::try_from(plies).unwrap_or(DECIDED).min(DECIDED);
        match self {
            Score::Material(hundredths) => hundredths,
            Score::WinIn(distance) => DECIDED - plies(distance),
            Score::LossIn(distance) => plies(distance) - DECIDED,
            Score::Shares(_) => {
                (elo_of_score(self.expected().clamp(0.001, 0.999)) / ELO_OF_A_MAN * 100.0).round() as i32
            }
        }
    }
}

impl From<Wdl<Mover>> for Score {
    fn from(value: Wdl<Mover>) -> Score {
        // Thousandths: no more is meant, and files stay short.
        Score::Shares([value.win, value.draw, value.loss].map(|share| (share * 1000.0).round() / 1000.0))
    }
}

impl fmt::Display for Score {
    /// `+0.35` for material in men, `+#5` or `-#4` for a win or loss in plies, `w0.612 d0.300 l0.088` for shares.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Shares([win, draw, loss]) => write!(f, "w{win:.3} d{draw:.3} l{loss:.3}"),
            Score::Material(hundredths) => write!(f, "{:+.2}", f64::from(hundredths) / 100.0),
            Score::WinIn(plies) => write!(f, "+#{plies}"),
            Score::LossIn(plies) => write!(f, "-#{plies}"),
        }
    }
}

/// How a move was found. A player fills in what it knows; the time is the referee's.
///
/// As text (in comments of PDN files) it is a list of words, each left out if unknown:
///
/// | words | |
/// |---|---|
/// | `+0.35`, `+#5`, `-#4` or `w0.612 d0.300 l0.088` | the [`Score`] |
/// | `/6` right behind the score, or `d/6` without one | depth in plies |
/// | `64sims` | simulations |
/// | `1834nodes` | positions visited |
/// | `12.3ms` | time in milliseconds |
///
/// ```
/// use bashni_arena::{Score, Thinking};
///
/// let found = Thinking { score: Some(Score::Material(35)), depth: Some(6), micros: 12_300, ..Thinking::default() };
/// assert_eq!(found.to_string(), "+0.35/6 12.3ms");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thinking {
    /// What the player expects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Depth of the search in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Simulations of all steps of the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sims: Option<u64>,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Time in microseconds, by the wall clock. Of moves that were chosen together, each has an equal share.
    pub micros: u64,
}

impl Thinking {
    /// The same without the time, which is the only part that differs when a game is played again.
    #[must_use]
    pub fn untimed(self) -> Thinking {
        Thinking { micros: 0, ..self }
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.score, self.depth) {
            (Some(score), Some(depth)) => write!(f, "{score}/{depth} ")?,
            (Some(score), None) => write!(f, "{score} ")?,
            (None, Some(depth)) => write!(f, "d/{depth} ")?,
            (None, None) => {}
        }
        if let Some(sims) = self.sims {
            write!(f, "{sims}sims ")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, "{nodes}nodes ")?;
        }
        write!(f, "{:.1}ms", self.micros as f64 / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_word_and_unknown_ones_have_none() {
        let text =
            |score, depth, sims, nodes| Thinking { score, depth, sims, nodes, micros: 1_250 }.to_string();
        assert_eq!(text(None, None, None, None), "1.2ms");
        assert_eq!(text(Some(Score::Material(-120)), Some(4), None, Some(77)), "-1.20/4 77nodes 1.2ms");
        assert_eq!(text(Some(Score::WinIn(5)), Some(6), None, None), "+#5/6 1.2ms");
        assert_eq!(text(Some(Score::LossIn(4)), None, None, None), "-#4 1.2ms");
        let shares = Score::from(Wdl::<Mover>::new(0.5, 0.25, 0.25));
        assert_eq!(text(Some(shares), None, Some(64), None), "w0.500 d0.250 l0.250 64sims 1.2ms");
        assert_eq!(text(None, Some(3), None, None), "d/3 1.2ms");
    }

    #[test]
    fn scores_of_all_kinds_are_on_one_scale() {
        let expected = [
            Score::LossIn(3),
            Score::Material(-300),
            Score::Shares([0.25, 0.25, 0.5]),
            Score::Material(0),
            Score::Shares([0.5, 0.25, 0.25]),
            Score::Material(300),
            Score::WinIn(9),
        ];
        assert!(expected.map(Score::expected).is_sorted() && expected.map(Score::hundredths).is_sorted());
        assert_eq!((expected[3].expected(), expected[4].expected()), (0.5, 0.625));
        // 10 to 1 are 400 points.
        assert_eq!(Score::Shares([10.0 / 11.0, 0.0, 1.0 / 11.0]).hundredths(), 200);
        assert!(Score::Material(200).expected() > 0.909);
        assert_eq!(Score::Shares([1.0, 0.0, 0.0]).hundredths(), 600);
        assert!(Score::WinIn(3).hundredths() > Score::WinIn(5).hundredths());
    }

    #[test]
    fn json_leaves_out_what_is_unknown_and_reads_back() {
        let found =
            Thinking { score: Some(Score::Material(35)), depth: Some(6), micros: 12, ..Thinking::default() };
        let json = serde_json::to_string(&found).unwrap();
        assert_eq!(json, r#"{"score":{"material":35},"depth":6,"micros":12}"#);
        assert_eq!(serde_json::from_str::<Thinking>(&json).unwrap(), found);
        for score in [Score::Shares([0.5, 0.125, 0.375]), Score::WinIn(3), Score::LossIn(4)] {
            let found = Thinking { score: Some(score), ..Thinking::default() };
            let read: Thinking = serde_json::from_str(&serde_json::to_string(&found).unwrap()).unwrap();
            assert_eq!(read, found);
        }
    }
}
