//! `export`: records without identifiers.

use super::input;
use crate::{Failure, why::why};
use clap::{Args, ValueEnum};
use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};
use tool_recovery::record::analytics;

#[derive(Args)]
pub(crate) struct Export {
    /// What stays
    #[arg(long, value_enum)]
    projection: Projection,
    /// Files with records, or folders of a file sink; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Projection {
    /// What happened and what was decided, without identifiers and references
    Analytics,
}

impl Export {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let Projection::Analytics = self.projection;
        let mut out = BufWriter::with_capacity(256 * 1024, io::stdout().lock());
        let mut unread = 0;
        for path in input::files(&self.files)? {
            let copied = input::each(&path, &mut |record| writeln!(out, "{}", analytics(record)).map_err(|error| unwritable(&error)));
            match copied {
                Ok(more) => unread += more,
                // Whoever reads the output has seen enough.
                Err(Failure::Io(message)) if message.is_empty() => return Ok(()),
                Err(failure) => return Err(failure),
            }
        }
        match out.flush() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(unwritable(&error)),
            _ if unread > 0 => Err(Failure::Wrong(format!("{unread} lines are no records; every other one was copied"))),
            _ => Ok(()),
        }
    }
}

/// An empty message stands for a reader that went away.
fn unwritable(error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Io(String::new()),
        kind => Failure::Io(format!("standard output cannot be written: {}", why(kind))),
    }
}
