//! Why something cannot be read or written, in plain words.

use std::{borrow::Cow, io::ErrorKind};

/// What the kind of an error means to whoever gave a path. The words of the standard library are kept for rare kinds alone.
pub(crate) fn why(kind: ErrorKind) -> Cow<'static, str> {
    Cow::Borrowed(match kind {
        ErrorKind::NotFound => "no such file or directory",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::AlreadyExists => "it exists already",
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::InvalidData => "it is not UTF-8 text",
        ErrorKind::AddrInUse => "the address is in use",
        ErrorKind::AddrNotAvailable => "this machine has no such address",
        kind => return Cow::Owned(kind.to_string()),
    })
}
