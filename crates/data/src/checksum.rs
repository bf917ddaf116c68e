//! A checksum over a whole file that stands in the file itself.
//!
//! The digits stand after a mark in the footer and count as zeros. So any damage is seen before the Parquet reader,
//! which trusts what it reads, is let near the file.

/// Stands before the digits, as the value of one key in the footer.
pub(crate) const MARK: &str = "bashni-checksum:";

const DIGITS: usize = 16;

/// The value to put into the footer, before the file is known.
pub(crate) fn placeholder() -> String {
    format!("{MARK}{}", "0".repeat(DIGITS))
}

/// Writes the checksum of a complete file over its placeholder. False if there is none.
#[must_use]
pub(crate) fn seal(file: &mut [u8]) -> bool {
    let Some(at) = digits(file) else { return false };
    let sum = checksum(file, at);
    file[at..at + DIGITS].copy_from_slice(format!("{sum:016x}").as_bytes());
    true
}

/// Whether a file has the checksum that it says; `None` if it says none.
pub(crate) fn holds(file: &[u8]) -> Option<bool> {
    let at = digits(file)?;
    Some(file[at..at + DIGITS] == *format!("{:016x}", checksum(file, at)).as_bytes())
}

/// Where the digits begin: after the last mark.
fn digits(file: &[u8]) -> Option<usize> {
    let mark = MARK.as_bytes();
    let at = file.windows(mark.len()).rposition(|window| window == mark)? + mark.len();
    (at + DIGITS <= file.len()).then_some(at)
}

/// FNV-1a in 64 bits. Each step is a bijection of the state, so that a change of one byte never goes unseen.
fn checksum(file: &[u8], digits: usize) -> u64 {
    let add = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let sum = file[..digits].iter().fold(0xcbf2_9ce4_8422_2325, add);
    let sum = [b'0'; DIGITS].iter().fold(sum, add);
    file[digits + DIGITS..].iter().fold(sum, add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_is_seen() {
        let mut file = format!("some data, {} and more", placeholder()).into_bytes();
        assert!(seal(&mut file));
        assert_eq!(holds(&file), Some(true));
        for bit in 0..8 * file.len() {
            file[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(holds(&file), Some(true), "bit {bit}");
            file[bit / 8] ^= 1 << (bit % 8);
        }
    }

    #[test]
    fn a_file_without_a_mark_or_with_half_a_checksum_has_none() {
        assert_eq!(holds(b""), None);
        assert_eq!(holds(b"PAR1PAR1"), None);
        assert_eq!(holds(b"bashni-checksum:000"), None);
    }
}
