use bashni_search::mcts::{SearchConfig, SearchKind};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Settings of self-play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SelfPlayConfig {
    /// Games of a generation.
    pub games: u64,
    /// Games that a thread plays at once: the largest batch that the network gets.
    pub parallel: usize,
    /// A game begins with a number of random moves, drawn from 0 to this, so that games differ.
    pub opening_plies: u32,
    /// Whole moves from the start of the game during which a step is drawn in proportion to its visits. (A Gumbel search
    /// draws by itself, with `search.gumbel_scale`; this and the next key are then without effect.)
    pub temperature_plies: u32,
    /// Temperature of the draw after that: 0 always plays the step with most visits, 1 goes on as before.
    pub late_temperature: f32,
    /// The search of each decision. In a file, keys that are left out have the values of [`SelfPlayConfig::default`].
    #[serde(with = "SearchKeys")]
    pub search: SearchConfig,
}

/// The keys of a [`SearchConfig`], with the usual values of self-play: noise, and few simulations.
#[derive(Serialize, Deserialize)]
#[serde(remote = "SearchConfig", default = "usual_search", deny_unknown_fields)]
struct SearchKeys {
    kind: SearchKind,
    sims: u32,
    leaves: u32,
    memory_mib: u32,
    reuse: bool,
    c_puct: f64,
    c_base: f64,
    fpu_reduction: f64,
    root_fpu_reduction: f64,
    dirichlet_alpha: f64,
    dirichlet_fraction: f64,
    considered: u32,
    gumbel_scale: f64,
    c_visit: f64,
    c_scale: f64,
}

fn usual_search() -> SearchConfig {
    SearchConfig { sims: 32, ..SearchConfig::self_play() }
}

impl Default for SelfPlayConfig {
    fn default() -> SelfPlayConfig {
        SelfPlayConfig {
            games: 256,
            parallel: 128,
            opening_plies: 6,
            temperature_plies: 30,
            late_temperature: 0.25,
            search: usual_search(),
        }
    }
}

/// A setting of self-play that makes no sense.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("selfplay.{0}")]
pub struct ConfigError(String);

impl SelfPlayConfig {
    /// Checks the ranges.
    ///
    /// # Errors
    /// Names the first key that is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        // Far more than any memory holds would only fail later, and less clearly.
        for (key, value, most) in
            [("games", self.games, 1 << 40), ("parallel", self.parallel as u64, 1 << 16)]
        {
            if !(1..=most).contains(&value) {
                return Err(ConfigError(format!("{key} = {value}: expected 1 to {most}")));
            }
        }
        if !(0.0..=10.0).contains(&self.late_temperature) {
            return Err(ConfigError(format!(
                "late_temperature = {}: expected 0 to 10",
                self.late_temperature
            )));
        }
        if self.search.sims == 0 {
            return Err(ConfigError("search.sims = 0: expected at least 1".to_owned()));
        }
        self.search.check().map_err(|error| ConfigError(format!("search: {error}")))
    }
}
