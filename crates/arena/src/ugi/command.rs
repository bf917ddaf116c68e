//! What a program says to an engine.

use std::fmt;

use thiserror::Error;

use super::GoCommand;

/// A line for an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ugi`: say who you are.
    Ugi,
    /// `isready`: answer `readyok` when all before it is done.
    IsReady,
    /// `setoption name NAME value VALUE`.
    SetOption {
        /// The name; upper and lower case are the same.
        name: String,
        /// The value, empty if there is none.
        value: String,
    },
    /// `uginewgame`: what comes next is of another game.
    NewGame,
    /// `position startpos moves …` or `position fen POSITION moves …`.
    Position {
        /// The start, not checked; `None` for that of the rules.
        fen: Option<String>,
        /// The moves from there, not checked.
        moves: Vec<String>,
    },
    /// `go …`: search.
    Go(GoCommand),
    /// `stop`: end the search, and say what was found.
    Stop,
    /// `query …`: say how the game stands.
    Query(Query),
    /// `quit`: end.
    Quit,
}

/// A question about the game as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is the game over?
    GameOver,
    /// Is the first player (White) to move?
    FirstToMove,
    /// How has it ended?
    Result,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// It begins with no word of the protocol.
    #[error(
        "unknown command `{0}`; expected ugi, isready, setoption, uginewgame, position, go, stop, query or quit"
    )]
    Unknown(String),
    /// `setoption` without a name.
    #[error("setoption: expected setoption name NAME value VALUE")]
    Option,
    /// `position` with neither start.
    #[error(
        "position: expected position startpos or position fen POSITION, and then moves MOVE MOVE …, if there are any"
    )]
    Position,
    /// A word of `go` that is none, or that lacks its number.
    #[error(
        "go: `{0}`: expected depth N, nodes N, movetime MS, p1time MS p2time MS p1inc MS p2inc MS, or infinite; N from 1 up"
    )]
    Go(String),
    /// Something else is asked for.
    #[error("query: expected gameover, p1turn or result")]
    Query,
}

impl Command {
    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// If it is no command.
    ///
    /// ```
    /// use bashni_arena::ugi::{Command, GoCommand};
    ///
    /// let go = Command::Go(GoCommand { movetime: Some(100), ..GoCommand::default() });
    /// assert_eq!(Command::parse(" go  movetime 100\t"), Ok(Some(go)));
    /// assert!(Command::parse("castle").unwrap_err().to_string().starts_with("unknown command `castle`"));
    /// ```
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let (word, rest) = first_word(line);
        let mut words = rest.split_whitespace();
        Ok(Some(match word {
            "" => return Ok(None),
            "ugi" => Command::Ugi,
            "isready" => Command::IsReady,
            "uginewgame" => Command::NewGame,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            "setoption" => set_option(rest)?,
            "position" => position(&mut words)?,
            "go" => Command::Go(GoCommand::parse(&mut words)?),
            "query" => Command::Query(match words.next() {
                Some("gameover") => Query::GameOver,
                Some("p1turn") => Query::FirstToMove,
                Some("result") => Query::Result,
                _ => return Err(CommandError::Query),
            }),
            other => return Err(CommandError::Unknown(shortened(other))),
        }))
    }
}

/// A word for a message.
pub(super) fn shortened(word: &str) -> String {
    const MOST: usize = 40;
    if word.chars().count() <= MOST {
        return word.to_owned();
    }
    word.chars().take(MOST).chain(['…']).collect()
}

/// Words for people, with one blank between two and no control characters, which could change the look of a terminal.
pub(super) fn cleaned(text: &str) -> String {
    let text = text.replace(|c: char| c.is_control() && !c.is_whitespace(), "\u{fffd}");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first word of a line, and what follows it.
pub(super) fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}

fn set_option(rest: &str) -> Result<Command, CommandError> {
    let ("name", rest) = first_word(rest) else { return Err(CommandError::Option) };
    let (mut name, mut left) = (Vec::new(), rest);
    loop {
        let (word, after) = first_word(left);
        match word {
            "" => break,
            "value" if !name.is_empty() => {
                left = after;
                break;
            }
            word => name.push(word),
        }
        left = after;
    }
    if name.is_empty() {
        return Err(CommandError::Option);
    }
    Ok(Command::SetOption { name: name.join(" "), value: left.to_owned() })
}

fn position<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let mut fen = None;
    match words.next() {
        Some("startpos") => match words.next() {
            None | Some("moves") => {}
            Some(_) => return Err(CommandError::Position),
        },
        Some("fen") => {
            let text: Vec<&str> = words.take_while(|&word| word != "moves").collect();
            if text.is_empty() {
                return Err(CommandError::Position);
            }
            fen = Some(text.join(" "));
        }
        _ => return Err(CommandError::Position),
    }
    Ok(Command::Position { fen, moves: words.map(str::to_owned).collect() })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Ugi => f.write_str("ugi"),
            Command::IsReady => f.write_str("isready"),
            Command::NewGame => f.write_str("uginewgame"),
            Command::Stop => f.write_str("stop"),
            Command::Quit => f.write_str("quit"),
            Command::SetOption { name, value } if value.is_empty() => write!(f, "setoption name {name}"),
            Command::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Command::Position { fen, moves } => {
                match fen {
                    None => f.write_str("position startpos")?,
                    Some(fen) => write!(f, "position fen {fen}")?,
                }
                if !moves.is_empty() {
                    f.write_str(" moves")?;
                }
                moves.iter().try_for_each(|text| write!(f, " {text}"))
            }
            Command::Go(go) => write!(f, "go{go}"),
            Command::Query(Query::GameOver) => f.write_str("query gameover"),
            Command::Query(Query::FirstToMove) => f.write_str("query p1turn"),
            Command::Query(Query::Result) => f.write_str("query result"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Clock;
    use super::*;

    #[test]
    fn every_command_is_read_and_written() {
        for line in [
            "ugi",
            "isready",
            "uginewgame",
            "stop",
            "quit",
            "setoption name Hash value 64",
            "setoption name Clear Hash",
            "setoption name Player value engine:cmd=x  'a b'",
            "position startpos",
            "position startpos moves c3-d4 b6-a5",
            "position fen W:Wa1=1:Bb2=00:H3 moves a1:c3:a1",
            "go",
            "go depth 6",
            "go nodes 5000",
            "go movetime 100",
            "go p1time 1000 p2time 900 p1inc 10 p2inc 0",
            "go infinite",
            "query gameover",
            "query p1turn",
            "query result",
        ] {
            assert_eq!(Command::parse(line).unwrap().unwrap().to_string(), line);
        }
    }

    #[test]
    fn clocks_may_have_the_names_of_chess_and_may_have_run_out() {
        let clock = Clock { left: [0, 70], increment: [0, 5] };
        let go = GoCommand { clock: Some(clock), ..GoCommand::default() };
        assert_eq!(Command::parse("go wtime -3 btime 70 binc 5"), Ok(Some(Command::Go(go))));
    }

    #[test]
    fn what_is_no_command_is_refused_with_what_is() {
        for (line, part) in [
            ("hello there", "unknown command `hello`"),
            ("GO", "unknown command `GO`"),
            ("go depth", "`depth`: expected depth N"),
            ("go depth 0", "`depth`"),
            ("go depth x", "`depth`"),
            ("go fast", "`fast`"),
            ("position", "position startpos"),
            ("position fen", "position startpos"),
            ("position fen moves a1-b2", "position startpos"),
            ("position startpos c3-d4", "position startpos"),
            ("setoption", "setoption name NAME"),
            ("setoption name", "setoption name NAME"),
            ("query everything", "gameover, p1turn or result"),
        ] {
            let message = Command::parse(line).unwrap_err().to_string();
            assert!(message.contains(part), "{line}: {message}");
        }
        assert_eq!(Command::parse(" \t "), Ok(None));
    }
}
