//! An engine of this program, spoken to line by line.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use bashni_arena::ugi::{Reply, Session, serve};
use bashni_arena::{BuiltinPlayers, EngineSetup};
use bashni_rules::Rules;

/// Longer than any answer may take on a busy machine.
const LONG: Duration = Duration::from_secs(60);

struct Client {
    to: Option<PipeWriter>,
    from: Receiver<String>,
    server: JoinHandle<std::io::Result<()>>,
}

impl Client {
    fn of(player: &str) -> Client {
        let (input, to) = pipe().unwrap();
        let (from, output) = pipe().unwrap();
        let session = Session {
            factory: Arc::new(BuiltinPlayers),
            rules: Arc::new(Rules::preset("bashni").unwrap()),
            player: player.to_owned(),
            setup: EngineSetup { hash_mb: 1, ..EngineSetup::default() },
            lines: 1,
        };
        let server = thread::spawn(move || serve(BufReader::new(input), output, session));
        let (hear, heard) = channel();
        thread::spawn(move || {
            BufReader::new(from).lines().map(Result::unwrap).try_for_each(|line| hear.send(line))
        });
        Client { to: Some(to), from: heard, server }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        self.from.recv_timeout(LONG).expect("an answer")
    }

    /// Lines up to the one that begins so.
    fn hear_until(&mut self, begins: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.hear());
            if lines.last().unwrap().starts_with(begins) {
                return lines;
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    fn move_after(&mut self, lines: &[&str]) -> String {
        lines.iter().for_each(|line| self.say(line));
        self.hear_until("bestmove").pop().unwrap()
    }

    /// Waits until the engine has ended, and gives what it said meanwhile.
    fn ended(mut self) -> Vec<String> {
        let rest = self.from.iter().collect();
        self.server.join().unwrap().unwrap();
        drop(self.to.take());
        rest
    }
}

#[test]
fn an_engine_says_who_it_is_and_what_can_be_set() {
    let mut client = Client::of("minimax:depth=3");
    client.say("ugi");
    let lines = client.hear_until("ugiok");
    assert_eq!(lines[0], format!("id name bashni {} (minimax:depth=3)", env!("CARGO_PKG_VERSION")));
    assert_eq!(lines[1], "id author the bashni authors");
    for option in [
        "option name Player type string default minimax:depth=3",
        "option name Rules type string default bashni",
        "option name Hash type spin default 1 min 1 max 65536",
        "option name MultiPV type spin default 1 min 1 max 100",
    ] {
        assert!(lines.iter().any(|line| line == option), "{lines:?}");
    }
    assert_eq!(client.ask("isready"), "readyok");
    client.say("quit");
    assert_eq!(client.ended(), [""; 0]);
}

#[test]
fn a_forced_win_is_found_and_told() {
    let mut client = Client::of("minimax");
    client.say("position fen W:Wa1=1:Bb2=00");
    client.say("go depth 2");
    let lines = client.hear_until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove a1:c3:a1");
    let Some(Reply::Info(info)) = Reply::parse(&lines[lines.len() - 2]) else { panic!("{lines:?}") };
    assert_eq!(info.score.unwrap().to_string(), "+#1");
    assert_eq!(info.pv, ["a1:c3:a1"]);
    assert!(info.nodes.is_some() && info.time.is_some(), "{lines:?}");
}

#[test]
fn queries_tell_how_the_game_stands() {
    let mut client = Client::of("random");
    for (position, over, first, result) in [
        ("position startpos", "false", "true", "none"),
        ("position startpos moves c3-d4", "false", "false", "none"),
        ("position fen W:Wa1=1:Bb2=00 moves a1:c3:a1", "true", "false", "p1win"),
        ("position fen B:Wa1=0:Bb2=1 moves b2-c1", "false", "true", "none"),
        ("position fen W:Wa1=1:Bb8=1:H29 moves a1-b2", "true", "false", "draw"),
    ] {
        client.say(position);
        assert_eq!(client.ask("query gameover"), format!("response {over}"), "{position}");
        assert_eq!(client.ask("query p1turn"), format!("response {first}"), "{position}");
        assert_eq!(client.ask("query result"), format!("response {result}"), "{position}");
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mut client = Client::of("minimax:depth=2");
    client.say("position fen W:Wa1=1:Bb2=00 moves a1:c3:a1");
    client.say("go depth 3");
    let lines = client.hear_until("bestmove");
    assert_eq!(lines, ["info string error: the game is over, there is no move", "bestmove (none)"]);
}

#[test]
fn stop_ends_a_search_at_once_whoever_searches() {
    for player in ["minimax", "alphabeta", "rollout"] {
        let mut client = Client::of(player);
        client.say("go infinite");
        client.hear_until("info");
        // A search is heard through.
        client.say("isready");
        client.hear_until("readyok");
        thread::sleep(Duration::from_millis(300));
        let begun = Instant::now();
        let best = client.move_after(&["stop"]);
        assert!(begun.elapsed() < Duration::from_secs(2), "{player}: {:?}", begun.elapsed());
        assert!(best.len() > "bestmove ".len() && best != "bestmove (none)", "{player}: {best}");
        assert_eq!(client.ask("isready"), "readyok");
    }
}

#[test]
fn quit_and_the_end_of_input_end_a_search_and_the_engine() {
    for player in ["minimax", "alphabeta", "rollout"] {
        for quits in [true, false] {
            let mut client = Client::of(player);
            client.say("go infinite");
            client.hear_until("info");
            let begun = Instant::now();
            if quits {
                client.say("quit");
            } else {
                client.to = None;
            }
            let rest = client.ended();
            assert!(begun.elapsed() < Duration::from_secs(4), "{player}: {:?}", begun.elapsed());
            assert!(rest.last().unwrap().starts_with("bestmove "), "{player}: {rest:?}");
        }
    }
}

#[test]
fn what_follows_a_stop_waits_for_the_move_and_what_comes_before_it_is_passed_over() {
    let mut client = Client::of("rollout");
    client.say("go infinite");
    client.hear_until("info");
    client.say("position startpos moves c3-d4");
    let lines = client.hear_until("info string");
    assert_eq!(lines.last().unwrap(), "info string `position` is passed over during a search; stop it first");
    for line in ["stop", "position startpos moves c3-d4", "query p1turn"] {
        client.say(line);
    }
    let lines = client.hear_until("response");
    assert!(lines[lines.len() - 2].starts_with("bestmove "), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "response false");
}

#[test]
fn garbage_gets_a_word_and_changes_nothing() {
    let mut client = Client::of("minimax:depth=2");
    client.say("position startpos moves c3-d4");
    for (line, says) in [
        ("hello", "unknown command `hello`"),
        ("go fast", "go: `fast`"),
        ("position startpos moves c3-d4 c3-d4", "ply 2: `c3-d4`"),
        ("position fen W:Wz9=1:B", "the position is as before"),
        ("position", "position startpos or position fen"),
        ("setoption name Colour value red", "there is no option `Colour`"),
        ("setoption name Hash value many", "Hash: `many`: expected a whole number from 1"),
        ("setoption name Player value stockfish", "no player is called `stockfish`"),
        ("setoption name Rules value chess", "chess"),
        ("setoption name Rules value /etc/hostname", "no rules are called"),
        ("setoption name Player value engine:sh", "only be given on the command line"),
        ("setoption name Hash value 1000000000", "from 1 to 65536"),
        ("query weather", "expected gameover, p1turn or result"),
        ("\u{fffd}\u{0}\u{1b}[2J", "unknown command"),
    ] {
        let answer = client.ask(line);
        assert!(answer.starts_with("info string ") && answer.contains(says), "{line}: {answer}");
        assert!(!answer.contains('\u{1b}'), "{answer:?}");
    }
    client.to.as_mut().unwrap().write_all(b"\xff\xfe\n\n").unwrap();
    assert!(client.hear().starts_with("info string unknown command"));
    let long = "x".repeat(2 << 20);
    assert!(client.ask(&long).contains("bytes is passed over"));
    assert_eq!(client.ask("query p1turn"), "response false");
    assert!(client.move_after(&["go"]).len() > "bestmove ".len());
}

#[test]
fn options_choose_rules_player_and_number_of_lines() {
    let mut client = Client::of("minimax");
    for option in ["Rules value lasca", "Player value minimax:depth=3", "multipv value 3", "hash value 2"] {
        client.say(&format!("setoption name {option}"));
    }
    client.say("go infinite");
    let lines = client.hear_until("bestmove");
    let last: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 3 ")).collect();
    for rank in ["multipv 1 ", "multipv 2 ", "multipv 3 "] {
        assert!(last.iter().any(|line| line.contains(rank)), "{lines:?}");
    }
    // Squares of 7x7, and the end at depth 3 though nobody stopped it.
    assert!(!lines.iter().any(|line| line.contains('h') && line.contains(" pv h")), "{lines:?}");
}

#[test]
fn an_engine_finds_what_the_player_of_its_name_plays() {
    use bashni_search::minimax::{Limits, Minimax};
    let rules = Rules::preset("bashni").unwrap();
    let mut game = bashni_rules::Game::new(&rules);
    let mut client = Client::of("minimax:depth=4");
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..12 {
        let found = Minimax::new(16).search(&rules, &game, Limits::depth(4));
        let best = game.position().move_text(&rules, &found.best.unwrap());
        let after = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        assert_eq!(
            client.move_after(&[&format!("position startpos{after}"), "go"]),
            format!("bestmove {best}")
        );
        game.play(&rules, &found.best.unwrap());
        moves.push(best);
    }
}

#[test]
fn clocks_are_shared_out_and_times_are_kept() {
    let mut client = Client::of("rollout");
    for go in ["go movetime 200", "go p1time 5000 p2time 1 p1inc 0 p2inc 0"] {
        let begun = Instant::now();
        client.move_after(&["position startpos", go]);
        let took = begun.elapsed();
        assert!((Duration::from_millis(190)..LONG).contains(&took), "{go}: {took:?}");
    }
    let begun = Instant::now();
    client.move_after(&["position startpos moves c3-d4", "go p1time 60000 p2time 1"]);
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}
