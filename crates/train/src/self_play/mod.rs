//! Self-play as a stage of its own: the next generation of a run ([`self_play`]), a folder of shards by one player
//! ([`Series`]), and one game played again ([`replay`]).

mod dump;
mod find_network;
mod judge;
mod phase;
mod provenance;
mod replay;
mod series;
mod series_record;
mod watch;

pub(crate) use dump::{Source, explain};
pub(crate) use judge::Judge;
pub use judge::Plain;
pub use phase::{SelfPlayed, self_play};
pub(crate) use phase::{play_generation, played_before};
pub use provenance::Provenance;
pub use replay::{Difference, Network, Replay, Searched, SearchedStep, replay};
pub use series::{Limits, Series, SeriesEvent, SeriesOrder, SeriesPlayer, SeriesReport};
