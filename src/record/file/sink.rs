//! The sink that writes records into a folder.

use super::{FileOptions, journal::Journal, queue::Queue, writer::Writer};
use crate::record::{Record, RecordSink};
use std::{
    fmt, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

/// Writes records as JSON lines into the files of a folder, by a thread of its own.
///
/// The chain goes through all files, across rotations and restarts; a folder has one writer at a time. A queue that is full does what [`FileOptions::when_full`] says. A record is
/// safe from the end of the process once [`flush`](Self::flush) came back; without one it is written as soon as the writer gets to it. Dropping the sink writes
/// what is queued and ends the thread.
///
/// ```
/// use tool_recovery::record::{Code, FileOptions, FileSink, Head, Outcome, OutcomeResult, Record, RecordSink, record_files};
/// use std::time::Duration;
///
/// # let folder = std::env::temp_dir().join(format!("records-doc-{}", std::process::id()));
/// let sink = FileSink::open(&folder, FileOptions::default())?;
/// sink.record(Record { head: Head::new(Code::new("call_1")?), body: Outcome::new(Code::new("verify.orders")?, OutcomeResult::NotAchieved).into() });
/// sink.flush(Duration::from_secs(5))?;
/// assert_eq!(record_files(&folder)?.len(), 1);
/// # drop(sink);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FileSink {
    queue: Arc<Queue>,
    options: FileOptions,
    folder: PathBuf,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// What has become of the records that a sink was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SinkCounts {
    /// Taken into the queue.
    pub accepted: u64,
    /// Written.
    pub written: u64,
    /// Dropped, because the queue was full.
    pub dropped: u64,
    /// Lost, because the file could not be written.
    pub lost: u64,
}

impl FileSink {
    /// Opens a folder, which is made where it is not there, and goes on with the chain in it.
    ///
    /// # Errors
    ///
    /// The folder cannot be written, another writer has it (`WouldBlock`), or its newest file does not end in a record (`InvalidData`).
    pub fn open(folder: impl AsRef<Path>, options: FileOptions) -> io::Result<Self> {
        let folder = folder.as_ref().to_owned();
        let (journal, torn) = Journal::open(&folder, options)?;
        let queue = Arc::new(Queue::default());
        let works = queue.clone();
        let thread = thread::Builder::new().name("tool-recovery-records".to_owned()).spawn(move || {
            let gone = Gone(works);
            Writer::new(journal, torn).run(&gone.0);
        })?;
        Ok(Self { queue, options, folder, thread: Mutex::new(Some(thread)) })
    }

    /// Waits until everything that was taken before is written, at most for `longest`. It blocks the thread: in an async runtime call it where blocking is allowed.
    ///
    /// # Errors
    ///
    /// `TimedOut`, or records that were lost meanwhile.
    pub fn flush(&self, longest: Duration) -> io::Result<()> {
        self.queue.flush(longest)
    }

    /// What has become of the records so far.
    #[must_use]
    pub fn counts(&self) -> SinkCounts {
        let totals = self.queue.totals();
        SinkCounts { accepted: totals.accepted, written: totals.done - totals.lost, dropped: totals.dropped, lost: totals.lost }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl RecordSink for FileSink {
    fn record(&self, record: Record<'static>) {
        self.queue.push(record, self.options.queue, self.options.when_full);
    }
}

impl Drop for FileSink {
    fn drop(&mut self) {
        self.queue.end();
        if let Some(thread) = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = thread.join();
        }
    }
}

/// Tells the queue that the writer has ended, by whatever way.
struct Gone(Arc<Queue>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.writer_gone();
    }
}

impl fmt::Debug for FileSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileSink").field("options", &self.options).finish_non_exhaustive()
    }
}
