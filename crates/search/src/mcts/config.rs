use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Settings of a tree search.
///
/// The default is for play and analysis: no noise. [`SearchConfig::self_play`] has noise at the root.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchConfig {
    /// Simulations a search: walks from the root to a new state or to the end of a game. The evaluation of the
    /// root itself is not counted. With 0 the search is the evaluator's judgement of the root and nothing more.
    pub sims: u32,
    /// Weight of the prior against the value, `c_init` of AlphaZero.
    pub c_puct: f64,
    /// Visits at which the weight of the prior begins to grow: it is `c_puct + ln((visits + c_base + 1) / c_base)`.
    pub c_base: f64,
    /// First-play urgency: a step that was not tried yet counts as worth the mean of its node, less this number times
    /// the root of the prior mass of the steps that were tried.
    pub fpu_reduction: f64,
    /// The same at the root.
    pub root_fpu_reduction: f64,
    /// Dirichlet noise at the root: the concentration, summed over the legal steps; each gets its equal share.
    pub dirichlet_alpha: f64,
    /// Share of the noise in the priors of the root, 0 to 1. 0 for no noise.
    pub dirichlet_fraction: f64,
}

impl SearchConfig {
    /// The default with noise at the root.
    pub fn self_play() -> SearchConfig {
        SearchConfig { dirichlet_fraction: 0.25, ..SearchConfig::default() }
    }

    /// Checks that every number makes sense.
    ///
    /// # Errors
    /// Names the first key that does not, its value, and what was expected.
    pub fn check(&self) -> Result<(), ConfigError> {
        let at_least_0 = |x: f64| x.is_finite() && x >= 0.0;
        let above_0 = |x: f64| x.is_finite() && x > 0.0;
        let checks = [
            ("c_puct", self.c_puct, at_least_0(self.c_puct), "0 or more"),
            ("c_base", self.c_base, above_0(self.c_base), "more than 0"),
            ("fpu_reduction", self.fpu_reduction, at_least_0(self.fpu_reduction), "0 or more"),
            ("root_fpu_reduction", self.root_fpu_reduction, at_least_0(self.root_fpu_reduction), "0 or more"),
            ("dirichlet_alpha", self.dirichlet_alpha, above_0(self.dirichlet_alpha), "more than 0"),
            (
                "dirichlet_fraction",
                self.dirichlet_fraction,
                (0.0..=1.0).contains(&self.dirichlet_fraction),
                "0 to 1",
            ),
        ];
        match checks.into_iter().find(|(_, _, right, _)| !right) {
            Some((key, value, _, expected)) => Err(ConfigError { key, value, expected }),
            None => Ok(()),
        }
    }
}

impl Default for SearchConfig {
    fn default() -> SearchConfig {
        SearchConfig {
            sims: 200,
            c_puct: 1.5,
            c_base: 19_652.0,
            fpu_reduction: 0.2,
            root_fpu_reduction: 0.0,
            dirichlet_alpha: 10.0,
            dirichlet_fraction: 0.0,
        }
    }
}

/// A setting of a search that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("search setting {key} = {value}: expected a number that is {expected}")]
pub struct ConfigError {
    /// The key.
    pub key: &'static str,
    /// Its value.
    pub value: f64,
    /// What the value should be.
    pub expected: &'static str,
}
