//! How fast the searches are on this machine: `cargo run --release -p bashni-search --example mcts_speed`.

use std::error::Error;
use std::time::{Duration, Instant};

use bashni_rules::{Game, Rules};
use bashni_search::mcts::{SearchConfig, Tree, search_batch};
use bashni_search::minimax::{Limits, Minimax};
use bashni_search::{Evaluator, RolloutEvaluator, UniformEvaluator};

/// A position of the middle game, with towers.
const MIDDLE: &str =
    "W:Wa3=0,c3=00/0,d2=0,e1=0,e3=0,f2=0,g1=0,h4=0/0:Bb6=0,c7=0,d6=0/0,d8=0,e7=0,f6=00,g7=0,h8=0";

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::preset("bashni")?;
    let middle = Game::from_fen(MIDDLE, &rules)?;
    for (name, game) in [("start", Game::new(&rules)), ("middle", middle)] {
        let begun = Instant::now();
        let result = Minimax::new(64).search(&rules, &game, Limits::time(Duration::from_secs(3)));
        let rate = result.nodes as f64 / begun.elapsed().as_secs_f64();
        println!("{name}: minimax {rate:.0} nodes/s, depth {}", result.depth);
        sims(&rules, &game, name, "uniform", 100_000, &mut UniformEvaluator)?;
        sims(&rules, &game, name, "rollout", 500, &mut RolloutEvaluator::new(1, 1))?;
    }
    Ok(())
}

fn sims(
    rules: &Rules,
    game: &Game,
    position: &str,
    evaluator_name: &str,
    sims: u32,
    evaluator: &mut dyn Evaluator,
) -> Result<(), Box<dyn Error>> {
    let config = SearchConfig { sims, ..SearchConfig::default() };
    let mut trees = [Tree::new(rules, game.clone(), config, 1)];
    let begun = Instant::now();
    search_batch(rules, &mut trees, evaluator)?;
    let rate = f64::from(sims) / begun.elapsed().as_secs_f64();
    println!("{position}: tree search, {evaluator_name} evaluator, {rate:.0} simulations/s");
    Ok(())
}
