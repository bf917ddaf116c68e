//! What self-play leaves behind: one [`Row`] a searched decision, kept in shards (Parquet files) and sampled from a
//! window over the newest of them.
//!
//! A row holds one decision, and with the others of its game an [`Arc`](std::sync::Arc) of what belongs to the game
//! ([`GameRecord`]). `docs/data.md` in the repository describes each column of a shard, and the metadata of the file.
//!
//! ```
//! use std::sync::Arc;
//!
//! use bashni_data::{Ending, GameRecord, Origin, Row, Shard, State, write_shard};
//! use bashni_rules::{Game, Outcome, Rules};
//! use bashni_search::Wdl;
//!
//! let rules = Rules::preset("bashni").unwrap();
//! let game = GameRecord {
//!     id: 0,
//!     seed: 42,
//!     network_step: 0,
//!     start: String::new(),
//!     opening: String::new(),
//!     plies: 80,
//!     outcome: Outcome::Draw,
//!     ending: Ending::Repetition,
//!     final_position: "W:Wa1=1:Bh8=1".to_owned(),
//! };
//! let row = Row {
//!     game: Arc::new(game),
//!     state: State::new(&rules, &Game::new(&rules), &[]),
//!     action: 57,
//!     legal: vec![57, 61],
//!     policy: vec![0.75, 0.25],
//!     search: Wdl::new(0.5, 0.25, 0.25),
//!     root: Wdl::DRAW,
//!     full: true,
//!     sims: 32,
//!     surprise: 0.125,
//! };
//! let folder = tempfile::tempdir().unwrap();
//! let path = folder.path().join("000000.parquet");
//! write_shard(&path, &rules, &Origin::default(), [&row]).unwrap();
//! let rows = Shard::open_for(&path, &rules).unwrap().rows().unwrap();
//! assert_eq!(rows, [row]);
//! assert_eq!(rows[0].state.game(&rules).unwrap().position(), rules.start());
//! ```

mod check;
mod checksum;
mod columns;
mod contents;
mod ending;
mod error;
mod game_record;
mod replay;
mod row;
mod shard;
mod shard_meta;
mod state;
mod stats;
mod window;
mod write;

pub use check::{CheckReport, Fault, check_shards};
pub use contents::Contents;
pub use ending::Ending;
pub use error::{RowError, ShardError};
pub use game_record::GameRecord;
pub use replay::{Replay, ReplayError, replay};
pub use row::{Row, surprise};
pub use shard::{Shard, list_shards};
pub use shard_meta::{Origin, SCHEMA_VERSION, ShardMeta};
pub use state::State;
pub use stats::{Brier, Endings, Results, Spread, Stats, shard_stats};
pub use window::Window;
pub use write::write_shard;
