//! Statuses in words: a model does not look numbers up.

use crate::facts::Code;

/// Whom a status blames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blame {
    /// The call as it was sent: waiting does not mend it.
    Call,
    /// Whoever answers it.
    Producer,
}

/// The status as its protocol words it, where a protocol defines it. A name that a peer made up is no status.
pub(super) fn words(code: &Code) -> Option<&'static str> {
    match code {
        Code::Http(status) => http(*status),
        Code::Grpc(number) => grpc(*number),
        Code::JsonRpc(-32600) => Some("invalid request"),
        Code::JsonRpc(-32602) => Some("invalid params"),
        Code::JsonRpc(-32603) => Some("internal error"),
        Code::JsonRpc(-32099..=-32000) => Some("an error of the server's own kind"),
        Code::Exit(126) => Some("the program could not be executed"),
        Code::Exit(127) => Some("the program was not found"),
        Code::Exit(_) => Some("the program ended with an error"),
        Code::Signal(_) => Some("the program was ended by a signal"),
        Code::JsonRpc(_) | Code::Errno(_) | Code::Name(_) => None,
    }
}

const fn http(status: u16) -> Option<&'static str> {
    match status {
        400 => Some("bad request"),
        402 => Some("payment required"),
        403 => Some("forbidden"),
        404 => Some("not found"),
        406 => Some("not acceptable"),
        409 => Some("conflict"),
        410 => Some("gone"),
        413 => Some("content too large"),
        415 => Some("unsupported media type"),
        422 => Some("unprocessable content"),
        423 => Some("locked"),
        424 => Some("failed dependency"),
        426 => Some("upgrade required"),
        429 => Some("too many requests"),
        500 => Some("internal server error"),
        503 => Some("service unavailable"),
        507 => Some("insufficient storage"),
        _ => match status / 100 {
            4 => Some("an error of the client"),
            5 => Some("an error of the server"),
            _ => None,
        },
    }
}

const fn grpc(number: i32) -> Option<&'static str> {
    match number {
        2 => Some("unknown error"),
        3 => Some("invalid argument"),
        5 => Some("not found"),
        8 => Some("resource exhausted"),
        9 => Some("failed precondition"),
        13 => Some("internal error"),
        14 => Some("unavailable"),
        15 => Some("data loss"),
        _ => None,
    }
}

/// Whom an open status blames, where it leaves no doubt about that.
pub(super) const fn blame(code: &Code) -> Option<Blame> {
    match code {
        Code::Http(404 | 406 | 410 | 413 | 415 | 422) | Code::Grpc(3) | Code::JsonRpc(-32602) => Some(Blame::Call),
        Code::Http(503) | Code::Grpc(14) => Some(Blame::Producer),
        _ => None,
    }
}

#[cfg(test)]
#[path = "status_tests.rs"]
mod tests;
