use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Which rule a search follows at each node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchKind {
    /// AlphaZero's rule: value plus a bonus for what has a large prior and few visits (Silver et al. 2018).
    #[default]
    Puct,
    /// Gumbel AlphaZero: sequential halving at the root, a deterministic choice below it
    /// (Danihelka et al. 2022, "Policy improvement by planning with Gumbel").
    Gumbel,
}

/// Settings of a tree search.
///
/// The default is for play and analysis: no noise. [`SearchConfig::self_play`] has noise at the root.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchConfig {
    /// The rule of selection.
    pub kind: SearchKind,
    /// Simulations a search: walks from the root to a new state or to a state whose result is known. The evaluation of the
    /// root itself is not counted. With 0 the search is the evaluator's judgement of the root and nothing more.
    pub sims: u32,
    /// Most states of one tree in a batch. More than 1 is for a single game with an evaluator that is faster in batches:
    /// states are then chosen before those before them are judged, kept apart by virtual losses, and a little worse.
    pub leaves: u32,
    /// Most memory of the tree in MiB. A search that would need more ends; see [`Tree::is_full`](super::Tree::is_full).
    pub memory_mib: u32,
    /// Keeps what is known of a step when it is played ([`Tree::advance`](super::Tree::advance)). PUCT only: the schedule of
    /// sequential halving begins anew at each root.
    pub reuse: bool,
    /// PUCT: weight of the prior against the value, `c_init` of AlphaZero.
    pub c_puct: f64,
    /// PUCT: visits at which the weight of the prior begins to grow: it is `c_puct + ln((visits + c_base + 1) / c_base)`.
    pub c_base: f64,
    /// PUCT: first-play urgency: a step that was not tried yet counts as worth the mean of its node, less this number times
    /// the root of the prior mass of the steps that were tried.
    pub fpu_reduction: f64,
    /// The same at the root.
    pub root_fpu_reduction: f64,
    /// Temperature of the priors of the root: the prior of a step becomes `prior^(1 / temperature)`, scaled to sum to 1, before
    /// there is any noise. Above 1 it is flatter, so that self-play does not stop trying what the network has come to
    /// think little of (Wu 2019, "Accelerating self-play learning in Go", as KataGo has it). In a Gumbel search it decides which steps are
    /// considered and drawn, and is not in the policy that is learned.
    pub root_temperature: f64,
    /// The same at the start of a game. From there it goes to `root_temperature`, half of the way in each
    /// `root_temperature_halflife`.
    pub root_temperature_early: f64,
    /// Whole moves in which half of the way between the two is gone.
    pub root_temperature_halflife: f64,
    /// PUCT: forced playouts at the root (Wu 2019): a step that was tried gets at least `sqrt(forced_playouts * prior * visits of all
    /// steps)` visits, so that noise has a chance to show what it found. They are taken out of [`Tree::policy`](super::Tree::policy) again,
    /// as far as the search would not have made them of itself. 0 for none; KataGo has 2.
    pub forced_playouts: f64,
    /// PUCT: Dirichlet noise at the root: the concentration, summed over the legal steps; each gets its equal share.
    pub dirichlet_alpha: f64,
    /// PUCT: share of the noise in the priors of the root, 0 to 1. 0 for no noise.
    pub dirichlet_fraction: f64,
    /// Gumbel: steps of the root that are considered at first, `m` of the paper; never more than there are simulations. 0 chooses
    /// by their number: see [`considered_at_first`](SearchConfig::considered_at_first).
    pub considered: u32,
    /// Gumbel: weight of the noise. 1 draws steps as the prior says, 0 takes those of largest prior, for matches.
    pub gumbel_scale: f64,
    /// Gumbel: `c_visit` of the paper. A difference in value counts `(c_visit + largest visits) * c_scale` times as much as
    /// one in the logarithm of the prior, with values as expected scores from 0 (lost) to 1 (won).
    pub c_visit: f64,
    /// Gumbel: `c_scale` of the paper. The less an evaluator can be relied on, the smaller it should be: 1, the paper's for
    /// Go, trusts a network that is good; with random games for evaluator 0.1 was far better (`experiments/tree-search`).
    pub c_scale: f64,
}

impl SearchConfig {
    /// The default with noise at the root.
    pub fn self_play() -> SearchConfig {
        SearchConfig { dirichlet_fraction: 0.25, gumbel_scale: 1.0, ..SearchConfig::default() }
    }

    /// The same search without anything that is there for the sake of exploring: noise, root temperature, forced playouts.
    #[must_use]
    pub fn without_noise(self) -> SearchConfig {
        SearchConfig {
            root_temperature: 1.0,
            root_temperature_early: 1.0,
            forced_playouts: 0.0,
            dirichlet_fraction: 0.0,
            gumbel_scale: 0.0,
            ..self
        }
    }

    /// Steps that a Gumbel search considers at first where as many are legal.
    ///
    /// If `considered` is 0 it is half of the simulations, 2 to 16: the phases of sequential halving take `m + m/2 + ... + 2`
    /// simulations, and with fewer its last phases, which compare the best steps, do not take place. (Of 8 or 16 simulations that is worth
    /// 48 and 22 Elo against as many steps as simulations: `experiments/tree-search`.)
    pub fn considered_at_first(&self) -> u32 {
        let most = match self.considered {
            0 => (self.sims / 2).clamp(2, 16),
            most => most,
        };
        most.min(self.sims).max(1)
    }

    /// Checks that every number makes sense.
    ///
    /// # Errors
    /// Names the first key that does not, its value, and what was expected.
    pub fn check(&self) -> Result<(), ConfigError> {
        let in_range = |x: u32, most: u32| (1..=most).contains(&x);
        let at_least_0 = |x: f64| x.is_finite() && x >= 0.0;
        let above_0 = |x: f64| x.is_finite() && x > 0.0;
        let share = |x: f64| (0.0..=1.0).contains(&x);
        let temperature = |x: f64| (0.01..=100.0).contains(&x);
        let checks = [
            ("leaves", f64::from(self.leaves), in_range(self.leaves, 4096), "1 to 4096"),
            ("memory_mib", f64::from(self.memory_mib), in_range(self.memory_mib, 65_536), "1 to 65536"),
            ("c_puct", self.c_puct, at_least_0(self.c_puct), "0 or more"),
            ("c_base", self.c_base, above_0(self.c_base), "more than 0"),
            ("fpu_reduction", self.fpu_reduction, at_least_0(self.fpu_reduction), "0 or more"),
            ("root_fpu_reduction", self.root_fpu_reduction, at_least_0(self.root_fpu_reduction), "0 or more"),
            ("root_temperature", self.root_temperature, temperature(self.root_temperature), "0.01 to 100"),
            (
                "root_temperature_early",
                self.root_temperature_early,
                temperature(self.root_temperature_early),
                "0.01 to 100",
            ),
            (
                "root_temperature_halflife",
                self.root_temperature_halflife,
                above_0(self.root_temperature_halflife),
                "more than 0",
            ),
            ("forced_playouts", self.forced_playouts, at_least_0(self.forced_playouts), "0 or more"),
            ("dirichlet_alpha", self.dirichlet_alpha, above_0(self.dirichlet_alpha), "more than 0"),
            ("dirichlet_fraction", self.dirichlet_fraction, share(self.dirichlet_fraction), "0 to 1"),
            ("gumbel_scale", self.gumbel_scale, at_least_0(self.gumbel_scale), "0 or more"),
            ("c_visit", self.c_visit, at_least_0(self.c_visit), "0 or more"),
            ("c_scale", self.c_scale, at_least_0(self.c_scale), "0 or more"),
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
            kind: SearchKind::Puct,
            sims: 200,
            leaves: 1,
            memory_mib: 1024,
            reuse: false,
            c_puct: 1.5,
            c_base: 19_652.0,
            fpu_reduction: 0.2,
            root_fpu_reduction: 0.0,
            root_temperature: 1.0,
            root_temperature_early: 1.0,
            root_temperature_halflife: 20.0,
            forced_playouts: 0.0,
            dirichlet_alpha: 10.0,
            dirichlet_fraction: 0.0,
            considered: 0,
            gumbel_scale: 0.0,
            c_visit: 50.0,
            c_scale: 0.1,
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
