//! The data of a line plot.

use serde::Serialize;

/// A value at a place, with its interval. Where `y` is not finite the line has a gap.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Where, along the axis.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// The ends of its interval. An infinite end goes on to the edge of the plot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<(f64, f64)>,
}

impl Point {
    /// A value without an interval.
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y, interval: None }
    }

    /// The value with its interval. One that has NaN for an end is none.
    #[must_use]
    pub fn interval(mut self, low: f64, high: f64) -> Point {
        self.interval = (!low.is_nan() && !high.is_nan()).then_some((low, high));
        self
    }
}

/// How intervals are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Intervals {
    /// A bar through each point.
    #[default]
    Bars,
    /// A band along the line.
    Band,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// What the legend calls them.
    pub name: String,
    /// The points, in the order in which the line joins them.
    pub points: Vec<Point>,
    /// How their intervals are drawn.
    pub intervals: Intervals,
    /// Whether a line joins the points.
    pub line: bool,
    /// Whether points are marked.
    pub marks: bool,
}

impl Series {
    /// Points joined by a line, with bars for intervals.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Series {
        let points = points.into_iter().collect();
        Series { name: name.into(), points, intervals: Intervals::Bars, line: true, marks: true }
    }

    /// The series with a band for its intervals.
    #[must_use]
    pub fn band(mut self) -> Series {
        self.intervals = Intervals::Band;
        self
    }

    /// The series without marks on its points, as many of them need.
    #[must_use]
    pub fn line_only(mut self) -> Series {
        (self.line, self.marks) = (true, false);
        self
    }

    /// The series without a line through its points.
    #[must_use]
    pub fn marks_only(mut self) -> Series {
        (self.line, self.marks) = (false, true);
        self
    }

    /// The points that have a place, in runs without a gap.
    pub(super) fn runs(&self) -> impl Iterator<Item = &[Point]> {
        let has_place = |point: &Point| point.x.is_finite() && point.y.is_finite();
        self.points.split(move |point| !has_place(point)).filter(|run| !run.is_empty())
    }
}
