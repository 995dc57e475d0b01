//! The file in which holds outlive the proxy. It is replaced as a whole, so that it is always an old state or a new one.

use super::{holds::Unverified, names::Names, notes::say};
use crate::why::why;
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};
use tool_recovery::ledger::LedgerSnapshot;

const VERSION: u32 = 1;

/// More than a file can have at the largest bound on holds.
const MAX_BYTES: u64 = 512 << 20;

/// What stands in the file: keys and digests, the seed that they were made with, and the tools' names. No argument of any call.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Contents {
    version: u32,
    pub(super) ledger: LedgerSnapshot,
    #[serde(default)]
    pub(super) unverified: Unverified,
    #[serde(default)]
    pub(super) names: Names,
}

impl Contents {
    pub(super) fn new(ledger: LedgerSnapshot, unverified: Unverified, names: Names) -> Self {
        Self { version: VERSION, ledger, unverified, names }
    }
}

/// The file, which is ours as long as this lives.
pub(super) struct Store {
    path: PathBuf,
    _lock: File,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    written: Vec<u8>,
    failed: bool,
}

impl Store {
    /// Opens the file, and reads what is in it. The error says what to do; the file stays as it is.
    pub(super) fn open(path: &Path) -> Result<(Self, Option<Contents>), String> {
        // A link stays one.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        for file in [path.clone(), beside(&path, "lock")] {
            is_usable(&file).map_err(|why| format!("--state {}: {why}", file.display()))?;
        }
        let lock = lock(&beside(&path, "lock")).map_err(|why| format!("--state {}: {why}", path.display()))?;
        let contents = read(&path)?;
        Ok((Self { path, _lock: lock, state: Mutex::default() }, contents))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the contents, or says why not.
    pub(super) fn replace(&self, contents: &Contents) -> io::Result<()> {
        replace(&self.path, &serde_json::to_vec(contents)?)
    }

    /// Replaces the contents. A failure is told once, until it works again: what is held goes on being held by this process.
    pub(super) fn write(&self, contents: &Contents) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(bytes) = serde_json::to_vec(contents) else { return };
        if state.written == bytes {
            return;
        }
        match replace(&self.path, &bytes) {
            Ok(()) => *state = State { written: bytes, failed: false },
            Err(error) if !state.failed => {
                state.failed = true;
                say(format_args!(
                    "{} cannot be written ({}): holds of this session stand, and would be lost with it. Make room, or let the folder be written",
                    self.path.display(),
                    why(error.kind())
                ));
            }
            Err(_) => {}
        }
    }
}

/// A file beside the other, whose name has one more ending.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Whether this is a file or nothing: whoever opens a pipe waits for another process, and a link that leads nowhere would be replaced.
fn is_usable(path: &Path) -> Result<(), &'static str> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => Err("it is no regular file: give a path where one is or can be"),
        _ => Ok(()),
    }
}

fn lock(path: &Path) -> Result<File, String> {
    let file =
        private(OpenOptions::new().create(true).truncate(false), path).map_err(|error| format!("its folder cannot be written: {}", why(error.kind())))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err("another proxy keeps its holds there: give each proxy a file of its own".into()),
        Err(TryLockError::Error(error)) => Err(format!("the lock beside it cannot be taken: {}", why(error.kind()))),
    }
}

/// A file that its owner alone may read.
fn private(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options.write(true).open(path)
}

fn read(path: &Path) -> Result<Option<Contents>, String> {
    let name = path.display();
    let mut bytes = Vec::new();
    match File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("--state {name} cannot be read: {}", why(error.kind()))),
    }
    if bytes.len() as u64 > MAX_BYTES {
        return Err(unusable(path, "it is longer than any file of ours"));
    }
    let contents: Contents = serde_json::from_slice(&bytes).map_err(|error| unusable(path, &format!("line {} is not what was written", error.line())))?;
    if contents.version == VERSION { Ok(Some(contents)) } else { Err(unusable(path, "it is of another version")) }
}

/// Why a file is not used, and what to do: it may say that writes are held, so that nobody goes on as if there were none.
pub(super) fn unusable(path: &Path, why: &str) -> String {
    format!(
        "--state {}: its holds cannot be restored: {why}. The file stays as it is. Put back a copy of it; or find out what became of the last writes, and then move it away",
        path.display()
    )
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = beside(path, "new");
    // What an earlier end left there, or someone else put there: its rights are not ours, and a link would lead elsewhere.
    if let Err(error) = fs::remove_file(&new)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error);
    }
    let mut file = private(OpenOptions::new().create_new(true), &new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&new, path)?;
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
