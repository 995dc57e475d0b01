//! gRPC status numbers, without a dependency on a gRPC library.

use super::{Adapter, Code, FactExtractor, Facts, FailureKind, Judgement, Phase, Provenance, Reach, TimeoutOwner, UntrustedText, status};
use crate::admission::ToolDescriptor;
use std::fmt;

/// An error with a gRPC status.
pub trait GrpcStatus {
    /// The status number, 0 to 16.
    fn code(&self) -> i32;

    /// The status message.
    fn message(&self) -> &str;
}

/// Reads the number and the message of an error.
pub trait ReadStatus<E> {
    /// The status number and the message.
    fn read<'e>(&self, error: &'e E) -> (i32, &'e str);
}

/// Reads any [`GrpcStatus`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByTrait;

impl<E: GrpcStatus> ReadStatus<E> for ByTrait {
    fn read<'e>(&self, error: &'e E) -> (i32, &'e str) {
        (error.code(), error.message())
    }
}

/// Reads by a function.
#[derive(Clone, Copy)]
pub struct ByFn<F>(F);

impl<E, F: for<'e> Fn(&'e E) -> (i32, &'e str)> ReadStatus<E> for ByFn<F> {
    fn read<'e>(&self, error: &'e E) -> (i32, &'e str) {
        (self.0)(error)
    }
}

impl<F> fmt::Debug for ByFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByFn")
    }
}

/// Facts from an error with a gRPC status. Every `Ok` is a success.
///
/// For a type of another crate, such as `tonic::Status`, give a function:
///
/// ```
/// use tool_recovery::facts::GrpcFacts;
///
/// struct Status(i32, String); // stands for `tonic::Status`
/// let facts = GrpcFacts::with(|status: &Status| (status.0, status.1.as_str()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GrpcFacts<R = ByTrait> {
    read: R,
}

impl GrpcFacts {
    /// Reads errors that implement [`GrpcStatus`].
    #[must_use]
    pub const fn new() -> Self {
        Self { read: ByTrait }
    }

    /// Reads errors by a function.
    pub fn with<E, F: for<'e> Fn(&'e E) -> (i32, &'e str)>(read: F) -> GrpcFacts<ByFn<F>> {
        GrpcFacts { read: ByFn(read) }
    }
}

/// The facts of a status number, such as one from a record.
///
/// The meaning of the numbers is that of "Status codes and their use in gRPC", the page `statuscodes.md` of the gRPC repository.
#[must_use]
pub fn status_facts(code: i32, text: UntrustedText) -> Facts {
    let reach = reach(code);
    let phase = if matches!(reach, Reach::MayHaveReached) { Phase::Unknown } else { Phase::Execution };
    let facts = Facts::new(Provenance::new(Adapter::Grpc, "status"))
        .reached(phase, reach)
        .code(Code::Grpc(code))
        .settled_by(status::grpc(code))
        .text_from(text, "message");
    if code == DEADLINE_EXCEEDED { facts.kind(FailureKind::Timeout(TimeoutOwner::Tool)) } else { facts }
}

const DEADLINE_EXCEEDED: i32 = 4;

/// How far a call got.
///
/// `INVALID_ARGUMENT` 3, `NOT_FOUND` 5, `ALREADY_EXISTS` 6, `PERMISSION_DENIED` 7, `FAILED_PRECONDITION` 9, `OUT_OF_RANGE` 11, `UNIMPLEMENTED` 12 and
/// `UNAUTHENTICATED` 16 are refusals. `RESOURCE_EXHAUSTED` 8 is mostly one, but a client gives it too for an answer that is too large, after the work was done: an
/// answer with an open effect. Everything else may have come from a lost connection, a deadline or a fault in the middle of the work.
const fn reach(code: i32) -> Reach {
    match code {
        3 | 5 | 6 | 7 | 9 | 11 | 12 | 16 => Reach::Refused,
        8 => Reach::Answered,
        _ => Reach::MayHaveReached,
    }
}

impl<T, E, R: ReadStatus<E>> FactExtractor<T, E> for GrpcFacts<R> {
    #[inline]
    fn judge(&self, _: &ToolDescriptor, outcome: Result<&T, &E>) -> Judgement {
        match outcome {
            Ok(_) => Judgement::Success,
            Err(error) => {
                let (code, message) = self.read.read(error);
                status_facts(code, UntrustedText::new(message)).into()
            }
        }
    }
}

#[cfg(test)]
#[path = "grpc_tests.rs"]
mod tests;
