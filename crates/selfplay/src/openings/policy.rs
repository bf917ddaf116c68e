use bashni_rules::Game;
use bashni_search::mcts::{SearchConfig, SearchKind, Tree, choose};
use rand::RngExt;
use rand_distr::{Distribution, Exp1};
use rand_pcg::Pcg64;

use super::OpeningConfig;

/// Whole moves that are drawn from the network's policy.
#[derive(Debug)]
pub(crate) struct PolicyPlies {
    /// Until so many whole moves of the game have been played.
    pub until: u32,
    /// Whether the game forks then.
    pub forks: bool,
    /// The game before the last of these moves, and the length of the text of the moves before it: where it goes on if that
    /// move ends it.
    pub before_last: Option<(Game, usize)>,
}

/// A search that asks the network about the state itself and does nothing more.
pub(crate) fn raw_policy(search: &SearchConfig) -> SearchConfig {
    SearchConfig { sims: 0, kind: SearchKind::Puct, ..search.without_noise() }
}

impl PolicyPlies {
    /// Draws how many there are in a game after so many whole moves, and whether it forks; `None` if there are none.
    pub fn draw(config: &OpeningConfig, ply: u32, random: &mut Pcg64) -> Option<PolicyPlies> {
        if config.fork_share > 0.0 && random.random_bool(config.fork_share) {
            let waits: f64 = Exp1.sample(random);
            // A number that is too large becomes the largest there is.
            let until = (config.fork_ply * waits) as u32;
            return Some(PolicyPlies { until, forks: true, before_last: None });
        }
        if config.policy_plies == 0 {
            return None;
        }
        let until = ply.saturating_add(random.random_range(0..=config.policy_plies));
        Some(PolicyPlies { until, forks: false, before_last: None })
    }

    /// Draws a step; its index among the steps of the root.
    pub fn choose(&self, tree: &Tree, temperature: f64, random: &mut Pcg64) -> Option<usize> {
        let priors: Vec<f32> = tree.root_edges().iter().map(|edge| edge.prior).collect();
        choose(&priors, temperature as f32, random)
    }
}
