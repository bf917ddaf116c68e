use std::fmt;

use crate::{Color, Numbering, Rules};

/// The tag `GameType` of PDN: which game it is, which colour moves first, and how squares are named.
///
/// ```
/// use bashni_rules::{Color, pdn::GameType};
///
/// let english = GameType::parse("21").unwrap();
/// assert_eq!(english, GameType::parse("21,B,8,8,N1,0").unwrap());
/// assert_eq!((english.first(), english.rules()), (Color::Black, Some("english")));
/// assert!(GameType::parse("21,X").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameType {
    number: u32,
    first: Color,
    size: (u8, u8),
    /// From where numbers count, if squares have numbers.
    numbering: Option<Numbering>,
}

const ENGLISH: GameType =
    GameType { number: 21, first: Color::Black, size: (8, 8), numbering: Some(Numbering::BottomRight) };
const RUSSIAN: GameType = GameType { number: 25, first: Color::White, size: (8, 8), numbering: None };

impl GameType {
    /// Reads the value of the tag: a number, or a number with all its attributes; `None` if it is neither.
    pub fn parse(text: &str) -> Option<GameType> {
        let parts: Vec<&str> = text.splitn(8, ',').map(str::trim).collect();
        let number = parts[0].parse().ok()?;
        if parts.len() == 1 {
            let known = [ENGLISH, RUSSIAN].into_iter().find(|known| known.number == number);
            return Some(known.unwrap_or(GameType { number, size: (0, 0), ..RUSSIAN }));
        }
        if !(5..=6).contains(&parts.len()) {
            return None;
        }
        let first = match parts[1] {
            "W" => Color::White,
            "B" => Color::Black,
            _ => return None,
        };
        let size = (parts[2].parse().ok()?, parts[3].parse().ok()?);
        let mut notation = parts[4].chars();
        let kind = notation.next()?;
        let corner = notation.next()?.to_digit(10).and_then(|digit| Numbering::ALL.get(digit as usize));
        let numbering = match (kind, corner) {
            ('N', Some(&corner)) => Some(corner),
            ('A' | 'S', Some(_)) => None,
            _ => return None,
        };
        let is_whole =
            notation.next().is_none() && parts.get(5).is_none_or(|flag| matches!(*flag, "0" | "1"));
        is_whole.then_some(GameType { number, first, size, numbering })
    }

    /// The type of a game under these rules with squares in numbers; `None` if PDN has no number for them.
    pub fn in_numbers(rules: &Rules) -> Option<GameType> {
        if rules.is_english() {
            Some(ENGLISH)
        } else if rules.is_russian() {
            Some(GameType { numbering: Some(rules.numbering()), ..RUSSIAN })
        } else {
            None
        }
    }

    /// PDN's number of the game.
    pub const fn number(self) -> u32 {
        self.number
    }

    /// The colour that moves first, in the words of the file.
    pub const fn first(self) -> Color {
        self.first
    }

    /// From which corner numbers count, as the side that moves first sees the board; `None` for letters.
    pub const fn numbering(self) -> Option<Numbering> {
        self.numbering
    }

    /// The preset for this game, if there is one: `english` for 21 and `russian` for 25, on 8x8.
    pub const fn rules(self) -> Option<&'static str> {
        match (self.number, self.size) {
            (21, (8, 8)) => Some("english"),
            (25, (8, 8)) => Some("russian"),
            _ => None,
        }
    }
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (files, ranks) = self.size;
        let notation = match self.numbering {
            None => "A0".to_owned(),
            Some(corner) => format!("N{}", corner.digit()),
        };
        write!(f, "{},{},{files},{ranks},{notation},0", self.number, self.first.letter())
    }
}
