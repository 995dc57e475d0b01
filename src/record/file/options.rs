//! How records are queued, written and kept.

use std::time::Duration;

/// What happens to a record when the queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhenFull {
    /// It is dropped and counted; a `gap` record says how many there were. The call waits for nothing.
    Drop,
    /// The calling thread waits at most so long for room, and drops the record then. Inside an async runtime this blocks one of its threads: keep it short there.
    Wait(Duration),
}

/// When what was written is forced to the disk.
///
/// Whatever is chosen, a record that was flushed survives the end of the process. This is about the end of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fsync {
    /// When the operating system sees fit.
    Never,
    /// At every [`flush`](super::FileSink::flush), rotation and end.
    OnFlush,
    /// After every batch that is written: each record is on the disk soon after it was made, and a disk's speed is the limit.
    Always,
}

/// Options of a [`FileSink`](super::FileSink).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct FileOptions {
    pub(super) queue: usize,
    pub(super) when_full: WhenFull,
    pub(super) fsync: Fsync,
    pub(super) max_bytes: u64,
    pub(super) max_files: Option<usize>,
    pub(super) max_age: Option<Duration>,
}

impl Default for FileOptions {
    /// A queue of 4,096 records that drops when it is full, files of 64 MiB that are kept forever, no forced writes but at a flush.
    fn default() -> Self {
        Self { queue: 4096, when_full: WhenFull::Drop, fsync: Fsync::OnFlush, max_bytes: 64 * 1024 * 1024, max_files: None, max_age: None }
    }
}

impl FileOptions {
    /// How many records may wait for the writer, at least one. As many again may be on their way to the disk.
    pub fn queue(mut self, records: usize) -> Self {
        self.queue = records.max(1);
        self
    }

    /// What happens when the queue is full.
    pub fn when_full(mut self, when_full: WhenFull) -> Self {
        self.when_full = when_full;
        self
    }

    /// When what was written is forced to the disk.
    pub fn fsync(mut self, fsync: Fsync) -> Self {
        self.fsync = fsync;
        self
    }

    /// The size in bytes from which on no line is added to a file: it is larger than this by one line at most.
    pub fn max_bytes(mut self, bytes: u64) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// How many files are kept, the current one included; whole files are removed, the oldest first.
    pub fn max_files(mut self, files: usize) -> Self {
        self.max_files = Some(files.max(1));
        self
    }

    /// How old a file may become, counted from its last line; whole files are removed, never the current one. Looked at when a file is begun.
    pub fn max_age(mut self, age: Duration) -> Self {
        self.max_age = Some(age);
        self
    }
}
