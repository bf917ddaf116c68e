//! Axes: what they measure, and where their ticks are.

use serde::Serialize;

use super::{calendar, duration};
use crate::number;

/// What the numbers along an axis are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Plain numbers.
    #[default]
    Linear,
    /// Seconds that have passed, with ticks in seconds, minutes, hours or days.
    Duration,
    /// Seconds since 1970-01-01 00:00 UTC, with ticks at times and dates (UTC).
    Time,
}

/// One axis of a plot.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// What the numbers are.
    pub scale: Scale,
    /// Values that are to be on the axis, whatever the data are.
    pub included: Vec<f64>,
}

impl Axis {
    /// An axis of plain numbers.
    pub fn new(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), ..Axis::default() }
    }

    /// An axis of seconds that have passed.
    pub fn duration(label: impl Into<String>) -> Axis {
        Axis { scale: Scale::Duration, ..Axis::new(label) }
    }

    /// An axis of times, as seconds since 1970-01-01 00:00 UTC.
    pub fn time(label: impl Into<String>) -> Axis {
        Axis { scale: Scale::Time, ..Axis::new(label) }
    }

    /// The axis with a value that is to be on it, as 0.
    #[must_use]
    pub fn include(mut self, value: f64) -> Axis {
        self.included.push(value);
        self
    }

    /// The axis over these values and at least those to be included, with about `wanted` ticks.
    pub(super) fn over(&self, values: impl Iterator<Item = f64>, wanted: usize) -> Range {
        let (low, high) = extent(values.chain(self.included.iter().copied()));
        let ticks = match self.scale {
            Scale::Linear => linear(low, high, wanted),
            Scale::Duration => duration::ticks(low, high, wanted),
            Scale::Time => calendar::ticks(low, high, wanted),
        };
        Range { low, high, ticks }
    }
}

impl From<&str> for Axis {
    fn from(label: &str) -> Axis {
        Axis::new(label)
    }
}

/// A mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub value: f64,
    pub label: String,
}

/// The part of an axis that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Range {
    pub low: f64,
    pub high: f64,
    pub ticks: Vec<Tick>,
}

impl Range {
    /// Where a value is, from 0 at the lower end to 1 at the upper. What is infinite is at an end.
    pub fn share(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The range with more room on the sides where one of the values is infinite, for an arrow to be seen.
    pub fn with_arrows(mut self, values: impl Iterator<Item = f64>) -> Range {
        let room = (self.high - self.low) * 0.08;
        let (mut below, mut above) = (false, false);
        for value in values {
            below |= value == f64::NEG_INFINITY;
            above |= value == f64::INFINITY;
        }
        self.low -= if below { room } else { 0.0 };
        self.high += if above { room } else { 0.0 };
        self
    }

    /// The range widened by a share of itself at both ends.
    pub fn widened(mut self, share: f64) -> Range {
        let margin = (self.high - self.low) * share;
        (self.low, self.high) = (self.low - margin, self.high + margin);
        self
    }
}

/// Differences of what is beyond this could be infinite.
const LARGEST: f64 = 1e300;

/// The least and the greatest finite value; something around them if that is one point, or none.
fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite()).map(|value| value.clamp(-LARGEST, LARGEST));
    let (low, high) = finite
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return (0.0, 1.0);
    }
    // Ticks cannot be told apart below the precision of a number.
    let size = low.abs().max(high.abs());
    if high - low > size * 1e-9 {
        return (low, high);
    }
    let around = if size == 0.0 { 1.0 } else { size * 0.1 };
    (low - around, high + around)
}

/// Ticks at multiples of 1, 2 or 5 times a power of ten (Heckbert, *Nice numbers for graph labels*, Graphics Gems, 1990).
fn linear(low: f64, high: f64, wanted: usize) -> Vec<Tick> {
    let raw = (high - low) / wanted.max(1) as f64;
    let power = 10f64.powf(raw.log10().floor());
    let step = nice(raw / power) * power;
    let label = |value: f64| {
        if !(1e-6..1e12).contains(&step) {
            // Rounded, since the product of a step and a number is not always the number that is meant.
            let rounded: f64 = format!("{value:.4e}").parse().unwrap_or(value);
            return format!("{rounded:e}").replace('-', "−");
        }
        number::decimal(value, (-(step * 1.000_001).log10().floor()).max(0.0) as u8, false)
    };
    multiples(step, low, high).map(|value| Tick { value, label: label(value) }).collect()
}

/// The number of 1, 2, 5 and 10 that is nearest as a factor.
fn nice(raw: f64) -> f64 {
    match raw {
        ..1.414 => 1.0,
        ..3.162 => 2.0,
        ..7.071 => 5.0,
        _ => 10.0,
    }
}

/// The multiples of a step within a range.
pub(super) fn multiples(step: f64, low: f64, high: f64) -> impl Iterator<Item = f64> {
    let slack = (high - low) * 1e-9;
    let first = ((low - slack) / step).ceil();
    let number = (((high + slack) / step).floor() - first).clamp(-1.0, 100.0) + 1.0;
    // Adding 0 turns −0 into 0.
    (0..number as usize).map(move |i| (first + i as f64) * step + 0.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn labels(low: f64, high: f64) -> Vec<String> {
        linear(low, high, 5).into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(0.0, 1.0), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(-130.0, 240.0), ["−100", "0", "100", "200"]);
        assert_eq!(labels(0.0, 100_000.0), ["0", "20,000", "40,000", "60,000", "80,000", "100,000"]);
        assert_eq!(
            labels(0.001, 0.0023),
            ["0.0010", "0.0012", "0.0014", "0.0016", "0.0018", "0.0020", "0.0022"]
        );
        assert_eq!(labels(0.0, 3e15), ["0e0", "5e14", "1e15", "1.5e15", "2e15", "2.5e15", "3e15"]);
    }

    #[test]
    fn an_axis_has_room_for_whatever_it_is_given() {
        let over = |values: &[f64]| {
            let range = Axis::new("x").over(values.iter().copied(), 5);
            (range.low, range.high)
        };
        assert_eq!(over(&[]), (0.0, 1.0));
        assert_eq!(over(&[f64::NAN, f64::INFINITY]), (0.0, 1.0));
        assert_eq!(over(&[0.0]), (-1.0, 1.0));
        assert_eq!(over(&[50.0]), (45.0, 55.0));
        assert_eq!(over(&[f64::NAN, 1.0, f64::INFINITY, 3.0]), (1.0, 3.0));
        assert_eq!(Axis::new("x").include(0.0).over([4.0].into_iter(), 5).low, 0.0);
    }

    proptest! {
        #[test]
        fn ticks_lie_within_the_axis_and_are_few(
            low in any::<f64>(), high in any::<f64>(), wanted in 1..12usize, scale in 0..3u8
        ) {
            let scale = [Scale::Linear, Scale::Duration, Scale::Time][usize::from(scale)];
            let axis = Axis { scale, ..Axis::default() };
            let range = axis.over([low, high].into_iter(), wanted);
            prop_assert!(range.low < range.high);
            prop_assert!(range.ticks.len() <= wanted * 2 + 2);
            let slack = (range.high - range.low) * 1e-6;
            for tick in &range.ticks {
                prop_assert!(tick.value >= range.low - slack && tick.value <= range.high + slack);
            }
        }
    }
}
