//! How long each search takes to prove the forced wins of `tests/data/forced_wins.txt`.
//!
//!     cargo run --release -p bashni-search --example forced_wins

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bashni_rules::{Game, Outcome, Rules};
use bashni_search::alphabeta::{AlphaBeta, Control, Limits, SearchResult, Settings};
use bashni_search::mcts::{SearchConfig, SearchKind, Tree, search_batch};
use bashni_search::{Evaluator, RolloutEvaluator, UniformEvaluator};

const WINS: &str = include_str!("../../../tests/data/forced_wins.txt");

/// What proving a win took: nodes or simulations, and time; `None` if it was not found.
type Effort = Option<(u64, Duration)>;

fn main() {
    let rules = Rules::preset("bashni").expect("the preset exists");
    let wins: Vec<(Game, u32)> =
        WINS.lines().filter(|line| !line.starts_with('#')).map(|line| win(&rules, line)).collect();
    let mut engine = AlphaBeta::new(Settings::default()).expect("memory for the table");
    table("alpha-beta, nodes", &wins, |game, plies| alphabeta(&mut engine, &rules, game, plies));
    let searches: [(&str, SearchKind, &mut dyn Evaluator); 3] = [
        ("PUCT with random games, simulations", SearchKind::Puct, &mut RolloutEvaluator::new(1, 1)),
        ("PUCT without knowledge, simulations", SearchKind::Puct, &mut UniformEvaluator),
        ("Gumbel with random games, simulations", SearchKind::Gumbel, &mut RolloutEvaluator::new(1, 1)),
    ];
    for (name, kind, evaluator) in searches {
        table(name, &wins, |game, _| tree(&rules, game, kind, evaluator));
    }
}

fn win(rules: &Rules, line: &str) -> (Game, u32) {
    let (fen, plies) = line.split_once(" | ").expect("a position and a length");
    (Game::from_fen(fen, rules).expect("a position"), plies.parse().expect("a number of plies"))
}

/// Until the win is found with its exact length.
fn alphabeta(engine: &mut AlphaBeta, rules: &Rules, game: &Game, plies: u32) -> Effort {
    let (begun, mut effort) = (Instant::now(), None);
    let mut report = |result: &SearchResult| {
        if result.win_in() == Some(plies) && effort.is_none() {
            effort = Some((result.nodes, begun.elapsed()));
        }
    };
    let control = Control { report: Some(&mut report), ..Control::default() };
    engine.search_with(rules, game, Limits::nodes(5_000_000), control);
    effort
}

/// Until the root is proven to be won, in however many plies.
fn tree(rules: &Rules, game: &Game, kind: SearchKind, evaluator: &mut dyn Evaluator) -> Effort {
    let begun = Instant::now();
    let config = SearchConfig { kind, sims: 2_000_000, ..SearchConfig::default() };
    let mut tree = [Tree::new(rules, game.clone(), config, 1)];
    tree[0].search_past_forced_steps(rules);
    search_batch(rules, &mut tree, evaluator).ok()?;
    let [tree] = tree;
    let won = tree.proof()?.outcome == Outcome::win(game.position().turn());
    won.then(|| (u64::from(tree.sims_done()), begun.elapsed()))
}

fn table(name: &str, wins: &[(Game, u32)], mut prove: impl FnMut(&Game, u32) -> Effort) {
    let mut by_length: BTreeMap<u32, Vec<Effort>> = BTreeMap::new();
    for (game, plies) in wins {
        by_length.entry(*plies).or_default().push(prove(game, *plies));
    }
    println!("| plies | proven | {name}: median | mean | most | time: median | mean | longest |");
    println!("|---|---|---|---|---|---|---|---|");
    for (plies, efforts) in by_length {
        let mut found: Vec<(u64, Duration)> = efforts.iter().copied().flatten().collect();
        found.sort();
        let count = found.len().max(1);
        let mut times: Vec<f64> = found.iter().map(|effort| effort.1.as_secs_f64() * 1e3).collect();
        times.sort_by(f64::total_cmp);
        let (median, most) = (found.get(count / 2).map_or(0, |e| e.0), found.last().map_or(0, |e| e.0));
        let mean = found.iter().map(|effort| effort.0).sum::<u64>() / count as u64;
        let (middle, longest) =
            (times.get(count / 2).copied().unwrap_or(0.0), times.last().copied().unwrap_or(0.0));
        let mean_time = times.iter().sum::<f64>() / count as f64;
        println!(
            "| {plies} | {} of {} | {median} | {mean} | {most} | {middle:.1} ms | {mean_time:.1} ms | {longest:.0} ms |",
            found.len(),
            efforts.len()
        );
    }
}
