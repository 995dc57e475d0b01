//! Trusted facts of one failed call, each with its provenance.

use super::{BodyContradiction, Code, Phase, Reach, UntrustedText};
use crate::classify::{Class, Subkind};
use std::time::Duration;

/// Who owns the clock that ended a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeoutOwner {
    /// The effective timeout of this layer: the smaller of the tool's and the run's remaining time.
    Layer,
    /// The caller, who dropped the future.
    Caller,
    /// The tool, its client or its server.
    Tool,
    /// A `tower` layer inside this one.
    Tower,
}

/// What kind of failure the facts establish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureKind {
    /// The tool answered with a failure, or its transport failed; the class may still be open.
    Tool,
    /// Admission refused the call: it did not run.
    Rejected(crate::RejectionKind),
    /// The host cancelled the call by its token.
    Cancelled,
    /// A deadline passed.
    Timeout(TimeoutOwner),
    /// A module fault that the host declared terminal: nothing the model does can help.
    Terminal,
    /// A `tower` layer inside this one did not dispatch the call. Owner: the application.
    NotDispatched,
}

/// Which adapter read a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Adapter {
    /// This crate's own admission and dispatch.
    Core,
    /// Plain `Result`.
    Result,
    /// `std::io::Error`.
    Io,
    /// A process that ended.
    Process,
    /// HTTP.
    Http,
    /// JSON-RPC 2.0.
    JsonRpc,
    /// gRPC status numbers.
    Grpc,
    /// An exception's type name and message.
    Exception,
    /// `tower`'s own errors.
    Tower,
    /// An extractor of the host.
    Host,
}

impl Adapter {
    /// The name used in telemetry and files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Result => "result",
            Self::Io => "io",
            Self::Process => "process",
            Self::Http => "http",
            Self::JsonRpc => "jsonrpc",
            Self::Grpc => "grpc",
            Self::Exception => "exception",
            Self::Tower => "tower",
            Self::Host => "host",
        }
    }
}

/// Where a fact was read: the adapter and the field of its protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Provenance {
    /// The adapter that read it.
    pub adapter: Adapter,
    /// The field, in the protocol's own name: `status`, `retry-after`, `exit_code`, `kind`.
    pub field: &'static str,
}

impl Provenance {
    /// Names an adapter's field.
    #[must_use]
    pub const fn new(adapter: Adapter, field: &'static str) -> Self {
        Self { adapter, field }
    }
}

/// A class that facts settle: no text is read and no evaluator is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The class.
    pub class: Class,
    /// The finer kind.
    pub subkind: Option<Subkind>,
    /// The name of the deciding fact, such as `http.401`: it becomes the rule id of the classification.
    pub rule: &'static str,
}

/// The facts of one failed call, as an extractor reports them.
///
/// Everything here is read from fields that the producer owns. The text is the exception: it is kept apart, as [`UntrustedText`], for classification only.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Facts {
    /// What kind of failure this is.
    pub kind: FailureKind,
    /// When it failed.
    pub phase: Phase,
    /// How far the call got.
    pub reach: Reach,
    /// Whether the change was made, where the tool's contract says so. It outranks what [`Reach`] suggests.
    pub applied: Option<bool>,
    /// The status in the protocol's terms.
    pub code: Option<Code>,
    /// A class that the facts settle.
    pub settled: Option<Settled>,
    /// The producer's wish: do not call again before this time has passed.
    pub retry_after: Option<Duration>,
    /// How often the adapter itself tried. One invocation stays one observation, but these consume transient headroom.
    pub adapter_attempts: u32,
    /// A flag inside the body that contradicts the outer one.
    pub contradiction: Option<BodyContradiction>,
    /// The text of the failure.
    pub text: Option<UntrustedText>,
    /// Which adapter field the kind or the status was read from.
    pub provenance: Provenance,
}

impl Facts {
    /// Facts of a failure in the tool, open in everything else.
    #[must_use]
    pub const fn new(provenance: Provenance) -> Self {
        Self {
            kind: FailureKind::Tool,
            phase: Phase::Unknown,
            reach: Reach::MayHaveReached,
            applied: None,
            code: None,
            settled: None,
            retry_after: None,
            adapter_attempts: 1,
            contradiction: None,
            text: None,
            provenance,
        }
    }

    /// Sets the kind.
    #[must_use]
    pub fn kind(mut self, kind: FailureKind) -> Self {
        self.kind = kind;
        self
    }

    /// Sets the phase and how far the call got.
    #[must_use]
    pub fn reached(mut self, phase: Phase, reach: Reach) -> Self {
        self.phase = phase;
        self.reach = reach;
        self
    }

    /// Sets the status.
    #[must_use]
    pub fn code(mut self, code: impl Into<Option<Code>>) -> Self {
        self.code = code.into();
        self
    }

    /// Settles the class.
    #[must_use]
    pub fn settled(mut self, class: Class, subkind: impl Into<Option<Subkind>>, rule: &'static str) -> Self {
        self.settled = Some(Settled { class, subkind: subkind.into(), rule });
        self
    }

    /// Sets the wait that the producer asks for.
    #[must_use]
    pub fn retry_after(mut self, wait: impl Into<Option<Duration>>) -> Self {
        self.retry_after = wait.into();
        self
    }

    /// Sets the text.
    #[must_use]
    pub fn text(mut self, text: impl Into<Option<UntrustedText>>) -> Self {
        self.text = text.into();
        self
    }

    /// States whether the change was made.
    #[must_use]
    pub fn applied(mut self, applied: impl Into<Option<bool>>) -> Self {
        self.applied = applied.into();
        self
    }
}
