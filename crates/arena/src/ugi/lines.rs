//! Lines of another program, which may be of any length and hold any bytes.

use std::io::{self, BufRead, Read};

/// What is read until the next line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// A line without its end; what is not UTF-8 is replaced.
    Text(String),
    /// A line that is longer than any should be, passed over.
    TooLong,
}

/// Reads a stream line by line.
pub(super) struct Lines<R> {
    stream: R,
    most: usize,
    /// Within a line that is too long.
    is_within: bool,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most `most` bytes.
    pub fn new(stream: R, most: usize) -> Lines<R> {
        Lines { stream, most, is_within: false }
    }

    /// The next line; `None` at the end. One that is too long is told of as soon as it is, and passed over by the next call,
    /// which waits for its end.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn next(&mut self) -> io::Result<Option<Input>> {
        if std::mem::take(&mut self.is_within) {
            pass_over(&mut self.stream)?;
        }
        let mut bytes = Vec::new();
        if self.stream.by_ref().take(self.most as u64).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.last() != Some(&b'\n') && bytes.len() >= self.most {
            self.is_within = true;
            return Ok(Some(Input::TooLong));
        }
        Ok(Some(Input::Text(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned())))
    }
}

/// Reads to the end of a line without keeping it.
fn pass_over(stream: &mut impl BufRead) -> io::Result<()> {
    loop {
        let held = stream.fill_buf()?;
        let (used, is_end) = match held.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (held.len(), held.is_empty()),
        };
        stream.consume(used);
        if is_end {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_long_ones_are_passed_over() {
        let mut lines = Lines::new(&b"ugi\r\n\xff\nthis is long\nlast"[..], 10);
        let mut next = || lines.next().unwrap();
        assert_eq!(next(), Some(Input::Text("ugi".into())));
        assert_eq!(next(), Some(Input::Text("\u{fffd}".into())));
        assert_eq!(next(), Some(Input::TooLong));
        assert_eq!(next(), Some(Input::Text("last".into())));
        assert_eq!(next(), None);
    }
}
