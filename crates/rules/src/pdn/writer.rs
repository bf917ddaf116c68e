use std::fmt::Write;

use super::{Line, PdnGame};

/// Length after which a line is broken.
const LINE: usize = 80;

/// Several games as one PDN text, with an empty line between two.
///
/// ```
/// use bashni_rules::pdn;
///
/// let text = "1. c3-d4 b6-a5 {a comment} 2. d4-c5 (2. d4-e5) *\n";
/// assert_eq!(pdn::write(&pdn::read(text).unwrap()), "1. c3-d4 b6-a5 {a comment} 2. d4-c5 (2. d4-e5) *\n");
/// ```
pub fn write<'a>(games: impl IntoIterator<Item = &'a PdnGame>) -> String {
    games.into_iter().map(game).collect::<Vec<_>>().join("\n")
}

/// One game, ending with a line break.
pub(super) fn game(game: &PdnGame) -> String {
    let mut text = String::new();
    for (name, value) in game.tags.iter() {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a String cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let mut writer = Writer { text, width: 0, prefix: String::new() };
    writer.line(&game.line, usize::from(game.second_begins()));
    writer.word(game.result.text());
    writer.text.push('\n');
    writer.text
}

struct Writer {
    text: String,
    /// Characters in the last line.
    width: usize,
    /// What is to stand right before the next word.
    prefix: String,
}

impl Writer {
    fn word(&mut self, word: &str) {
        let prefix = std::mem::take(&mut self.prefix);
        let length = prefix.len() + word.chars().count();
        if self.width > 0 && self.width + 1 + length > LINE {
            self.break_line();
        } else if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(&prefix);
        self.text.push_str(word);
        self.width += length;
    }

    /// A sign right behind the last word.
    fn suffix(&mut self, sign: char) {
        self.text.push(sign);
        self.width += 1;
    }

    fn break_line(&mut self) {
        self.text.push('\n');
        self.width = 0;
    }

    fn line(&mut self, line: &Line, first: usize) {
        self.comments(&line.comments);
        let mut is_numbered = false;
        for (ply, played) in (first..).zip(&line.plies) {
            if ply % 2 == 0 {
                self.word(&format!("{}.", ply / 2 + 1));
            } else if !is_numbered {
                self.word(&format!("{}...", ply / 2 + 1));
            }
            self.word(&played.text);
            for nag in &played.nags {
                self.word(&format!("${nag}"));
            }
            self.comments(&played.comments);
            for variation in played.variations.iter().filter(|line| !line.is_empty()) {
                self.prefix.push('(');
                self.line(variation, ply);
                self.suffix(')');
            }
            is_numbered = played.comments.is_empty() && played.variations.is_empty();
        }
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            if comment.contains('}') {
                // Only a comment to the end of the line can hold it.
                self.word(&format!("; {}", comment.replace('\n', " ")));
                self.break_line();
                continue;
            }
            self.prefix.push('{');
            let mut words = comment.split(' ').peekable();
            while let Some(word) = words.next() {
                let end = if words.peek().is_none() { "}" } else { "" };
                self.word(&format!("{word}{end}"));
            }
        }
    }
}
