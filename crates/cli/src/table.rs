//! Tables for people.

use bashni_report::Cell;

/// Lines up columns: the first to the left, the others to the right. The first row is the head.
pub fn table<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).enumerate();
        let cells = cells.map(
            |(i, (cell, width))| if i == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") },
        );
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A difference in Elo points with its interval: `+120 (+80 to +165)`.
pub fn elo_with_interval(elo: f64, low: f64, high: f64) -> String {
    Cell::estimate(elo, (low, high), 0).signed().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [["name", "games"], ["random", "40"]].map(|row| row.map(String::from));
        assert_eq!(table(&rows), "name    games\nrandom     40");
        assert_eq!(elo_with_interval(119.6, 80.0, 165.4), "+120 (+80 to +165)");
    }
}
