//! `bashni engine`, and the player `engine:COMMAND` with it.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use common::{bashni, command, json, refused, text};

/// Longer than any answer may take on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// The real program, spoken to line by line.
struct Engine {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<String>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut command = command(&[&["engine"], arguments].concat());
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (send, from) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || stdout.lines().map(Result::unwrap).try_for_each(|line| send.send(line)));
        Engine { to: child.stdin.take(), child, from }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        self.from.recv_timeout(LONG).expect("an answer")
    }

    fn hear_until(&mut self, begins: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| !line.starts_with(begins)) {
            lines.push(self.hear());
        }
        lines
    }

    /// Waits for the end, which must be a good one and come soon.
    fn ends(mut self) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(begun.elapsed() < Duration::from_secs(10), "it does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_dialogue_of_the_manual_is_as_it_says() {
    let manual = include_str!("../../../docs/ugi.md");
    let dialogue = manual.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let mut engine = Engine::start(&["--player", "minimax"]);
    let mut answers = 0;
    for line in dialogue.lines() {
        match line.split_at(2) {
            ("> ", said) => engine.say(said),
            ("< ", expected) => {
                let heard = engine.hear();
                // Times, and what follows from them, differ.
                let timeless = |line: &str| {
                    let words: Vec<&str> = line.split(' ').collect();
                    let is_time = |i: usize| i > 0 && ["time", "nps"].contains(&words[i - 1]);
                    (0..words.len()).filter(|&i| !is_time(i)).map(|i| words[i].to_owned()).collect::<Vec<_>>()
                };
                assert_eq!(timeless(&heard), timeless(expected));
                answers += 1;
            }
            _ => panic!("{line}"),
        }
    }
    assert!(answers > 12);
    engine.ends();
}

#[test]
fn stop_and_quit_act_in_the_middle_of_a_search() {
    for player in ["minimax", "alphabeta", "rollout"] {
        let mut engine = Engine::start(&["--player", player]);
        engine.say("go infinite");
        engine.hear_until("info");
        let begun = Instant::now();
        engine.say("stop");
        let best = engine.hear_until("bestmove").pop().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(3), "{player}: {:?}", begun.elapsed());
        assert!(best.len() > "bestmove (none)".len() - 3, "{best}");
        engine.say("go infinite");
        engine.hear_until("info");
        engine.say("quit");
        engine.hear_until("bestmove");
        engine.ends();
    }
}

#[test]
fn garbage_and_the_end_of_input_do_no_harm() {
    let mut engine = Engine::start(&["--player", "random"]);
    engine.to.as_mut().unwrap().write_all(b"\xff\0\x1b garbage\nposition fen nonsense\ngo\n").unwrap();
    let heard = engine.hear_until("bestmove");
    assert!(heard.iter().filter(|line| line.starts_with("info string")).count() == 2, "{heard:?}");
    engine.to = None;
    engine.ends();
    // Nobody reads what it says.
    let mut engine = Engine::start(&["--player", "random"]);
    engine.from = channel().1;
    engine.say("ugi");
    engine.say("quit");
    engine.ends();
}

#[test]
fn an_engine_plays_a_match_against_itself() {
    let program = env!("CARGO_BIN_EXE_bashni");
    let player = format!("engine:depth=3,cmd='{program}' engine --player minimax --hash 1");
    let call = ["arena", "--a", &player, "--b", &player, "--games", "6", "--seed", "5", "--threads", "1"];
    let report = json(&call);
    assert_eq!((&report["games"], &report["score"]), (&6.into(), &0.5.into()), "{report}");
    assert_eq!(report["forfeits"].as_array().unwrap().len(), 0, "{report}");
    let settings = &report["players"][0]["settings"];
    assert_eq!(settings["author"], "the bashni authors");
    assert!(settings["name"].as_str().unwrap().ends_with("(minimax)"), "{report}");
    // It is the same player as the one of this program.
    let direct = json(&["arena", "--a", &player, "--b", "minimax:depth=3", "--games", "6", "--seed", "5"]);
    assert_eq!((&direct["score"], &direct["pentanomial"]), (&report["score"], &report["pentanomial"]));
}

#[test]
fn what_is_no_player_or_engine_is_refused() {
    refused(2, &["engine", "--json"], &["speaks UGI", "analyse --json"]);
    refused(1, &["engine", "--player", "net:no/such/run"], &["no/such/run"]);
    let run = bashni(&["engine", "--player", "stockfish"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("no player is called `stockfish`"), "{}", run.stderr);
    refused(
        1,
        &["arena", "--a", "engine:no-such-program", "--b", "random"],
        &["`no-such-program` cannot be started"],
    );
    assert!(text(&["engine", "--help"]).contains("setoption"));
}
