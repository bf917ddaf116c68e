//! Players, matches and ratings.
//!
//! From the text of a player to a result:
//! - [`PlayerSpec`]: a player as text, such as `minimax:depth=4`.
//! - [`Player`] and [`PlayerFactory`]: what plays, and what makes a player from its text. [`BuiltinPlayers`] makes
//!   all that need no network; whoever has networks wraps it in a factory that also makes `net:`.
//!   [`PlayerIdentity`] says what exactly a player was.
//! - [`Engine`]: what thinks about a position while it can be watched and stopped, for analysis and for games against
//!   people; [`ugi`] is the protocol that such programs speak, on both of its sides.
//! - [`analyse_game`]: a game judged move by move, its mistakes marked.
//! - [`Openings`]: distinct openings, at random or from a [`Book`], so that players without randomness do not repeat one
//!   game.
//! - [`play_match`]: colour-swapped pairs of games, in parallel, with the same result for any number of threads. A
//!   player that crashes, stalls or plays an illegal move loses that game ([`Forfeit`]), and the match goes on.
//! - [`GameRecord`]: a game with how each move was found ([`Thinking`]) and why it ended ([`Termination`]); [`pdn()`] writes it
//!   as PDN.
//! - [`Counts`] and [`Estimate`]: what the games say about the difference in strength; [`Sprt`] plays until it is decided.
//! - [`Crosstable`], [`Ratings`], [`PayoffMatrix`], [`cycles`], [`next_pairing`]: many players.
//! - [`Tournament`]: many players in a folder, round robin, gauntlet or adaptive, that can be killed and goes on.
//! - [`match_page`], [`games_table`]: a match as one page of HTML, its games as a table.
//!
//! ```
//! use std::sync::Arc;
//!
//! use bashni_arena::{BuiltinPlayers, MatchConfig, Openings, PlayerFactory, play_match};
//! use bashni_rules::Rules;
//!
//! let rules = Arc::new(Rules::preset("bashni-4x4").unwrap());
//! let (a, b) = ("minimax:depth=2".parse().unwrap(), "random".parse().unwrap());
//! let config = MatchConfig { games: 10, openings: Openings::Random { plies: 3 }, ..MatchConfig::default() };
//! let factory: Arc<dyn PlayerFactory> = Arc::new(BuiltinPlayers);
//! let result = play_match(&rules, &a, &b, &config, &factory, &mut |_| {}).unwrap();
//! assert_eq!(result.report.games, 10);
//! println!("{}", bashni_arena::pdn(&result.games[0], &rules, &result.report.players));
//! ```

mod analysis;
mod book;
mod engine;
mod history;
mod identity;
mod matches;
mod openings;
mod pdn;
mod player;
mod players;
mod ratings;
mod record;
mod referee;
mod seed;
mod spec;
mod stats;
mod termination;
mod thinking;
mod tournament;
pub mod ugi;

pub use analysis::{GameAnalysis, JudgedMove, Mistake, SideSummary, analyse_game};
pub use book::{Balance, Book, BookConfig, BookError, BookSyntaxError, Extent};
pub use engine::{
    AlphaBetaEngine, Engine, EnginePlayer, EngineSetup, Go, Info, Line, MinimaxEngine, PlayerEngine,
    TreeEngine, time_for_move,
};
pub use history::GameHistory;
pub use identity::{PlayerIdentity, program};
pub use matches::{
    ForfeitReport, MatchConfig, MatchError, MatchReport, MatchResult, Progress, SprtReport, play_match,
};
pub use openings::{BookOrder, Opening, OpeningError, Openings, random_openings};
pub use pdn::{pdn, pdn_all};
pub use player::{Choice, Player, PlayerError, PlayerFactory, Turn};
pub use players::{AlphaBetaPlayer, BuiltinPlayers, MctsPlayer, MinimaxPlayer, RandomPlayer, RolloutPlayer};
pub use ratings::{
    Aim, Anchor, Bootstrap, Crosstable, Cycle, EloInterval, GameCounts, GoodnessOfFit, PayoffMatrix, Rating,
    RatingError, RatingOptions, Ratings, cycles, next_pairing, next_pairings,
};
pub use record::{GameRecord, Side, repeated_games};
pub use spec::{AlphaBetaSpec, MctsLimits, MinimaxLimits, PlayerSpec, SpecError};
pub use stats::{Counts, Decision, Estimate, Model, Sprt, SprtError, SprtState, elo_of_score, score_of_elo};
pub use termination::{Fault, Forfeit, Termination};
pub use thinking::{Score, Thinking};
pub use tournament::{
    BootstrapIntervals, Played, Schedule, Standings, Tournament, TournamentConfig, TournamentError,
    TournamentProgress, games_table, match_page,
};
