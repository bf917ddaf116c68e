//! Reports: what a page says, in order.

use serde::Serialize;

use crate::{Games, Plot, Table};

/// A document: titles and sections.
///
/// ```
/// use bashni_report::{Report, Section};
///
/// let report = Report::new("net against minimax")
///     .subtitle("200 games, 64 simulations a step")
///     .section(Section::new("Settings").settings([("rules", "bashni"), ("games", "200")]));
/// let html = report.html();
/// assert!(html.starts_with("<!DOCTYPE html>") && html.contains("<h2>Settings</h2>"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// What it is about.
    pub title: String,
    /// A line below the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    /// The sections.
    pub sections: Vec<Section>,
}

impl Report {
    /// A report without sections.
    pub fn new(title: impl Into<String>) -> Report {
        Report { title: title.into(), ..Report::default() }
    }

    /// The report with a line below its title.
    #[must_use]
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Report {
        self.subtitle = Some(subtitle.into());
        self
    }

    /// The report with one more section.
    #[must_use]
    pub fn section(mut self, section: Section) -> Report {
        self.sections.push(section);
        self
    }
}

/// A part of a report with a title of its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Section {
    /// The title.
    pub title: String,
    /// What it says.
    pub blocks: Vec<Block>,
}

impl Section {
    /// A section that says nothing yet.
    pub fn new(title: impl Into<String>) -> Section {
        Section { title: title.into(), blocks: Vec::new() }
    }

    /// The section with one more block.
    #[must_use]
    pub fn block(mut self, block: impl Into<Block>) -> Section {
        self.blocks.push(block.into());
        self
    }

    /// The section with a title for what follows.
    #[must_use]
    pub fn heading(self, text: impl Into<String>) -> Section {
        self.block(Block::Heading { text: text.into() })
    }

    /// The section with a paragraph of plain text.
    #[must_use]
    pub fn paragraph(self, text: impl Into<String>) -> Section {
        self.block(Block::Paragraph { text: text.into() })
    }

    /// The section with names and values.
    #[must_use]
    pub fn settings<N: Into<String>, V: Into<String>>(
        self,
        entries: impl IntoIterator<Item = (N, V)>,
    ) -> Section {
        let entries = entries.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        self.block(Block::Settings { entries })
    }

    /// The section with a table.
    #[must_use]
    pub fn table(self, table: Table) -> Section {
        self.block(table)
    }

    /// The section with a plot.
    #[must_use]
    pub fn plot(self, plot: impl Into<Plot>) -> Section {
        self.block(plot.into())
    }

    /// The section with a viewer of games.
    #[must_use]
    pub fn games(self, games: Games) -> Section {
        self.block(games)
    }
}

/// One thing that a section shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// A title within a section.
    Heading {
        /// The title.
        text: String,
    },
    /// Plain text.
    Paragraph {
        /// The text.
        text: String,
    },
    /// Names and values.
    Settings {
        /// The names and their values.
        entries: Vec<(String, String)>,
    },
    /// A table.
    Table(Table),
    /// A plot.
    Plot(Plot),
    /// Games to step through.
    Games(Games),
}

impl From<Table> for Block {
    fn from(table: Table) -> Block {
        Block::Table(table)
    }
}

impl From<Plot> for Block {
    fn from(plot: Plot) -> Block {
        Block::Plot(plot)
    }
}

impl From<Games> for Block {
    fn from(games: Games) -> Block {
        Block::Games(games)
    }
}
