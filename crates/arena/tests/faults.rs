//! Players that crash, stall or cheat lose the game in which they do, and the match goes on.

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bashni_arena::{
    BuiltinPlayers, Choice, Fault, MatchConfig, MatchResult, Player, PlayerError, PlayerFactory,
    PlayerIdentity, PlayerSpec, Side, Turn, pdn, play_match,
};
use bashni_rules::{Game, Move, Rules};
use common::{rules, spec, untimed};

/// What a scripted player does in the games that it does not like.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Script {
    Fails,
    Panics,
    Hangs,
    Cheats,
    GivesTooFew,
    /// Only if it is asked about several games at once.
    FailsInBatches,
    /// Takes its time, so that a batch takes too long and a single game does not.
    IsSlow,
    CannotBeMade,
}

struct Scripted(Script);

/// Some games, after a few moves.
fn dislikes(game: &Game) -> bool {
    game.ply() >= 10 && game.hash().is_multiple_of(160)
}

impl Player for Scripted {
    fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Choice>, PlayerError> {
        let first = |turn: &Turn<'_>| Choice::from(turn.game.position().legal_moves(rules)[0]);
        let mut choices: Vec<Choice> = turns.iter().map(first).collect();
        let bad: Vec<usize> = (0..turns.len()).filter(|&i| dislikes(turns[i].game)).collect();
        if bad.is_empty() {
            return Ok(choices);
        }
        match self.0 {
            Script::Fails => return Err(PlayerError::new("the network says NaN")),
            Script::Panics => panic!("index out of bounds, or so"),
            Script::Hangs => std::thread::sleep(Duration::from_secs(3600)),
            // A move of the start position is legal only there.
            Script::Cheats => {
                bad.iter().for_each(|&i| choices[i] = Choice::from(rules.start().legal_moves(rules)[0]))
            }
            Script::GivesTooFew => drop(choices.pop()),
            Script::FailsInBatches if turns.len() > 1 => return Err(PlayerError::new("out of memory")),
            Script::IsSlow => std::thread::sleep(Duration::from_millis(30) * turns.len() as u32),
            Script::FailsInBatches | Script::CannotBeMade => {}
        }
        Ok(choices)
    }

    fn max_batch(&self) -> usize {
        4
    }
}

/// `net:…` is scripted.
struct ScriptedPlayers(Script);

impl PlayerFactory for ScriptedPlayers {
    fn create(&self, specs: &[PlayerSpec], rules: &Arc<Rules>) -> Result<Box<dyn Player>, PlayerError> {
        match specs {
            [PlayerSpec::Net { .. }] if self.0 == Script::CannotBeMade => {
                Err(PlayerError::new("no such checkpoint"))
            }
            [PlayerSpec::Net { .. }] => Ok(Box::new(Scripted(self.0))),
            _ => BuiltinPlayers.create(specs, rules),
        }
    }

    fn identify(&self, spec: &PlayerSpec, _rules: &Arc<Rules>) -> Result<PlayerIdentity, PlayerError> {
        Ok(PlayerIdentity::new(spec, 1))
    }
}

const GAMES: u64 = 24;

fn config() -> MatchConfig {
    let move_limit = Some(Duration::from_millis(250));
    MatchConfig { games: GAMES, seed: 3, batch: 4, move_limit, ..MatchConfig::default() }
}

fn scripted(script: Script, config: &MatchConfig) -> MatchResult {
    let factory: Arc<dyn PlayerFactory> = Arc::new(ScriptedPlayers(script));
    play_match(&rules("bashni"), &spec("net:fake"), &spec("random"), config, &factory, &mut |_| {}).unwrap()
}

#[track_caller]
fn assert_forfeits(script: Script, fault: Fault, says: &str) {
    // The backtrace of a panic can take longer than any move should.
    let move_limit = Duration::from_millis(if fault == Fault::Stall { 250 } else { 10_000 });
    let config = || MatchConfig { move_limit: Some(move_limit), ..config() };
    let result = scripted(script, &config());
    let report = &result.report;
    assert_eq!((report.games, result.games.len() as u64), (GAMES, GAMES));
    assert!((2..GAMES as usize).contains(&report.forfeits.len()), "{report:?}");
    for forfeit in &report.forfeits {
        assert_eq!((forfeit.side, forfeit.fault), (Side::A, fault), "{forfeit:?}");
        assert_eq!(forfeit.player, spec("net:fake"));
        assert!(forfeit.message.contains(says), "{forfeit:?}");
        let game = &result.games[forfeit.game as usize];
        assert_eq!(game.half_points(), 0, "{game:?}");
        assert!(dislikes(&replayed(&game.moves)), "{game:?}");
        let ply = format!("ply {}: ", game.moves.len() + 1);
        assert!(forfeit.message.starts_with(&ply), "{forfeit:?}");
        let text = pdn(game, &rules("bashni"), &report.players).replace('\n', " ");
        let tag = game.termination.tag();
        assert!(tag != "normal" && text.contains(&format!("[Termination \"{tag}\"]")), "{text}");
        assert!(text.contains(&format!("forfeits ({fault}):")), "{text}");
    }
    for game in &result.games {
        let lost_so = report.forfeits.iter().any(|forfeit| forfeit.game == game.game);
        assert_eq!(game.termination.forfeit().is_some(), lost_so);
    }
    if fault != Fault::Stall {
        for (threads, batch) in [(2, 4), (3, 1)] {
            let other = scripted(script, &MatchConfig { threads, batch, ..config() });
            let without_messages = |result: &MatchResult| {
                untimed(&result.games).into_iter().map(|g| (g.moves, g.outcome)).collect::<Vec<_>>()
            };
            let same = without_messages(&result) == without_messages(&other);
            assert!(same, "{threads} threads, batches of {batch}");
        }
    }
}

fn replayed(moves: &[String]) -> Game {
    let rules = rules("bashni");
    let mut game = Game::new(&rules);
    for text in moves {
        let played: Move = rules.parse_move(game.position(), text).unwrap();
        game.play(&rules, &played);
    }
    game
}

#[test]
fn a_player_that_returns_an_error_loses_that_game() {
    assert_forfeits(Script::Fails, Fault::Crash, "the network says NaN");
}

#[test]
fn a_player_that_panics_loses_that_game() {
    assert_forfeits(Script::Panics, Fault::Crash, "panicked: index out of bounds, or so");
}

#[test]
fn a_player_that_plays_an_illegal_move_loses_that_game() {
    assert_forfeits(Script::Cheats, Fault::IllegalMove, "which is not legal in ");
}

#[test]
fn a_player_that_gives_too_few_moves_loses_that_game() {
    assert_forfeits(Script::GivesTooFew, Fault::Crash, "gave 0 moves for 1 games");
}

#[test]
fn a_player_that_hangs_loses_that_game_and_the_match_goes_on() {
    let begun = Instant::now();
    assert_forfeits(Script::Hangs, Fault::Stall, "no move within 0.25 s");
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_player_that_only_fails_in_batches_loses_nothing() {
    let result = scripted(Script::FailsInBatches, &config());
    assert_eq!((result.report.games, result.report.forfeits.len()), (GAMES, 0));
}

#[test]
fn a_batch_that_takes_too_long_is_asked_about_game_by_game() {
    let move_limit = Some(Duration::from_millis(100));
    let result = scripted(Script::IsSlow, &MatchConfig { move_limit, ..config() });
    assert_eq!(
        (result.report.games, result.report.forfeits.len()),
        (GAMES, 0),
        "{:?}",
        result.report.forfeits
    );
}

#[test]
fn a_player_that_always_hangs_is_not_asked_for_ever() {
    struct Hung;
    impl Player for Hung {
        fn choose(&mut self, _: &Rules, _: &[Turn<'_>]) -> Result<Vec<Choice>, PlayerError> {
            loop {
                std::thread::park();
            }
        }
    }
    struct HungPlayers;
    impl PlayerFactory for HungPlayers {
        fn create(&self, specs: &[PlayerSpec], rules: &Arc<Rules>) -> Result<Box<dyn Player>, PlayerError> {
            match specs {
                [PlayerSpec::Net { .. }] => Ok(Box::new(Hung)),
                _ => BuiltinPlayers.create(specs, rules),
            }
        }

        fn identify(&self, spec: &PlayerSpec, _: &Arc<Rules>) -> Result<PlayerIdentity, PlayerError> {
            Ok(PlayerIdentity::new(spec, 1))
        }
    }
    let factory: Arc<dyn PlayerFactory> = Arc::new(HungPlayers);
    let config =
        MatchConfig { games: 60, move_limit: Some(Duration::from_millis(50)), ..MatchConfig::default() };
    let begun = Instant::now();
    let result =
        play_match(&rules("bashni"), &spec("net:hung"), &spec("random"), &config, &factory, &mut |_| {})
            .unwrap();
    assert_eq!((result.report.losses, result.report.forfeits.len()), (60, 60));
    assert!(
        result.report.forfeits[59].message.contains("not asked any more"),
        "{:?}",
        result.report.forfeits
    );
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_player_that_cannot_be_made_ends_the_match_before_its_first_game() {
    let factory: Arc<dyn PlayerFactory> = Arc::new(ScriptedPlayers(Script::CannotBeMade));
    let mut told = 0;
    let config = MatchConfig { threads: 2, ..config() };
    let error =
        play_match(&rules("bashni"), &spec("net:fake"), &spec("random"), &config, &factory, &mut |_| {
            told += 1;
        });
    let error = error.unwrap_err().to_string();
    assert_eq!(error, "player `net:fake,sims=64` cannot be set up: no such checkpoint");
    assert_eq!(told, 0);
}
