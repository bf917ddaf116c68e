//! What self-play leaves behind: one [`Row`] a searched decision, kept in shards (Parquet files) and sampled from a
//! window over the newest of them.
//!
//! # Columns of a shard
//! Every column is required (never null). "The mover" is the side that acts; policy indices are those of
//! [`Encoding`](bashni_rules::Encoding), from the mover's side.
//!
//! | column | type | meaning |
//! |---|---|---|
//! | `game_id` | u64 | number of the game in its run |
//! | `game_seed` | u64 | seed from which the whole game follows |
//! | `ply` | u32 | whole moves played before |
//! | `step` | u16 | steps of this move played before; above 0 inside a chain |
//! | `position` | text | position at the start of the move, in the one-line form |
//! | `chain` | text | squares of the move so far, as `a3:c5`; empty at its start |
//! | `turn` | text | the mover, `W` or `B` |
//! | `no_progress` | u32 | plies without capture or promotion at the start of the move |
//! | `repetitions` | u32 | earlier occurrences of the position at the start of the move |
//! | `action` | u16 | policy index of the step that was played |
//! | `legal` | list of u16 | policy indices of the legal steps |
//! | `policy` | list of f32 | target of the policy, in the order of `legal` |
//! | `search_win`, `search_draw`, `search_loss` | f32 | the search's value for the mover |
//! | `root_win`, `root_draw`, `root_loss` | f32 | the network's own value of this state for the mover, before any search |
//! | `full` | bool | a full search, whose policy is to be learned; otherwise a quick one |
//! | `outcome` | i8 | how the game ended for the mover: 1 won, 0 drawn, -1 lost |
//! | `plies_left` | u32 | whole moves from the start of this move to the end of the game |
//! | `network_step` | u64 | training step of the network that searched |
//!
//! The file's metadata has `bashni.schema` (version of these columns), `bashni.rules_name`, `bashni.rules` (the
//! fields as JSON), `bashni.encoding` (version of the encoding that the policy indices belong to) and
//! `bashni.checksum` (over the whole file).
//!
//! ```
//! use bashni_data::{Row, Shard, State, write_shard};
//! use bashni_rules::{Game, Outcome, Rules};
//! use bashni_search::Wdl;
//!
//! let rules = Rules::preset("bashni").unwrap();
//! let row = Row {
//!     game_id: 0,
//!     game_seed: 42,
//!     state: State::new(&rules, &Game::new(&rules), &[]),
//!     action: 57,
//!     legal: vec![57, 61],
//!     policy: vec![0.75, 0.25],
//!     search: Wdl::new(0.5, 0.25, 0.25),
//!     root: Wdl::DRAW,
//!     full: true,
//!     outcome: Outcome::Draw,
//!     plies_left: 80,
//!     network_step: 0,
//! };
//! let folder = tempfile::tempdir().unwrap();
//! let path = folder.path().join("000000.parquet");
//! write_shard(&path, &rules, [&row]).unwrap();
//! let rows = Shard::open_for(&path, &rules).unwrap().rows().unwrap();
//! assert_eq!(rows, [row]);
//! assert_eq!(rows[0].state.game(&rules).unwrap().position(), rules.start());
//! ```

mod atomic;
mod checksum;
mod columns;
mod error;
mod row;
mod shard;
mod state;
mod window;

pub use atomic::write_atomically;
pub use error::{RowError, ShardError};
pub use row::Row;
pub use shard::{SCHEMA_VERSION, Shard, ShardMeta, list_shards, write_shard};
pub use state::State;
pub use window::Window;
