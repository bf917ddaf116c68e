use bashni_search::mcts::{SearchConfig, SearchKind};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{OpeningConfig, ResignConfig};

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
    /// draws by itself, with `search.gumbel_scale`.)
    pub temperature_plies: u32,
    /// Temperature of the draw after that: 0 always plays the step with most visits, 1 goes on as before. Not for a Gumbel search.
    pub late_temperature: f32,
    /// Gumbel: share of the noise that is left in the choice of a step after `temperature_plies`: 1 goes on as before, 0 plays
    /// the best of the steps considered last. The search keeps all of its noise, so it goes on trying steps.
    pub late_gumbel: f64,
    /// Share of decisions that get a full search; the others get a quick one, for the sake of more games (playout-cap
    /// randomisation, Wu 2019, "Accelerating self-play learning in Go"). A quick search has no noise, and its policy is not learned.
    pub full_share: f64,
    /// Simulations of a quick search. Without effect while `full_share` is 1.
    pub quick_sims: u32,
    /// The search of each decision. In a file, keys that are left out have the values of [`SelfPlayConfig::default`].
    #[serde(with = "SearchKeys")]
    pub search: SearchConfig,
    /// How games begin.
    pub openings: OpeningConfig,
    /// When a side resigns.
    pub resign: ResignConfig,
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
    root_temperature: f64,
    root_temperature_early: f64,
    root_temperature_halflife: f64,
    forced_playouts: f64,
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
            late_gumbel: 1.0,
            full_share: 1.0,
            quick_sims: 8,
            search: usual_search(),
            openings: OpeningConfig::default(),
            resign: ResignConfig::default(),
        }
    }
}

/// A setting of self-play that makes no sense.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("selfplay.{0}")]
pub struct ConfigError(pub(crate) String);

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
        for (key, value) in [("late_gumbel", self.late_gumbel), ("full_share", self.full_share)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(ConfigError(format!("{key} = {value}: expected 0 to 1")));
            }
        }
        for (key, value) in [("quick_sims", self.quick_sims), ("search.sims", self.search.sims)] {
            if value == 0 {
                return Err(ConfigError(format!("{key} = 0: expected at least 1")));
            }
        }
        self.search.check().map_err(|error| ConfigError(format!("search: {error}")))?;
        self.openings.check()?;
        self.resign.check()
    }

    /// The settings of a full search, or of a quick one.
    ///
    /// ```
    /// use bashni_selfplay::SelfPlayConfig;
    ///
    /// let config = SelfPlayConfig::default();
    /// assert_eq!(config.search_of(true), config.search);
    /// let quick = config.search_of(false);
    /// assert_eq!((quick.sims, quick.dirichlet_fraction, quick.gumbel_scale), (config.quick_sims, 0.0, 0.0));
    /// ```
    pub fn search_of(&self, full: bool) -> SearchConfig {
        match full {
            true => self.search,
            false => SearchConfig { sims: self.quick_sims, ..self.search.without_noise() },
        }
    }
}
