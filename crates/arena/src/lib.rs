//! Players, matches and ratings.
//!
//! - [`PlayerSpec`]: a player as text, such as `minimax:depth=4`.
//! - [`Player`] and [`PlayerFactory`]: what plays, and what makes a player from its text. [`BuiltinPlayers`] makes
//!   all that need no network; whoever has networks wraps it in a factory that also makes `net:`.
//! - [`random_openings`]: distinct openings, so that players without randomness do not repeat one game.
//! - [`play_match`]: colour-swapped pairs of games, in parallel, with the same result for any number of threads.
//! - [`Counts`] and [`Estimate`]: what the games say about the difference in strength; [`Sprt`] plays until it is decided.
//! - [`pdn()`]: a game as PDN text.
//!
//! ```
//! use std::sync::Arc;
//!
//! use bashni_arena::{BuiltinPlayers, MatchConfig, play_match};
//! use bashni_rules::Rules;
//!
//! let rules = Arc::new(Rules::preset("bashni-4x4").unwrap());
//! let (a, b) = ("minimax:depth=2".parse().unwrap(), "random".parse().unwrap());
//! let config = MatchConfig { games: 10, seed: 1, opening_plies: 3, ..MatchConfig::default() };
//! let result = play_match(&rules, &a, &b, &config, &BuiltinPlayers, &mut |_| {}).unwrap();
//! assert_eq!(result.report.games, 10);
//! println!("{}", bashni_arena::pdn(&result.games[0], &rules));
//! ```

mod matches;
mod openings;
mod pdn;
mod player;
mod players;
mod record;
mod referee;
mod seed;
mod spec;
mod stats;

pub use matches::{
    IllegalMove, MatchConfig, MatchError, MatchReport, MatchResult, Progress, play_match, play_openings,
};
pub use openings::{Opening, OpeningError, random_openings};
pub use pdn::{pdn, pdn_all};
pub use player::{Player, PlayerError, PlayerFactory, Turn};
pub use players::{BuiltinPlayers, MctsPlayer, MinimaxPlayer, RandomPlayer, RolloutPlayer};
pub use record::{GameRecord, Side};
pub use spec::{MinimaxLimits, PlayerSpec, SpecError};
pub use stats::{Counts, Decision, Estimate, Model, Sprt, SprtError, SprtState, elo_of_score, score_of_elo};
