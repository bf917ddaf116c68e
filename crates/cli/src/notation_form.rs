//! The names of notations on the command line: `fen`, `players:ru`, `pdn:numbers`.

use std::str::FromStr;

use bashni_rules::{Language, PositionForm, Rules, Squares};

/// A notation of positions or of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The one-line form.
    Fen,
    /// Players' text.
    Players(Language),
    /// The FEN of draughts programs; how squares are named, if it was said.
    DraughtsFen(Option<Naming>),
    /// PDN.
    Pdn(Naming),
    /// Moves alone, one game a line.
    Moves(Naming),
}

/// How squares are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// `c3`.
    Letters,
    /// `22`.
    Numbers,
}

impl Naming {
    /// The names of squares under these rules.
    pub fn squares(self, rules: &Rules) -> Squares {
        match self {
            Naming::Letters => Squares::Letters,
            Naming::Numbers => Squares::Numbers(rules.numbering()),
        }
    }
}

impl Form {
    /// True for notations of positions.
    pub fn is_position(self) -> bool {
        matches!(self, Form::Fen | Form::Players(_) | Form::DraughtsFen(_))
    }

    /// The notation that a text seems to have, by how it begins.
    pub fn guess(text: &str) -> Form {
        let text = text.trim_start_matches('\u{feff}');
        let mut lines = text.lines().map(str::trim);
        let begins = lines.find(|line| !line.is_empty() && !line.starts_with(['#', '%'])).unwrap_or_default();
        let mut characters = begins.chars();
        let (first, second) = (characters.next(), characters.next());
        let number = begins.trim_start_matches(|c: char| c.is_ascii_digit());
        match first {
            Some('[' | '{' | ';' | '*') => Form::Pdn(Naming::Letters),
            Some(digit) if digit.is_ascii_digit() && number.starts_with('.') => Form::Pdn(Naming::Letters),
            Some(digit) if digit.is_ascii_digit() => Form::Moves(Naming::Numbers),
            Some(letter) if letter.is_alphabetic() && second.is_some_and(|c| c.is_ascii_digit()) => {
                Form::Moves(Naming::Letters)
            }
            _ => match PositionForm::guess(begins) {
                PositionForm::OneLine => Form::Fen,
                PositionForm::DraughtsFen => Form::DraughtsFen(None),
                PositionForm::Players => Form::Players(Language::English),
            },
        }
    }
}

impl FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Form, String> {
        let (name, suffix) = match text.split_once(':') {
            None => (text, None),
            Some((name, suffix)) => (name, Some(suffix)),
        };
        let naming = || match suffix {
            None => Ok(None),
            Some("letters") => Ok(Some(Naming::Letters)),
            Some("numbers") => Ok(Some(Naming::Numbers)),
            Some(other) => Err(format!("`{other}` after {name}: expected letters or numbers")),
        };
        let no_suffix = |form| match suffix {
            None => Ok(form),
            Some(_) => Err(format!("nothing can follow {name}")),
        };
        match name {
            "fen" => no_suffix(Form::Fen),
            "players" => match suffix {
                None => Ok(Form::Players(Language::English)),
                Some(code) => code.parse().map(Form::Players).map_err(|error| format!("{error}")),
            },
            "draughts-fen" => naming().map(Form::DraughtsFen),
            "pdn" => naming().map(|naming| Form::Pdn(naming.unwrap_or(Naming::Letters))),
            "moves" => naming().map(|naming| Form::Moves(naming.unwrap_or(Naming::Letters))),
            "numbers" => no_suffix(Form::Moves(Naming::Numbers)),
            _ => Err("expected fen, players[:en|ru|cs|it], draughts-fen[:letters|numbers], \
                      pdn[:letters|numbers], moves[:letters|numbers] or numbers"
                .to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_tells_the_notation() {
        for (text, form) in [
            ("W:Wa1=1:B", Form::Fen),
            ("W:W21:B1", Form::DraughtsFen(None)),
            ("Белые: с1 - 1; чёрные: -", Form::Players(Language::English)),
            ("# two games\nc3-d4 b6-a5", Form::Moves(Naming::Letters)),
            ("с3-d4", Form::Moves(Naming::Letters)),
            ("11-15 22-17", Form::Moves(Naming::Numbers)),
            ("\u{feff}[Event \"x\"]", Form::Pdn(Naming::Letters)),
            ("1.c3-d4", Form::Pdn(Naming::Letters)),
        ] {
            assert_eq!(Form::guess(text), form, "{text}");
        }
    }

    #[test]
    fn names_have_the_suffixes_that_mean_something() {
        assert_eq!("players:ru".parse(), Ok(Form::Players(Language::Russian)));
        assert_eq!("numbers".parse(), Ok(Form::Moves(Naming::Numbers)));
        for (text, part) in
            [("fen:ru", "nothing"), ("players:de", "`de`"), ("pdn:x", "letters or numbers"), ("x", "fen")]
        {
            assert!(text.parse::<Form>().unwrap_err().contains(part), "{text}");
        }
    }
}
