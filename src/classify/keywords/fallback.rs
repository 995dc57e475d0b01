//! What an open status suggests: it decides where the words do not, and tips the balance where they are weak.

use crate::classify::{Class, Subkind};
use crate::facts::Code;
use serde_json::Value;

/// What the status suggests, and how strongly, on the scale of a finding's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prior {
    pub(super) class: Option<Class>,
    pub(super) subkind: Option<Subkind>,
    pub(super) score: i32,
    pub(super) rule: &'static str,
    /// Whether the class is certain, so that words choose no more than the subkind.
    pub(super) fixed: bool,
}

const fn prior(class: Class, score: i32, rule: &'static str) -> Prior {
    Prior { class: Some(class), subkind: None, score, rule, fixed: false }
}

impl Prior {
    /// No suggestion.
    pub(super) const NONE: Self = Self { class: None, subkind: None, score: 0, rule: "none", fixed: false };

    const fn sub(mut self, subkind: Subkind) -> Self {
        self.subkind = Some(subkind);
        self
    }

    const fn certain(mut self) -> Self {
        self.fixed = true;
        self
    }

    pub(super) fn of(code: Option<&Code>, arguments: Option<&Value>) -> Self {
        match code {
            Some(Code::Http(status)) => Self::http(*status),
            Some(Code::Grpc(number)) => Self::grpc(*number),
            Some(Code::JsonRpc(number)) => Self::jsonrpc(*number),
            Some(Code::Exit(126)) => prior(Class::Permission, 4, "exit.126"),
            Some(Code::Exit(124)) => prior(Class::Transient, 9, "exit.124"),
            Some(Code::Exit(127)) => prior(Class::Unavailable, 8, "exit.127").sub(Subkind::Module),
            Some(Code::Errno(number)) => Self::errno(*number),
            Some(Code::Name(name)) => Self::name(name),
            Some(Code::Exit(number)) => super::programs::prior(*number, arguments).unwrap_or(Self::NONE),
            Some(Code::Signal(_)) | None => Self::NONE,
        }
    }

    /// RFC 9110 section 15, and the numbers that the larger reverse proxies add (520 to 530, 529).
    const fn http(status: u16) -> Self {
        match status {
            400 | 404 | 409 | 422 => prior(Class::WrongArguments, 6, "http.4xx"),
            413 | 415 | 417 | 421 | 424 | 428 => prior(Class::WrongArguments, 8, "http.4xx"),
            401 | 407 | 511 => prior(Class::Authentication, 20, "http.401").certain(),
            402 => prior(Class::RateLimited, 4, "http.402").sub(Subkind::Quota),
            403 => prior(Class::Permission, 7, "http.403"),
            405 | 501 | 505 => prior(Class::Unsupported, 20, "http.405").certain(),
            406 | 426 => prior(Class::Unsupported, 6, "http.406"),
            410 => prior(Class::WrongArguments, 5, "http.410"),
            408 | 502 | 504 => prior(Class::Transient, 20, "http.504").certain(),
            420 | 429 => prior(Class::RateLimited, 20, "http.429").sub(Subkind::Throttle).certain(),
            423 | 425 | 507 | 520..=524 | 527 | 529 | 530 => prior(Class::Transient, 6, "http.5xx"),
            451 => prior(Class::Permission, 8, "http.451"),
            503 => prior(Class::Transient, 7, "http.503"),
            // The server does not say what happened: what its page says in passing decides nothing.
            500 => prior(Class::Unknown, 7, "http.500"),
            _ => Self::NONE,
        }
    }

    /// gRPC, "Status codes and their use in gRPC".
    const fn grpc(number: i32) -> Self {
        match number {
            3 => prior(Class::WrongArguments, 7, "grpc.invalid_argument"),
            5 => prior(Class::WrongArguments, 7, "grpc.not_found"),
            8 => prior(Class::RateLimited, 7, "grpc.resource_exhausted").sub(Subkind::Throttle),
            // What has to be done first, only the message tells.
            9 => prior(Class::Unknown, 4, "grpc.failed_precondition"),
            // Of these three even the codes say that nobody knows: what is said in passing decides nothing.
            2 | 13 | 15 => prior(Class::Unknown, 6, "grpc.internal"),
            14 => prior(Class::Transient, 6, "grpc.unavailable"),
            4 | 10 => prior(Class::Transient, 20, "grpc.aborted").certain(),
            6 | 11 => prior(Class::WrongArguments, 20, "grpc.out_of_range").certain(),
            7 => prior(Class::Permission, 20, "grpc.permission_denied").certain(),
            12 => prior(Class::Unsupported, 20, "grpc.unimplemented").certain(),
            16 => prior(Class::Authentication, 20, "grpc.unauthenticated").certain(),
            _ => Self::NONE,
        }
    }

    /// JSON-RPC 2.0 section 5.1; -32001 and -32002 as the MCP SDKs use them.
    const fn jsonrpc(number: i64) -> Self {
        match number {
            -32600 => prior(Class::WrongArguments, 4, "jsonrpc.invalid_request"),
            -32602 => prior(Class::WrongArguments, 5, "jsonrpc.invalid_params"),
            -32601 => prior(Class::Unsupported, 20, "jsonrpc.method_not_found").certain(),
            -32700 => prior(Class::WrongArguments, 20, "jsonrpc.parse_error").certain(),
            -32002 => prior(Class::WrongArguments, 4, "jsonrpc.resource_not_found"),
            // Language Server Protocol 3.17: the content was modified, the server cancelled and asks for another request.
            -32801 | -32802 => prior(Class::Transient, 8, "jsonrpc.content_modified"),
            _ => Self::NONE,
        }
    }

    fn errno(number: i32) -> Self {
        crate::facts::status::io(std::io::Error::from_raw_os_error(number).kind()).map_or(Self::NONE, |settled| Self {
            class: Some(settled.class),
            subkind: settled.subkind,
            score: 10,
            rule: settled.rule,
            fixed: false,
        })
    }

    fn name(name: &str) -> Self {
        crate::facts::status::exception_group(name).map_or(Self::NONE, |group| Self {
            class: Some(group.class),
            subkind: group.subkind,
            score: if group.sure { 11 } else { 6 },
            rule: group.rule,
            fixed: false,
        })
    }
}
