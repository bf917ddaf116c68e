//! How games begin.

mod common;

use std::collections::BTreeSet;

use bashni_rules::{Game, Move, Rules};
use bashni_search::mcts::{SearchConfig, Tree, search_batch};
use bashni_search::{Evaluation, Query, UniformEvaluator, Wdl};
use bashni_selfplay::{Progress, SelfPlayConfig, SelfPlayError, play_games};
use common::{
    Evaluators, Scripted, by_game, config, opened, opinionated, order, play_with, preset, replayed,
    starting_at,
};

/// Prefers the first step, by so much.
fn first_step(preference: f32) -> impl FnMut(&Query<'_>) -> Evaluation + Clone + Send + 'static {
    move |query| {
        let mut logits = vec![0.0; query.steps.len()];
        logits[0] = preference;
        Evaluation { logits, value: Wdl::DRAW }
    }
}

/// The game after a move that consists of first steps.
fn after_first_steps(rules: &Rules, game: &Game) -> Game {
    let mut game = game.clone();
    loop {
        let step = game.legal_steps(rules)[0];
        game.play_step(rules, step);
        if game.chain().is_none() {
            return game;
        }
    }
}

#[test]
fn policy_plies_are_drawn_from_the_network_s_policy() {
    let rules = preset("bashni");
    // Certain at temperature 1, and a slight preference that is taken for certain at 0.
    for (preference, temperature) in [(60.0, 1.0), (0.1, 0.0)] {
        let mut config = config(30);
        config.openings.policy_plies = 6;
        config.openings.policy_temperature = temperature;
        let generation = play_with(&rules, &config, &order(1), 2, first_step(preference));
        let mut lengths = BTreeSet::new();
        for rows in by_game(&generation).values() {
            let mut game = Game::new(&rules);
            for word in rows[0].game.opening.split_whitespace() {
                let wanted = after_first_steps(&rules, &game);
                let played = rules.parse_move(game.position(), word).unwrap();
                game.play(&rules, &played);
                assert_eq!(game.position(), wanted.position());
            }
            lengths.insert(game.ply());
        }
        assert!(lengths.len() > 3 && lengths.contains(&0), "{lengths:?}");
    }
}

#[test]
fn a_hot_policy_opens_more_games_in_more_ways() {
    let rules = preset("bashni");
    let openings = |temperature| {
        let mut config = config(40);
        config.openings.policy_plies = 6;
        config.openings.policy_temperature = temperature;
        let generation = play_with(&rules, &config, &order(2), 1, first_step(4.0));
        let games = by_game(&generation);
        games.values().map(|rows| rows[0].game.opening.clone()).collect::<BTreeSet<_>>().len()
    };
    let (cold, warm, hot) = (openings(0.0), openings(1.0), openings(5.0));
    assert!(cold < warm && warm < hot, "{cold} {warm} {hot}");
}

/// What the network thinks of a move, for the side that plays it; `None` if the game is over then, or only forced moves are left.
fn judged(rules: &Rules, game: &Game, played: &Move) -> Option<f32> {
    let mut after = game.clone();
    after.play(rules, played);
    let mut tree = Tree::new(rules, after, SearchConfig { sims: 0, ..SearchConfig::default() }, 0);
    tree.search_past_forced_steps(rules);
    let mut trees = [tree];
    search_batch(rules, &mut trees, &mut Scripted(opinionated)).unwrap();
    let value = trees[0].root_value().filter(|_| trees[0].proof().is_none());
    value.map(|value| value.for_mover(game.turn()).score())
}

#[test]
fn a_fork_is_the_best_of_a_few_random_moves() {
    let rules = preset("bashni-6x6");
    for moves in [1, 2, 3, 1000] {
        let mut config = config(60);
        (config.openings.fork_share, config.openings.fork_moves) = (1.0, moves);
        config.openings.fork_ply = 4.0;
        let generation = play_with(&rules, &config, &order(3), 2, opinionated);
        let (mut forks, mut not_the_best, mut plies) = (0, 0, 0.0);
        for rows in by_game(&generation).values() {
            // The last move with a choice before the first row is the fork's.
            let mut game = rows[0].game.start(&rules).unwrap();
            let mut fork = None;
            for word in rows[0].game.opening.split_whitespace() {
                let played = rules.parse_move(game.position(), word).unwrap();
                if game.position().count_moves(&rules) > 1 {
                    fork = Some((game.clone(), played));
                }
                game.play(&rules, &played);
            }
            let (before, played) = fork.unwrap();
            let legal = before.position().legal_moves(&rules);
            let values: Vec<f32> = legal.iter().filter_map(|other| judged(&rules, &before, other)).collect();
            let value = judged(&rules, &before, &played).unwrap();
            // Of so many different moves one less is at most as good.
            let no_better = values.iter().filter(|&&other| other <= value).count();
            let drawn = (moves as usize).min(legal.len());
            let passed_over = legal.len() - values.len();
            assert!(no_better + passed_over >= drawn, "{values:?} {value}");
            forks += 1;
            not_the_best += u32::from(values.iter().any(|&other| other > value));
            plies += f64::from(before.ply());
        }
        assert_eq!((forks, generation.summary.forked), (60, 60));
        assert_eq!(not_the_best == 0, moves == 1000);
        // An exponential distribution of mean 4, rounded down, has a mean of 3.5 and a deviation of about 4.
        let mean = plies / 60.0;
        assert!((1.5..6.5).contains(&mean), "{mean}");
    }
}

#[test]
fn a_share_of_games_forks() {
    let rules = preset("bashni-6x6");
    let mut config = config(100);
    config.openings.fork_share = 0.25;
    let generation = play_with(&rules, &config, &order(4), 1, opinionated);
    assert!((8..45).contains(&generation.summary.forked), "{:?}", generation.summary);
    config.openings.fork_share = 0.0;
    assert_eq!(play_with(&rules, &config, &order(4), 1, opinionated).summary.forked, 0);
}

const STARTS: &str = "# Two positions.\nW:Wa1=1,c1=00/0:Bf6=1,b6=0:H3\nB:Wa1=1,e1=0:Bf6=1,d6=0/0\n";

#[test]
fn a_share_of_games_begins_at_the_positions_of_a_file() {
    let rules = preset("bashni-6x6");
    let mut config = starting_at(config(80), &rules, STARTS);
    let starts = |config: &SelfPlayConfig| {
        let generation = play_with(&rules, config, &order(5), 2, opinionated);
        let games = by_game(&generation);
        let from_file = games.values().filter(|rows| !rows[0].game.start.is_empty()).count();
        assert!(generation.summary.from_file >= from_file as u64);
        let starts: BTreeSet<String> = games.values().map(|rows| rows[0].game.start.clone()).collect();
        (from_file, starts)
    };
    let (all, seen) = starts(&config);
    assert_eq!(seen, config.openings.starts.positions().iter().cloned().collect());
    assert!(all > 70, "{all}");
    config.openings.file_share = 0.5;
    let (some, seen) = starts(&config);
    assert!((20..60).contains(&some), "{some}");
    assert!(seen.contains("") && seen.len() == 3);
}

#[test]
fn start_and_opening_of_a_game_lead_to_its_first_row_and_its_rows_to_its_end() {
    for (name, plies) in [("bashni-6x6", 5), ("bashni", 8), ("lasca", 3)] {
        let rules = preset(name);
        let base = SelfPlayConfig { opening_plies: 3, ..config(25) };
        let mut opened_all = base.clone();
        opened_all.openings.policy_plies = plies;
        opened_all.openings.fork_share = 0.5;
        opened_all.openings.fork_ply = 3.0;
        opened_all.resign.below = 0.2;
        opened_all.resign.decisions = 1;
        let from_file = match name {
            "bashni-6x6" => starting_at(opened_all.clone(), &rules, STARTS),
            _ => opened_all.clone(),
        };
        for config in [base, opened_all, from_file] {
            let generation = play_with(&rules, &config, &order(6), 2, opinionated);
            for (id, rows) in by_game(&generation) {
                let (game, first) = (opened(&rules, &rows), &rows[0].state);
                assert_eq!(game.position().fen(&rules), first.position, "game {id}");
                assert_eq!(
                    (game.ply(), game.no_progress(), game.repetitions()),
                    (first.ply, first.no_progress, first.repetitions),
                    "game {id}"
                );
                let end = replayed(&rules, &rows);
                assert_eq!(end.position().fen(&rules), rows[0].game.final_position, "game {id}");
                match rows[0].game.ending {
                    bashni_data::Ending::Resignation => {
                        assert_eq!(end.outcome(&rules), None);
                        assert_eq!(rows[0].game.outcome, bashni_rules::Outcome::win(!end.turn()));
                    }
                    _ => assert_eq!(end.outcome(&rules), Some(rows[0].game.outcome)),
                }
            }
        }
    }
}

#[test]
fn an_opening_that_would_end_the_game_stops_before_its_last_move() {
    // On the small board games are short.
    let rules = preset("bashni-4x4");
    for fork_share in [0.0, 1.0] {
        let mut config = config(60);
        config.openings.policy_plies = 200;
        (config.openings.fork_share, config.openings.fork_ply) = (fork_share, 100.0);
        let generation = play_with(&rules, &config, &order(7), 2, opinionated);
        assert_eq!(generation.summary.games, 60);
        assert_eq!(by_game(&generation).len(), 60, "a game without a decision");
    }
}

#[test]
fn start_positions_that_nobody_read_are_an_error_and_not_the_usual_start() {
    let rules = preset("bashni-6x6");
    let mut config = config(2);
    config.openings.file = "starts.txt".to_owned();
    let evaluators: Evaluators = vec![Box::new(UniformEvaluator)];
    let error = play_games(&rules, &config, &order(8), evaluators, &Progress::default()).unwrap_err();
    assert!(matches!(error, SelfPlayError::StartsNotRead { .. }));
    assert!(error.to_string().contains("starts.txt"), "{error}");
}

#[test]
fn start_positions_of_another_board_are_an_error() {
    let big = preset("bashni");
    let config = starting_at(config(2), &big, "W:Wa1=1:Bh8=1\n");
    let evaluators: Evaluators = vec![Box::new(UniformEvaluator)];
    let small = preset("bashni-6x6");
    let error = play_games(&small, &config, &order(9), evaluators, &Progress::default()).unwrap_err();
    assert!(
        error.to_string().starts_with("a start position: ") && error.to_string().contains("h8"),
        "{error}"
    );
}
