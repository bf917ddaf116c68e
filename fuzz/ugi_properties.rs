//! What must hold for any text that the two sides of UGI say to each other: what is read is written and read back equal, and
//! an engine answers in its protocol and ends. Shared by the fuzz targets and by the test that runs them over the corpus.
#![allow(dead_code, reason = "each target uses one")]

use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex};

use bashni_arena::ugi::{Command, Reply, Session, serve};
use bashni_arena::{BuiltinPlayers, EngineSetup};
use bashni_rules::Rules;

static RULES: LazyLock<Arc<Rules>> = LazyLock::new(|| Arc::new(Rules::preset("bashni").unwrap()));

/// Lines for an engine: first as texts, then said to one.
pub fn commands(text: &str) {
    for line in text.lines() {
        match Command::parse(line) {
            Ok(Some(command)) => {
                let written = command.to_string();
                assert_eq!(Command::parse(&written), Ok(Some(command)), "{written}");
            }
            Ok(None) => assert!(line.trim().is_empty(), "{line}"),
            Err(error) => assert!(error.to_string().lines().count() == 1, "{error}"),
        }
    }
    // Tables of the size that somebody asks for take their time, and towers of kings have millions of moves.
    if !text.to_lowercase().contains("hash") && text.matches('1').count() < 40 {
        session(text);
    }
}

/// Lines from an engine.
pub fn replies(text: &str) {
    for line in text.lines() {
        if let Some(reply) = Reply::parse(line) {
            let written = reply.to_string();
            assert_eq!(Reply::parse(&written), Some(reply), "{written}");
        }
    }
}

/// An engine that is told a text ends with it, and all that it says is of the protocol.
fn session(text: &str) {
    let said = Said::default();
    let session = Session {
        factory: Arc::new(BuiltinPlayers),
        rules: RULES.clone(),
        player: "random".to_owned(),
        setup: EngineSetup { hash_mb: 1, ..EngineSetup::default() },
        lines: 1,
    };
    let input = std::io::Cursor::new(text.as_bytes().to_vec());
    serve(input, said.clone(), session).unwrap();
    let said = said.0.lock().unwrap().clone();
    for line in String::from_utf8(said).unwrap().lines() {
        assert!(Reply::parse(line).is_some(), "{line}");
        assert!(!line.chars().any(char::is_control), "{line:?}");
    }
}

/// What an engine has said.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
