//! `std::io::Error`: the operating system's word on one operation.

use super::{
    Adapter, Code, FactExtractor, Facts, FailureKind, Judgement, Phase, Provenance, Reach, TimeoutOwner,
    quote::{display_text, find_cause},
    status,
};
use crate::admission::ToolDescriptor;
use std::{
    error::Error,
    io::{self, ErrorKind},
};

type BoxError = Box<dyn Error + Send + Sync>;

/// Facts from `std::io::Error`, for tools that are one operation of the system: open, connect, read, remove.
///
/// The kernel refuses such an operation before it does anything, so that "not found" or "connection refused" proves that nothing happened. A tool that does several
/// things says so with [`of_many_steps`](Self::of_many_steps): then the failing step proves nothing about the steps before it. An error that carries a payload
/// (`io::Error::new`, `io::Error::other`) was made by a library and never proves anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IoFacts {
    many_steps: bool,
}

impl IoFacts {
    /// The tool is one operation.
    #[must_use]
    pub const fn new() -> Self {
        Self { many_steps: false }
    }

    /// Declares that the tool may have done something before the step that failed.
    #[must_use]
    pub const fn of_many_steps(mut self) -> Self {
        self.many_steps = true;
        self
    }

    /// The facts of one error.
    #[must_use]
    pub fn facts(&self, error: &io::Error) -> Facts {
        let kind = error.kind();
        let certain = !self.many_steps && refused_by_system(error);
        let (phase, reach) = if certain { (Phase::PreExecution, Reach::NotReached) } else { (Phase::Unknown, Reach::MayHaveReached) };
        let facts = Facts::new(Provenance::new(Adapter::Io, "kind"))
            .reached(phase, reach)
            .code(code(error))
            .settled_by(status::io(kind))
            .text_from(display_text(error), "display");
        if kind == ErrorKind::TimedOut { facts.kind(FailureKind::Timeout(TimeoutOwner::Tool)) } else { facts }
    }
}

/// The error's number where it has one, else the name of its kind.
pub(crate) fn code(error: &io::Error) -> Option<Code> {
    error.raw_os_error().map(Code::Errno).or_else(|| Code::name(&format!("{:?}", error.kind())))
}

/// The kind of an I/O error that is none of the network: the system, or the library that made the error, answered, and nothing was lost on the way.
pub(crate) fn local_kind(facts: &Facts) -> Option<ErrorKind> {
    if facts.provenance.adapter != Adapter::Io {
        return None;
    }
    let kind = match facts.code.as_ref()? {
        Code::Errno(number) => io::Error::from_raw_os_error(*number).kind(),
        Code::Name(name) => LOCAL.into_iter().find(|kind| format!("{kind:?}") == **name)?,
        _ => return None,
    };
    LOCAL.contains(&kind).then_some(kind)
}

/// Kinds of errors that files and directories have.
const LOCAL: [ErrorKind; 18] = [
    ErrorKind::NotFound,
    ErrorKind::PermissionDenied,
    ErrorKind::AlreadyExists,
    ErrorKind::NotADirectory,
    ErrorKind::IsADirectory,
    ErrorKind::DirectoryNotEmpty,
    ErrorKind::ReadOnlyFilesystem,
    ErrorKind::InvalidInput,
    ErrorKind::InvalidData,
    ErrorKind::StorageFull,
    ErrorKind::NotSeekable,
    ErrorKind::QuotaExceeded,
    ErrorKind::FileTooLarge,
    ErrorKind::ResourceBusy,
    ErrorKind::ExecutableFileBusy,
    ErrorKind::ArgumentListTooLong,
    ErrorKind::Unsupported,
    ErrorKind::OutOfMemory,
];

/// Whether the operating system refused the operation itself, before it could do anything.
pub(crate) fn refused_by_system(error: &io::Error) -> bool {
    let bare = error.get_ref().is_none();
    bare && matches!(
        error.kind(),
        ErrorKind::NotFound
            | ErrorKind::PermissionDenied
            | ErrorKind::ConnectionRefused
            | ErrorKind::HostUnreachable
            | ErrorKind::NetworkUnreachable
            | ErrorKind::AddrInUse
            | ErrorKind::AddrNotAvailable
            | ErrorKind::AlreadyExists
            | ErrorKind::NotADirectory
            | ErrorKind::IsADirectory
            | ErrorKind::DirectoryNotEmpty
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::ExecutableFileBusy
            | ErrorKind::ArgumentListTooLong
    )
}

/// The facts of a boxed error: of the I/O error in its chain of causes where there is one. Only an error that is an I/O error itself can prove anything, because
/// whoever wrapped it may have done something before.
pub(crate) fn boxed_facts(facts: IoFacts, adapter: Adapter, error: &(dyn Error + 'static)) -> Facts {
    match (error.downcast_ref::<io::Error>(), find_cause::<io::Error>(error)) {
        (Some(io), _) => facts.facts(io),
        (None, Some(cause)) => facts.of_many_steps().facts(cause).text_from(display_text(&error), "display"),
        (None, None) => Facts::new(Provenance::new(adapter, "err")).text_from(display_text(&error), "display"),
    }
}

impl<T> FactExtractor<T, io::Error> for IoFacts {
    #[inline]
    fn judge(&self, _: &ToolDescriptor, outcome: Result<&T, &io::Error>) -> Judgement {
        match outcome {
            Ok(_) => Judgement::Success,
            Err(error) => self.facts(error).into(),
        }
    }
}

impl<T> FactExtractor<T, BoxError> for IoFacts {
    #[inline]
    fn judge(&self, _: &ToolDescriptor, outcome: Result<&T, &BoxError>) -> Judgement {
        match outcome {
            Ok(_) => Judgement::Success,
            Err(error) => boxed_facts(*self, Adapter::Io, &**error).into(),
        }
    }
}

#[cfg(test)]
#[path = "io_tests.rs"]
mod tests;
