//! The words of players' texts, in each language.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::letters::skeleton;
use crate::Color;

/// A language in which players write positions.
///
/// ```
/// use bashni_rules::Language;
///
/// assert_eq!("cs".parse(), Ok(Language::Czech));
/// assert_eq!(Language::Czech.to_string(), "cs");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// `White: …; black: …`
    #[default]
    English,
    /// `Белые: …; чёрные: …`
    Russian,
    /// `Bílá: …; černá: …`
    Czech,
    /// `Bianco: …; nero: …`
    Italian,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 4] = [Language::English, Language::Russian, Language::Czech, Language::Italian];

    /// The code of ISO 639: `en`, `ru`, `cs` or `it`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Russian => "ru",
            Language::Czech => "cs",
            Language::Italian => "it",
        }
    }

    /// The words that begin the columns of White and of Black.
    pub(super) const fn sides(self) -> [&'static str; 2] {
        match self {
            Language::English => ["White", "black"],
            Language::Russian => ["Белые", "чёрные"],
            Language::Czech => ["Bílá", "černá"],
            Language::Italian => ["Bianco", "nero"],
        }
    }

    /// What says that Black is to move.
    pub(super) const fn black_to_move(self) -> &'static str {
        match self {
            Language::English => "Black to move",
            Language::Russian => "Ход чёрных",
            Language::Czech => "Černý na tahu",
            Language::Italian => "Muove il nero",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Language, UnknownLanguage> {
        let found = Language::ALL.into_iter().find(|language| language.code() == code);
        found.ok_or_else(|| UnknownLanguage(code.to_owned()))
    }
}

/// A code that is no language of players' texts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no language of players' texts; there are en, ru, cs and it")]
pub struct UnknownLanguage(String);

/// What a word says in a players' text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// One of the sides.
    Side(Color),
    /// Who is to move is said here.
    Turn,
    /// A side with nothing on top.
    Nothing,
    /// Goes with the others and says nothing itself.
    Filler,
}

const WHITE: &[&str] = &[
    "white",
    "whites",
    "белые",
    "белых",
    "белым",
    "белыми",
    "белый",
    "белая",
    "белое",
    "белого",
    "белой",
    "bílá",
    "bílé",
    "bílý",
    "bílí",
    "bílého",
    "bílému",
    "bílým",
    "bílých",
    "bílými",
    "bianco",
    "bianchi",
    "bianca",
    "bianche",
];
const BLACK: &[&str] = &[
    "black",
    "blacks",
    "чёрные",
    "чёрных",
    "чёрным",
    "чёрными",
    "чёрный",
    "чёрная",
    "чёрное",
    "чёрного",
    "чёрной",
    "černá",
    "černé",
    "černý",
    "černí",
    "černého",
    "černému",
    "černým",
    "černých",
    "černými",
    "nero",
    "neri",
    "nera",
    "nere",
];
/// `Black to move`, `ход чёрных`, `чёрные начинают и выигрывают`, `černý na tahu`, `muove il nero`, `tocca al nero`.
const TURN: &[&str] = &[
    "move",
    "moves",
    "play",
    "plays",
    "turn",
    "begins",
    "begin",
    "ход",
    "хода",
    "ходят",
    "ходит",
    "начинают",
    "начинает",
    "очередь",
    "tah",
    "tahu",
    "táhne",
    "hraje",
    "začíná",
    "muove",
    "muovono",
    "mossa",
    "tocca",
    "tratto",
    "gioca",
    "turno",
];
const NOTHING: &[&str] = &["none", "nothing", "нет", "nic", "žádná", "žádné", "nessuno", "nessuna", "nulla"];
const FILLERS: &[&str] = &[
    "to",
    "and",
    "is",
    "it",
    "the",
    "on",
    "win",
    "wins",
    "draw",
    "draws",
    "pieces",
    "columns",
    "и",
    "за",
    "у",
    "выигрывают",
    "выигрывает",
    "ничья",
    "шашки",
    "башни",
    "столбы",
    "na",
    "je",
    "a",
    "vyhraje",
    "kameny",
    "sloupce",
    "il",
    "lo",
    "i",
    "al",
    "ai",
    "del",
    "dei",
    "e",
    "ed",
    "vince",
    "vincono",
    "patta",
    "pedine",
    "colonne",
    "pezzi",
];

static WORDS: LazyLock<HashMap<String, Word>> = LazyLock::new(|| {
    let kinds = [
        (WHITE, Word::Side(Color::White)),
        (BLACK, Word::Side(Color::Black)),
        (TURN, Word::Turn),
        (NOTHING, Word::Nothing),
        (FILLERS, Word::Filler),
    ];
    let words = kinds.into_iter().flat_map(|(words, kind)| words.iter().map(move |word| (*word, kind)));
    words.map(|(word, kind)| (skeleton(word), kind)).collect()
});

/// What a word says, in any of the languages, with or without accents, in any mixture of alphabets.
pub(super) fn word(text: &str) -> Option<Word> {
    WORDS.get(&skeleton(text)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_says_two_things() {
        let written = [WHITE, BLACK, TURN, NOTHING, FILLERS].concat();
        assert_eq!(WORDS.len(), written.len());
    }

    #[test]
    fn what_is_written_is_understood() {
        for language in Language::ALL {
            let [white, black] = language.sides();
            assert_eq!(word(white), Some(Word::Side(Color::White)));
            assert_eq!(word(black), Some(Word::Side(Color::Black)));
            assert!(language.black_to_move().split(' ').any(|text| word(text) == Some(Word::Turn)));
            assert_eq!(language.code().parse(), Ok(language));
        }
        assert!("de".parse::<Language>().unwrap_err().to_string().contains("`de`"));
    }
}
