//! Which statuses settle a class by themselves: a status is the producer's own word, so it outranks any text.
//!
//! Only statuses whose meaning does not depend on the text are here. The others are left open: a 403 may be a rate limit, a 400 may be an expired
//! token, an exit code of 1 says nothing. What an open status merely suggests is weighed with the text by the keywords.

mod exceptions;

use super::Settled;
use crate::classify::{Class, Subkind};
use std::collections::HashMap;
use std::io;
use std::sync::LazyLock;

#[cfg(feature = "keywords")]
pub(crate) use exceptions::GROUPS;
pub(crate) use exceptions::Group;

/// Every exception name with its group.
static BY_NAME: LazyLock<HashMap<&'static str, &'static Group>> = LazyLock::new(|| {
    let names = |group: &'static Group| group.each_name().map(move |name| (name, group));
    exceptions::GROUPS.iter().flat_map(names).collect()
});

const fn settled(class: Class, subkind: Option<Subkind>, rule: &'static str) -> Option<Settled> {
    Some(Settled { class, subkind, rule })
}

/// What an HTTP status settles; `retry_after` says whether the response asks for a wait.
///
/// Source: RFC 9110 section 15, RFC 6585 (429, 511), RFC 7725 (451), RFC 8470 (425). A 403 or a 429 that asks for a wait is a throttle. A 429 that does
/// not may also be a spent quota, which only its body tells, so that it stays open, as do 400, 402, 403, 404, 409, 410, 422, 500 and 503.
#[must_use]
pub fn http(status: u16, retry_after: bool) -> Option<Settled> {
    match status {
        401 => settled(Class::Authentication, None, "http.401"),
        403 if retry_after => settled(Class::RateLimited, Some(Subkind::Throttle), "http.403+retry-after"),
        405 => settled(Class::Unsupported, None, "http.405"),
        407 => settled(Class::Authentication, None, "http.407"),
        408 => settled(Class::Transient, None, "http.408"),
        411 => settled(Class::WrongArguments, None, "http.411"),
        412 => settled(Class::WrongArguments, None, "http.412"),
        414 => settled(Class::WrongArguments, None, "http.414"),
        416 => settled(Class::WrongArguments, None, "http.416"),
        425 => settled(Class::Transient, None, "http.425"),
        429 if retry_after => settled(Class::RateLimited, Some(Subkind::Throttle), "http.429+retry-after"),
        431 => settled(Class::WrongArguments, None, "http.431"),
        451 => settled(Class::Permission, None, "http.451"),
        501 => settled(Class::Unsupported, None, "http.501"),
        502 => settled(Class::Transient, None, "http.502"),
        504 => settled(Class::Transient, None, "http.504"),
        505 => settled(Class::Unsupported, None, "http.505"),
        511 => settled(Class::Authentication, None, "http.511"),
        _ => None,
    }
}

/// What a gRPC status number settles.
///
/// Source: gRPC, "Status codes and their use in gRPC". Open: INVALID_ARGUMENT (an invalid API key comes so), NOT_FOUND, RESOURCE_EXHAUSTED (a rate, a
/// quota or a message that is too large), FAILED_PRECONDITION, UNAVAILABLE (refused, or lost on the way), INTERNAL, UNKNOWN, DATA_LOSS.
#[must_use]
pub fn grpc(code: i32) -> Option<Settled> {
    match code {
        4 => settled(Class::Transient, None, "grpc.deadline_exceeded"),
        6 => settled(Class::WrongArguments, None, "grpc.already_exists"),
        7 => settled(Class::Permission, None, "grpc.permission_denied"),
        10 => settled(Class::Transient, None, "grpc.aborted"),
        11 => settled(Class::WrongArguments, None, "grpc.out_of_range"),
        12 => settled(Class::Unsupported, None, "grpc.unimplemented"),
        16 => settled(Class::Authentication, None, "grpc.unauthenticated"),
        _ => None,
    }
}

/// What a JSON-RPC error code settles.
///
/// Source: JSON-RPC 2.0 section 5.1. -32602 stays open, because servers report unknown tools and refusals with it; -32000 to -32099 belong to the
/// implementation, so that the same number means different things in different servers.
#[must_use]
pub fn jsonrpc(code: i64) -> Option<Settled> {
    match code {
        -32700 => settled(Class::WrongArguments, None, "jsonrpc.parse_error"),
        -32601 => settled(Class::Unsupported, None, "jsonrpc.method_not_found"),
        _ => None,
    }
}

/// What a process exit code settles.
///
/// Source: `timeout(1)` of GNU coreutils (124). Open, though POSIX shell command language section 2.8.2 defines them: 126, where the file may lack the permission or
/// be of another machine's format, and 127, which shells also return for an unset variable and for a script that is not there, and programs for what they like.
/// 128 + n is a signal that anybody may have sent.
#[must_use]
pub fn exit(code: i32) -> Option<Settled> {
    match code {
        124 => settled(Class::Transient, None, "exit.124"),
        _ => None,
    }
}

/// What a signal that ended a process settles.
///
/// Source: POSIX `signal.h`. Only the alarm clock says why the process ended; KILL, TERM, PIPE and the faults do not.
#[must_use]
pub fn signal(number: i32) -> Option<Settled> {
    match number {
        14 => settled(Class::Transient, None, "signal.alrm"),
        _ => None,
    }
}

/// What an I/O error kind settles.
///
/// Source: `std::io::ErrorKind`. Open: `NotFound` (a file, or the program itself), `IsADirectory` and `NotADirectory` (perhaps another tool's job),
/// `InvalidData`, `UnexpectedEof`, `Other`.
#[must_use]
pub fn io(kind: io::ErrorKind) -> Option<Settled> {
    use io::ErrorKind as K;
    match kind {
        K::PermissionDenied | K::ReadOnlyFilesystem => settled(Class::Permission, None, "io.permission"),
        K::ConnectionRefused | K::HostUnreachable | K::NetworkUnreachable | K::NetworkDown | K::AddrNotAvailable => {
            settled(Class::Unavailable, Some(Subkind::Service), "io.unreachable")
        }
        K::ConnectionReset | K::ConnectionAborted | K::BrokenPipe | K::TimedOut | K::Interrupted | K::WouldBlock => {
            settled(Class::Transient, None, "io.interrupted")
        }
        K::ResourceBusy | K::Deadlock | K::ExecutableFileBusy | K::AddrInUse | K::StaleNetworkFileHandle => settled(Class::Transient, None, "io.busy"),
        K::StorageFull | K::OutOfMemory | K::QuotaExceeded => settled(Class::Transient, None, "io.exhausted"),
        K::AlreadyExists | K::InvalidInput | K::DirectoryNotEmpty | K::NotSeekable | K::ArgumentListTooLong | K::FileTooLarge => {
            settled(Class::WrongArguments, None, "io.argument")
        }
        K::Unsupported => settled(Class::Unsupported, None, "io.unsupported"),
        _ => None,
    }
}

/// What the name of an exception type settles. Only the last segment of a qualified name is read: `java.net.UnknownHostException`, `Errno::EPERM`.
///
/// Source: the exception hierarchies of Python, Node, Java, .NET, Ruby and their common clients. Names that are raised for more than one kind of
/// obstacle (`ValueError`, `TypeError`, `OSError`, `FileNotFoundError`, `UnicodeDecodeError`) stay open.
#[must_use]
pub fn exception(name: &str) -> Option<Settled> {
    let group = exception_group(name)?;
    if group.sure { settled(group.class, group.subkind, group.rule) } else { None }
}

/// The group of an exception type's name, also where the name alone does not settle the class.
pub(crate) fn exception_group(name: &str) -> Option<&'static Group> {
    let last = name.rsplit(['.', ':', '\\', '/', '$']).next().unwrap_or(name);
    BY_NAME.get(last).copied()
}

#[cfg(test)]
#[path = "status_tests.rs"]
mod tests;
