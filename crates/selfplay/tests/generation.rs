//! A generation of self-play: the same games every time, and rows that say what happened in them.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use bashni_data::Row;
use bashni_rules::{Encoding, Game, Outcome, Rules, Step};
use bashni_search::mcts::{SearchConfig, SearchKind};
use bashni_search::{
    Evaluation, Evaluator, EvaluatorError, Mover, Query, RolloutEvaluator, UniformEvaluator, Wdl,
};
use bashni_selfplay::{Generation, Order, Progress, SelfPlayConfig, SelfPlayError, play_games};

fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap()
}

fn config(games: u64) -> SelfPlayConfig {
    SelfPlayConfig {
        games,
        parallel: 5,
        opening_plies: 4,
        temperature_plies: 8,
        search: SearchConfig { sims: 8, ..SearchConfig::self_play() },
        ..SelfPlayConfig::default()
    }
}

fn order(seed: u64) -> Order {
    Order { first_game: 100, seed, network_step: 7 }
}

type Evaluators = Vec<Box<dyn Evaluator + Send>>;

fn uniform(threads: usize) -> Evaluators {
    (0..threads).map(|_| Box::new(UniformEvaluator) as _).collect()
}

fn play(rules: &Rules, config: &SelfPlayConfig, seed: u64, threads: usize) -> Generation {
    play_games(rules, config, &order(seed), uniform(threads), &Progress::default()).unwrap()
}

/// The rows of each game.
fn by_game(generation: &Generation) -> BTreeMap<u64, Vec<&Row>> {
    let mut games: BTreeMap<u64, Vec<&Row>> = BTreeMap::new();
    for row in &generation.rows {
        games.entry(row.game.id).or_default().push(row);
    }
    games
}

#[test]
fn the_same_seed_gives_the_same_rows_and_another_seed_others() {
    let rules = preset("bashni-6x6");
    let first = play(&rules, &config(12), 1, 2);
    let again = play(&rules, &config(12), 1, 2);
    assert_eq!(first.rows, again.rows);
    assert_eq!(first.summary, again.summary);
    assert_ne!(first.rows, play(&rules, &config(12), 2, 2).rows);
}

#[test]
fn neither_threads_nor_games_at_once_change_a_game() {
    let rules = preset("bashni-6x6");
    let alone = play(&rules, &SelfPlayConfig { parallel: 1, ..config(12) }, 1, 1);
    for (threads, parallel) in [(1, 5), (3, 5), (3, 100), (20, 1)] {
        let together = play(&rules, &SelfPlayConfig { parallel, ..config(12) }, 1, threads);
        assert_eq!(alone.rows, together.rows, "{threads} threads, {parallel} games at once");
        assert_eq!(alone.summary, together.summary);
    }
}

#[test]
fn a_gumbel_search_and_kept_subtrees_make_games_that_can_be_repeated_too() {
    let rules = preset("bashni-6x6");
    let base = config(8).search;
    for search in [
        SearchConfig { kind: SearchKind::Gumbel, ..base },
        SearchConfig { reuse: true, ..base },
        SearchConfig { reuse: true, leaves: 4, ..base },
    ] {
        let config = SelfPlayConfig { search, ..config(8) };
        let alone = play(&rules, &SelfPlayConfig { parallel: 1, ..config.clone() }, 1, 1);
        assert_eq!(alone.rows, play(&rules, &config, 1, 3).rows, "{search:?}");
        assert_ne!(alone.rows, play(&rules, &config, 2, 3).rows, "{search:?}");
        for row in &alone.rows {
            row.check().unwrap();
            assert!((row.policy.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{search:?}");
        }
    }
}

#[test]
fn a_game_depends_on_its_number_and_not_on_the_generation_that_it_is_in() {
    let rules = preset("bashni-6x6");
    let all = play(&rules, &config(8), 1, 1);
    let later = Order { first_game: 104, ..order(1) };
    let later = play_games(&rules, &config(4), &later, uniform(1), &Progress::default()).unwrap();
    let expected: Vec<&Row> = all.rows.iter().filter(|row| row.game.id >= 104).collect();
    assert_eq!(later.rows.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn every_row_rebuilds_a_state_with_a_choice_and_its_legal_actions() {
    for name in ["bashni-6x6", "lasca", "bashni-4x4"] {
        let rules = preset(name);
        let encoding = Encoding::new(&rules).unwrap();
        let generation = play(&rules, &config(10), 3, 2);
        assert!(!generation.rows.is_empty());
        for row in &generation.rows {
            let game = row.state.game(&rules).unwrap();
            let action = |&step: &Step| encoding.action(&rules, step, game.turn()).unwrap() as u16;
            let legal: Vec<u16> = game.legal_steps(&rules).iter().map(action).collect();
            assert_eq!(row.legal, legal, "{name}: {:?}", row.state);
            assert!(legal.len() > 1, "{name}: a forced step was searched: {:?}", row.state);
            assert_eq!(game.outcome(&rules), None);
            assert!(row.legal.contains(&row.action));
            assert!((row.policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            assert!(row.search.is_distribution() && row.root.is_distribution());
            row.check().unwrap();
            assert_eq!((row.game.network_step, row.full), (7, true));
        }
    }
}

/// Plays a game again from its rows: between decisions all steps are forced.
fn replay(rules: &Rules, encoding: &Encoding, rows: &[&Row]) -> Game {
    let mut game = rows[0].state.game(rules).unwrap();
    let mut decisions = rows.iter();
    while game.outcome(rules).is_none() {
        let steps = game.legal_steps(rules);
        let step = match steps[..] {
            [only] => only,
            _ => {
                let row = decisions.next().expect("a decision that has no row");
                assert_eq!(row.state.game(rules).unwrap().position(), game.position());
                encoding.step(rules, row.action.into(), game.turn()).unwrap()
            }
        };
        game.play_step(rules, step);
    }
    assert_eq!(decisions.next(), None, "a row after the end of its game");
    game
}

#[test]
fn the_rows_of_a_game_lead_from_decision_to_decision_to_its_result() {
    // Without draws by repetition, which depend on positions before the first row.
    let rules = preset("bashni-6x6").with(&["repetition=0"]).unwrap();
    let encoding = Encoding::new(&rules).unwrap();
    let generation = play(&rules, &config(20), 4, 2);
    for (id, rows) in by_game(&generation) {
        let end = replay(&rules, &encoding, &rows);
        let first = rows[0];
        assert_eq!(end.ply(), first.plies_left(), "game {id}");
        for row in &rows {
            assert_eq!(Some(row.game.outcome), end.outcome(&rules), "game {id}");
            assert_eq!(row.game, first.game);
            assert_eq!(row.state.ply + row.plies_left(), first.state.ply + first.plies_left());
        }
        for pair in rows.windows(2) {
            let order = |row: &Row| (row.state.ply, row.state.step);
            assert!(order(pair[0]) < order(pair[1]), "game {id}");
        }
    }
}

#[test]
fn choices_within_a_chain_have_rows_of_their_own() {
    let rules = preset("bashni");
    let generation = play(&rules, &SelfPlayConfig { opening_plies: 20, ..config(20) }, 5, 2);
    let within: Vec<&Row> = generation.rows.iter().filter(|row| row.state.step > 0).collect();
    assert!(!within.is_empty());
    for row in within {
        let game = row.state.game(&rules).unwrap();
        assert!(game.chain().is_some() && row.state.chain.contains(':'));
    }
}

#[test]
fn the_summary_counts_every_game_also_those_without_a_decision() {
    // After so many random moves hardly anything is left to decide.
    let rules = preset("bashni-4x4");
    let config = SelfPlayConfig { opening_plies: 60, ..config(60) };
    let progress = Progress::default();
    let generation = play_games(&rules, &config, &order(6), uniform(3), &progress).unwrap();
    let summary = generation.summary;
    let games = by_game(&generation);
    assert!(games.len() < 60, "every game had a decision");
    assert_eq!(summary.games, 60);
    assert_eq!(summary.white_wins + summary.black_wins + summary.draws, 60);
    assert_eq!(progress.games.load(Ordering::Relaxed), 60);
    assert_eq!(progress.evaluations.load(Ordering::Relaxed), summary.evaluations);
    let of_rows = |outcome| games.values().filter(|rows| rows[0].game.outcome == outcome).count() as u64;
    assert!(of_rows(Outcome::WhiteWins) <= summary.white_wins);
    assert!(of_rows(Outcome::BlackWins) <= summary.black_wins);
    assert!(of_rows(Outcome::Draw) <= summary.draws);
    let plies: u64 = games.values().map(|rows| u64::from(rows[0].state.ply + rows[0].plies_left())).sum();
    assert!(plies <= summary.plies);
}

#[test]
fn the_value_of_a_row_is_the_movers() {
    // Random games from a position in which the side that has many men wins.
    let start = "start=\"W:Wa1=0,c1=0,e1=0,b2=0,d2=0,f2=0:Bb6=0\"";
    for (turn, rules) in [
        ("W", preset("bashni-6x6").with(&[start]).unwrap()),
        ("B", preset("bashni-6x6").with(&[start.replace("\"W:", "\"B:")]).unwrap()),
    ] {
        let evaluator = RolloutEvaluator::new(2, 1);
        let config = SelfPlayConfig { opening_plies: 0, ..config(20) };
        let evaluators: Evaluators = vec![Box::new(evaluator)];
        let generation = play_games(&rules, &config, &order(8), evaluators, &Progress::default()).unwrap();
        let mean = |pick: fn(&Row) -> Wdl<Mover>| {
            let rows = generation.rows.iter();
            let for_white = rows.map(|row| f64::from(pick(row).for_white(row.state.turn).value()));
            for_white.sum::<f64>() / generation.rows.len() as f64
        };
        assert!(mean(|row| row.search) > 0.2, "{turn}");
        assert!(mean(|row| row.root) > 0.2, "{turn}");
        assert!(mean(Row::result) > 0.2, "{turn}");
    }
}

#[test]
fn temperature_0_plays_the_step_with_most_visits() {
    let rules = preset("bashni-6x6");
    let config = SelfPlayConfig { temperature_plies: 0, late_temperature: 0.0, ..config(10) };
    let strays = |generation: &Generation| {
        let best = |row: &&Row| {
            let chosen = row.legal.iter().position(|&action| action == row.action).unwrap();
            row.policy.iter().all(|&share| share <= row.policy[chosen])
        };
        generation.rows.iter().filter(|row| !best(row)).count()
    };
    assert_eq!(strays(&play(&rules, &config, 9, 1)), 0);
    let warm = SelfPlayConfig { temperature_plies: 1000, ..config };
    assert!(strays(&play(&rules, &warm, 9, 1)) > 0);
}

struct Broken;

impl Evaluator for Broken {
    fn evaluate(
        &mut self,
        _rules: &Rules,
        _queries: &[Query<'_>],
        _out: &mut Vec<Evaluation>,
    ) -> Result<(), EvaluatorError> {
        Err(EvaluatorError::new("out of order"))
    }
}

#[test]
fn what_cannot_be_played_is_an_error() {
    let play = |rules: &Rules, evaluators| {
        play_games(rules, &config(4), &order(1), evaluators, &Progress::default()).unwrap_err()
    };
    let rules = preset("bashni-4x4");
    assert!(matches!(play(&rules, Vec::new()), SelfPlayError::NoEvaluator));
    let broken: Evaluators = vec![Box::new(UniformEvaluator), Box::new(Broken)];
    assert!(play(&rules, broken).to_string().contains("out of order"));
    let odd = rules.with(&["files=5"]).unwrap();
    assert!(play(&odd, uniform(1)).to_string().contains("5x4"));
}
