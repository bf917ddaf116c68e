//! Values over an axis: lines, points, and their intervals.

use maud::{Markup, html};
use serde::Serialize;

use super::area::Area;
use super::axis::Axis;
use super::font::{BODY, SMALL};
use super::frame::{Anchor, EDGE, picture, title, words};
use super::mark::Look;
use super::series::{Point, Series};
use crate::markup::Length;

/// A value that is worth a line across the plot, as the rating of a rival.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reference {
    /// The value.
    pub value: f64,
    /// What it is, written on the line.
    pub label: String,
}

/// Values over an axis.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LinePlot {
    /// What is seen, in a few words.
    pub title: String,
    /// A sentence below the plot, on a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The axis along.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// What is drawn.
    pub series: Vec<Series>,
    /// Lines across.
    pub references: Vec<Reference>,
}

impl LinePlot {
    /// A plot without data, of one thing over another.
    pub fn new(x: impl Into<Axis>, y: impl Into<Axis>) -> LinePlot {
        LinePlot { x: x.into(), y: y.into(), ..LinePlot::default() }
    }

    /// The plot with a title.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> LinePlot {
        self.title = title.into();
        self
    }

    /// The plot with a sentence below it.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> LinePlot {
        self.caption = Some(caption.into());
        self
    }

    /// The plot with one more series.
    #[must_use]
    pub fn series(mut self, series: Series) -> LinePlot {
        self.series.push(series);
        self
    }

    /// The plot with a line across at a value.
    #[must_use]
    pub fn reference(mut self, value: f64, label: impl Into<String>) -> LinePlot {
        self.references.push(Reference { value, label: label.into() });
        self
    }

    pub(super) fn draw(&self, width: f64, class: &str) -> Markup {
        let height = (width * 0.4 + 110.0).round();
        let (heading, top) = title(&self.title, width);
        let (legend, top) = self.legend(width, top);
        let top = top + if self.y.label.is_empty() { 6.0 } else { 22.0 };
        let bottom = height - EDGE - if self.x.label.is_empty() { 20.0 } else { 40.0 };
        let y = self
            .y
            .over(self.heights(), ((bottom - top) / 48.0) as usize)
            .widened(0.04)
            .with_arrows(self.heights());
        let labels = y.ticks.iter().map(|tick| SMALL.width(&tick.label)).fold(12.0, f64::max);
        let (left, right) = (EDGE + labels + 8.0, width - EDGE - 10.0);
        let x = self.x.over(self.places(), ((right - left) / 90.0) as usize).widened(0.02);
        let area = Area { left, right, top, bottom, x, y };
        let references = || self.references.iter().filter(|reference| reference.value.is_finite());
        let inside = html! {
            (heading) (legend) (area.axes(&self.x.label, &self.y.label))
            @if self.is_empty() {
                (words("no data", ((left + right) / 2.0, (top + bottom) / 2.0), Anchor::Middle, BODY, true))
            }
            @for reference in references() { (area.reference(reference.value)) }
            @for (i, series) in self.series.iter().enumerate() { (area.series(series, Look(i))) }
            @for reference in references() { (area.reference_words(reference, self.drawn())) }
        };
        let description = format!("{} over {}: {}", self.y.label, self.x.label, self.names().join(", "));
        picture((width, height), class, &self.title, &description, &inside)
    }

    fn names(&self) -> Vec<&str> {
        self.series.iter().map(|series| series.name.as_str()).collect()
    }

    fn is_empty(&self) -> bool {
        self.series.iter().all(|series| series.runs().next().is_none())
    }

    fn drawn(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|series| series.runs().flatten())
    }

    fn places(&self) -> impl Iterator<Item = f64> {
        self.drawn().map(|point| point.x)
    }

    fn heights(&self) -> impl Iterator<Item = f64> {
        let ends = |point: &Point| point.interval.map_or([f64::NAN; 2], |(low, high)| [low, high]);
        let points = self.drawn().flat_map(move |point| [point.y].into_iter().chain(ends(point)));
        points.chain(self.references.iter().map(|reference| reference.value))
    }

    /// The names of several series, in as many lines as they need, and where what follows begins.
    fn legend(&self, width: f64, top: f64) -> (Markup, f64) {
        const SAMPLE: f64 = 26.0;
        const LINE: f64 = 20.0;
        if self.series.len() < 2 {
            return (Markup::default(), top);
        }
        let (mut x, mut y) = (EDGE, top + 10.0);
        let mut entries = Vec::new();
        for (i, series) in self.series.iter().enumerate() {
            let name = BODY.fitted(&series.name, width - 2.0 * EDGE - SAMPLE);
            let entry = SAMPLE + BODY.width(&name);
            if x > EDGE && x + entry > width - EDGE {
                (x, y) = (EDGE, y + LINE);
            }
            entries.push((Look(i), series, name, x, y));
            x += entry + 18.0;
        }
        let legend = html! {
            g.legend {
                @for (look, series, name, x, y) in entries {
                    g.(look.class()) color=(look.color()) {
                        @if series.line {
                            path d={ "M" (Length(x)) " " (Length(y - 4.5)) "h20" } stroke="currentColor" stroke-width="2" {}
                        }
                        @if series.marks { (look.mark(x + 10.0, y - 4.5)) }
                    }
                    (words(&name, (x + SAMPLE, y), Anchor::Start, BODY, false))
                }
            }
        };
        (legend, y + 8.0)
    }
}
