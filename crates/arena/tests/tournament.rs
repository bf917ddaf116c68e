//! Tournaments in folders: what is missing is played, once.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use bashni_arena::{
    Book, BookOrder, Bootstrap, GameRecord, Openings, PlayerError, PlayerFactory, PlayerIdentity, PlayerSpec,
    Schedule, Tournament, TournamentConfig, TournamentError,
};
use bashni_rules::Rules;
use common::{builtin, plies, rules, spec};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde_json::Value;

const PLAYERS: [&str; 3] = ["random", "minimax:depth=1", "rollout:sims=4"];

fn config() -> TournamentConfig {
    TournamentConfig { games: 10, seed: 7, openings: plies(3), threads: 2, ..TournamentConfig::default() }
}

fn open(path: &Path, players: &[&str], config: TournamentConfig) -> Result<Tournament, TournamentError> {
    let players: Vec<PlayerSpec> = players.iter().map(|text| spec(text)).collect();
    Tournament::open(path, &rules("bashni-6x6"), &players, config, &builtin())
}

/// Plays what is missing; how many games that were.
fn play(path: &Path, players: &[&str], config: TournamentConfig) -> usize {
    let mut tournament = open(path, players, config).unwrap();
    let mut told = 0;
    tournament.play(&mut |_| told += 1).unwrap();
    told
}

/// The games of a folder by pairing and number, without times.
fn games(path: &Path) -> BTreeMap<(String, String, u64), GameRecord> {
    let text = fs::read_to_string(path.join("games.jsonl")).unwrap();
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let game: GameRecord = serde_json::from_str(line).unwrap();
        let mut names = [game.white.to_string(), game.black.to_string()];
        names.sort();
        let [a, b] = names;
        let earlier = games.insert((a, b, game.game), game.untimed());
        assert!(earlier.is_none(), "played twice: {line}");
    }
    games
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path.join("ratings.json")).unwrap()).unwrap()
}

/// Games of two players.
fn between(path: &Path, a: &str, b: &str) -> usize {
    games(path)
        .keys()
        .filter(|(x, y, _)| {
            (x, y) == (&a.to_owned(), &b.to_owned()) || (y, x) == (&a.to_owned(), &b.to_owned())
        })
        .count()
}

#[test]
fn a_round_robin_plays_every_pairing_and_writes_what_came_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    assert_eq!(play(&path, &PLAYERS, config()), 30);
    for (i, a) in PLAYERS.iter().enumerate() {
        for b in &PLAYERS[i + 1..] {
            assert_eq!(between(&path, a, b), 10);
        }
    }
    let standings = json(&path);
    assert_eq!(standings["games"], 30);
    assert_eq!(standings["repeated_games"], 0);
    assert_eq!(standings["ratings"].as_array().unwrap().len(), 3);
    assert_eq!(standings["players"][1]["spec"], "minimax:depth=1");
    let elo = |i: usize| standings["ratings"][i]["elo"].as_f64().unwrap();
    assert!(elo(1) > elo(0), "{standings}");
    let csv = fs::read_to_string(path.join("crosstable.csv")).unwrap();
    assert!(csv.starts_with("player,Elo,") && csv.lines().count() == 4, "{csv}");
    let pdn = bashni_rules::pdn::read(&fs::read_to_string(path.join("games.pdn")).unwrap()).unwrap();
    assert_eq!(pdn.len(), 30);
    assert!(pdn[0].tags.get("WhiteVersion").is_some());
    let games_csv = fs::read_to_string(path.join("games.csv")).unwrap();
    assert!(
        games_csv.starts_with("game,white,black,result,") && games_csv.lines().count() == 31,
        "{games_csv}"
    );
    let ratings_csv = fs::read_to_string(path.join("ratings.csv")).unwrap();
    assert!(ratings_csv.contains("Elo by bootstrap low"), "{ratings_csv}");
    let html = fs::read_to_string(path.join("report.html")).unwrap();
    assert!(html.contains("rollout:sims=4") && html.contains("Crosstable"));
    assert!(html.contains("Likelihood of superiority") && html.contains("bootstrap"));
    // Openings of the pairings differ.
    let all = games(&path);
    let opening = |a: &str, b: &str| all[&(a.to_owned(), b.to_owned(), 0)].moves[..3].to_vec();
    assert_ne!(opening("minimax:depth=1", "random"), opening("random", "rollout:sims=4"));
}

#[test]
fn the_same_command_again_plays_nothing() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &PLAYERS, config());
    let (games, ratings) = (games(folder.path()), json(folder.path()));
    assert_eq!(play(folder.path(), &PLAYERS, config()), 0);
    assert_eq!(self::games(folder.path()), games);
    assert_eq!(json(folder.path()), ratings);
}

#[test]
fn a_new_player_and_more_games_are_just_more_that_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let whole = tempfile::tempdir().unwrap();
    assert_eq!(play(folder.path(), &PLAYERS[..2], config()), 10);
    // In another order, too.
    assert_eq!(play(folder.path(), &[PLAYERS[2], PLAYERS[1], PLAYERS[0]], config()), 20);
    let longer = || TournamentConfig { games: 14, ..config() };
    assert_eq!(play(folder.path(), &PLAYERS, longer()), 12);
    play(whole.path(), &PLAYERS, longer());
    assert_eq!(games(folder.path()), games(whole.path()));
    // A player that is left out keeps its games.
    assert_eq!(play(folder.path(), &PLAYERS[..2], longer()), 0);
    assert_eq!(json(folder.path())["ratings"].as_array().unwrap().len(), 3);
}

#[test]
fn a_gauntlet_is_the_first_against_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let gauntlet = TournamentConfig { schedule: Schedule::Gauntlet, ..config() };
    assert_eq!(play(folder.path(), &PLAYERS, gauntlet), 20);
    assert_eq!(between(folder.path(), PLAYERS[1], PLAYERS[2]), 0);
}

#[test]
fn an_adaptive_tournament_plays_its_number_of_games_the_same_on_any_threads() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let adaptive =
        |threads| TournamentConfig { games: 60, schedule: Schedule::Adaptive, threads, ..config() };
    assert_eq!(play(one.path(), &PLAYERS, adaptive(1)), 60);
    assert_eq!(play(other.path(), &PLAYERS, adaptive(3)), 60);
    assert_eq!(games(one.path()), games(other.path()));
    assert_eq!(play(one.path(), &PLAYERS, adaptive(2)), 0);
    assert_eq!(play(one.path(), &PLAYERS, TournamentConfig { games: 70, ..adaptive(2) }), 10);
}

#[test]
fn the_half_of_a_pair_that_is_missing_is_played_alone() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &PLAYERS, config());
    let (whole, ratings) = (games(folder.path()), json(folder.path()));
    let path = folder.path().join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let kept: Vec<&str> =
        text.lines().enumerate().filter(|(i, _)| i % 7 != 3).map(|(_, line)| line).collect();
    fs::write(&path, kept.join("\n") + "\n").unwrap();
    assert_eq!(play(folder.path(), &PLAYERS, config()), 30 - kept.len());
    assert_eq!(games(folder.path()), whole);
    assert_eq!(json(folder.path()), ratings);
}

#[test]
fn a_torn_last_line_is_dropped_wherever_it_is_torn() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &PLAYERS, config());
    let whole = games(folder.path());
    let path = folder.path().join("games.jsonl");
    let bytes = fs::read(&path).unwrap();
    let last = bytes[..bytes.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    for length in [last + 1, (last + bytes.len()) / 2, bytes.len() - 1] {
        fs::write(&path, &bytes[..length]).unwrap();
        assert_eq!(play(folder.path(), &PLAYERS, config()), 1, "torn after {} bytes", length - last);
        assert_eq!(games(folder.path()), whole);
    }
}

#[track_caller]
fn refused(result: Result<Tournament, TournamentError>, parts: &[&str]) {
    let message = result.err().expect("is refused").to_string();
    for part in parts {
        assert!(message.contains(part), "`{message}` does not say `{part}`");
    }
}

#[test]
fn settings_that_would_mix_games_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    play(path, &PLAYERS, config());
    refused(open(path, &PLAYERS, TournamentConfig { seed: 8, ..config() }), &["seed (7 there, 8 here)"]);
    refused(
        open(path, &PLAYERS, TournamentConfig { openings: plies(4), ..config() }),
        &["opening-plies (3 there, 4 here)", "tournament.toml"],
    );
    refused(
        open(path, &PLAYERS, TournamentConfig { move_limit: None, ..config() }),
        &["move-limit (60 there, 0 here)"],
    );
    let players = PLAYERS.map(spec);
    let lasca = Tournament::open(path, &rules("bashni"), &players, config(), &builtin());
    refused(lasca, &["rules.files (6 there, 8 here)"]);
    refused(open(path, &["random"], config()), &["1 players: a tournament needs at least 2"]);
    refused(open(path, &["random", "random"], config()), &["`random` is there twice"]);
    refused(open(path, &PLAYERS, TournamentConfig { games: 5, ..config() }), &["5 games", "even"]);
}

#[test]
fn a_player_that_is_another_one_now_is_refused() {
    /// `net:` has the weights that are in a file.
    struct Weights(&'static str);
    impl PlayerFactory for Weights {
        fn create(
            &self,
            _: &[PlayerSpec],
            rules: &Arc<Rules>,
        ) -> Result<Box<dyn bashni_arena::Player>, PlayerError> {
            builtin().create(&[PlayerSpec::Random], rules)
        }

        fn identify(&self, spec: &PlayerSpec, _: &Arc<Rules>) -> Result<PlayerIdentity, PlayerError> {
            Ok(PlayerIdentity { checkpoint: Some(self.0.to_owned()), ..PlayerIdentity::new(spec, 1) })
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let players = ["net:runs/a", "random"].map(spec);
    let open = |hash| {
        let factory: Arc<dyn PlayerFactory> = Arc::new(Weights(hash));
        Tournament::open(folder.path(), &rules("bashni-6x6"), &players, config(), &factory)
    };
    open("ab12").unwrap().play(&mut |_| {}).unwrap();
    open("ab12").unwrap();
    refused(open("cd34"), &["`net:runs/a,sims=64` is another one now", "checkpoint (ab12 there, cd34 here)"]);
}

#[test]
fn folders_that_are_something_else_or_damaged_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.tex"), "").unwrap();
    refused(open(folder.path(), &PLAYERS, config()), &["is no tournament", "thesis.tex"]);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    play(path, &PLAYERS, config());
    let file = path.join("games.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let with = |change: &dyn Fn(Vec<&str>) -> Vec<String>| {
        fs::write(&file, change(text.lines().collect()).join("\n") + "\n").unwrap();
        open(path, &PLAYERS, config())
    };
    let own = |lines: Vec<&str>| lines.into_iter().map(str::to_owned).collect::<Vec<_>>();
    refused(
        with(&|lines| own([&lines[..2], &["{}"], &lines[2..]].concat())),
        &["games.jsonl", "line 3 is no game"],
    );
    refused(with(&|lines| own([&lines[..], &lines[..1]].concat())), &["line 31", "for the second time"]);
    let illegal = |lines: Vec<&str>| {
        let begin = lines[0].find(r#""moves":["#).unwrap() + 9;
        let end = begin + lines[0][begin..].find(',').unwrap();
        let first = format!(r#"{}"a1-f6"{}"#, &lines[0][..begin], &lines[0][end..]);
        own([&[first.as_str()], &lines[1..]].concat())
    };
    refused(with(&illegal), &["line 1: a game whose ply 1 is no move"]);
    let other =
        |lines: Vec<&str>| lines.iter().map(|line| line.replace("random", "minimax:depth=9")).collect();
    refused(with(&other), &["line ", "minimax:depth=9", "not both among the players"]);
    fs::write(&file, &text).unwrap();
    let first = open(path, &PLAYERS, config()).unwrap();
    refused(open(path, &PLAYERS, config()), &["in use by another process"]);
    drop(first);
    let settings = fs::read_to_string(path.join("tournament.toml")).unwrap();
    let players = settings.rfind("[[players]]").unwrap();
    fs::write(path.join("tournament.toml"), &settings[..players]).unwrap();
    refused(open(path, &PLAYERS, config()), &["not both among the players of tournament.toml"]);
    fs::write(path.join("tournament.toml"), "format = 1\n").unwrap();
    refused(open(path, &PLAYERS, config()), &["tournament.toml: damaged", "missing field"]);
    fs::write(path.join("tournament.toml"), &settings).unwrap();
    fs::remove_file(&file).unwrap();
    refused(open(path, &PLAYERS, config()), &["games.jsonl: is missing, but ratings.json is there"]);
}

#[test]
fn openings_that_run_out_are_an_error_that_says_how_many_there_are() {
    let folder = tempfile::tempdir().unwrap();
    refused(
        open(folder.path(), &PLAYERS, TournamentConfig { openings: plies(0), ..config() }),
        &["against", "only 1 distinct"],
    );
    // What is refused has no say in the settings.
    open(folder.path(), &PLAYERS, config()).unwrap();
}

#[test]
fn an_adaptive_tournament_goes_on_without_the_pairings_whose_openings_are_used_up() {
    let folder = tempfile::tempdir().unwrap();
    let rules = rules("bashni-6x6");
    let book = Book::read("b2-a3\nb2-c3\n", &rules).unwrap();
    let openings = Openings::Book { book: Arc::new(book), order: BookOrder::File };
    let adaptive = |games| TournamentConfig {
        games,
        schedule: Schedule::Adaptive,
        openings: openings.clone(),
        ..config()
    };
    let mut tournament = open(folder.path(), &PLAYERS, adaptive(40)).unwrap();
    let used_up = tournament.play(&mut |_| {}).unwrap().used_up;
    assert_eq!(used_up.len(), 3, "{used_up:?}");
    assert!(used_up.contains(&"minimax:depth=1 against random".to_owned()));
    drop(tournament);
    assert_eq!(games(folder.path()).len(), 12);
    // Targets from a time when there were more openings.
    fs::write(folder.path().join("targets.json"), r#"[["minimax:depth=1", "random", 30]]"#).unwrap();
    assert_eq!(play(folder.path(), &PLAYERS, adaptive(8)), 0);
}

#[test]
fn new_players_of_an_adaptive_tournament_play_although_the_others_have_used_up_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let adaptive = || TournamentConfig { games: 20, schedule: Schedule::Adaptive, ..config() };
    assert_eq!(play(folder.path(), &PLAYERS[..2], adaptive()), 20);
    // One pair for the newcomer.
    assert_eq!(play(folder.path(), &PLAYERS, adaptive()), 2);
    // Games of those who play no more do not count.
    assert_eq!(play(folder.path(), &["minimax:depth=2", "rollout:sims=3"], adaptive()), 20);
    assert!(json(folder.path())["ratings"].as_array().unwrap().iter().all(|rating| rating["games"] != 0));
}

#[test]
fn games_of_several_builds_are_told() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &PLAYERS, config());
    let path = folder.path().join("tournament.toml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen(bashni_arena::program(), "bashni 0.0.9", 1)).unwrap();
    let standings = open(folder.path(), &PLAYERS, config()).unwrap().standings().unwrap();
    assert_eq!(standings.programs, ["bashni 0.0.9", bashni_arena::program()]);
    assert!(standings.remarks().iter().any(|remark| remark.contains("Several builds")));
}

#[test]
fn ratings_are_relative_to_the_anchor() {
    let folder = tempfile::tempdir().unwrap();
    let at = |player: &str, elo| TournamentConfig { anchor: Some((spec(player), elo)), ..config() };
    refused(
        open(folder.path(), &PLAYERS, at("minimax:depth=9", 0.0)),
        &["`minimax:depth=9` is no player", "random"],
    );
    // What is refused leaves nothing behind.
    play(folder.path(), &PLAYERS, TournamentConfig { seed: 9, ..at("random", 1_000.0) });
    assert_eq!(json(folder.path())["ratings"][0]["elo"], 1_000.0);
    assert_eq!(play(folder.path(), &PLAYERS, TournamentConfig { seed: 9, ..config() }), 0);
    assert!(json(folder.path())["ratings"][0]["elo"].as_f64().unwrap() < 0.0);
}

#[test]
fn the_bootstrap_adds_intervals_and_changes_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let samples = |samples| TournamentConfig { bootstrap: Some(Bootstrap { samples, seed: 0 }), ..config() };
    for number in [99, 100_001] {
        refused(open(folder.path(), &PLAYERS, samples(number)), &["expected 100 to 100000"]);
    }
    play(folder.path(), &PLAYERS, TournamentConfig { bootstrap: None, ..config() });
    let without = json(folder.path());
    assert!(without["bootstrap"].is_null());
    assert_eq!(play(folder.path(), &PLAYERS, samples(200)), 0);
    let with = json(folder.path());
    assert_eq!(with["ratings"], without["ratings"]);
    assert_eq!(with["bootstrap"]["samples"], 200);
    for i in 0..PLAYERS.len() {
        let elo = with["ratings"][i]["elo"].as_f64().unwrap();
        let [low, high] = [0, 1].map(|end| with["bootstrap"]["ratings"][i][end].as_f64().unwrap());
        assert!(low < elo && elo < high, "{low} {elo} {high}");
        // Of any two players one is the stronger.
        for j in 0..i {
            let [one, other] = [&with["los"][i][j], &with["los"][j][i]].map(|p| p.as_f64().unwrap());
            assert!((one + other - 1.0).abs() < 1e-9 && (one - 0.5).abs() < 0.5);
        }
    }
}

#[test]
fn players_that_never_scored_against_another_group_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut tournament = open(folder.path(), &["random", "minimax:depth=6"], config()).unwrap();
    tournament.play(&mut |_| {}).unwrap();
    let standings = tournament.standings().unwrap();
    assert_eq!(standings.ratings.groups.len(), 2);
    let said = standings.remarks().join("\n");
    assert!(said.contains("No results in both directions link these groups: "), "{said}");
    assert!(said.contains("random | minimax:depth=6") || said.contains("minimax:depth=6 | random"), "{said}");
}

const CHILD: &str = "TOURNAMENT_OF_A_CHILD";

/// What the test below kills. By itself it does nothing.
#[test]
fn a_tournament_in_a_process_of_its_own() {
    let Ok(value) = std::env::var(CHILD) else { return };
    let (schedule, path) = value.split_once(' ').unwrap();
    play(Path::new(path), &PLAYERS, long(schedule.parse().unwrap()));
}

fn long(schedule: Schedule) -> TournamentConfig {
    let games = if schedule == Schedule::Adaptive { 120 } else { 40 };
    TournamentConfig { games, schedule, ..config() }
}

#[test]
fn a_tournament_that_is_killed_at_any_moment_loses_no_game_and_repeats_none() {
    for schedule in [Schedule::RoundRobin, Schedule::Adaptive] {
        let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        play(whole.path(), &PLAYERS, long(schedule));
        let file = killed.path().join("games.jsonl");
        let mut rng = Pcg64::seed_from_u64(5);
        let mut kills = 0;
        loop {
            let before = fs::read(&file).unwrap_or_default();
            let mut child = Command::new(std::env::current_exe().unwrap())
                .args(["a_tournament_in_a_process_of_its_own", "--exact"])
                .env(CHILD, format!("{schedule} {}", killed.path().display()))
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            // A moment that depends on how far it has come, not on how fast the machine is.
            let enough = before.len() as u64 + rng.random_range(0..20_000);
            while fs::metadata(&file).map_or(0, |file| file.len()) <= enough
                && child.try_wait().unwrap().is_none()
            {
                std::thread::sleep(Duration::from_micros(rng.random_range(0..2_000)));
            }
            // SIGKILL on Unix.
            child.kill().unwrap();
            let ended = child.wait().unwrap().success();
            let whole = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let now = fs::read(&file).unwrap();
            assert!(now.starts_with(&before[..whole]), "a game that was written down is gone");
            if ended {
                break;
            }
            kills += 1;
        }
        assert!(kills >= 3, "{kills} kills");
        play(killed.path(), &PLAYERS, long(schedule));
        assert_eq!(games(killed.path()), games(whole.path()));
        assert_eq!(json(killed.path()), json(whole.path()));
    }
}
