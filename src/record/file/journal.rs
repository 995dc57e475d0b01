//! The file that is written now, and where the chain stands.

use super::{
    FileOptions, Fsync,
    files::{numbered, path_of, remove_old},
    tail::{Tail, tail},
};
use crate::record::{LineDigest, Record};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

/// Where the chain stands.
#[derive(Clone, Copy, Default)]
struct Link {
    seq: u64,
    last: Option<LineDigest>,
    /// The size of the file.
    bytes: u64,
}

pub(super) struct Journal {
    folder: PathBuf,
    options: FileOptions,
    /// Held as long as the journal lives: one writer per chain.
    _lock: File,
    file: File,
    number: u64,
    /// What is in the file.
    written: Link,
    /// What is in the file and the batch.
    next: Link,
    batch: Vec<u8>,
    /// Whether the file ends in a part of a line that could not be taken back.
    spoiled: bool,
}

impl Journal {
    /// Goes on where the chain in a folder was left. `true` where its last line was cut off: that stays as it is, and the chain goes on in a new file.
    pub(super) fn open(folder: &Path, options: FileOptions) -> io::Result<(Self, bool)> {
        fs::create_dir_all(folder)?;
        let lock = lock(folder)?;
        let files = numbered(folder)?;
        let (mut number, mut link, mut torn) = (1, Link::default(), false);
        for (place, (at, path)) in files.iter().rev().enumerate() {
            let Tail { last, torn: cut, bytes } = tail(path)?;
            if place == 0 {
                (number, link.bytes, torn) = (*at, bytes, cut);
            }
            // A file may have been begun without a line: then the one before has the last.
            if let Some((seq, digest)) = last {
                (link.seq, link.last) = (seq, Some(digest));
                break;
            }
        }
        if torn {
            (number, link.bytes) = (number + 1, 0);
        }
        let file = begin(folder, number)?;
        remove_old(folder, options.max_files, options.max_age)?;
        let journal = Self { folder: folder.to_owned(), options, _lock: lock, file, number, written: link, next: link, batch: Vec::new(), spoiled: false };
        Ok((journal, torn))
    }

    /// Adds a line to the batch.
    pub(super) fn append(&mut self, mut record: Record<'static>) {
        record.head.seq = self.next.seq + 1;
        record.head.prev = self.next.last.map(LineDigest::to_digest);
        let start = self.batch.len();
        record.write_line(&mut self.batch);
        let line = self.batch.get(start..).unwrap_or_default();
        let bytes = self.next.bytes + line.len() as u64 + 1;
        self.next = Link { seq: record.head.seq, last: Some(LineDigest::of(line)), bytes };
        self.batch.push(b'\n');
    }

    /// The bytes that are not written yet.
    pub(super) fn unwritten(&self) -> usize {
        self.batch.len()
    }

    /// Whether the next line belongs into another file.
    pub(super) fn is_full(&self) -> bool {
        self.next.bytes >= self.options.max_bytes || self.spoiled
    }

    /// Writes the batch. Where that fails, the batch is given up, and the chain stands where it stood before.
    pub(super) fn commit(&mut self) -> io::Result<()> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let mut done = self.file.write_all(&self.batch);
        if self.options.fsync == Fsync::Always {
            done = done.and_then(|()| self.file.sync_data());
        }
        self.batch.clear();
        match done {
            Ok(()) => self.written = self.next,
            Err(_) => {
                self.next = self.written;
                self.spoiled = self.file.set_len(self.written.bytes).is_err();
            }
        }
        done
    }

    /// Forces to the disk what was written, where the options say so.
    pub(super) fn sync(&self) -> io::Result<()> {
        if self.options.fsync == Fsync::Never { Ok(()) } else { self.file.sync_data() }
    }

    /// Goes on in a new file. Its first line names the last one of the old.
    pub(super) fn rotate(&mut self) -> io::Result<()> {
        // What the disk refuses now it has refused before: a new file may be on a better one.
        let _ = self.sync();
        self.file = begin(&self.folder, self.number + 1)?;
        self.number += 1;
        (self.written.bytes, self.next.bytes, self.spoiled) = (0, 0, false);
        // What cannot be removed now can be at the next rotation.
        let _ = remove_old(&self.folder, self.options.max_files, self.options.max_age);
        Ok(())
    }
}

fn lock(folder: &Path) -> io::Result<File> {
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join("records.lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::Error::new(io::ErrorKind::WouldBlock, "another writer has this folder: give each writer its own")),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Opens a file for lines at its end. Nobody but its owner may read it.
fn begin(folder: &Path, number: u64) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path_of(folder, number))
}
