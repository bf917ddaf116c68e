//! Tables: typed cells, written as HTML, CSV and plain text.

mod cell;
mod csv;
mod html;
mod text;

use serde::Serialize;

pub use cell::{Cell, Value};

/// On which side of its column a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Align {
    /// On the left, as words.
    Left,
    /// In the middle, as the cells of a crosstable.
    Center,
    /// On the right, as numbers.
    Right,
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Column {
    /// The name.
    pub name: String,
    /// What stands above the names of neighbouring columns of the same group, in a header row of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Where cells stand; if not said, numbers on the right and words on the left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub align: Option<Align>,
}

impl Column {
    /// A column whose alignment follows from its cells.
    pub fn new(name: impl Into<String>) -> Column {
        Column { name: name.into(), group: None, align: None }
    }

    /// The column under a heading that it shares with its neighbours of the same group.
    #[must_use]
    pub fn group(mut self, group: impl Into<String>) -> Column {
        self.group = Some(group.into());
        self
    }

    /// The column with its cells on one side.
    #[must_use]
    pub fn align(mut self, align: Align) -> Column {
        self.align = Some(align);
        self
    }
}

impl From<&str> for Column {
    fn from(name: &str) -> Column {
        Column::new(name)
    }
}

impl From<String> for Column {
    fn from(name: String) -> Column {
        Column::new(name)
    }
}

/// A table. Rows may be of any length: short ones end with empty cells, and what is beyond the last column has no head.
///
/// ```
/// use bashni_report::{Cell, Table};
///
/// let table = Table::new(["player", "Elo", "games"])
///     .row([Cell::text("net"), Cell::estimate(12.2, (-28.0, 53.0), 0).signed(), Cell::integer(200)]);
/// assert_eq!(table.to_string(), "\
/// player               Elo  games
/// ──────  ────────────────  ─────
/// net     +12 (-28 to +53)    200
/// ");
/// assert_eq!(table.csv(), "player,Elo,Elo low,Elo high,games\nnet,12.2,-28,53,200\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// What the table shows, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The heads of the columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without rows.
    pub fn new<C: Into<Column>>(columns: impl IntoIterator<Item = C>) -> Table {
        Table { caption: None, columns: columns.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// The table with a sentence on what it shows.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Table {
        self.caption = Some(caption.into());
        self
    }

    /// The table with one more row.
    #[must_use]
    pub fn row<C: Into<Cell>>(mut self, cells: impl IntoIterator<Item = C>) -> Table {
        self.push(cells);
        self
    }

    /// Adds a row.
    pub fn push<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Number of columns, those without a head included.
    fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).fold(self.columns.len(), usize::max)
    }

    /// The cells of a column from the top down, as far as there are any.
    fn cells(&self, column: usize) -> impl Iterator<Item = &Cell> {
        self.rows.iter().filter_map(move |row| row.get(column))
    }

    fn align(&self, column: usize) -> Align {
        let stated = self.columns.get(column).and_then(|column| column.align);
        let by_cells = || if self.cells(column).any(Cell::is_number) { Align::Right } else { Align::Left };
        stated.unwrap_or_else(by_cells)
    }

    fn name(&self, column: usize) -> &str {
        self.columns.get(column).map_or("", |column| &column.name)
    }

    /// The header row of groups: each with its number of columns. Empty if no column has one.
    fn groups(&self) -> Vec<(Option<&str>, usize)> {
        let mut groups: Vec<(Option<&str>, usize)> = Vec::new();
        for column in 0..self.width() {
            let group = self.columns.get(column).and_then(|column| column.group.as_deref());
            match groups.last_mut() {
                Some((last, number)) if *last == group => *number += 1,
                _ => groups.push((group, 1)),
            }
        }
        if groups.iter().all(|(group, _)| group.is_none()) { Vec::new() } else { groups }
    }
}
