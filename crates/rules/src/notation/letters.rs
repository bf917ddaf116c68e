//! Letters and signs that real texts mix up: Latin and Cyrillic ones that look alike, the letter O for 0, dashes.

/// The file, from 0, that a letter stands for: `a` to `l`, upper or lower case, and Cyrillic letters.
///
/// A Cyrillic letter stands for the Latin one that it looks like (а в с е н і ј к, where в is a small В and н a
/// small Н), otherwise for the one it is the transcription of (б ц д ф г и л). х is never a file: between squares it
/// is the sign of a capture. ж is none either: Russian players call the file g so, but it also transcribes j.
pub(crate) fn file(letter: char) -> Option<u8> {
    let latin = match letter {
        'a'..='l' => letter,
        'A'..='L' => letter.to_ascii_lowercase(),
        'а' | 'А' => 'a',
        'б' | 'Б' | 'в' | 'В' => 'b',
        'с' | 'С' | 'ц' | 'Ц' => 'c',
        'д' | 'Д' => 'd',
        'е' | 'Е' => 'e',
        'ф' | 'Ф' => 'f',
        'г' | 'Г' => 'g',
        'н' | 'Н' => 'h',
        'и' | 'И' | 'і' | 'І' => 'i',
        'ј' | 'Ј' => 'j',
        'к' | 'К' => 'k',
        'л' | 'Л' => 'l',
        _ => return None,
    };
    Some(latin as u8 - b'a')
}

/// The rank of a piece (`true` for a king): 0 or 1, or a letter that looks like it. A run of pieces holds nothing
/// else, so I and l can only be ones there.
pub(crate) fn piece(sign: char) -> Option<bool> {
    match sign {
        '0' | 'o' | 'O' | 'о' | 'О' => Some(false),
        '1' | 'I' | 'l' | 'І' => Some(true),
        _ => None,
    }
}

/// A hyphen, a dash or a minus.
pub(crate) fn is_dash(sign: char) -> bool {
    matches!(sign, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// A sign of a capture: `:`, `x` (Latin or Cyrillic, a multiplication sign), `*`.
pub(crate) fn is_capture_sign(sign: char) -> bool {
    matches!(sign, ':' | 'x' | 'X' | 'х' | 'Х' | '×' | '*')
}

/// White space, no-break ones included, and characters that are not seen at all.
pub(crate) fn is_blank(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// An accent that stands as a character of its own behind its letter.
pub(crate) fn is_accent(sign: char) -> bool {
    matches!(sign, '\u{300}'..='\u{36f}')
}

/// A word reduced to what it looks like: lower case, without accents, letters that look alike all Latin. Two
/// spellings of one word have the same skeleton.
pub(crate) fn skeleton(word: &str) -> String {
    let letters = word.chars().flat_map(char::to_lowercase).filter(|&c| !is_accent(c));
    letters
        .map(|letter| match letter {
            'á' | 'à' | 'â' | 'ä' | 'а' => 'a',
            'é' | 'è' | 'ê' | 'ě' | 'е' | 'ё' => 'e',
            'í' | 'ì' | 'î' | 'і' => 'i',
            'ó' | 'ò' | 'ô' | 'о' => 'o',
            'ú' | 'ù' | 'û' | 'ů' => 'u',
            'ý' | 'у' => 'y',
            'č' | 'с' => 'c',
            'š' => 's',
            'ž' => 'z',
            'ř' => 'r',
            'й' => 'и',
            'р' => 'p',
            'х' => 'x',
            'к' => 'k',
            'м' => 'm',
            'т' => 't',
            'н' => 'h',
            'в' => 'b',
            letter => letter,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_word_have_one_skeleton() {
        for (one, other) in [
            ("чёрные", "ЧЕРНЫЕ"),
            ("Белые", "Бeлыe"),
            ("Bílá", "bila"),
            ("Černý", "Cerny\u{301}"),
            ("чёрный", "чёрныи\u{306}"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_ne!(skeleton("nero"), skeleton("нет"));
    }

    #[test]
    fn look_alikes_are_the_file_they_look_like() {
        let files: String = "аВсДеФгНІЈКл".chars().filter_map(file).map(|f| (b'a' + f) as char).collect();
        assert_eq!(files, "abcdefghijkl");
        assert_eq!((file('х'), file('ж'), file('m')), (None, None, None));
    }
}
