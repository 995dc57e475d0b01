//! Files of the measuring commands, and what is said when one is wrong.

use crate::{Failure, why::why};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::error::Category;
use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Write},
    path::Path,
};
use tool_recovery::eval::dataset::RowError;

/// The largest file that is read as a whole: locks, thresholds, reports.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

pub(crate) fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    File::open(path).map(|file| BufReader::with_capacity(256 * 1024, file)).map_err(|error| unreadable(path, &error))
}

pub(crate) fn create(path: &Path) -> Result<BufWriter<File>, Failure> {
    File::create(path).map(|file| BufWriter::with_capacity(256 * 1024, file)).map_err(|error| unwritable(path, &error))
}

pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Wrong(format!("{} cannot be read: {}", path.display(), why(error.kind())))
}

pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Wrong(format!("{} cannot be written: {}", path.display(), why(error.kind())))
}

pub(crate) fn bad_row(path: &Path, error: &RowError) -> Failure {
    match error {
        RowError::Io(error) => unreadable(path, error),
        error => Failure::Wrong(format!("{}: {error}", path.display())),
    }
}

pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    serde_json::from_str(&read_text(path)?).map_err(|error| {
        let what = match error.classify() {
            Category::Data => "is JSON, but has an unknown member, lacks one, or has a value of another kind: is it the file for this option?",
            Category::Eof => "is not JSON: it ends too early",
            Category::Io | Category::Syntax => "is not JSON",
        };
        Failure::Wrong(format!("{} {what} (line {}, column {})", path.display(), error.line(), error.column()))
    })
}

pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    open(path)?.take(MAX_BYTES).read_to_string(&mut text).map_err(|error| unreadable(path, &error))?;
    Ok(text)
}

/// Writes a file of JSON with a line feed at its end.
pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), Failure> {
    let mut file = create(path)?;
    serde_json::to_writer_pretty(&mut file, value)
        .map_err(io::Error::from)
        .and_then(|()| file.write_all(b"\n"))
        .and_then(|()| file.flush())
        .map_err(|error| unwritable(path, &error))
}

/// The name of a file, without its directory, as a terminal may have it.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| printable(&name.to_string_lossy())).unwrap_or_default()
}

/// A line with parts from a file, as a terminal may have it.
pub(crate) fn printable_line(line: &str) -> String {
    line.chars().filter(|c| !c.is_control()).take(300).collect()
}

/// A name from a file, as a terminal may have it: at most 60 characters, none of them a control character.
pub(crate) fn printable(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { '?' } else { c }).take(60).collect()
}
