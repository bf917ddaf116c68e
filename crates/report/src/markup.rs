//! Text as it stands in HTML and SVG.

use std::borrow::Cow;
use std::fmt::{self, Display};

use maud::Render;

/// Text of others in a document: escaped, and without characters that HTML and XML have no place for, which become
/// `\u{fffd}`.
pub(crate) struct Clean<'a>(pub &'a str);

impl Render for Clean<'_> {
    fn render_to(&self, buffer: &mut String) {
        cleaned(self.0).as_ref().render_to(buffer);
    }
}

/// The text with `\u{fffd}` for control characters and the code points that are none.
pub(crate) fn cleaned(text: &str) -> Cow<'_, str> {
    if text.contains(is_foreign) { text.replace(is_foreign, "\u{fffd}").into() } else { text.into() }
}

fn is_foreign(char: char) -> bool {
    let nonchar = char as u32 & 0xfffe == 0xfffe || ('\u{fdd0}'..='\u{fdef}').contains(&char);
    // A carriage return would be read back as a line feed.
    nonchar || char.is_control() && !matches!(char, '\t' | '\n')
}

/// A length or place in a picture: at most two decimals, no needless zero.
#[derive(Clone, Copy)]
pub(crate) struct Length(pub f64);

impl Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

impl Render for Length {
    fn render_to(&self, buffer: &mut String) {
        buffer.push_str(&self.to_string());
    }
}

#[cfg(test)]
mod tests {
    use maud::html;

    use super::*;

    #[test]
    fn text_cannot_break_out_of_its_place() {
        let hostile = "</p><script>\"&\u{0}\u{1b}\u{ffff}\u{85}";
        assert_eq!(
            html! { p title=(Clean(hostile)) { (Clean("<b>")) } }.into_string(),
            "<p title=\"&lt;/p&gt;&lt;script&gt;&quot;&amp;\u{fffd}\u{fffd}\u{fffd}\u{fffd}\">&lt;b&gt;</p>"
        );
    }

    #[test]
    fn lengths_are_short() {
        let lengths = [1.0, 2.5, 0.333, -0.001, 100.0].map(|x| Length(x).to_string());
        assert_eq!(lengths, ["1", "2.5", "0.33", "0", "100"]);
    }
}
