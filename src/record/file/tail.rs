//! Where a chain was left: its last whole line.

use crate::record::{LineDigest, Record};
use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

/// The end of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tail {
    /// The number and the digest of its last whole line; `None` where it has none.
    pub(super) last: Option<(u64, LineDigest)>,
    /// Whether a line was cut off behind it.
    pub(super) torn: bool,
    /// The size in bytes.
    pub(super) bytes: u64,
}

/// Looks at the end of a file. It reads as much as one line can have, and no more.
pub(super) fn tail(path: &Path) -> io::Result<Tail> {
    let mut file = File::open(path)?;
    let bytes = file.seek(SeekFrom::End(0))?;
    // A whole line with the end of the line before it, and behind it a line that was cut off.
    let window = u64::try_from(2 * (Record::MAX_LINE + 2)).unwrap_or(u64::MAX).min(bytes);
    file.seek(SeekFrom::Start(bytes - window))?;
    let mut end = Vec::new();
    file.take(window).read_to_end(&mut end)?;
    let Some(last_end) = memchr::memrchr(b'\n', &end) else {
        return if window == bytes { Ok(Tail { last: None, torn: bytes > 0, bytes }) } else { Err(not_ours()) };
    };
    let torn = last_end + 1 < end.len();
    let whole = end.get(..last_end).unwrap_or_default();
    let line = whole.get(memchr::memrchr(b'\n', whole).map_or(0, |before| before + 1)..).unwrap_or_default();
    let record = Record::parse(line).map_err(|_| not_ours())?;
    Ok(Tail { last: Some((record.head.seq, LineDigest::of(line))), torn, bytes })
}

fn not_ours() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the last line of the newest file is no record: move the file away to begin another chain")
}

#[cfg(test)]
#[path = "tail_tests.rs"]
mod tests;
