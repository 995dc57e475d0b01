//! Held-out rows are opened with a locked policy only, and every use is written down.

use crate::{Failure, files};
use std::{
    fs::OpenOptions,
    io::Write as _,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};
use tool_recovery::eval::{
    bench::{HeldoutRead, distinct_thresholds},
    dataset::Rows,
    metrics::Part,
    split::{Lock, LockedFile},
    thresholds::Policy,
};

/// The lock beside the rows.
const LOCK: &str = "split.lock.json";

/// Where uses are written down, beside the lock.
const LEDGER: &str = "heldout.ledger.jsonl";

/// What a lock says about a file of rows.
pub(crate) struct Locked {
    lock: Lock,
    path: PathBuf,
    pub(crate) file: LockedFile,
}

/// The seconds since 1970.
pub(crate) fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The lock that is named, or the one beside the rows. Rows that a lock does not know are refused: somebody changed them, or named the wrong lock.
pub(crate) fn find(named: Option<&Path>, input: &Path) -> Result<Option<Locked>, Failure> {
    let beside = input.parent().unwrap_or(Path::new("")).join(LOCK);
    let path = match named {
        Some(path) => path.to_owned(),
        None if beside.is_file() => beside,
        None => return Ok(None),
    };
    let lock: Lock = files::read_json(&path)?;
    let digest = digest(input)?;
    match lock.file(&digest).cloned() {
        Some(file) => Ok(Some(Locked { lock, path, file })),
        None => Err(Failure::Wrong(format!("{} has other rows than {} locked", input.display(), path.display()))),
    }
}

/// The hash of the rows, without looking into them.
fn digest(input: &Path) -> Result<String, Failure> {
    let mut rows = Rows::new(files::open(input)?);
    while rows.next_line().map_err(|error| files::bad_row(input, &error))?.is_some() {}
    Ok(rows.digest())
}

pub(crate) fn policy(path: &Path) -> Result<Policy, Failure> {
    Policy::parse(&files::read_text(path)?).map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))
}

impl Locked {
    pub(crate) fn is_heldout(&self) -> bool {
        self.file.split == Part::Heldout
    }

    /// Opens held-out rows. Returns with how many policies they were used, this time included.
    pub(crate) fn open(&self, policy: Option<&Policy>) -> Result<u64, Failure> {
        if !self.is_heldout() {
            return Ok(0);
        }
        let Some(policy) = policy else {
            return Err(Failure::Wrong("these rows are held out: they are opened with --thresholds, which `calibrate` writes from other rows".to_owned()));
        };
        let chosen_on = self.lock.file(&policy.dataset_digest).filter(|file| file.split != Part::Heldout);
        if chosen_on.is_none() {
            return Err(Failure::Wrong("the thresholds were not chosen on the train or tune rows of this lock".to_owned()));
        }
        let path = self.path.with_file_name(LEDGER);
        let mut reads = reads(&path)?;
        let first = reads.iter().filter(|read| read.dataset_digest == self.file.digest).map(|read| read.at).min();
        if first.is_some_and(|first| policy.created > first) {
            return Err(Failure::Wrong("the thresholds are younger than the first use of these held-out rows".to_owned()));
        }
        let read = HeldoutRead { dataset_digest: self.file.digest.clone(), thresholds_digest: policy.digest.clone(), at: seconds() };
        note(&path, &read)?;
        reads.push(read);
        Ok(distinct_thresholds(&reads, &self.file.digest))
    }
}

fn reads(path: &Path) -> Result<Vec<HeldoutRead>, Failure> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = files::read_text(path)?;
    text.lines()
        .map(|line| serde_json::from_str(line).map_err(|_| Failure::Wrong(format!("{} holds a line that is none of its own", path.display()))))
        .collect()
}

/// Written before the rows are opened: a use that fails afterwards is a use.
fn note(path: &Path, read: &HeldoutRead) -> Result<(), Failure> {
    let line = serde_json::to_string(read).map_err(|error| Failure::Wrong(error.to_string()))?;
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| writeln!(file, "{line}").and_then(|()| file.sync_all())).map_err(|error| files::unwritable(path, &error))
}
