//! Words in a picture.

use std::fmt::{self, Write};

use super::xml::{Escaped, Length};

/// What words are for, which decides how they look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Title,
    Caption,
    Note,
}

impl Kind {
    /// Size of the letters, distance of the lines, and about the width of a letter: how wide it is depends on the
    /// font that the viewer has.
    fn measures(self) -> (f64, f64, f64) {
        match self {
            Kind::Title => (17.0, 24.0, 9.8),
            Kind::Caption => (15.0, 20.0, 8.5),
            Kind::Note => (12.0, 16.0, 7.2),
        }
    }
}

/// Words broken into lines that fit into a width.
pub(super) struct Block {
    kind: Kind,
    lines: Vec<String>,
}

impl Block {
    pub fn new(kind: Kind, text: &str, width: f64) -> Block {
        let (_, _, letter) = kind.measures();
        Block { kind, lines: broken(text, (width / letter) as usize) }
    }

    pub fn height(&self) -> f64 {
        let (_, line, _) = self.kind.measures();
        line * self.lines.len() as f64
    }

    /// Draws the lines below `top`: notes from `left` on, others around the middle of `width`.
    pub fn draw(&self, out: &mut String, left: f64, top: f64, width: f64) -> fmt::Result {
        let (size, line, _) = self.kind.measures();
        let (class, x, look) = match self.kind {
            Kind::Title => ("title", left + width / 2.0, r#" font-weight="bold" text-anchor="middle""#),
            Kind::Caption => ("caption", left + width / 2.0, r#" text-anchor="middle""#),
            Kind::Note => ("note", left, ""),
        };
        for (i, text) in self.lines.iter().enumerate() {
            // Letters stand on their baseline, a little above the end of their line.
            let baseline = top + line * (i + 1) as f64 - line * 0.27;
            writeln!(
                out,
                r#"<text class="{class}" x="{}" y="{}" font-size="{}"{look}>{}</text>"#,
                Length(x),
                Length(baseline),
                Length(size),
                Escaped(text)
            )?;
        }
        Ok(())
    }
}

/// Text broken at blanks into lines of at most `width` letters, within a word only if it is longer than a line.
fn broken(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut free = 0;
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        match lines.last_mut() {
            Some(line) if letters < free => {
                line.push(' ');
                line.push_str(word);
                free -= letters + 1;
            }
            _ => {
                let word: Vec<char> = word.chars().collect();
                lines.extend(word.chunks(width).map(|part| part.iter().collect::<String>()));
                free = width - (letters - 1) % width - 1;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_where_that_can_be() {
        assert_eq!(broken("to be or not to be", 9), ["to be or", "not to be"]);
        assert_eq!(broken("a 0123456789 b", 4), ["a", "0123", "4567", "89 b"]);
        assert_eq!(broken("абвг де", 4), ["абвг", "де"]);
        assert_eq!(broken(" \n ", 4), Vec::<String>::new());
        assert_eq!(broken("ab", 0), ["a", "b"]);
    }
}
