//! Lines of bounded length from any input.

use std::io::{self, BufRead};

/// The longest line that is read, without its end.
pub const MAX_LINE: usize = 1024 * 1024;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub enum Read {
    /// A line, which stands in the buffer without its end.
    Line,
    /// A line that is longer than [`MAX_LINE`]; it was passed over.
    TooLong,
    /// The input has ended.
    End,
}

/// Reads the next line into `line`. It never keeps more than [`MAX_LINE`] bytes and a read's worth, however long the line is.
///
/// # Errors
///
/// Those of the input.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Read> {
    line.clear();
    let (mut any, mut too_long) = (false, false);
    loop {
        let part = match input.fill_buf() {
            Ok(part) => part,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if part.is_empty() {
            return Ok(if !any { Read::End } else { finished(line, too_long) });
        }
        any = true;
        let end = part.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(part.len(), |end| end + 1);
        let text = part.get(..end.unwrap_or(used)).unwrap_or_default();
        // One byte more is kept, because a carriage return may be the last.
        too_long |= line.len() + text.len() > MAX_LINE + 1;
        if !too_long {
            line.extend_from_slice(text);
        }
        input.consume(used);
        if end.is_some() {
            return Ok(finished(line, too_long));
        }
    }
}

fn finished(line: &mut Vec<u8>, too_long: bool) -> Read {
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    if too_long || line.len() > MAX_LINE { Read::TooLong } else { Read::Line }
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;
