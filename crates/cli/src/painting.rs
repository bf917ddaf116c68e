//! Colours for diagrams drawn with characters.

use anstyle::{Ansi256Color, Style};
use bashni_rules::Color;
use bashni_rules::diagram::{Part, Span, Text};

/// A drawing with the colours of ANSI terminals. They add nothing that the characters do not say.
pub fn painted(text: &Text) -> String {
    let line = |spans: &Vec<Span>| {
        let paint = |span: &Span| {
            let style = style(span.part);
            format!("{style}{}{style:#}", span.text)
        };
        spans.iter().map(paint).collect::<String>()
    };
    text.lines().iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Both colours of a square are given, so that it looks the same on a light and on a dark terminal.
fn style(part: Part) -> Style {
    let on = |ink: u8, ground: u8| {
        Style::new().fg_color(Some(Ansi256Color(ink).into())).bg_color(Some(Ansi256Color(ground).into()))
    };
    match part {
        Part::Frame | Part::Label => Style::new().dimmed(),
        Part::Light => on(16, 230),
        Part::Dark => on(94, 180),
        Part::Marked => on(94, 214),
        Part::Piece { owner: Color::White, king: false } => on(16, 231),
        Part::Piece { owner: Color::White, king: true } => on(124, 231).bold(),
        Part::Piece { owner: Color::Black, king: false } => on(231, 16),
        Part::Piece { owner: Color::Black, king: true } => on(220, 16).bold(),
        Part::Rest => on(16, 180).bold(),
        Part::Title => Style::new().bold(),
        Part::Words => Style::new(),
        // Parts may be added; what is not known here has the terminal's own colours.
        _ => Style::new(),
    }
}
