//! The one writer of plots, tables and pages, for whatever the project measures.
//!
//! A [`Report`] has sections of blocks: words, settings, a [`Table`], a [`Plot`], [`Games`] to step through. It becomes
//! one page of HTML ([`Report::html`]) that needs nothing else, neither network nor fonts. A table alone is also CSV
//! ([`Table::csv`]) and plain text (its `Display`), a plot alone SVG and PNG ([`Plot::svg`], [`Plot::png`]). All that is
//! `Serialize`; numbers that are not finite become null in JSON.
//!
//! Nothing here reads a clock, a locale or a font of the system: equal reports give equal bytes everywhere.
//!
//! ```
//! use bashni_report::{Cell, ForestPlot, ForestRow, Report, Section, Table};
//!
//! let interval = (-28.0, 53.0);
//! let table = Table::new(["player", "Elo", "games"])
//!     .row([Cell::text("net"), Cell::estimate(12.0, interval, 0).signed(), Cell::integer(200)]);
//! let plot = ForestPlot::new("Elo (95 % interval)").reference(0.0).row(ForestRow::new("net", 12.0, interval, "200 games"));
//! let report = Report::new("net against minimax").section(Section::new("Ratings").plot(plot).table(table));
//! assert!(report.html().contains("+12 (−28 to +53)"));
//! ```

mod document;
mod games;
mod html;
mod markup;
mod number;
mod plot;
mod table;

pub use document::{Block, Report, Section};
pub use games::{GameError, GameRecord, Games, Ply};
pub use plot::{
    Axis, ForestPlot, ForestRow, Intervals, LinePlot, Plot, PngError, Point, Reference, Scale, Series,
};
pub use table::{Align, Cell, Column, Table, Value};
