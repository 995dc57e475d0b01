//! Status numbers and names as their protocol defines them.

use std::fmt;

/// The status of a failed call in the terms of the protocol it came through.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// A process exit code (POSIX `wait`, low eight bits).
    Exit(i32),
    /// The signal that ended a process.
    Signal(i32),
    /// An HTTP status (RFC 9110 section 15).
    Http(u16),
    /// A JSON-RPC error code (JSON-RPC 2.0 section 5.1).
    JsonRpc(i64),
    /// A gRPC status number (0 to 16).
    Grpc(i32),
    /// A raw operating system error number.
    Errno(i32),
    /// The name of an error kind or exception type. Bounded, and of identifier characters only: see [`Code::name`].
    Name(Box<str>),
}

impl Code {
    /// The longest name that is kept, in bytes.
    pub const MAX_NAME: usize = 96;

    /// A code from an error kind or exception type name.
    ///
    /// A name may come from an untrusted peer, so that only `[A-Za-z0-9_.:-]` is kept, at most [`Code::MAX_NAME`] bytes; `None` when nothing
    /// is left.
    #[must_use]
    pub fn name(name: &str) -> Option<Self> {
        let kept: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':' | '-')).take(Self::MAX_NAME).collect();
        (!kept.is_empty()).then(|| Self::Name(kept.into_boxed_str()))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(n) => write!(f, "exit code {n}"),
            Self::Signal(n) => write!(f, "signal {n}"),
            Self::Http(n) => write!(f, "HTTP {n}"),
            Self::JsonRpc(n) => write!(f, "JSON-RPC {n}"),
            Self::Grpc(n) => write!(f, "gRPC status {n}"),
            Self::Errno(n) => write!(f, "errno {n}"),
            Self::Name(n) => f.write_str(n),
        }
    }
}
