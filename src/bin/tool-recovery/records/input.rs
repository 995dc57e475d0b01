//! Files, folders and standard input as sources of records.

use crate::{Failure, why::why};
use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
};
use tool_recovery::record::{Record, Source, record_files};

/// The files behind the arguments: a folder stands for its chain.
pub(super) fn files(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in arguments {
        if path.is_dir() {
            let chain = record_files(path).map_err(|error| unreadable(path, &error))?;
            if chain.is_empty() {
                return Err(Failure::Wrong(format!("{} has no files named records-NUMBER.jsonl", path.display())));
            }
            files.extend(chain);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

pub(super) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Io(format!("{} cannot be read: {}", name(path), why(error.kind())))
}

fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// The files as sources, and how large they are together, where that is known.
pub(super) fn sources(files: &[PathBuf]) -> Result<(Vec<Source<'static>>, Option<u64>), Failure> {
    let (mut sources, mut size) = (Vec::new(), Some(0));
    for path in files {
        if path == Path::new("-") {
            size = None;
            sources.push(Source { name: name(path), bytes: Box::new(io::stdin()) });
            continue;
        }
        let file = File::open(path).map_err(|error| unreadable(path, &error))?;
        let length = file.metadata().ok().filter(|metadata| metadata.is_file()).map(|metadata| metadata.len());
        size = size.zip(length).map(|(sum, length)| sum + length);
        sources.push(Source { name: name(path), bytes: Box::new(file) });
    }
    Ok((sources, size))
}

/// Gives every record to `take`, one after another; what is no record, and what was cut off, is passed over. `take` says whether to go on.
pub(super) fn each(path: &Path, take: &mut dyn FnMut(&Record<'_>) -> Result<(), Failure>) -> Result<u64, Failure> {
    let input: Box<dyn io::Read> =
        if path == Path::new("-") { Box::new(io::stdin()) } else { Box::new(File::open(path).map_err(|error| unreadable(path, &error))?) };
    let mut input = BufReader::with_capacity(256 * 1024, input);
    let (mut line, mut unread) = (Vec::new(), 0);
    while next_line(&mut input, &mut line).map_err(|error| unreadable(path, &error))? {
        match line.strip_suffix(b"\n").map(Record::parse) {
            Some(Ok(record)) => take(&record)?,
            _ => unread += 1,
        }
    }
    Ok(unread)
}

/// Reads a line with its end; of a longer one than a record can have, only a beginning without an end is kept.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let most = u64::try_from(Record::MAX_LINE).unwrap_or(u64::MAX) + 2;
    if io::Read::take(&mut *input, most).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() != Some(&b'\n') {
        skip_line(input)?;
    }
    Ok(true)
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let part = input.fill_buf()?;
        let end = part.iter().position(|byte| *byte == b'\n');
        let (used, over) = (end.map_or(part.len(), |end| end + 1), end.is_some() || part.is_empty());
        input.consume(used);
        if over {
            return Ok(());
        }
    }
}
