//! The drawing of a line plot within its axes.

use maud::{Markup, html};

use super::axis::{Range, Tick};
use super::font::{BODY, SMALL};
use super::frame::{Anchor, EDGE, GRID, LINE, over_lines, rule, words};
use super::lines::Reference;
use super::mark::Look;
use super::series::{Intervals, Point, Series};
use crate::markup::Length;

/// Where on the picture the data are.
pub(super) struct Area {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    pub x: Range,
    pub y: Range,
}

impl Area {
    fn across(&self, value: f64) -> f64 {
        self.left + self.x.share(value) * (self.right - self.left)
    }

    fn up(&self, value: f64) -> f64 {
        self.bottom - self.y.share(value) * (self.bottom - self.top)
    }

    pub fn axes(&self, x: &str, y: &str) -> Markup {
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
    pub fn reference(&self, value: f64) -> Markup {
        let at = Length(self.up(value));
        html! {
            line.axis x1=(Length(self.left)) y1=(at) x2=(Length(self.right)) y2=(at) stroke=(LINE) stroke-width="1.5"
                stroke-dasharray="5 4" {}
        }
    }

    /// Words above a line across, at the end where they cover less of the data.
    pub fn reference_words<'a>(
        &self,
        reference: &Reference,
        points: impl Iterator<Item = &'a Point>,
    ) -> Markup {
        let label = SMALL.fitted(&reference.label, self.right - self.left);
        let (y, width) = (self.up(reference.value) - 5.0, SMALL.width(&label));
        let (mut left, mut right) = (0, 0);
        for point in points.filter(|point| (self.up(point.y) - y).abs() < 16.0) {
            let x = self.across(point.x);
            left += usize::from(x < self.left + width + 8.0);
            right += usize::from(x > self.right - width - 8.0);
        }
        let (x, anchor) =
            if left < right { (self.left + 4.0, Anchor::Start) } else { (self.right, Anchor::End) };
        html! {
            (over_lines(&words(&label, (x, y), anchor, SMALL, true)))
        }
    }

    pub fn series(&self, series: &Series, look: Look) -> Markup {
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
