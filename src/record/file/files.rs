//! The files of a chain: their names, their order, their removal.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

/// The files of the chain in a folder, in the order of their lines.
///
/// # Errors
///
/// The folder cannot be read.
pub fn record_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    Ok(numbered(folder)?.into_iter().map(|(_, path)| path).collect())
}

/// The files with their numbers.
pub(super) fn numbered(folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(number) = path.file_name().and_then(|name| number_of(name.to_str()?)) {
            found.push((number, path));
        }
    }
    found.sort();
    Ok(found)
}

pub(super) fn path_of(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("records-{number:08}.jsonl"))
}

fn number_of(name: &str) -> Option<u64> {
    let digits = name.strip_prefix("records-")?.strip_suffix(".jsonl")?;
    (digits.len() >= 8 && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok())?
}

/// Removes the oldest files: those beyond the number that is kept, and those that are too old. Never the last one.
pub(super) fn remove_old(folder: &Path, max_files: Option<usize>, max_age: Option<Duration>) -> io::Result<()> {
    let files = numbered(folder)?;
    let surplus = max_files.map_or(0, |kept| files.len().saturating_sub(kept));
    let closed = files.get(..files.len().saturating_sub(1)).unwrap_or_default();
    for (at, (_, path)) in closed.iter().enumerate() {
        // From the oldest on, without a hole: a chain may lose its beginning, never its middle.
        if at >= surplus && !is_older(path, max_age)? {
            break;
        }
        fs::remove_file(path)?;
    }
    Ok(())
}

fn is_older(path: &Path, max_age: Option<Duration>) -> io::Result<bool> {
    let Some(max_age) = max_age else { return Ok(false) };
    let changed = fs::metadata(path)?.modified()?;
    Ok(crate::clock::wall().duration_since(changed).is_ok_and(|age| age > max_age))
}
