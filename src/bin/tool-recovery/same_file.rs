//! Whether writing an output would empty an input.

use crate::Failure;
use std::path::Path;

/// An output that is none of the inputs, also not by a link to one.
///
/// # Errors
///
/// It is one of them.
pub(crate) fn apart<'p>(output: &Path, inputs: impl IntoIterator<Item = &'p Path>) -> Result<(), Failure> {
    if inputs.into_iter().any(|input| are_one(output, input)) {
        return Err(Failure::Wrong("the output is one of the inputs".to_owned()));
    }
    Ok(())
}

#[cfg(unix)]
pub(crate) fn are_one(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (one.metadata(), other.metadata()) {
        (Ok(one), Ok(other)) => one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
pub(crate) fn are_one(one: &Path, other: &Path) -> bool {
    let real = one.canonicalize().ok();
    real.is_some() && real == other.canonicalize().ok()
}
