//! What SVG needs of XML.

use std::fmt;

/// Text as it stands in XML, between tags or in quotes. Characters that XML 1.0 has no way to say become `\u{fffd}`.
pub(super) struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;

        for char in self.0.chars() {
            match char {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => f.write_char(char)?,
                '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                _ => f.write_char(char)?,
            }
        }
        Ok(())
    }
}

/// A length or place in a picture, with at most two decimals and no needless zero.
pub(super) struct Length(pub f64);

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_out_of_its_place() {
        assert_eq!(
            Escaped("<b> & \"c\"\u{0}\u{ffff}").to_string(),
            "&lt;b&gt; &amp; &quot;c&quot;\u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn lengths_are_short() {
        assert_eq!(
            [1.0, 2.5, 0.333, -0.001, 100.0].map(|x| Length(x).to_string()),
            ["1", "2.5", "0.33", "0", "100"]
        );
    }
}
