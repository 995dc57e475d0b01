//! A dataset, row by row.

use super::{DatasetDigest, Entry};
use crate::corpus::{
    Fault,
    lines::{Read, read_line},
};
use std::{
    fmt,
    io::{self, BufRead},
};

/// Reads a dataset: one row is in memory at a time, however long the file is.
#[derive(Debug)]
pub struct Rows<R> {
    input: R,
    line: Vec<u8>,
    number: u64,
    digest: DatasetDigest,
}

/// Why a row cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum RowError {
    /// The input cannot be read.
    Io(io::Error),
    /// A line is no row.
    Fault {
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong.
        fault: Fault,
    },
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the input cannot be read: {}", error.kind()),
            Self::Fault { line, fault } => write!(f, "line {line}: {fault}"),
        }
    }
}

impl std::error::Error for RowError {}

impl<R: BufRead> Rows<R> {
    /// Begins at the input's place.
    pub fn new(input: R) -> Self {
        Self { input, line: Vec::new(), number: 0, digest: DatasetDigest::default() }
    }

    /// The hash of the lines that were read.
    #[must_use]
    pub fn digest(&self) -> String {
        self.digest.finish()
    }

    /// The bytes of the latest line: for readers that want less of it than an [`Entry`].
    #[must_use]
    pub fn line(&self) -> &[u8] {
        &self.line
    }

    /// The number of the latest line, from 1.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The next line that is not blank, whatever it holds. `None` at the end.
    ///
    /// # Errors
    ///
    /// Those of the input, and a line that is too long; after the latter the next line can be read.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, RowError> {
        loop {
            let read = read_line(&mut self.input, &mut self.line).map_err(RowError::Io)?;
            if read == Read::End {
                return Ok(None);
            }
            self.number += 1;
            if read == Read::TooLong {
                return Err(RowError::Fault { line: self.number, fault: Fault::TooLong });
            }
            if self.number == 1 && self.line.starts_with(b"\xef\xbb\xbf") {
                self.line.drain(..3);
            }
            if !self.line.trim_ascii().is_empty() {
                self.digest.line(&self.line);
                return Ok(Some(&self.line));
            }
        }
    }
}

impl<R: BufRead> Iterator for Rows<R> {
    type Item = Result<Entry, RowError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.next_line() {
            Ok(None) => None,
            Err(error) => Some(Err(error)),
            Ok(Some(line)) => {
                let entry = Entry::parse(line);
                Some(entry.map_err(|fault| RowError::Fault { line: self.number, fault }))
            }
        }
    }
}

#[cfg(test)]
#[path = "reader_tests.rs"]
mod tests;
