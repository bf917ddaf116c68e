//! Numbers as people read them.

/// True minus sign, as wide as a plus.
const MINUS: char = '\u{2212}';
/// What stands for a number that there is none of.
pub(crate) const NONE: &str = "–";

/// A number with a fixed count of decimals, groups of thousands and a true minus sign: `−1,234.5`.
///
/// With `signed`, positive numbers have a plus, as differences need. What rounds to zero has no sign.
pub(crate) fn decimal(value: f64, digits: u8, signed: bool) -> String {
    if value.is_nan() {
        return NONE.to_owned();
    }
    let plain = format!("{:.*}", usize::from(digits), value.abs());
    let zero = plain.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let mut text = String::new();
    if value < 0.0 && !zero {
        text.push(MINUS);
    } else if signed && !zero {
        text.push('+');
    }
    if value.is_infinite() {
        text.push('∞');
    } else {
        let (whole, rest) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
        text.push_str(&grouped(whole));
        text.push_str(rest);
    }
    text
}

/// A whole number with groups of thousands.
pub(crate) fn integer(value: i64) -> String {
    let sign = if value < 0 { MINUS.to_string() } else { String::new() };
    sign + &grouped(&value.unsigned_abs().to_string())
}

/// A share of one in per cent: `51.7 %`.
pub(crate) fn percent(share: f64, digits: u8) -> String {
    if share.is_nan() { NONE.to_owned() } else { format!("{}\u{a0}%", decimal(share * 100.0, digits, false)) }
}

/// A value with the interval around it: `+12 (−28 to +53)`.
pub(crate) fn estimate(value: f64, low: f64, high: f64, digits: u8, signed: bool) -> String {
    let text = |value| decimal(value, digits, signed);
    if low.is_nan() || high.is_nan() {
        return text(value);
    }
    format!("{} ({} to {})", text(value), text(low), text(high))
}

/// The same text in characters that every terminal and every search has: `-` for the true minus, plain blanks.
pub(crate) fn plain(text: &str) -> String {
    text.replace([MINUS, '–'], "-").replace('\u{a0}', " ").replace('∞', "inf")
}

fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_true_and_zero_has_none() {
        assert_eq!(decimal(-1234.56, 1, false), "−1,234.6");
        assert_eq!(decimal(12.0, 0, true), "+12");
        assert_eq!(decimal(-0.04, 1, true), "0.0");
        assert_eq!(decimal(f64::NEG_INFINITY, 2, false), "−∞");
        assert_eq!(decimal(f64::NAN, 2, false), "–");
        assert_eq!(integer(i64::MIN), "−9,223,372,036,854,775,808");
        assert_eq!(integer(999), "999");
    }

    #[test]
    fn an_estimate_says_its_interval() {
        assert_eq!(estimate(12.2, -28.0, 53.4, 0, true), "+12 (−28 to +53)");
        assert_eq!(estimate(0.5, f64::NAN, f64::NAN, 2, false), "0.50");
        assert_eq!(plain(&estimate(800.0, 542.0, f64::INFINITY, 0, true)), "+800 (+542 to +inf)");
        assert_eq!(percent(0.5172, 1), "51.7\u{a0}%");
    }
}
