//! `engine:ms=100,cmd=COMMAND`, whose command may hold blanks, commas and equals signs.

use super::settings::{Kind, Settings};
use super::{MinimaxLimits, PlayerSpec, SpecError};

/// Reads what stands after `engine:`. Settings come first, and `cmd=` begins the rest; what does not begin with either is a
/// command altogether.
pub(super) fn read(spec: &str, text: &str) -> Result<PlayerSpec, SpecError> {
    let mut settings = Settings::read(spec, &Kind::ENGINE, None)?;
    let (mut left, mut is_first) = (text.trim_start(), true);
    let command = loop {
        if let Some(command) = left.strip_prefix("cmd=") {
            break command;
        }
        let (item, after) = left.split_once(',').map_or((left, None), |(item, after)| (item, Some(after)));
        let is_setting = item.split_once('=').is_some_and(|(key, _)| Kind::ENGINE.has(key.trim()));
        if is_first && !is_setting {
            break left;
        }
        settings.add(item)?;
        (left, is_first) = (after.unwrap_or_default().trim_start(), false);
        if left.is_empty() {
            break left;
        }
    };
    let command = command.trim();
    let wrong = |what| SpecError::Command { spec: spec.to_owned(), what };
    match shlex::split(command) {
        None => return Err(wrong("the command has a quote that is not closed")),
        Some(words) if words.first().is_none_or(String::is_empty) => {
            return Err(wrong("there is no command"));
        }
        Some(_) => {}
    }
    let mut limits = MinimaxLimits {
        depth: settings.get_u32("depth"),
        ms: settings.get("ms"),
        nodes: settings.get("nodes"),
    };
    match [limits.depth.is_some(), limits.ms.is_some(), limits.nodes.is_some()]
        .iter()
        .filter(|&&is| is)
        .count()
    {
        0 => limits.ms = Some(PlayerSpec::ENGINE_MS),
        1 => {}
        _ => return Err(SpecError::SeveralLimits { spec: spec.to_owned() }),
    }
    Ok(PlayerSpec::Engine { command: command.to_owned(), limits })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(ms: Option<u64>, depth: Option<u32>, command: &str) -> PlayerSpec {
        PlayerSpec::Engine { command: command.into(), limits: MinimaxLimits { depth, ms, nodes: None } }
    }

    #[test]
    fn a_command_is_all_that_follows_the_settings() {
        for (text, spec) in [
            ("engine:x", engine(Some(100), None, "x")),
            ("engine: ./x --a=b,c  ", engine(Some(100), None, "./x --a=b,c")),
            ("engine:cmd=ms=5", engine(Some(100), None, "ms=5")),
            ("engine:depth=6, cmd='a b' -c \"d,e\"", engine(None, Some(6), "'a b' -c \"d,e\"")),
            (
                "engine:ms=50,cmd=bashni engine --player minimax:depth=4,ms=9",
                engine(Some(50), None, "bashni engine --player minimax:depth=4,ms=9"),
            ),
        ] {
            let read: PlayerSpec = text.parse().unwrap();
            assert_eq!(read, spec, "{text}");
            assert_eq!(read.to_string().parse::<PlayerSpec>(), Ok(spec));
        }
    }

    #[test]
    fn what_is_no_command_is_refused_with_an_example() {
        for (text, part) in [
            ("engine", "there is no command"),
            ("engine:", "there is no command"),
            ("engine:ms=5", "there is no command"),
            ("engine:ms=5,cmd= ", "there is no command"),
            ("engine:''", "there is no command"),
            ("engine:cmd='x", "quote"),
            ("engine:ms=5,x", "`x` is not a setting"),
            ("engine:ms=0,cmd=x", "whole number from 1"),
            ("engine:ms=5,ms=6,cmd=x", "given twice"),
            ("engine:ms=5,depth=6,cmd=x", "give one of"),
        ] {
            let message = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
