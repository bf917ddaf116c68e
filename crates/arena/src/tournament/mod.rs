//! Tournaments of many players, kept in a folder so that they can be killed at any moment and go on.
//!
//! ```text
//! tournament.toml   the settings as resolved, and what exactly each player is
//! games.jsonl       one game a line, appended and synced as it ends; a line that a kill has torn is dropped
//! targets.json      adaptive schedule: the games that each pairing is to have so far
//! ratings.json      ratings, payoff matrix, cycles ([`Standings`])
//! ratings.csv       the ratings as a table
//! crosstable.csv    the scores of all pairings as a table
//! games.pdn         all games
//! games.csv         a line for each game: players, result, why it ended, plies, times, seed
//! report.html       all of it as one page
//! ```
//!
//! The last six are written anew, by rename. What counts is `games.jsonl`: [`Tournament::open`] reads it, and
//! [`Tournament::play`] plays whatever is missing, so that a game that has ended is never lost nor played again, and a new
//! player or more games a pairing are just more that is missing.
//!
//! Everything random follows from the seed of the tournament, the two names of a pairing and the number of the game. Which
//! games an adaptive schedule adds follows from the results so far, looked at only when all games of the targets are
//! there. So the games are the same on any number of threads and however often the tournament was interrupted (unless a
//! player goes by the clock).

mod error;
mod folder;
mod games_table;
mod journal;
mod page;
mod pairing;
mod play;
mod publish;
mod schedule;
mod settings;
mod standings;
mod stock;

pub use error::TournamentError;
pub use folder::Tournament;
pub use games_table::games_table;
pub use page::match_page;
pub use play::{Played, TournamentProgress};
pub use schedule::Schedule;
pub use settings::TournamentConfig;
pub use standings::{BootstrapIntervals, Standings};
