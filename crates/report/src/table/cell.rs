//! One cell of a table.

use std::fmt;

use serde::Serialize;

use crate::number;

/// What a cell says. Numbers stay numbers, so that CSV has them in full.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Value {
    /// Nothing, as on the diagonal of a crosstable.
    Empty,
    /// Words.
    Text {
        /// The words.
        text: String,
    },
    /// A count.
    Integer {
        /// The number.
        value: i64,
    },
    /// A measured number.
    Number {
        /// The number. NaN is shown as a dash.
        value: f64,
        /// Decimals shown.
        digits: u8,
        /// Whether positive numbers have a plus.
        signed: bool,
    },
    /// A share.
    Percent {
        /// The share of one: 0.5 is shown as 50 %.
        share: f64,
        /// Decimals shown.
        digits: u8,
    },
    /// An estimate with its interval.
    Estimate {
        /// The estimate.
        value: f64,
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
        /// Decimals shown.
        digits: u8,
        /// Whether positive numbers have a plus.
        signed: bool,
    },
}

/// One cell: a value, and how warm its ground is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// What it says.
    pub value: Value,
    /// Colour of the ground in HTML: from −1 (cold) by 0 (none) to 1 (warm).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heat: Option<f64>,
}

impl Cell {
    /// A cell that says nothing.
    pub fn empty() -> Cell {
        Value::Empty.into()
    }

    /// Words.
    pub fn text(text: impl Into<String>) -> Cell {
        Value::Text { text: text.into() }.into()
    }

    /// A count.
    pub fn integer(value: i64) -> Cell {
        Value::Integer { value }.into()
    }

    /// A number with `digits` decimals.
    pub fn number(value: f64, digits: u8) -> Cell {
        Value::Number { value, digits, signed: false }.into()
    }

    /// A share of one, shown in per cent with `digits` decimals.
    pub fn percent(share: f64, digits: u8) -> Cell {
        Value::Percent { share, digits }.into()
    }

    /// An estimate with its interval, shown with `digits` decimals. An end may be infinite.
    pub fn estimate(value: f64, (low, high): (f64, f64), digits: u8) -> Cell {
        Value::Estimate { value, low, high, digits, signed: false }.into()
    }

    /// The same with a plus before positive numbers, as differences have it. Words, counts and shares stay as they
    /// are.
    #[must_use]
    pub fn signed(mut self) -> Cell {
        if let Value::Number { signed, .. } | Value::Estimate { signed, .. } = &mut self.value {
            *signed = true;
        }
        self
    }

    /// The same on coloured ground: from −1 (cold) by 0 (none) to 1 (warm). What is not finite gives no
    /// colour, nor does the first cell of a row, which is its head.
    #[must_use]
    pub fn heat(mut self, heat: f64) -> Cell {
        self.heat = heat.is_finite().then(|| heat.clamp(-1.0, 1.0));
        self
    }

    /// What the cell shows on a page, with true minus signs. In a terminal it is as [`Display`](fmt::Display) has it.
    ///
    /// ```
    /// use bashni_report::Cell;
    ///
    /// let cell = Cell::estimate(-1234.4, (-1300.0, 0.2), 0).signed();
    /// assert_eq!((cell.shown().as_str(), cell.to_string().as_str()), ("−1,234 (−1,300 to 0)", "-1,234 (-1,300 to 0)"));
    /// ```
    pub fn shown(&self) -> String {
        match self.value {
            Value::Empty => String::new(),
            Value::Text { ref text } => text.clone(),
            Value::Integer { value } => number::integer(value),
            Value::Number { value, digits, signed } => number::decimal(value, digits, signed),
            Value::Percent { share, digits } => number::percent(share, digits),
            Value::Estimate { value, low, high, digits, signed } => {
                number::estimate(value, low, high, digits, signed)
            }
        }
    }

    /// True for cells whose digits should stand below each other.
    pub(crate) fn is_number(&self) -> bool {
        !matches!(self.value, Value::Empty | Value::Text { .. })
    }
}

impl fmt::Display for Cell {
    /// What the cell shows, in characters that every terminal has.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&number::plain(&self.shown()))
    }
}

impl From<Value> for Cell {
    fn from(value: Value) -> Cell {
        Cell { value, heat: None }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::text(text)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::text(text)
    }
}
