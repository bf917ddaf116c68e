//! Matches from openings to reports.

mod common;

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use bashni_arena::{
    Book, BookOrder, Choice, MatchConfig, MatchError, Openings, Player, PlayerError, PlayerFactory,
    PlayerIdentity, PlayerSpec, Score, Side, Termination, Turn, play_match,
};
use bashni_rules::{Color, Game, Rules};
use common::{builtin, play, plies, rules, spec, untimed};

#[test]
fn two_random_players_score_about_half_and_the_interval_says_so() {
    let config = MatchConfig { games: 400, seed: 1, threads: 2, ..MatchConfig::default() };
    let report = play(&rules("bashni"), "random", "random", &config).unwrap().report;
    assert!((0.4..0.6).contains(&report.score), "{report:?}");
    assert!(report.elo_low < 0.0 && 0.0 < report.elo_high, "{report:?}");
    assert!(report.elo_high - report.elo_low < 100.0, "{report:?}");
}

#[test]
fn twins_are_equal_over_a_thousand_games_none_of_which_is_another_over_again() {
    for (twin, seed) in [("random", 1), ("rollout:sims=2", 2), ("minimax:depth=1", 3)] {
        let config = MatchConfig { games: 1_000, seed, threads: 2, ..MatchConfig::default() };
        let report = play(&rules("bashni"), twin, twin, &config).unwrap().report;
        assert!(report.elo_low < 0.0 && 0.0 < report.elo_high, "{report:?}");
        assert_eq!((report.games, report.repeated_games), (1_000, 0), "{report:?}");
    }
}

#[test]
fn minimax_beats_random_clearly_from_either_side_of_the_report() {
    let config = MatchConfig { games: 40, seed: 2, threads: 2, ..MatchConfig::default() };
    let rules = rules("bashni");
    let report = play(&rules, "minimax:depth=2", "random", &config).unwrap().report;
    assert!(report.score > 0.9 && report.elo_low > 150.0, "{report:?}");
    let report = play(&rules, "random", "minimax:depth=2", &config).unwrap().report;
    assert!(report.score < 0.1 && report.elo_high < -150.0, "{report:?}");
}

#[test]
fn rollouts_beat_random_clearly_also_by_the_clock() {
    for rollout in ["rollout:sims=30", "rollout:ms=3"] {
        let config = MatchConfig { games: 20, seed: 3, threads: 2, ..MatchConfig::default() };
        let report = play(&rules("bashni-6x6"), rollout, "random", &config).unwrap().report;
        assert!(report.score > 0.8 && report.elo_low > 0.0, "{report:?}");
    }
}

#[test]
fn the_result_depends_on_neither_threads_nor_batches_but_on_the_seed() {
    for (a, b) in
        [("random", "minimax:depth=2"), ("rollout:sims=8", "minimax:nodes=200"), ("random", "random")]
    {
        let config = MatchConfig { games: 12, seed: 4, ..MatchConfig::default() };
        let rules = rules("bashni-6x6");
        let one = play(&rules, a, b, &config).unwrap();
        for (threads, batch) in [(1, 1), (3, 2), (12, 64), (100, 5)] {
            let other = play(&rules, a, b, &MatchConfig { threads, batch, ..config.clone() }).unwrap();
            let what = format!("{a} {b}: {threads} threads, batches of {batch}");
            assert!(untimed(&one.games) == untimed(&other.games), "{what}");
            assert_eq!((&one.report, one.counts), (&other.report, other.counts), "{what}");
        }
        let reseeded = play(&rules, a, b, &MatchConfig { seed: 5, ..config }).unwrap();
        assert!(untimed(&one.games) != untimed(&reseeded.games));
    }
}

#[test]
fn every_game_replays_and_each_opening_is_played_once_from_either_side() {
    let rules = rules("bashni");
    let config = MatchConfig { games: 30, seed: 6, ..MatchConfig::default() };
    let result = play(&rules, "random", "minimax:depth=1", &config).unwrap();
    let mut positions = Vec::new();
    for pair in result.games.chunks(2) {
        for (game, white) in pair.iter().zip([Side::A, Side::B]) {
            assert_eq!((game.side(Color::White), game.opening_plies), (white, 6));
            let mut replayed = Game::from_fen(&game.start, &rules).unwrap();
            for (ply, text) in game.moves.iter().enumerate() {
                assert_eq!(replayed.outcome(&rules), None);
                if ply == game.opening_plies {
                    positions.push(replayed.position().fen(&rules));
                }
                let played = rules.parse_move(replayed.position(), text).unwrap();
                assert_eq!(&replayed.position().move_text(&rules, &played), text);
                replayed.play(&rules, &played);
            }
            assert_eq!(replayed.outcome(&rules), Some(game.outcome));
            let by_rule = match game.termination {
                Termination::NoMove => !replayed.position().has_legal_move(&rules),
                Termination::NoProgress => replayed.no_progress() >= rules.fields().no_progress_plies,
                Termination::Repetition => replayed.repetitions() + 1 >= rules.fields().repetition,
                Termination::Forfeit(_) => false,
            };
            assert!(by_rule, "{:?}", game.termination);
        }
        assert_eq!(pair[0].moves[..6], pair[1].moves[..6]);
        assert_ne!(pair[0].seed, pair[1].seed);
    }
    let total = positions.len();
    positions.sort();
    positions.dedup();
    assert_eq!((total, positions.len()), (30, 15));
    let half_points: u64 = result.games.iter().map(|game| u64::from(game.half_points())).sum();
    assert_eq!(half_points, 2 * result.report.wins + result.report.draws);
}

#[test]
fn every_move_says_how_it_was_found() {
    let config = MatchConfig { games: 4, seed: 6, ..MatchConfig::default() };
    let result = play(&rules("bashni"), "rollout:sims=16", "minimax:depth=3", &config).unwrap();
    let (mut searched, mut forced) = (0, 0);
    for game in &result.games {
        assert_eq!(game.thinking.len() + game.opening_plies, game.moves.len());
        for (ply, thinking) in (game.opening_plies..).zip(&game.thinking) {
            let color = if ply % 2 == 0 { Color::White } else { Color::Black };
            let is_rollout = game.side(color) == Side::A;
            match (thinking.score, is_rollout) {
                (Some(Score::Shares(shares)), true) => {
                    assert!((shares.iter().sum::<f32>() - 1.0).abs() < 0.01, "{thinking:?}");
                    assert!(thinking.sims >= Some(16) && thinking.nodes >= Some(2), "{thinking:?}");
                    searched += 1;
                }
                // A proven result, before or after the simulations were done.
                (Some(Score::WinIn(plies) | Score::LossIn(plies)), true) => {
                    assert!(plies >= 1 && thinking.sims <= Some(16 * 8), "{thinking:?}");
                }
                (None, true) => forced += 1,
                (Some(Score::Material(_) | Score::WinIn(_) | Score::LossIn(_)), false) => {
                    assert!(thinking.depth >= Some(1) && thinking.nodes >= Some(1), "{thinking:?}");
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(game.thinking.iter().any(|thinking| thinking.micros > 0));
    }
    assert!(searched > 20 && forced > 0, "{searched} {forced}");
}

#[test]
fn the_report_has_its_keys_in_order() {
    let config = MatchConfig { games: 2, openings: plies(2), ..MatchConfig::default() };
    let result = play(&rules("bashni-4x4"), "minimax:depth=2", "random", &config).unwrap();
    let json = serde_json::to_string(&result.report).unwrap();
    let keys = [
        "a",
        "b",
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "elo",
        "elo_low",
        "elo_high",
        "pentanomial",
        "nelo",
        "los",
        "repeated_games",
        "forfeits",
        "players",
    ];
    let places: Vec<usize> = keys.iter().map(|key| json.find(&format!("\"{key}\":")).unwrap()).collect();
    assert!(places.is_sorted(), "{json}");
    assert!(json.starts_with("{\"a\":\"minimax:depth=2\",\"b\":\"random\",\"games\":2,"), "{json}");
    assert!(!json.contains("llr"), "{json}");
    let report = serde_json::to_value(&result.report).unwrap();
    assert_eq!(report["players"][0]["spec"], "minimax:depth=2");
    assert_eq!(report["players"][0]["settings"]["table_mb"], "16");
    let game = serde_json::to_value(&result.games[1]).unwrap();
    assert_eq!(game["white"], "random");
    assert_eq!(game["white_side"], "b");
}

#[test]
fn progress_is_told_after_every_game() {
    let config = MatchConfig { games: 10, threads: 3, ..MatchConfig::default() };
    let (rules, random, mut told) = (rules("bashni-6x6"), spec("random"), Vec::new());
    play_match(&rules, &random, &random, &config, &builtin(), &mut |progress| {
        told.push((progress.done, progress.games, progress.wins + progress.draws + progress.losses));
    })
    .unwrap();
    assert_eq!(told, (1..=10).map(|done| (done, 10, done)).collect::<Vec<_>>());
}

#[test]
fn the_openings_of_a_book_are_played_in_its_order() {
    let rules = rules("bashni");
    let book = Arc::new(Book::read("c3-b4 b6-a5\nc3-b4\ne3-d4 b6-c5 d4:b6\n", &rules).unwrap());
    let openings = Openings::Book { book, order: BookOrder::File };
    let config = MatchConfig { games: 6, openings, threads: 2, ..MatchConfig::default() };
    let result = play(&rules, "random", "random", &config).unwrap();
    let lines: Vec<String> = result.games.iter().map(|g| g.moves[..g.opening_plies].join(" ")).collect();
    let (one, two, three) = ("c3-b4 b6-a5", "c3-b4", "e3-d4 b6-c5 d4:b6");
    assert_eq!(lines, [one, one, two, two, three, three]);
    let error = play(&rules, "random", "random", &MatchConfig { games: 8, ..config }).unwrap_err();
    assert!(error.to_string().contains("the book has 3; ask for at most 6 games"), "{error}");
}

#[track_caller]
fn refused(config: &MatchConfig, parts: &[&str]) {
    let message = play(&rules("bashni"), "random", "minimax:ms=100", config).unwrap_err().to_string();
    for part in parts {
        assert!(message.contains(part), "`{message}` does not say `{part}`");
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let config = MatchConfig::default;
    refused(&MatchConfig { games: 3, ..config() }, &["3 games", "even and at least 2"]);
    refused(&MatchConfig { games: 0, ..config() }, &["0 games", "even and at least 2"]);
    refused(&MatchConfig { threads: 0, ..config() }, &["threads = 0", "at least 1"]);
    refused(&MatchConfig { batch: 0, ..config() }, &["batch = 0", "at least 1"]);
    refused(
        &MatchConfig { games: 200, openings: plies(2), ..config() },
        &["only 49 distinct", "at most 98 games"],
    );
    let limit = Some(std::time::Duration::from_millis(100));
    refused(&MatchConfig { move_limit: limit, ..config() }, &["`minimax:ms=100` thinks as long as", "0.1 s"]);
}

#[test]
fn games_that_need_not_end_are_refused() {
    let endless = Rules::preset("bashni").unwrap().with(&["repetition=0", "no_progress_plies=0"]).unwrap();
    let error = play(&Arc::new(endless), "random", "random", &MatchConfig::default()).unwrap_err();
    assert!(error.to_string().contains("games need not end"), "{error}");
}

#[test]
fn a_network_needs_a_factory_that_has_networks() {
    let message =
        play(&rules("bashni"), "net:runs/first", "random", &MatchConfig::default()).unwrap_err().to_string();
    assert!(
        message.contains("net:runs/first,sims=64") && message.contains("no networks built in"),
        "{message}"
    );
}

#[test]
fn seeds_of_games_are_all_different() {
    let config = MatchConfig { games: 100, ..MatchConfig::default() };
    let result = play(&rules("bashni"), "random", "random", &config).unwrap();
    assert_eq!(result.games.iter().map(|game| game.seed).collect::<HashSet<_>>().len(), 100);
}

#[test]
fn players_that_can_share_come_in_one_batch_and_keep_their_roles() {
    /// What a player was asked: how many games at once, and in which roles.
    type Asked = Arc<Mutex<Vec<BTreeSet<usize>>>>;
    struct Shared(Asked, Vec<PlayerSpec>);
    impl Player for Shared {
        fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Choice>, PlayerError> {
            self.0.lock().unwrap().push(turns.iter().map(|turn| turn.role).collect());
            // The second role plays the last move, the first role the first.
            let choice = |turn: &Turn<'_>| {
                let moves = turn.game.position().legal_moves(rules);
                let is_last = self.1[turn.role].limits_text() == "sims=2";
                Choice::from(moves[if is_last { moves.len() - 1 } else { 0 }])
            };
            Ok(turns.iter().map(choice).collect())
        }

        fn max_batch(&self) -> usize {
            64
        }
    }
    struct SharedPlayers(Asked);
    impl PlayerFactory for SharedPlayers {
        fn create(&self, specs: &[PlayerSpec], _: &Arc<Rules>) -> Result<Box<dyn Player>, PlayerError> {
            Ok(Box::new(Shared(self.0.clone(), specs.to_vec())))
        }

        fn identify(&self, spec: &PlayerSpec, _: &Arc<Rules>) -> Result<PlayerIdentity, PlayerError> {
            Ok(PlayerIdentity::new(spec, 1))
        }

        fn can_share(&self, _: &PlayerSpec, _: &PlayerSpec) -> bool {
            true
        }
    }
    let asked = Asked::default();
    let factory: Arc<dyn PlayerFactory> = Arc::new(SharedPlayers(asked.clone()));
    let (rules, a, b) = (rules("bashni"), spec("net:x,sims=1"), spec("net:x,sims=2"));
    let config = MatchConfig { games: 16, ..MatchConfig::default() };
    let result = play_match(&rules, &a, &b, &config, &factory, &mut |_| {}).unwrap();
    let both = BTreeSet::from([0, 1]);
    assert!(asked.lock().unwrap().iter().filter(|roles| **roles == both).count() > 10);
    for game in &result.games {
        let mut replayed = Game::from_fen(&game.start, &rules).unwrap();
        for (ply, text) in game.moves.iter().enumerate() {
            let moves = replayed.position().legal_moves(&rules);
            let played = rules.parse_move(replayed.position(), text).unwrap();
            let is_b = game.side(replayed.turn()) == Side::B;
            let expected = moves[if is_b { moves.len() - 1 } else { 0 }];
            assert!(ply < game.opening_plies || played == expected, "{text}");
            replayed.play(&rules, &played);
        }
    }
}

#[test]
fn a_match_is_given_up_when_it_is_asked_for() {
    let stop = Arc::new(AtomicBool::new(false));
    let openings = Openings::Random { plies: 8 };
    let config = MatchConfig {
        games: 5_000,
        threads: 2,
        stop: Some(stop.clone()),
        openings,
        ..MatchConfig::default()
    };
    let (rules, random, mut told) = (rules("bashni"), spec("random"), 0);
    let stopped = play_match(&rules, &random, &random, &config, &builtin(), &mut |_| {
        told += 1;
        stop.store(told == 3, Ordering::Relaxed);
    });
    assert!(matches!(stopped, Err(MatchError::Stopped)), "{stopped:?}");
    assert_eq!(told, 3);
}
