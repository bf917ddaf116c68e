//! Values over an axis: lines, points, and their intervals.

use maud::{Markup, html};
use serde::Serialize;

use super::axis::{Axis, Range, Tick};
use super::font::{BODY, SMALL};
use super::frame::{Anchor, EDGE, GRID, LINE, picture, rule, title, words};
use super::mark::Look;
use super::series::{Intervals, Point, Series};
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
        let height = (width * 0.42 + 90.0).round();
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
            @for reference in references() { (area.reference_words(reference)) }
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

/// Where on the picture the data are.
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: Range,
    y: Range,
}

impl Area {
    fn across(&self, value: f64) -> f64 {
        self.left + self.x.share(value) * (self.right - self.left)
    }

    fn up(&self, value: f64) -> f64 {
        self.bottom - self.y.share(value) * (self.bottom - self.top)
    }

    fn axes(&self, x: &str, y: &str) -> Markup {
        let &Area { left, right, top, bottom, .. } = self;
        html! {
            g.axes {
                @for tick in &self.y.ticks {
                    @let at = self.up(tick.value);
                    (rule("grid", GRID, (left, at), (right, at)))
                    (words(&tick.label, (left - 8.0, at + 4.0), Anchor::End, SMALL, true))
                }
                (rule("axis", LINE, (left, bottom), (right, bottom)))
                @for Tick { value, label } in self.spaced() {
                    @let at = self.across(*value);
                    (rule("axis", LINE, (at, bottom), (at, bottom + 5.0)))
                    (words(label, (at, bottom + 18.0), Anchor::Middle, SMALL, true))
                }
                (words(&BODY.fitted(y, right - EDGE), (EDGE, top - 12.0), Anchor::Start, SMALL, true))
                (words(&BODY.fitted(x, right - EDGE), (right, bottom + 37.0), Anchor::End, SMALL, true))
            }
        }
    }

    /// The ticks along whose labels do not touch: every one, every second, or fewer.
    fn spaced(&self) -> impl Iterator<Item = &Tick> {
        let ticks = &self.x.ticks;
        let widest = ticks.iter().map(|tick| SMALL.width(&tick.label)).fold(0.0, f64::max) + 14.0;
        let apart = match ticks.as_slice() {
            [first, second, ..] => self.across(second.value) - self.across(first.value),
            _ => f64::INFINITY,
        };
        let every =
            (1..=ticks.len().max(1)).find(|&every| apart * every as f64 >= widest).unwrap_or(ticks.len());
        ticks.iter().step_by(every.max(1))
    }

    /// A line across. Its words are drawn apart, after the data.
    fn reference(&self, value: f64) -> Markup {
        let at = Length(self.up(value));
        html! {
            line.axis x1=(Length(self.left)) y1=(at) x2=(Length(self.right)) y2=(at) stroke=(LINE) stroke-width="1.5"
                stroke-dasharray="5 4" {}
        }
    }

    fn reference_words(&self, reference: &Reference) -> Markup {
        let label = SMALL.fitted(&reference.label, self.right - self.left);
        let at = (self.right, self.up(reference.value) - 5.0);
        html! {
            g.halo stroke="#ffffff" stroke-width="4" stroke-linejoin="round" paint-order="stroke" {
                (words(&label, at, Anchor::End, SMALL, true))
            }
        }
    }

    fn series(&self, series: &Series, look: Look) -> Markup {
        let points = || series.runs().flatten();
        html! {
            g.series.(look.class()) color=(look.color()) {
                @match series.intervals {
                    Intervals::Band => @for run in series.runs() { (self.band(run)) },
                    Intervals::Bars => @for point in points() { (self.bar(point)) },
                }
                @if series.line {
                    @for run in series.runs().filter(|run| run.len() > 1) {
                        path.line d=(self.path(run.iter().map(|point| (point.x, point.y)))) fill="none"
                            stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round" {}
                    }
                }
                // A single point has no line, and would not be seen.
                @for run in series.runs().filter(|run| series.marks || run.len() == 1) {
                    @for point in run { (look.mark(self.across(point.x), self.up(point.y))) }
                }
            }
        }
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let places = points.map(|(x, y)| format!("{} {}", Length(self.across(x)), Length(self.up(y))));
        format!("M{}", places.collect::<Vec<_>>().join("L"))
    }

    /// The band of a run: along the upper ends and back along the lower ones. Points without an interval have none.
    fn band(&self, run: &[Point]) -> Markup {
        let (low, high): (Vec<_>, Vec<_>) = run
            .iter()
            .filter_map(|point| point.interval.map(|(low, high)| ((point.x, low), (point.x, high))))
            .unzip();
        html! {
            @if low.len() > 1 {
                path.band d={ (self.path(high.into_iter().chain(low.into_iter().rev()))) "z" } fill-opacity="0.16" {}
            } @else {
                @for point in run { (self.bar(point)) }
            }
        }
    }

    /// The bar of a point, with caps where the interval ends and arrows where it goes on.
    fn bar(&self, point: &Point) -> Markup {
        let Some((low, high)) = point.interval else { return Markup::default() };
        let x = self.across(point.x);
        let (from, to) = (self.up(low), self.up(high));
        let end = |y: f64, value: f64, inwards: f64| {
            if value.is_finite() {
                format!("M{} {}h7", Length(x - 3.5), Length(y))
            } else {
                format!(
                    "M{} {}l3.5 {} 3.5 {}",
                    Length(x - 3.5),
                    Length(y + inwards),
                    Length(-inwards),
                    Length(inwards)
                )
            }
        };
        html! {
            path.interval d={
                "M" (Length(x)) " " (Length(from)) "V" (Length(to)) (end(from, low, -5.0)) (end(to, high, 5.0))
            } fill="none" stroke="currentColor" stroke-width="1.3" {}
        }
    }
}
