//! How fast the tree search is.

use bashni_rules::{Game, Rules};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::{SearchConfig, SearchError, Tree, search_batch};
use crate::{Evaluator, UniformEvaluator};

/// Searches of middle-game positions, to be timed: how many simulations a second depends on the position, so that
/// figures can be compared only if they are of the same ones.
///
/// ```
/// use bashni_rules::Rules;
/// use bashni_search::mcts::{SearchConfig, SpeedTest};
///
/// let rules = Rules::preset("bashni").unwrap();
/// let config = SearchConfig { sims: 100, ..SearchConfig::default() };
/// let test = SpeedTest::new(&rules, config, 5);
/// assert_eq!(test.run(&rules).unwrap(), 500);
/// ```
#[derive(Clone, Debug)]
pub struct SpeedTest {
    config: SearchConfig,
    positions: Vec<Game>,
}

impl SpeedTest {
    /// Simulations of each search, unless one wants others.
    pub const SIMS: u32 = 800;

    /// `count` positions of random games, after 20 to 40 moves, each a decision for which `config.sims` simulations are done in
    /// full: none is proven sooner. There are fewer, or none, if hardly any game of these rules gets that far.
    pub fn new(rules: &Rules, config: SearchConfig, count: usize) -> SpeedTest {
        let candidates = (0..100 * count as u64).filter_map(|seed| middle_game(rules, seed));
        let whole = |game: &Game| {
            let mut trees = [Tree::new(rules, game.clone(), config, 0)];
            let searched = search_batch(rules, &mut trees, &mut UniformEvaluator);
            searched.is_ok() && trees[0].sims_done() == config.sims
        };
        SpeedTest { config, positions: candidates.filter(whole).take(count).collect() }
    }

    /// The positions.
    pub fn games(&self) -> &[Game] {
        &self.positions
    }

    /// Searches each position once, with the [`UniformEvaluator`]. Returns the number of simulations.
    ///
    /// # Errors
    /// If the settings make no sense.
    pub fn run(&self, rules: &Rules) -> Result<u64, SearchError> {
        self.run_with(rules, &mut UniformEvaluator)
    }

    /// The same with another evaluator.
    ///
    /// # Errors
    /// If the settings make no sense, or the evaluator fails.
    pub fn run_with(&self, rules: &Rules, evaluator: &mut dyn Evaluator) -> Result<u64, SearchError> {
        let mut sims = 0;
        for game in &self.positions {
            let mut trees = [Tree::new(rules, game.clone(), self.config, 0)];
            search_batch(rules, &mut trees, evaluator)?;
            sims += u64::from(trees[0].sims_done());
        }
        Ok(sims)
    }
}

/// A random game after 20 to 40 moves; `None` if it is over before.
fn middle_game(rules: &Rules, seed: u64) -> Option<Game> {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut game = Game::new(rules);
    for _ in 0..random.random_range(20..=40u32) {
        let moves = game.position().legal_moves(rules);
        let pick = random.random_range(0..moves.len().max(1) as u32);
        game.play(rules, moves.get(pick as usize)?);
    }
    game.outcome(rules).is_none().then_some(game)
}
