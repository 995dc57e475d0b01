//! Records in files: JSON lines in a folder, one chain through all of them.

mod files;
mod journal;
mod options;
mod queue;
mod sink;
mod tail;
mod writer;

pub use files::record_files;
pub use options::{FileOptions, Fsync, WhenFull};
pub use sink::{FileSink, SinkCounts};
