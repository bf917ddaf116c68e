//! Giving up lost games, and how often that is wrong.

use bashni_rules::{Color, Outcome};
use serde::{Deserialize, Serialize};

use crate::ConfigError;

/// When a side resigns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ResignConfig {
    /// A side resigns when the search expects it to score less than this (0 a loss, 1 a win), at each of `decisions` decisions of its
    /// own in a row. 0 for never.
    pub below: f64,
    /// How many decisions of its own in a row. Steps within a capture count; a side resigns at the start of a move.
    pub decisions: u32,
    /// Share of games in which nobody resigns, to measure how often it would have been wrong.
    pub play_on_share: f64,
}

impl Default for ResignConfig {
    fn default() -> ResignConfig {
        ResignConfig { below: 0.0, decisions: 4, play_on_share: 0.1 }
    }
}

impl ResignConfig {
    /// True if sides resign at all.
    pub fn is_on(&self) -> bool {
        self.below > 0.0
    }

    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let checks = [
            ("below", self.below, (0.0..=0.5).contains(&self.below), "0 to 0.5"),
            ("decisions", f64::from(self.decisions), (1..=10_000).contains(&self.decisions), "1 to 10000"),
            ("play_on_share", self.play_on_share, (0.0..=1.0).contains(&self.play_on_share), "0 to 1"),
        ];
        match checks.into_iter().find(|(_, _, right, _)| !right) {
            Some((key, value, _, expected)) => {
                Err(ConfigError(format!("resign.{key} = {value}: expected {expected}")))
            }
            None => Ok(()),
        }
    }
}

/// Whether a side of one game resigns.
#[derive(Clone, Debug)]
pub(crate) struct Resigning {
    /// Nobody resigns: the game is played on, to see who would have been wrong.
    plays_on: bool,
    /// Decisions in a row that looked lost, of each side.
    lost: [u32; 2],
    /// The first side that resigned, or would have.
    first: Option<Color>,
}

/// What a search says of a decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook {
    /// The side that acts.
    pub turn: Color,
    /// The score that the search expects for it.
    pub score: f32,
    /// Whether that is proven.
    pub proven: bool,
    /// Whether the decision is at the start of a move.
    pub starts_move: bool,
}

impl Resigning {
    /// At the start of a game.
    pub fn new(plays_on: bool) -> Resigning {
        Resigning { plays_on, lost: [0; 2], first: None }
    }

    /// Hears of a decision; true if the side that acts resigns instead of playing. A result that is proven is played out: it
    /// costs nearly nothing, and no doubt is left that could be measured.
    pub fn resigns(&mut self, config: &ResignConfig, outlook: Outlook) -> bool {
        let Outlook { turn, score, proven, starts_move } = outlook;
        if !config.is_on() {
            return false;
        }
        let lost = &mut self.lost[turn.index()];
        *lost = if f64::from(score) < config.below { *lost + 1 } else { 0 };
        if *lost < config.decisions || proven || !starts_move || self.first.is_some() {
            return false;
        }
        self.first = Some(turn);
        !self.plays_on
    }

    /// What the game adds to the counts, when it has ended.
    pub fn count(&self, config: &ResignConfig, outcome: Outcome) -> Resignations {
        let mut counts = Resignations::default();
        if !config.is_on() {
            return counts;
        }
        match (self.plays_on, self.first) {
            (true, first) => {
                counts.played_on = 1;
                counts.would_have = u64::from(first.is_some());
                let wrong = first.is_some_and(|side| outcome != Outcome::win(!side));
                counts.wrong = u64::from(wrong);
            }
            (false, Some(_)) => counts.resigned = 1,
            (false, None) => {}
        }
        counts
    }
}

/// Resignations in a number of games, and what those games say of them in which nobody might resign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resignations {
    /// Games that ended by resignation.
    pub resigned: u64,
    /// Games in which nobody might resign.
    pub played_on: u64,
    /// Of these, games in which a side would have resigned.
    pub would_have: u64,
    /// Of these, games which the first side that would have resigned did not lose: false positives.
    pub wrong: u64,
}

impl Resignations {
    /// Adds those of other games.
    pub fn add(&mut self, other: &Resignations) {
        self.resigned += other.resigned;
        self.played_on += other.played_on;
        self.would_have += other.would_have;
        self.wrong += other.wrong;
    }

    /// The share of resignations that are wrong: a side gives up a game that it would not have lost. `None` if no game says
    /// anything of it.
    ///
    /// ```
    /// use bashni_selfplay::Resignations;
    ///
    /// let counts = Resignations { resigned: 90, played_on: 100, would_have: 40, wrong: 2 };
    /// let rate = counts.false_positives().unwrap();
    /// assert_eq!(rate.share, 0.05);
    /// assert!((rate.low - 0.0138).abs() < 1e-4 && (rate.high - 0.1650).abs() < 1e-4);
    /// ```
    pub fn false_positives(&self) -> Option<Rate> {
        (self.would_have > 0).then(|| Rate::wilson(self.wrong, self.would_have))
    }
}

/// A share that was observed, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// The share, 0 to 1.
    pub share: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Rate {
    /// The share of `hits` in `trials` (at least 1) that do not depend on each other, with the interval of Wilson (1927, "Probable
    /// inference, the law of succession, and statistical inference"), which holds for few trials and near 0 and 1 too.
    fn wilson(hits: u64, trials: u64) -> Rate {
        /// What a normal variable exceeds, to either side, in one of twenty cases.
        const Z: f64 = 1.959_963_984_540_054;
        let n = trials as f64;
        let share = hits as f64 / n;
        let scale = 1.0 + Z * Z / n;
        let centre = (share + Z * Z / (2.0 * n)) / scale;
        let half = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        // At 0 and 1 the share is an end of the interval, where rounding must not put it outside.
        Rate { share, low: (centre - half).clamp(0.0, share), high: (centre + half).clamp(share, 1.0) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CONFIG: ResignConfig = ResignConfig { below: 0.1, decisions: 3, play_on_share: 0.5 };

    fn outlook(turn: Color, score: f32) -> Outlook {
        Outlook { turn, score, proven: false, starts_move: true }
    }

    #[test]
    fn a_side_resigns_after_decisions_of_its_own_in_a_row() {
        let mut game = Resigning::new(false);
        let mut says = |turn, score| game.resigns(&CONFIG, outlook(turn, score));
        use Color::{Black, White};
        // What Black thinks in between is none of White's business; hope begins the count anew.
        for (turn, score) in [
            (White, 0.05),
            (Black, 0.95),
            (White, 0.05),
            (White, 0.2),
            (White, 0.05),
            (Black, 0.05),
            (White, 0.05),
        ] {
            assert!(!says(turn, score));
        }
        // On the threshold is not below it.
        assert!(!says(Black, 0.1));
        assert!(says(White, 0.05));
    }

    #[test]
    fn nobody_resigns_when_it_is_off_or_the_game_is_played_on() {
        let hopeless = |config: &ResignConfig, mut game: Resigning| {
            (0..20).any(|_| game.resigns(config, outlook(Color::White, 0.0)))
        };
        assert!(hopeless(&CONFIG, Resigning::new(false)));
        assert!(!hopeless(&CONFIG, Resigning::new(true)));
        assert!(!hopeless(&ResignConfig::default(), Resigning::new(false)));
    }

    #[test]
    fn a_proven_result_is_played_out_and_a_move_that_was_begun_is_finished() {
        let mut game = Resigning::new(false);
        let lost = outlook(Color::White, 0.0);
        for _ in 0..10 {
            assert!(!game.resigns(&CONFIG, Outlook { proven: true, ..lost }));
            assert!(!game.resigns(&CONFIG, Outlook { starts_move: false, ..lost }));
        }
        assert!(game.resigns(&CONFIG, lost));
    }

    #[test]
    fn who_did_not_lose_would_have_resigned_wrongly() {
        let played_on = |outcome| {
            let mut game = Resigning::new(true);
            for _ in 0..3 {
                game.resigns(&CONFIG, outlook(Color::White, 0.0));
            }
            // Later doubts of the other side change nothing: the game would have been over.
            for _ in 0..3 {
                game.resigns(&CONFIG, outlook(Color::Black, 0.0));
            }
            game.count(&CONFIG, outcome)
        };
        let right = Resignations { played_on: 1, would_have: 1, ..Resignations::default() };
        let wrong = Resignations { wrong: 1, ..right };
        assert_eq!(played_on(Outcome::BlackWins), right);
        assert_eq!(played_on(Outcome::Draw), wrong);
        assert_eq!(played_on(Outcome::WhiteWins), wrong);
        let quiet = Resigning::new(true).count(&CONFIG, Outcome::Draw);
        assert_eq!(quiet, Resignations { played_on: 1, ..Resignations::default() });
        assert_eq!(quiet.false_positives(), None);
    }

    #[test]
    fn where_nobody_resigns_there_is_nothing_to_count() {
        let config = ResignConfig::default();
        assert_eq!(Resigning::new(true).count(&config, Outcome::Draw), Resignations::default());
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_share_and_narrows_with_trials(trials in 1u64..10_000, part in 0.0f64..=1.0) {
            let hits = (part * trials as f64) as u64;
            let rate = Rate::wilson(hits, trials);
            prop_assert!(0.0 <= rate.low && rate.low <= rate.share);
            prop_assert!(rate.share <= rate.high && rate.high <= 1.0);
            let more = Rate::wilson(10 * hits, 10 * trials);
            prop_assert!(more.high - more.low < rate.high - rate.low);
        }
    }
}
