//! Ticks on an axis of times and dates.

use chrono::{DateTime, Datelike, Months, NaiveDate, Utc};

use super::axis::{Tick, multiples};
use crate::number;

const DAY: f64 = 86_400.0;
/// Steps within a day, in seconds.
const SECONDS: [f64; 15] = [
    1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 900.0, 1_800.0, 3_600.0, 10_800.0, 21_600.0,
    43_200.0,
];
/// Steps in days, then in months.
const DAYS: [f64; 4] = [1.0, 2.0, 7.0, 14.0];
const MONTHS: [u32; 9] = [1, 3, 6, 12, 24, 60, 120, 600, 1_200];

/// Ticks at round times of day, dates, first days of months or of years, all UTC.
pub(super) fn ticks(low: f64, high: f64, wanted: usize) -> Vec<Tick> {
    let raw = (high - low) / wanted.max(1) as f64;
    let times = |step: f64| {
        let ticks = multiples(step, low, high).filter_map(|value| Some((value, time(value)?)));
        let midnight = |time: DateTime<Utc>| time.time() == chrono::NaiveTime::MIN;
        let form = |time: DateTime<Utc>| match step {
            _ if midnight(time) => "%-d %b",
            60.0.. => "%H:%M",
            1.0.. => "%H:%M:%S",
            _ => "%H:%M:%S%.3f",
        };
        ticks.map(|(value, time)| Tick { value, label: time.format(form(time)).to_string() }).collect()
    };
    if raw < 1.0 {
        return times(10f64.powf(raw.log10().ceil()));
    }
    let by_days = DAYS.into_iter().map(|days| days * DAY);
    if let Some(step) = SECONDS.into_iter().chain(by_days).find(|&step| step >= raw) {
        return times(step);
    }
    let months = MONTHS.into_iter().find(|&months| f64::from(months) * 30.44 * DAY >= raw);
    match (months, time(low), time(high)) {
        (Some(months), Some(low), Some(high)) => by_months(low, high, months),
        // Thousands of years from now, or before: hardly times at all.
        _ => [low, high]
            .into_iter()
            .map(|value| Tick { value, label: number::decimal(value, 0, false) })
            .collect(),
    }
}

fn by_months(low: DateTime<Utc>, high: DateTime<Utc>, step: u32) -> Vec<Tick> {
    let form = if step < 12 { "%b %Y" } else { "%Y" };
    // Years are counted from 0, so that steps of ten years are decades.
    let years = (step / 12).max(1) as i32;
    let first = NaiveDate::from_ymd_opt(low.year() - low.year().rem_euclid(years), 1, 1);
    let dates = std::iter::successors(first, |date| date.checked_add_months(Months::new(step)));
    let times = dates.map(|date| date.and_time(chrono::NaiveTime::MIN).and_utc());
    times
        .skip_while(|&time| time < low)
        .take_while(|&time| time <= high)
        .map(|time| Tick { value: time.timestamp() as f64, label: time.format(form).to_string() })
        .collect()
}

/// The time, if it is one that the calendar knows, to the millisecond.
fn time(seconds: f64) -> Option<DateTime<Utc>> {
    let milliseconds = (seconds * 1e3).round();
    (milliseconds.abs() < 1e15).then(|| DateTime::from_timestamp_millis(milliseconds as i64)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-30 18:00 UTC.
    const EVENING: f64 = 1_796_061_600.0;

    fn labels(seconds: f64) -> Vec<String> {
        ticks(EVENING, EVENING + seconds, 4).into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn ticks_are_at_round_times_and_dates() {
        assert_eq!(labels(60.0), ["18:00:00", "18:00:15", "18:00:30", "18:00:45", "18:01:00"]);
        assert_eq!(labels(8.0 * 3600.0), ["18:00", "21:00", "1 Dec"]);
        assert_eq!(labels(3.0 * DAY), ["1 Dec", "2 Dec", "3 Dec"]);
        assert_eq!(labels(100.0 * DAY), ["Dec 2026", "Jan 2027", "Feb 2027", "Mar 2027"]);
        assert_eq!(labels(20.0 * 365.0 * DAY), ["2030", "2035", "2040", "2045"]);
    }

    #[test]
    fn times_beyond_the_calendar_are_numbers() {
        assert_eq!(ticks(0.0, 1e20, 4).len(), 2);
    }
}
