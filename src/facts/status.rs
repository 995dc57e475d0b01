//! Which statuses settle a class by themselves: a status is the producer's own word, so it outranks any text.
//!
//! Only statuses whose meaning does not depend on the text are here. The others are left open.

use super::Settled;
use std::io;

/// What an HTTP status settles; `retry_after` says whether the response asks for a wait.
#[must_use]
pub fn http(status: u16, retry_after: bool) -> Option<Settled> {
    let _ = (status, retry_after);
    None
}

/// What a gRPC status number settles.
#[must_use]
pub fn grpc(code: i32) -> Option<Settled> {
    let _ = code;
    None
}

/// What a JSON-RPC error code settles.
#[must_use]
pub fn jsonrpc(code: i64) -> Option<Settled> {
    let _ = code;
    None
}

/// What a process exit code settles.
#[must_use]
pub fn exit(code: i32) -> Option<Settled> {
    let _ = code;
    None
}

/// What a signal that ended a process settles.
#[must_use]
pub fn signal(number: i32) -> Option<Settled> {
    let _ = number;
    None
}

/// What an I/O error kind settles.
#[must_use]
pub fn io(kind: io::ErrorKind) -> Option<Settled> {
    let _ = kind;
    None
}

/// What the name of an exception type settles.
#[must_use]
pub fn exception(name: &str) -> Option<Settled> {
    let _ = name;
    None
}
