//! What an engine says.

use std::fmt;

use super::InfoLine;
use super::command::first_word;

/// A line from an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `id name NAME`: program and version.
    Name(String),
    /// `id author AUTHOR`.
    Author(String),
    /// `option name NAME type …`.
    Option {
        /// The name.
        name: String,
        /// Type, default and limits, as they are written.
        rest: String,
    },
    /// `ugiok`: that was all.
    UgiOk,
    /// `readyok`.
    ReadyOk,
    /// `info …`.
    Info(Box<InfoLine>),
    /// `bestmove MOVE`, not checked; empty if there is none.
    BestMove(String),
    /// `response …`: the answer to a query.
    Response(String),
}

impl Reply {
    /// Reads a line; `None` if it is none of the protocol, which is to be passed over.
    ///
    /// ```
    /// use bashni_arena::ugi::Reply;
    ///
    /// assert_eq!(Reply::parse("bestmove c3-d4 ponder b6-a5"), Some(Reply::BestMove("c3-d4".into())));
    /// assert_eq!(Reply::parse("Engine 3.1, all rights reserved"), None);
    /// ```
    pub fn parse(line: &str) -> Option<Reply> {
        let (word, rest) = first_word(line);
        Some(match word {
            "id" => match first_word(rest) {
                ("name", name) => Reply::Name(name.to_owned()),
                ("author", author) => Reply::Author(author.to_owned()),
                _ => return None,
            },
            "option" => option(rest)?,
            "ugiok" => Reply::UgiOk,
            "readyok" => Reply::ReadyOk,
            "info" => Reply::Info(Box::new(InfoLine::parse(rest))),
            "bestmove" => Reply::BestMove(first_word(rest).0.to_owned()),
            "response" => Reply::Response(rest.to_owned()),
            _ => return None,
        })
    }
}

fn option(rest: &str) -> Option<Reply> {
    let ("name", mut left) = first_word(rest) else { return None };
    let mut name = Vec::new();
    loop {
        match first_word(left) {
            ("", _) | ("type", _) if name.is_empty() => return None,
            ("", _) | ("type", _) => {
                return Some(Reply::Option { name: name.join(" "), rest: left.to_owned() });
            }
            (word, after) => {
                name.push(word);
                left = after;
            }
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "id name {name}"),
            Reply::Author(author) => write!(f, "id author {author}"),
            Reply::Option { name, rest } => write!(f, "option name {name} {rest}"),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => info.fmt(f),
            Reply::BestMove(text) => write!(f, "bestmove {text}"),
            Reply::Response(text) => write!(f, "response {text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    #[test]
    fn every_reply_is_read_and_written() {
        for line in [
            "id name bashni 0.1.0 (minimax)",
            "id author the bashni authors",
            "option name Hash type spin default 64 min 1 max 1024",
            "ugiok",
            "readyok",
            "bestmove c3-d4",
            "response true",
            "info depth 6 seldepth 9 multipv 2 score cp -35 nodes 100 nps 2000 time 50 hashfull 3 pv c3-d4 b6-a5",
            "info score mate 5 pv c3-d4",
            "info score mate -4",
            "info score cp 101 wdl 612 300 88 nodes 9 sims 64 visits 31 pv c3-d4",
            "info string how are you",
        ] {
            assert_eq!(Reply::parse(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn what_is_not_known_is_passed_over() {
        let Some(Reply::Info(info)) = Reply::parse("info depth x tbhits 3 score cp 20 upperbound nodes 7 pv")
        else {
            panic!("no info");
        };
        assert_eq!(*info, InfoLine { nodes: Some(7), ..InfoLine::default() });
        let Some(Reply::Info(info)) = Reply::parse("info score mate 0 wdl 2000 0 0") else {
            panic!("no info")
        };
        assert_eq!(info.score, Some(Score::LossIn(0)));
        for line in ["", "hello", "id", "id card", "option", "option name", "option name type spin", "ugi ok"]
        {
            assert_eq!(Reply::parse(line), None, "{line}");
        }
    }
}
