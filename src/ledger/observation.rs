//! What the stack tells the ledger, and what the ledger answers.

use super::{FailureDigest, Fingerprint, HoldId, OperationKey, RunKey, ScopeKey};
use crate::{
    attempt::Verdict,
    classify::{Class, Source, Subkind},
    facts::Effect,
};
use std::time::Duration;

/// The state of a run at the moment a call was dispatched. Opaque: taken by [`Ledger::probe`](super::Ledger::probe), handed back with the observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Stamp(pub u64);

/// What a probe finds without any lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Whether anything is open that could concern a call of this run: a failure, a halt, a pause, a denial, or any hold. `false` means that the gates need not be asked.
    pub open: bool,
    /// The state of the run, to tell later whether the world has changed since.
    pub stamp: Stamp,
}

/// Which call this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallKey {
    /// The run.
    pub run: RunKey,
    /// The scope.
    pub scope: ScopeKey,
    /// The operation in the scope.
    pub operation: OperationKey,
    /// The arguments.
    pub fingerprint: Fingerprint,
    /// The service behind the tool in the scope, where one is declared.
    pub service: Option<OperationKey>,
}

/// How a write with an unknown outcome is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldPlace {
    /// Every call of the operation and scope, in every run, until it is reconciled.
    Operation,
    /// Every call of the operation and scope with this effect key, or with one by [other pointers](Fingerprint::by_pointers), in every run, until it is reconciled.
    EffectKey(Fingerprint),
    /// The identical call only, in every run, for the ledger's `repeat_ttl`.
    Identical,
}

impl HoldPlace {
    /// Whether a hold here concerns another call of the operation, and not only the identical one, which would be held at `other`. Effect keys by other pointers cannot be compared: they may mean the same.
    #[must_use]
    pub fn may_concern(self, other: Option<Self>) -> bool {
        match (self, other) {
            (Self::Identical, _) => false,
            (Self::EffectKey(held), Some(Self::EffectKey(asked))) => held == asked || !held.is_comparable(asked),
            (Self::EffectKey(_) | Self::Operation, _) => true,
        }
    }
}

/// A question to the gates of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateQuery {
    /// The call.
    pub call: CallKey,
    /// Where an uncertain outcome of this call would be held; `None` for a declared read.
    pub hold: Option<HoldPlace>,
    /// The value of the declared idempotency key, where there is one.
    pub idempotency: Option<Fingerprint>,
    /// Whether the tool declares polling.
    pub pollable: bool,
}

/// The answer of the gates, in their order: denial, pacing, holds, halts, repeats. The pause of a closed operation is not asked: waiting does not open it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Gate {
    /// Nothing stands against the call.
    Open,
    /// A reviewer denied this operation in this run and scope.
    Denied,
    /// The producer's wait is not over.
    Paced {
        /// What is left of it.
        remaining: Duration,
    },
    /// A write with an unknown outcome stands against the call.
    Held {
        /// How wide the hold is.
        place: HoldPlace,
        /// Which one it is, of those that stand against the call the oldest.
        id: HoldId,
    },
    /// No further unreconciled write can be kept track of, so that no new write may begin.
    HoldsFull,
    /// The operation is closed.
    Halted {
        /// The strictest class of the failures that closed it.
        class: Class,
        /// How many failures it had.
        failures: u32,
    },
    /// The identical call failed, and nothing has changed since; only under [`RepeatPolicy::Refuse`](super::RepeatPolicy::Refuse).
    Repeat {
        /// The class of that failure.
        class: Class,
        /// How often the identical call failed.
        failures: u32,
    },
}

/// What kind of event is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// A call failed.
    Failure,
    /// A call was rejected for a fault of its own: unknown tool, schema, malformed arguments, denial.
    HardRejection,
    /// A reviewer denied the call: a hard rejection that closes the operation in this run and scope at once.
    ApprovalDenied,
    /// A call was refused by a state it ran into: an approval that is awaited, pacing, hold, halt, repeat. Counted apart.
    Refusal,
    /// The host cancelled the call: counted, no ladder step.
    Cancelled,
    /// The host declared the fault terminal: the operation halts at once.
    Terminal,
    /// A `tower` layer inside did not dispatch the call: counted, no ladder step.
    NotDispatched,
}

/// One observation. There is exactly one for each invocation that did not succeed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Observation {
    /// The call.
    pub call: CallKey,
    /// The state at dispatch.
    pub stamp: Stamp,
    /// What happened.
    pub kind: EventKind,
    /// What kind of obstacle it is.
    pub class: Class,
    /// The finer kind.
    pub subkind: Option<Subkind>,
    /// Who decided the class.
    pub source: Source,
    /// What the text rules said, where a decision model has the last word: whatever they restrict stays restricted.
    pub overruled: Option<(Class, Option<Subkind>)>,
    /// What the failure was like.
    pub digest: FailureDigest,
    /// What happened to the world.
    pub effect: Effect,
    /// Whether the facts settle that an unchanged repeat fails as well.
    pub deterministic: bool,
    /// The producer's wait.
    pub retry_after: Option<Duration>,
    /// What is left of the run, where it has a deadline.
    pub run_remaining: Option<Duration>,
    /// How often the adapter itself tried.
    pub adapter_attempts: u32,
    /// A write of unknown effect whose words say that an answer was lost on the way: nothing is held, but no pause invites to send it again either.
    pub answer_lost: bool,
    /// Where the outcome is held; `None` when it is certain.
    pub hold: Option<HoldPlace>,
    /// The value of the declared idempotency key.
    pub idempotency: Option<Fingerprint>,
    /// The tool declares polling.
    pub pollable: bool,
    /// The tool's failures are answers.
    pub report: bool,
    /// The service may be absent.
    pub optional_service: bool,
}

impl Observation {
    /// A failure of which nothing is known but the call and when it was dispatched.
    #[must_use]
    pub const fn new(call: CallKey, stamp: Stamp, kind: EventKind) -> Self {
        Self {
            call,
            stamp,
            kind,
            class: Class::Unknown,
            subkind: None,
            source: Source::Trusted,
            overruled: None,
            digest: FailureDigest(0),
            effect: Effect::Unknown,
            deterministic: false,
            retry_after: None,
            run_remaining: None,
            adapter_attempts: 1,
            answer_lost: false,
            hold: None,
            idempotency: None,
            pollable: false,
            report: false,
            optional_service: false,
        }
    }
}

/// How often a call has failed, as far as it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Failures of the identical call in its run.
    pub identical: u32,
    /// Failures of its operation in a row.
    pub streak: u32,
}

/// A success, told to the ledger only when it could matter: a write, or a run with something open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Success {
    /// The run.
    pub run: RunKey,
    /// The call, computed only where the run has something open.
    pub call: Option<CallKey>,
    /// How the success changes the world.
    pub change: WorldChange,
}

/// What a success says about the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldChange {
    /// A declared read: nothing changed.
    None,
    /// An undeclared tool: something may have changed.
    Weak,
    /// A declared write: something changed.
    Strong,
}

/// Why the verdict is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Nothing to say.
    None,
    /// The identical call failed before, and nothing has changed since.
    ExactRepeat,
    /// A changed world excused the repeat.
    Excused,
    /// Excused repeats of the call failed in the same way too often.
    SpentExcuses,
    /// The identical call failed too often altogether.
    KeyTotal,
    /// Different calls of the operation failed in a row.
    VariedFailures,
    /// The tools of one service failed in a row because the service is not there.
    ServiceDown,
    /// Calls were rejected for a fault of their own.
    HardRejection,
    /// A reviewer denied it.
    Denied,
    /// Transient failures used up their headroom.
    Transient,
    /// The producer limits the rate.
    RateLimited,
    /// The producer asks for a wait that is too long to be worth waiting.
    Blocked,
    /// Too many refusals in a row.
    Refusals,
    /// The host declared the fault terminal.
    Terminal,
    /// Cancelled by the host.
    Cancelled,
    /// Failures of this tool are answers, or its polling is declared.
    Declared,
    /// An optional service is absent, as was said before in this run.
    KnownAbsent,
}

impl Reason {
    /// The name used in records, telemetry and files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::ExactRepeat => "exact_repeat",
            Self::Excused => "excused",
            Self::SpentExcuses => "spent_excuses",
            Self::KeyTotal => "key_total",
            Self::VariedFailures => "varied_failures",
            Self::ServiceDown => "service_down",
            Self::HardRejection => "hard_rejection",
            Self::Denied => "denied",
            Self::Transient => "transient",
            Self::RateLimited => "rate_limited",
            Self::Blocked => "blocked",
            Self::Refusals => "refusals",
            Self::Terminal => "terminal",
            Self::Cancelled => "cancelled",
            Self::Declared => "declared",
            Self::KnownAbsent => "known_absent",
        }
    }
}

/// What the ledger counted for one observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Standing {
    /// The verdict.
    pub verdict: Verdict,
    /// Why.
    pub reason: Reason,
    /// Failures of the identical call in this run, this one included.
    pub identical: u32,
    /// Failures of the operation in a row, this one included.
    pub streak: u32,
    /// How long the operation is paused.
    pub paced: Option<Duration>,
    /// Whether this call left a hold, until it is reconciled.
    pub held: bool,
    /// The hold that this call left, or that refused it: what [`MemoryLedger::reconcile_hold`](super::MemoryLedger::reconcile_hold) settles.
    pub hold: Option<HoldId>,
}

impl Standing {
    /// A standing that says nothing but `verdict`.
    #[must_use]
    pub const fn new(verdict: Verdict, reason: Reason) -> Self {
        Self { verdict, reason, identical: 0, streak: 0, paced: None, held: false, hold: None }
    }

    /// The same standing of a call that left this hold, or none.
    #[must_use]
    pub const fn with_hold(mut self, hold: Option<HoldId>) -> Self {
        (self.held, self.hold) = (hold.is_some(), hold);
        self
    }
}
