//! Matches from openings to reports.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bashni_arena::{
    BuiltinPlayers, MatchConfig, MatchError, MatchResult, Opening, Player, PlayerError, PlayerFactory,
    PlayerSpec, Side, Turn, play_match, play_openings,
};
use bashni_rules::{Color, Game, Move, Rules};

fn rules(name: &str) -> Arc<Rules> {
    Arc::new(Rules::preset(name).unwrap())
}

fn spec(text: &str) -> PlayerSpec {
    text.parse().unwrap()
}

fn play(rules: &Arc<Rules>, a: &str, b: &str, config: &MatchConfig) -> Result<MatchResult, MatchError> {
    play_match(rules, &spec(a), &spec(b), config, &BuiltinPlayers, &mut |_| {})
}

#[test]
fn two_random_players_score_about_half_and_the_interval_says_so() {
    let config = MatchConfig { games: 400, seed: 1, threads: 2, ..MatchConfig::default() };
    let report = play(&rules("bashni"), "random", "random", &config).unwrap().report;
    assert!((0.4..0.6).contains(&report.score), "{report:?}");
    assert!(report.elo_low < 0.0 && 0.0 < report.elo_high, "{report:?}");
    assert!(report.elo_high - report.elo_low < 100.0, "{report:?}");
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
fn rollouts_beat_random_clearly() {
    let config = MatchConfig { games: 20, seed: 3, threads: 2, ..MatchConfig::default() };
    let report = play(&rules("bashni-6x6"), "rollout:sims=30", "random", &config).unwrap().report;
    assert!(report.score > 0.8 && report.elo_low > 0.0, "{report:?}");
}

#[test]
fn the_result_depends_on_neither_threads_nor_batches_but_on_the_seed() {
    for (a, b) in [("random", "minimax:depth=2"), ("rollout:sims=8", "minimax:nodes=200")] {
        let config = MatchConfig { games: 12, seed: 4, ..MatchConfig::default() };
        let rules = rules("bashni-6x6");
        let one = play(&rules, a, b, &config).unwrap();
        for (threads, batch) in [(1, 1), (3, 2), (12, 64), (100, 5)] {
            let other = play(&rules, a, b, &MatchConfig { threads, batch, ..config }).unwrap();
            assert_eq!(one, other, "{a} {b}: {threads} threads, batches of {batch}");
        }
        let reseeded = play(&rules, a, b, &MatchConfig { seed: 5, ..config }).unwrap();
        assert_ne!(one.games, reseeded.games);
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
fn the_report_has_its_keys_in_order() {
    let config = MatchConfig { games: 2, opening_plies: 2, ..MatchConfig::default() };
    let result = play(&rules("bashni-4x4"), "minimax:depth=2", "random", &config).unwrap();
    let json = serde_json::to_string(&result.report).unwrap();
    let keys = ["a", "b", "games", "wins", "draws", "losses", "score", "elo", "elo_low", "elo_high"];
    let places: Vec<usize> = keys.iter().map(|key| json.find(&format!("\"{key}\":")).unwrap()).collect();
    assert!(places.is_sorted(), "{json}");
    assert!(json.starts_with("{\"a\":\"minimax:depth=2\",\"b\":\"random\",\"games\":2,"), "{json}");
    let game = serde_json::to_value(&result.games[1]).unwrap();
    assert_eq!(game["white"], "random");
    assert_eq!(game["white_side"], "b");
}

#[test]
fn progress_is_told_after_every_game() {
    let config = MatchConfig { games: 10, threads: 3, ..MatchConfig::default() };
    let mut told = Vec::new();
    let result = play_match(
        &rules("bashni-6x6"),
        &spec("random"),
        &spec("random"),
        &config,
        &BuiltinPlayers,
        &mut |progress| {
            told.push((progress.done, progress.games, progress.wins + progress.draws + progress.losses))
        },
    );
    assert!(result.is_ok());
    assert_eq!(told, (1..=10).map(|done| (done, 10, done)).collect::<Vec<_>>());
}

#[track_caller]
fn refused(config: &MatchConfig, parts: &[&str]) {
    let message = play(&rules("bashni"), "random", "random", config).unwrap_err().to_string();
    for part in parts {
        assert!(message.contains(part), "`{message}` does not say `{part}`");
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let config = MatchConfig::default();
    refused(&MatchConfig { games: 3, ..config }, &["3 games", "even and at least 2"]);
    refused(&MatchConfig { games: 0, ..config }, &["0 games", "even and at least 2"]);
    refused(&MatchConfig { threads: 0, ..config }, &["threads = 0", "at least 1"]);
    refused(&MatchConfig { batch: 0, ..config }, &["batch = 0", "at least 1"]);
    refused(
        &MatchConfig { games: 200, opening_plies: 2, ..config },
        &["only 49 distinct", "at most 98 games"],
    );
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
fn an_opening_that_is_over_is_refused() {
    let rules = rules("bashni");
    let lost = Game::from_fen("B:Wa1=1/00:B", &rules).unwrap();
    let opening = Opening { start: lost.position().clone(), game: lost, moves: Vec::new() };
    let (a, b, config) = (spec("random"), spec("random"), MatchConfig::default());
    let over = play_openings(
        &rules,
        &a,
        &b,
        &[Opening::start(&rules), opening],
        &config,
        &BuiltinPlayers,
        &mut |_| {},
    );
    assert!(matches!(over, Err(MatchError::OpeningOver { number: 2, .. })), "{over:?}");
    assert!(play_openings(&rules, &a, &b, &[], &config, &BuiltinPlayers, &mut |_| {}).is_err());
}

/// What the fakes do wrong in their tenth answer.
#[derive(Clone, Copy)]
enum Fault {
    IllegalMove,
    TooFew,
    Fails,
    Panics,
}

struct Fake<'a> {
    fault: Fault,
    answers: &'a AtomicUsize,
}

/// Player A is a fake, player B is random.
struct FakeFactory {
    fault: Fault,
    answers: &'static AtomicUsize,
}

impl PlayerFactory for FakeFactory {
    fn create(&self, spec: &PlayerSpec, rules: &Arc<Rules>) -> Result<Box<dyn Player>, PlayerError> {
        match spec {
            PlayerSpec::Net { .. } => Ok(Box::new(Fake { fault: self.fault, answers: self.answers })),
            _ => BuiltinPlayers.create(spec, rules),
        }
    }
}

impl Player for Fake<'_> {
    fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Move>, PlayerError> {
        let mut moves: Vec<Move> =
            turns.iter().map(|turn| turn.game.position().legal_moves(rules)[0]).collect();
        if self.answers.fetch_add(1, Ordering::Relaxed) == 9 {
            match self.fault {
                // A move of the start position is legal only there.
                Fault::IllegalMove => moves[0] = rules.start().legal_moves(rules)[0],
                Fault::TooFew => drop(moves.pop()),
                Fault::Fails => return Err(PlayerError::new("the network says NaN")),
                Fault::Panics => panic!("the fake panics"),
            }
        }
        Ok(moves)
    }
}

fn with_fault(fault: Fault, threads: usize) -> MatchError {
    let answers: &'static AtomicUsize = Box::leak(Box::new(AtomicUsize::new(0)));
    let config = MatchConfig { games: 40, threads, ..MatchConfig::default() };
    let factory = FakeFactory { fault, answers };
    play_match(&rules("bashni"), &spec("net:fake"), &spec("random"), &config, &factory, &mut |_| {})
        .unwrap_err()
}

#[test]
fn a_player_that_does_wrong_is_an_error_that_names_player_and_game() {
    for threads in [1, 2] {
        let error = with_fault(Fault::IllegalMove, threads);
        assert!(matches!(error, MatchError::IllegalMove(_)), "{error}");
        let message = error.to_string();
        for part in ["player `net:fake,sims=64` played ", " in game ", "not legal in ", "legal: "] {
            assert!(message.contains(part), "{message}");
        }
        assert!(matches!(with_fault(Fault::TooFew, threads), MatchError::WrongNumber { .. }));
        let error = with_fault(Fault::Fails, threads);
        assert!(matches!(error, MatchError::Player { .. }) && error.to_string().contains("NaN"), "{error}");
        let error = with_fault(Fault::Panics, threads);
        assert!(
            matches!(error, MatchError::Panicked(_)) && error.to_string().contains("the fake panics"),
            "{error}"
        );
    }
}
