//! A table as CSV.

use super::{Cell, Table, Value};

impl Table {
    /// The table as CSV by RFC 4180, with line feeds: one header line, numbers in full and without groups, shares as
    /// shares of one, names of groups before those of their columns. A column with estimates becomes three: the value,
    /// `… low` and `… high`. What is not a number is `NaN`, what is infinite `inf` and `-inf`.
    ///
    /// Words are written as they are; a spreadsheet may take those that begin with `=` for a formula.
    pub fn csv(&self) -> String {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        let estimates: Vec<bool> = (0..self.width()).map(|column| self.has_estimates(column)).collect();
        let mut head = Vec::new();
        for (column, &estimate) in estimates.iter().enumerate() {
            let group = self.columns.get(column).and_then(|column| column.group.as_deref());
            let name = match group {
                Some(group) => format!("{group} {}", self.name(column)),
                None => self.name(column).to_owned(),
            };
            let ends = estimate.then(|| [format!("{name} low"), format!("{name} high")]);
            head.push(name);
            head.extend(ends.into_iter().flatten());
        }
        // A vector takes whatever is written to it, and rows may be of any length.
        let mut written = writer.write_record(&head);
        for row in &self.rows {
            let mut fields = Vec::with_capacity(head.len());
            for (column, &estimate) in estimates.iter().enumerate() {
                let [value, low, high] = fields_of(row.get(column));
                fields.push(value);
                if estimate {
                    fields.extend([low, high]);
                }
            }
            written = written.and_then(|()| writer.write_record(&fields));
        }
        debug_assert!(written.is_ok());
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }

    fn has_estimates(&self, column: usize) -> bool {
        self.cells(column).any(|cell| matches!(cell.value, Value::Estimate { .. }))
    }
}

/// The value of a cell, and the ends of its interval.
fn fields_of(cell: Option<&Cell>) -> [String; 3] {
    let none = String::new;
    match cell.map(|cell| &cell.value) {
        None | Some(Value::Empty) => [none(), none(), none()],
        Some(Value::Text { text }) => [text.clone(), none(), none()],
        Some(Value::Integer { value }) => [value.to_string(), none(), none()],
        Some(Value::Number { value, .. } | Value::Percent { share: value, .. }) => {
            [value.to_string(), none(), none()]
        }
        Some(Value::Estimate { value, low, high, .. }) => {
            [value.to_string(), low.to_string(), high.to_string()]
        }
    }
}
