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
    /// Model Context Protocol.
    Mcp,
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
            Self::Mcp => "mcp",
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

/// One of the facts in [`Facts`], to ask for its provenance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fact {
    /// [`Facts::kind`].
    Kind,
    /// [`Facts::phase`] and [`Facts::reach`].
    Reach,
    /// [`Facts::applied`].
    Applied,
    /// [`Facts::code`].
    Code,
    /// [`Facts::settled`].
    Settled,
    /// [`Facts::retry_after`].
    RetryAfter,
    /// [`Facts::contradiction`].
    Contradiction,
    /// [`Facts::text`].
    Text,
}

/// Fields other than the deciding one, where a fact was read from such a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Fields {
    retry_after: Option<&'static str>,
    contradiction: Option<&'static str>,
    text: Option<&'static str>,
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
    /// Which adapter field the kind or the status was read from. [`Facts::source`] tells the same of each fact.
    pub provenance: Provenance,
    fields: Fields,
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
            fields: Fields { retry_after: None, contradiction: None, text: None },
        }
    }

    /// Facts of a call that a layer around the tool did not dispatch: it cannot have reached the tool, and the application owns the remedy.
    #[must_use]
    pub const fn not_dispatched(provenance: Provenance) -> Self {
        let mut facts = Self::new(provenance);
        facts.kind = FailureKind::NotDispatched;
        facts.phase = Phase::PreExecution;
        facts.reach = Reach::NotReached;
        facts
    }

    /// Where a fact was read; `None` where the fact is absent.
    #[must_use]
    pub fn source(&self, fact: Fact) -> Option<Provenance> {
        let (present, field) = match fact {
            Fact::Kind | Fact::Reach => (true, None),
            Fact::Applied => (self.applied.is_some(), None),
            Fact::Code => (self.code.is_some(), None),
            Fact::Settled => (self.settled.is_some(), None),
            Fact::RetryAfter => (self.retry_after.is_some(), self.fields.retry_after),
            Fact::Contradiction => (self.contradiction.is_some(), self.fields.contradiction),
            Fact::Text => (self.text.is_some(), self.fields.text),
        };
        present.then(|| Provenance::new(self.provenance.adapter, field.unwrap_or(self.provenance.field)))
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

    /// Settles the class where a status does.
    #[must_use]
    pub fn settled_by(mut self, settled: impl Into<Option<Settled>>) -> Self {
        self.settled = settled.into();
        self
    }

    /// Sets the wait that the producer asks for, and the field it was read from.
    #[must_use]
    pub fn retry_after_from(mut self, wait: impl Into<Option<Duration>>, field: &'static str) -> Self {
        self.retry_after = wait.into();
        self.fields.retry_after = Some(field);
        self
    }

    /// Sets the text, and the field it was read from. Blank text counts as none.
    #[must_use]
    pub fn text_from(mut self, text: impl Into<Option<UntrustedText>>, field: &'static str) -> Self {
        self.text = text.into().filter(|text| !text.is_blank());
        self.fields.text = Some(field);
        self
    }

    /// Records a contradiction, and the field it was read from.
    #[must_use]
    pub fn contradiction_from(mut self, contradiction: impl Into<Option<BodyContradiction>>, field: &'static str) -> Self {
        self.contradiction = contradiction.into();
        self.fields.contradiction = Some(field);
        self
    }

    /// Sets how often the adapter itself tried; at least once.
    #[must_use]
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.adapter_attempts = if attempts == 0 { 1 } else { attempts };
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
