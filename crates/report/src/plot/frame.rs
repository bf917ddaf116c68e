//! What both kinds of plots have: ground, title, texts.

use maud::{Markup, html};

use super::font::{BODY, FAMILIES, Font, TITLE};
use crate::markup::{Clean, Length};

/// Colours on white; a page in the dark has others, by the classes.
pub(super) const INK: &str = "#1d2025";
pub(super) const MUTED: &str = "#5d6470";
pub(super) const GRID: &str = "#e3e5e9";
pub(super) const LINE: &str = "#9aa0aa";

/// Free space at the edges.
pub(super) const EDGE: f64 = 8.0;

/// A picture of this size, with a title that is seen and a description that is read out.
pub(super) fn picture(
    size: (f64, f64),
    class: &str,
    title: &str,
    description: &str,
    inside: &Markup,
) -> Markup {
    let (width, height) = (Length(size.0), Length(size.1));
    html! {
        svg.(class) xmlns="http://www.w3.org/2000/svg" role="img" width=(width) height=(height)
            viewBox={ "0 0 " (width) " " (height) } font-family=(FAMILIES) font-size=(BODY.size) color=(INK)
            fill="currentColor"
        {
            title { (Clean(if title.is_empty() { description } else { title })) }
            desc { (Clean(description)) }
            rect.ground width=(width) height=(height) fill="#ffffff" {}
            (inside)
        }
    }
}

/// Which side of a place a text is on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Words of a kind, `y` their baseline.
pub(super) fn words(text: &str, (x, y): (f64, f64), anchor: Anchor, font: Font, muted: bool) -> Markup {
    let anchor = match anchor {
        Anchor::Start => None,
        Anchor::Middle => Some("middle"),
        Anchor::End => Some("end"),
    };
    html! {
        text x=(Length(x)) y=(Length(y)) text-anchor=[anchor] font-size=[(font.size != BODY.size).then_some(font.size)]
            font-weight=[font.bold.then_some("600")] class=[muted.then_some("muted")] color=[muted.then_some(MUTED)]
            fill=[muted.then_some("currentColor")]
        { (Clean(text)) }
    }
}

/// Words with a rim of the ground's colour, to be read over lines.
pub(super) fn over_lines(words: &Markup) -> Markup {
    html! {
        g.halo stroke="#ffffff" stroke-width="4" stroke-linejoin="round" paint-order="stroke" { (words) }
    }
}

/// The title of a plot in the width that it has, and where what follows begins.
pub(super) fn title(text: &str, width: f64) -> (Markup, f64) {
    if text.is_empty() {
        return (Markup::default(), EDGE);
    }
    let text = TITLE.fitted(text, width - 2.0 * EDGE);
    (words(&text, (EDGE, EDGE + 14.0), Anchor::Start, TITLE, false), EDGE + 26.0)
}

/// A line of the grid or an axis.
pub(super) fn rule(class: &str, color: &str, from: (f64, f64), to: (f64, f64)) -> Markup {
    html! {
        line.(class) x1=(Length(from.0)) y1=(Length(from.1)) x2=(Length(to.0)) y2=(Length(to.1)) stroke=(color) {}
    }
}
