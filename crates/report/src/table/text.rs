//! A table as plain text.

use std::fmt;

use unicode_width::UnicodeWidthStr;

use super::{Align, Table};
use crate::markup::cleaned;
use crate::number;

/// Blanks between columns.
const GAP: &str = "  ";

impl fmt::Display for Table {
    /// The table for a terminal: columns aligned by the width of their characters, no colours, no control characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: Vec<Vec<String>> = (0..self.width())
            .map(|column| {
                let cell = |row: usize| self.rows[row].get(column).map_or(String::new(), |cell| cell.shown());
                let cells = (0..self.rows.len()).map(cell);
                std::iter::once(self.name(column).to_owned())
                    .chain(cells)
                    .map(|text| one_line(&text))
                    .collect()
            })
            .collect();
        let mut widths: Vec<usize> =
            columns.iter().map(|cells| cells.iter().map(|cell| cell.width()).max().unwrap_or(0)).collect();
        if let Some(caption) = &self.caption {
            writeln!(f, "{}\n", one_line(caption))?;
        }
        self.write_groups(f, &mut widths)?;
        let aligns: Vec<Align> = (0..columns.len()).map(|column| self.align(column)).collect();
        for line in 0..=self.rows.len() {
            let cells = columns.iter().map(|cells| cells[line].as_str());
            let cells =
                cells.zip(&widths).zip(&aligns).map(|((cell, &width), &align)| padded(cell, width, align));
            writeln!(f, "{}", cells.collect::<Vec<_>>().join(GAP).trim_end())?;
            if line == 0 {
                let rules: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
                writeln!(f, "{}", rules.join(GAP))?;
            }
        }
        Ok(())
    }
}

impl Table {
    /// The header row of groups; the last column of a group is widened to hold its name.
    fn write_groups(&self, f: &mut fmt::Formatter<'_>, widths: &mut [usize]) -> fmt::Result {
        let mut line = Vec::new();
        let mut column = 0;
        for (group, number) in self.groups() {
            let name = one_line(group.unwrap_or(""));
            let own = &mut widths[column..column + number];
            let width = own.iter().sum::<usize>() + GAP.len() * (number - 1);
            if let Some(last) = own.last_mut() {
                *last += name.width().saturating_sub(width);
            }
            line.push(padded(&name, width.max(name.width()), Align::Center));
            column += number;
        }
        if line.is_empty() { Ok(()) } else { writeln!(f, "{}", line.join(GAP).trim_end()) }
    }
}

fn one_line(text: &str) -> String {
    cleaned(&number::plain(text)).replace(['\n', '\t'], " ")
}

fn padded(text: &str, width: usize, align: Align) -> String {
    let free = width.saturating_sub(text.width());
    let left = match align {
        Align::Left => 0,
        Align::Center => free / 2,
        Align::Right => free,
    };
    format!("{}{text}{}", " ".repeat(left), " ".repeat(free - left))
}
