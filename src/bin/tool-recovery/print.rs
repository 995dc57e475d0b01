//! Standard output.

use crate::{Failure, why::why};
use std::io::{self, Write};

/// Prints. Whoever went away has seen enough.
pub(crate) fn print(out: &mut impl Write, text: &str) -> Result<(), Failure> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Io(format!("standard output cannot be written: {}", why(error.kind())))),
        _ => Ok(()),
    }
}
