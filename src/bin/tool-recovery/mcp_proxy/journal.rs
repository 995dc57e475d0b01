//! Records of every call in a folder, for `replay`, `inspect` and `export`.

use super::{notes::say, tools::Names};
use crate::{Failure, why::why};
use std::{
    io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tool_recovery::record::{Body, Code, DigestKey, FileOptions, FileSink, Record, RecordSink, Records, RotatingKey};
use uuid::Uuid;

/// How long the last records may take to be written at the end.
const LAST: Duration = Duration::from_secs(5);

/// The folder of records. Clones share it.
#[derive(Clone)]
pub(super) struct Journal(Arc<Inner>);

struct Inner {
    sink: FileSink,
    dropped: AtomicBool,
    lost: AtomicBool,
}

impl Journal {
    /// Goes on with the chain in a folder, which is made where it is not there. The error says what to do.
    pub(super) fn open(folder: &Path, max_files: Option<usize>) -> Result<Self, Failure> {
        let options = max_files.map_or_else(FileOptions::default, |files| FileOptions::default().max_files(files));
        let sink = FileSink::open(folder, options).map_err(|error| refused(folder, &error))?;
        Ok(Self::with(sink))
    }

    fn with(sink: FileSink) -> Self {
        Self(Arc::new(Inner { sink, dropped: AtomicBool::new(false), lost: AtomicBool::new(false) }))
    }

    /// Records into it; a name that is not one of `names` as its digest. Digests are made with the secret in an environment variable, or else with one that nobody knows, so that those of two sessions do not connect.
    pub(super) fn records(&self, secret: Option<&str>, names: Names) -> Result<Records, Failure> {
        let key = match secret {
            Some(variable) => {
                let wrong = |why: &str| Failure::Wrong(format!("--records-key-env {variable}: the environment variable {why}"));
                let secret = std::env::var(variable).map_err(|_| wrong("is not set, or no text"))?;
                DigestKey::new("given", secret.as_bytes()).map_err(|_| wrong(&format!("is shorter than {} bytes", DigestKey::MIN_SECRET)))?
            }
            None => random_key().ok_or_else(|| Failure::Wrong("no key for the digests of records can be made".into()))?,
        };
        let key = RotatingKey::new(key);
        Ok(Records::new(Named { journal: self.clone(), names, key: key.clone() }, key))
    }

    /// Says once that records were dropped, and once that they could not be written.
    fn look(&self) {
        let counts = self.0.sink.counts();
        let folder = self.0.sink.folder().display();
        if counts.dropped > 0 && !self.0.dropped.swap(true, Ordering::Relaxed) {
            say(format_args!("records come faster than {folder} takes them; some are left out, and a `gap` record says how many. Calls go on"));
        }
        if counts.lost > 0 && !self.0.lost.swap(true, Ordering::Relaxed) {
            say(format_args!("records cannot be written to {folder}: is the disk full? Calls go on, and a `gap` record will say how many are missing"));
        }
    }

    /// Waits for what was recorded to be written.
    pub(super) fn end(&self) {
        let flushed = self.0.sink.flush(LAST);
        self.look();
        if flushed.is_err_and(|error| error.kind() == io::ErrorKind::TimedOut) {
            say(format_args!("the last records are not written to {}", self.0.sink.folder().display()));
        }
    }
}

/// Hides names that a model made up.
struct Named {
    journal: Journal,
    names: Names,
    key: RotatingKey,
}

impl RecordSink for Named {
    fn record(&self, mut record: Record<'static>) {
        if let Some(tool) = tool(&mut record.body)
            && !self.names.have(tool.as_str())
            && !tool.as_str().starts_with("hmac-sha256:")
        {
            *tool = self.key.current().hidden(tool.as_str());
        }
        self.journal.record(record);
    }
}

fn tool<'r>(body: &'r mut Body<'static>) -> Option<&'r mut Code<'static>> {
    match body {
        Body::Authorization(authorization) => authorization.tool.as_mut(),
        Body::Execution(execution) => execution.tool.as_mut(),
        Body::Recovery(recovery) => recovery.tool.as_mut(),
        Body::Recovered(recovered) => recovered.tool.as_mut(),
        _ => None,
    }
}

impl Journal {
    fn record(&self, record: Record<'static>) {
        self.0.sink.record(record);
        self.look();
    }
}

fn refused(folder: &Path, error: &io::Error) -> Failure {
    let name = folder.display();
    Failure::Io(match error.kind() {
        io::ErrorKind::WouldBlock => format!("--records {name}: another proxy writes its records there: give each proxy a folder of its own"),
        io::ErrorKind::InvalidData => format!("--records {name}: {error}"),
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => format!("--records {name}: there is a file: name a folder"),
        kind => format!("--records {name} cannot be written: {}", why(kind)),
    })
}

/// A key of 244 random bits, with a random id: another session has another one.
fn random_key() -> Option<DigestKey> {
    let secret = [Uuid::new_v4(), Uuid::new_v4()].map(Uuid::into_bytes).concat();
    let id = Uuid::new_v4().simple().to_string();
    DigestKey::new(&format!("session-{}", id.get(..8)?), &secret).ok()
}

#[cfg(test)]
#[path = "journal_tests.rs"]
mod tests;
