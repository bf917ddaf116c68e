//! Plots as SVG and PNG.
//!
//! Pictures carry their colours, for a page of their own, and classes, by which a page gives them others in the dark.
//! Equal plots give equal bytes.

mod area;
mod axis;
mod calendar;
mod duration;
mod font;
mod forest;
mod frame;
mod lines;
mod mark;
mod png;
mod series;

use maud::Markup;
use serde::Serialize;

pub use axis::{Axis, Scale};
pub use forest::{ForestPlot, ForestRow};
pub use lines::{LinePlot, Reference};
pub use png::PngError;
pub use series::{Intervals, Point, Series};

/// Width at which a plot is drawn for a page that is wide enough, and for a phone.
pub(crate) const WIDE: u32 = 760;
pub(crate) const NARROW: u32 = 380;

/// Limits of a width, in pixels: below, there is no room for words; beyond, pictures outgrow memory.
const WIDTHS: std::ops::RangeInclusive<u32> = 240..=4096;

/// A plot of either kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Plot {
    /// Values over an axis.
    Lines(LinePlot),
    /// Estimates below each other.
    Forest(ForestPlot),
}

impl Plot {
    /// The plot as a document of SVG, `width` pixels wide (240 to 4,096; what is beyond is taken as the limit). The
    /// letters have the same size whatever the width is.
    ///
    /// ```
    /// use bashni_report::{LinePlot, Plot, Point, Series};
    ///
    /// let points = [Point::new(0.0, 10.0), Point::new(1.0, 40.0).interval(20.0, 60.0)];
    /// let plot: Plot = LinePlot::new("generation", "Elo").series(Series::new("net", points)).into();
    /// assert!(plot.svg(640).starts_with("<svg"));
    /// assert!(plot.png(640, 2.0).unwrap().starts_with(b"\x89PNG"));
    /// ```
    pub fn svg(&self, width: u32) -> String {
        self.markup(width, "plot").into_string()
    }

    /// The plot as PNG, `width` pixels wide times `scale`, which enlarges the letters too: 2 for print and fine screens.
    /// Needs no fonts; letters that Inter lacks (it has Latin, Greek and Cyrillic) are drawn as boxes.
    ///
    /// # Errors
    /// If `scale` is not between 0.1 and 10, or the picture cannot be encoded.
    pub fn png(&self, width: u32, scale: f32) -> Result<Vec<u8>, PngError> {
        png::render(&self.svg(width), scale)
    }

    /// The drawing, with a class for the page to tell it by.
    pub(crate) fn markup(&self, width: u32, class: &str) -> Markup {
        let width = f64::from(width.clamp(*WIDTHS.start(), *WIDTHS.end()));
        match self {
            Plot::Lines(plot) => plot.draw(width, class),
            Plot::Forest(plot) => plot.draw(width, class),
        }
    }

    /// The sentence below the plot.
    pub(crate) fn caption(&self) -> Option<&str> {
        match self {
            Plot::Lines(plot) => plot.caption.as_deref(),
            Plot::Forest(plot) => plot.caption.as_deref(),
        }
    }
}

impl From<LinePlot> for Plot {
    fn from(plot: LinePlot) -> Plot {
        Plot::Lines(plot)
    }
}

impl From<ForestPlot> for Plot {
    fn from(plot: ForestPlot) -> Plot {
        Plot::Forest(plot)
    }
}
