//! How games begin, before they are recorded: where, and with which moves that nobody searched for.

mod fork;
mod policy;
mod random;
mod settings;
mod stage;
mod starts;

pub(crate) use fork::Fork;
pub(crate) use policy::{PolicyPlies, raw_policy};
pub(crate) use random::{push_word, random_plies};
pub use settings::OpeningConfig;
pub(crate) use stage::Stage;
pub use starts::{StartError, Starts};
