//! The letters of plots: Inter, linked into the program, measured for the layout and drawn in PNG.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb;
use ttf_parser::Face;

static REGULAR: &[u8] = include_bytes!("../../fonts/Inter-Regular.ttf");
static SEMI_BOLD: &[u8] = include_bytes!("../../fonts/Inter-SemiBold.ttf");

/// Fonts as a viewer is asked for them. Where Inter is missing, what it has instead is about as wide.
pub(super) const FAMILIES: &str = "Inter, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/// A width for letters that the font lacks, in parts of the size: that of most scripts of East Asia.
const UNKNOWN: f64 = 1.0;

/// Font and size of a text.
#[derive(Clone, Copy)]
pub(super) struct Font {
    pub size: f64,
    pub bold: bool,
}

pub(super) const TITLE: Font = Font { size: 15.0, bold: true };
pub(super) const BODY: Font = Font { size: 13.0, bold: false };
pub(super) const SMALL: Font = Font { size: 12.0, bold: false };

impl Font {
    /// Width of a text in pixels, without kerning.
    pub fn width(self, text: &str) -> f64 {
        static FACES: LazyLock<[Option<Face<'static>>; 2]> =
            LazyLock::new(|| [REGULAR, SEMI_BOLD].map(|data| Face::parse(data, 0).ok()));
        let face = FACES[usize::from(self.bold)].as_ref();
        let advance = |letter| {
            let face = face?;
            let glyph = face.glyph_index(letter)?;
            Some(f64::from(face.glyph_hor_advance(glyph)?) / f64::from(face.units_per_em()))
        };
        text.chars().map(|letter| advance(letter).unwrap_or(UNKNOWN)).sum::<f64>() * self.size
    }

    /// The text, cut with an ellipsis if it is wider than `width`.
    pub fn fitted(self, text: &str, width: f64) -> String {
        if self.width(text) <= width {
            return text.to_owned();
        }
        let mut cut = String::new();
        for letter in text.chars() {
            cut.push(letter);
            if self.width(&cut) + self.width("…") > width {
                cut.pop();
                break;
            }
        }
        format!("{}…", cut.trim_end())
    }
}

/// The fonts for drawing.
pub(super) fn database() -> Arc<fontdb::Database> {
    static DATABASE: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
        let mut database = fontdb::Database::new();
        database.load_font_data(REGULAR.to_vec());
        database.load_font_data(SEMI_BOLD.to_vec());
        Arc::new(database)
    });
    DATABASE.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_come_from_the_font() {
        assert!(BODY.width("iii") < BODY.width("mmm"));
        assert!(Font { bold: true, ..BODY }.width("Elo") > BODY.width("Elo"));
        for letter in ["−", "∞", "Ж", "é", "–", "…"] {
            assert!(BODY.width(letter) < UNKNOWN * BODY.size, "{letter} is missing");
        }
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(BODY.fitted("short", 100.0), "short");
        let cut = BODY.fitted("net:runs/first,sims=64,checkpoint=000123", 100.0);
        assert!(cut.ends_with('…') && BODY.width(&cut) <= 100.0);
        assert_eq!(BODY.fitted("word", 0.0), "…");
    }
}
