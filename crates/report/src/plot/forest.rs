//! Estimates below each other, with their intervals on one axis.

use maud::{Markup, html};
use serde::Serialize;

use super::axis::{Axis, Range, Tick};
use super::font::{BODY, SMALL};
use super::frame::{Anchor, EDGE, GRID, LINE, over_lines, picture, rule, title, words};
use super::mark::Look;
use crate::markup::Length;
use crate::number;

/// From this width on names, intervals and values stand beside each other.
const BESIDE: f64 = 560.0;
/// Height of a row, where all is beside each other and where words are above intervals.
const ROW: f64 = 28.0;
const TALL_ROW: f64 = 44.0;
/// How much wider than Inter the letters of a viewer may be before words beside each other touch.
const SLACK: f64 = 1.12;

/// One estimate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ForestRow {
    /// What is estimated.
    pub name: String,
    /// The estimate.
    pub value: f64,
    /// Lower end of its interval; may be infinite.
    pub low: f64,
    /// Upper end of its interval; may be infinite.
    pub high: f64,
    /// What it rests on, as `200 games`.
    pub detail: String,
}

impl ForestRow {
    /// An estimate with its interval, and what it rests on.
    pub fn new(
        name: impl Into<String>,
        value: f64,
        (low, high): (f64, f64),
        detail: impl Into<String>,
    ) -> ForestRow {
        ForestRow { name: name.into(), value, low, high, detail: detail.into() }
    }
}

/// Estimates below each other, in the order given.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ForestPlot {
    /// What is seen, in a few words.
    pub title: String,
    /// A sentence below the plot, on a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// What is estimated.
    pub axis: Axis,
    /// The estimates.
    pub rows: Vec<ForestRow>,
    /// Decimals of the numbers beside the rows.
    pub digits: u8,
    /// Where a line is drawn through all rows, as at no difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<f64>,
}

impl ForestPlot {
    /// A plot without rows.
    pub fn new(axis: impl Into<Axis>) -> ForestPlot {
        ForestPlot { axis: axis.into(), ..ForestPlot::default() }
    }

    /// The plot with a title.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> ForestPlot {
        self.title = title.into();
        self
    }

    /// The plot with a sentence below it.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> ForestPlot {
        self.caption = Some(caption.into());
        self
    }

    /// The plot with one more estimate.
    #[must_use]
    pub fn row(mut self, row: ForestRow) -> ForestPlot {
        self.rows.push(row);
        self
    }

    /// The plot with numbers of `digits` decimals.
    #[must_use]
    pub fn digits(mut self, digits: u8) -> ForestPlot {
        self.digits = digits;
        self
    }

    /// The plot with a line through all rows at a value.
    #[must_use]
    pub fn reference(mut self, value: f64) -> ForestPlot {
        self.reference = Some(value);
        self
    }

    fn number(&self, row: &ForestRow) -> String {
        number::estimate(row.value, row.low, row.high, self.digits, true)
    }

    pub(super) fn draw(&self, width: f64, class: &str) -> Markup {
        let (heading, top) = title(&self.title, width);
        let widest = |text: &dyn Fn(&ForestRow) -> String| {
            self.rows.iter().map(|row| BODY.width(&text(row))).fold(0.0, f64::max) * SLACK
        };
        let beside = width >= BESIDE;
        let (row, left, right) = if beside {
            let names = widest(&|row| row.name.clone()).min(width * 0.28);
            let numbers = widest(&|row| self.number(row)) + widest(&|row| row.detail.clone()) + 36.0;
            (ROW, EDGE + names + 20.0, (width - EDGE - numbers).max(width * 0.5))
        } else {
            (TALL_ROW, EDGE + 6.0, width - EDGE - 6.0)
        };
        let top = top + 4.0;
        let bottom = top + row * self.rows.len().max(2) as f64 + 4.0;
        let height = bottom + if self.axis.label.is_empty() { 26.0 } else { 46.0 };
        let ends = || self.rows.iter().flat_map(|row| [row.value, row.low, row.high]).chain(self.reference);
        let range =
            self.axis.over(ends(), ((right - left) / 80.0) as usize).widened(0.05).with_arrows(ends());
        let area = Area { left, right, top, bottom, row, beside, width, range };
        let inside = html! {
            (heading) (area.axis(&self.axis.label))
            @if let Some(reference) = self.reference.filter(|value| value.is_finite()) {
                @let x = area.across(reference);
                line.axis x1=(Length(x)) y1=(Length(top)) x2=(Length(x)) y2=(Length(bottom)) stroke=(LINE) stroke-width="1.5" {}
            }
            @if self.rows.is_empty() {
                (words("no data", ((left + right) / 2.0, (top + bottom) / 2.0 + 4.0), Anchor::Middle, BODY, true))
            }
            @for (i, row) in self.rows.iter().enumerate() {
                g.row { (area.interval(row, i)) (area.words(row, i, &self.number(row))) }
            }
        };
        let rows = self.rows.iter().map(|row| format!("{} {}", row.name, self.number(row)));
        let description = format!("{}: {}", self.axis.label, rows.collect::<Vec<_>>().join("; "));
        picture((width, height), class, &self.title, &description, &inside)
    }
}

/// Where on the picture the data are.
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// Height of a row.
    row: f64,
    /// Whether words are beside the intervals.
    beside: bool,
    /// Of the picture.
    width: f64,
    range: Range,
}

impl Area {
    fn across(&self, value: f64) -> f64 {
        self.left + self.range.share(value) * (self.right - self.left)
    }

    fn axis(&self, label: &str) -> Markup {
        let &Area { left, right, top, bottom, .. } = self;
        html! {
            g.axes {
                @for Tick { value, label } in &self.range.ticks {
                    @let at = self.across(*value);
                    (rule("grid", GRID, (at, top), (at, bottom)))
                    (words(label, (at, bottom + 16.0), Anchor::Middle, SMALL, true))
                }
                (rule("axis", LINE, (left, bottom), (right, bottom)))
                (words(&SMALL.fitted(label, self.width - 2.0 * EDGE), (right, bottom + 36.0), Anchor::End, SMALL, true))
            }
        }
    }

    /// The middle of a row's interval.
    fn middle(&self, i: usize) -> f64 {
        self.top + self.row * i as f64 + if self.beside { self.row / 2.0 } else { 32.0 }
    }

    fn interval(&self, row: &ForestRow, i: usize) -> Markup {
        let look = Look(0);
        let y = self.middle(i);
        let end = |value: f64, inwards: f64| {
            let x = self.across(value);
            if value.is_finite() {
                format!("M{} {}v10", Length(x), Length(y - 5.0))
            } else {
                let (out, back) = (Length(-inwards), Length(inwards));
                format!("M{} {}l{out} 5 {back} 5", Length(x + inwards), Length(y - 5.0))
            }
        };
        html! {
            g.(look.class()) color=(look.color()) {
                @if !row.low.is_nan() && !row.high.is_nan() {
                    path.interval d={
                        "M" (Length(self.across(row.low))) " " (Length(y)) "H" (Length(self.across(row.high)))
                        (end(row.low, 6.0)) (end(row.high, -6.0))
                    } fill="none" stroke="currentColor" stroke-width="2" {}
                }
                @if row.value.is_finite() { circle cx=(Length(self.across(row.value))) cy=(Length(y)) r="4.5" {} }
            }
        }
    }

    fn words(&self, row: &ForestRow, i: usize, number: &str) -> Markup {
        let right = self.width - EDGE;
        if self.beside {
            let y = self.middle(i) + 4.5;
            let name = BODY.fitted(&row.name, self.left - 20.0 - EDGE);
            html! {
                (words(&name, (EDGE, y), Anchor::Start, BODY, false))
                (words(number, (self.right + 18.0, y), Anchor::Start, BODY, false))
                (words(&row.detail, (right, y), Anchor::End, BODY, true))
            }
        } else {
            let y = self.top + self.row * i as f64 + 16.0;
            let detail = SMALL.width(&row.detail) * SLACK + 8.0;
            let name = BODY.fitted(&row.name, self.width - 2.0 * EDGE - BODY.width(number) - detail - 12.0);
            let after = EDGE + BODY.width(&name) * SLACK + 6.0;
            html! {
                (over_lines(&html! {
                    (words(&name, (EDGE, y), Anchor::Start, BODY, false))
                    (words(&row.detail, (after, y), Anchor::Start, SMALL, true))
                    (words(number, (right, y), Anchor::End, BODY, false))
                }))
            }
        }
    }
}
