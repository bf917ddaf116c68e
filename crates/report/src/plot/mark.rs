//! Shapes and colours that tell series apart, also without colours.

use maud::{Markup, html};

use crate::markup::Length;

/// Colours of series on white, told apart by people who see few colours; a page in the dark has lighter ones.
const COLORS: [&str; 8] =
    ["#0a66c2", "#d1520a", "#12855a", "#a8328c", "#8a6d00", "#0b8a9e", "#6250c8", "#5f6670"];

/// Colour and shape of a series.
#[derive(Clone, Copy)]
pub(super) struct Look(pub usize);

impl Look {
    /// The class by which a page gives the series another colour.
    pub fn class(self) -> String {
        format!("series-{}", self.0 % COLORS.len())
    }

    pub fn color(self) -> &'static str {
        COLORS[self.0 % COLORS.len()]
    }

    /// The mark of a point: another shape for each of four, so that equal colours have different ones.
    pub fn mark(self, x: f64, y: f64) -> Markup {
        let shape = (self.0 + self.0 / COLORS.len()) % 4;
        let at = |dx: f64, dy: f64| format!("{} {}", Length(x + dx), Length(y + dy));
        html! {
            @match shape {
                0 => circle cx=(Length(x)) cy=(Length(y)) r="3.5" {},
                1 => rect x=(Length(x - 3.2)) y=(Length(y - 3.2)) width="6.4" height="6.4" {},
                2 => path d={ "M" (at(0.0, -4.4)) "L" (at(4.2, 3.2)) "L" (at(-4.2, 3.2)) "z" } {},
                _ => path d={ "M" (at(0.0, -4.8)) "L" (at(4.8, 0.0)) "L" (at(0.0, 4.8)) "L" (at(-4.8, 0.0)) "z" } {},
            }
        }
    }
}
