//! Lines from files, in chunks that end with a line.

use crate::record::Record;
use std::io::{self, Read};

/// One file of a chain.
pub struct Source<'s> {
    /// Its name in messages.
    pub name: String,
    /// Its bytes.
    pub bytes: Box<dyn Read + Send + 's>,
}

impl std::fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Whole lines of one file.
pub(super) struct Chunk {
    /// The place of the chunk in the input, from 0.
    pub(super) at: u64,
    /// Which file it is from.
    pub(super) source: usize,
    /// The number of its first line in that file, from 1.
    pub(super) first_line: u64,
    pub(super) bytes: Vec<u8>,
    /// Bytes at the end of the file without the end of a line: a line that was cut off.
    pub(super) torn: bool,
    /// A line longer than a record may be was passed over in front of this chunk.
    pub(super) too_long: bool,
}

/// How much is read at once.
const CHUNK: usize = 1024 * 1024;

/// Reads the sources one after another.
pub(super) struct Input<'s> {
    sources: std::vec::IntoIter<Source<'s>>,
    open: Option<Source<'s>>,
    source: usize,
    next_line: u64,
    at: u64,
    carried: Vec<u8>,
    /// In the middle of a line that is too long.
    skipping: bool,
}

impl<'s> Input<'s> {
    pub(super) fn new(sources: Vec<Source<'s>>) -> Self {
        let mut sources = sources.into_iter();
        let open = sources.next();
        Self { sources, open, source: 0, next_line: 1, at: 0, carried: Vec::new(), skipping: false }
    }

    /// The next whole lines; `None` at the end. `spare` is used again.
    pub(super) fn next(&mut self, mut spare: Vec<u8>) -> io::Result<Option<Chunk>> {
        spare.clear();
        let mut bytes = spare;
        let mut too_long = false;
        while let Some(open) = &mut self.open {
            bytes.append(&mut self.carried);
            let before = bytes.len();
            bytes.resize(before + CHUNK, 0);
            let read = fill(&mut open.bytes, bytes.get_mut(before..).unwrap_or_default())?;
            bytes.truncate(before + read);
            let ended = read < CHUNK;
            if self.skipping {
                let end = memchr::memchr(b'\n', &bytes).map(|end| end + 1);
                bytes.drain(..end.unwrap_or(bytes.len()));
                self.skipping = end.is_none() && !ended;
            }
            let whole = memchr::memrchr(b'\n', &bytes).map_or(0, |end| end + 1);
            let rest = bytes.len() - whole;
            let torn = ended && rest > 0;
            if !ended && rest > Record::MAX_LINE {
                (self.skipping, too_long) = (true, true);
            } else if !torn {
                self.carried.extend_from_slice(bytes.get(whole..).unwrap_or_default());
            }
            bytes.truncate(whole);
            let chunk = Chunk { at: self.at, source: self.source, first_line: self.next_line, bytes, torn, too_long };
            self.next_line += memchr::memchr_iter(b'\n', &chunk.bytes).count() as u64 + u64::from(too_long);
            if ended {
                self.open = self.sources.next();
                self.source += 1;
                self.next_line = 1;
            }
            if !chunk.bytes.is_empty() || chunk.torn || chunk.too_long {
                self.at += 1;
                return Ok(Some(chunk));
            }
            bytes = chunk.bytes;
            too_long = false;
        }
        Ok(None)
    }
}

/// Reads until the room is full or the source ends.
fn fill(source: &mut (dyn Read + Send + '_), mut room: &mut [u8]) -> io::Result<usize> {
    let whole = room.len();
    while !room.is_empty() {
        match source.read(room) {
            Ok(0) => break,
            Ok(read) => room = room.get_mut(read..).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(whole - room.len())
}
