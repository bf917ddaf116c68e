//! Ticks on an axis of passed time.

use super::axis::{Tick, multiples};
use crate::number;

/// Seconds of a minute, an hour and a day, with the signs of their units.
const UNITS: [(f64, &str); 4] = [(86_400.0, "d"), (3_600.0, "h"), (60.0, "min"), (1.0, "s")];

/// Steps that people count time in, in seconds.
const STEPS: [f64; 21] = [
    1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1_800.0, 3_600.0, 7_200.0, 10_800.0,
    21_600.0, 43_200.0, 86_400.0, 172_800.0, 432_000.0, 864_000.0,
];

/// Ticks at round numbers of the largest unit that the axis has two of, `1.5 h`.
pub(super) fn ticks(low: f64, high: f64, wanted: usize) -> Vec<Tick> {
    let raw = (high - low) / wanted.max(1) as f64;
    let decimal = |unit: f64| {
        let power = 10f64.powf((raw / unit).log10().floor());
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|nice| nice * power * unit).find(|&step| step >= raw * 0.999)
    };
    let step = if raw <= 0.5 {
        decimal(1.0)
    } else {
        STEPS.into_iter().find(|&step| step >= raw).or_else(|| decimal(86_400.0))
    };
    let step = step.unwrap_or(raw);
    let largest = low.abs().max(high.abs());
    let (unit, sign) = UNITS.into_iter().find(|(unit, _)| largest >= 2.0 * unit).unwrap_or((1.0, "s"));
    let digits = (0..6).find(|&digits| is_whole(step / unit * 10f64.powi(digits))).unwrap_or(2) as u8;
    multiples(step, low, high)
        .map(|value| Tick {
            value,
            label: format!("{}\u{a0}{sign}", number::decimal(value / unit, digits, false)),
        })
        .collect()
}

fn is_whole(value: f64) -> bool {
    (value - value.round()).abs() < 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(high: f64) -> Vec<String> {
        ticks(0.0, high, 4).into_iter().map(|tick| tick.label.replace('\u{a0}', " ")).collect()
    }

    #[test]
    fn ticks_are_in_the_unit_that_fits() {
        assert_eq!(labels(1.0), ["0.0 s", "0.5 s", "1.0 s"]);
        assert_eq!(labels(40.0), ["0 s", "10 s", "20 s", "30 s", "40 s"]);
        assert_eq!(labels(600.0), ["0 min", "5 min", "10 min"]);
        assert_eq!(labels(5.0 * 3600.0), ["0 h", "2 h", "4 h"]);
        assert_eq!(labels(6400.0), ["0 min", "30 min", "60 min", "90 min"]);
        assert_eq!(labels(400.0 * 86_400.0), ["0 d", "100 d", "200 d", "300 d", "400 d"]);
    }
}
