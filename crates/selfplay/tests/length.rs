//! No game is cut short.

mod common;

use bashni_rules::Rules;
use bashni_search::mcts::SearchConfig;
use bashni_search::{Evaluation, Evaluator, EvaluatorError, Query, UniformEvaluator};
use bashni_selfplay::{Progress, SelfPlayConfig, play_games};
use common::{Evaluators, config, order, preset, starting_at};

/// Fails when a game has come this far.
struct Until(u32);

impl Evaluator for Until {
    fn evaluate(
        &mut self,
        rules: &Rules,
        queries: &[Query<'_>],
        out: &mut Vec<Evaluation>,
    ) -> Result<(), EvaluatorError> {
        if queries.iter().any(|query| query.game.ply() >= self.0) {
            return Err(EvaluatorError::new("the game has come as far as the test wants"));
        }
        UniformEvaluator.evaluate(rules, queries, out)
    }
}

#[test]
fn where_no_rule_draws_a_game_it_goes_on_for_as_long_as_it_takes() {
    let rules = preset("bashni-6x6").with(&["repetition=0", "no_progress_plies=0"]).unwrap();
    // King against king, and both look far enough to keep it.
    let config = SelfPlayConfig {
        temperature_plies: 0,
        late_temperature: 0.0,
        search: SearchConfig { sims: 40, dirichlet_fraction: 0.0, ..SearchConfig::self_play() },
        ..config(1)
    };
    let config = starting_at(config, &rules, "W:Wa1=1:Bb6=1\n");
    let evaluators: Evaluators = vec![Box::new(Until(3000))];
    let error = play_games(&rules, &config, &order(1), evaluators, &Progress::default()).unwrap_err();
    assert!(error.to_string().contains("as far as the test wants"), "{error}");
}
