//! Which records a stack makes, and where they go.

use super::{
    Call,
    call::About,
    decision::{self, Asked, Configured, Weight},
    open::OpenFailures,
};
use crate::{
    ToolRequest,
    admission::Tool,
    config::RecoveryConfig,
    decide::DecisionTrace,
    ledger::{CallKey, Stamp},
    record::{Body, Code, Decision, Digest, Head, Record, RecordSink, RotatingKey, numbers::Numbers},
};
use std::{
    fmt,
    num::NonZeroU64,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Records of every call of a stack: for each an `authorization` and an `execution`, for each failure a `recovery`, for each evaluation of one by a
/// decision model a `decision` (beside the stack as well, where it [compares](crate::config::Classifier::Compare)), and a `recovered` once a failure is made good.
///
/// Given to [`Builder::records`](crate::Builder::records); clones given to several stacks make one account. Names of tools are recorded where the catalog declares them; other names, runs and arguments are recorded as
/// digests under the key.
///
/// ```
/// use tool_recovery::{RecoveryLayer, facts::ResultFacts, record::{DigestKey, MemorySink, Records, RotatingKey}};
///
/// let sink = MemorySink::new(1000);
/// let key = RotatingKey::new(DigestKey::new("k1", &[7; 32])?); // from the host's store of secrets
/// let layer = RecoveryLayer::builder().facts(ResultFacts::new()).records(Records::new(sink.clone(), key)).build()?;
/// # drop(layer);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct Records {
    sink: Arc<dyn RecordSink>,
    key: RotatingKey,
    agent_version: Option<Code<'static>>,
    owner: Code<'static>,
    /// Shared by the clones, so that a stack that is built anew still says which failure was made good.
    open: Arc<Mutex<OpenFailures>>,
    /// Shared as well: decisions are numbered by session.
    numbers: Arc<Numbers>,
    asked: Asked,
}

impl Records {
    /// Records go to `sink`; digests are made under the current key.
    pub fn new(sink: impl RecordSink + 'static, key: RotatingKey) -> Self {
        Self {
            sink: Arc::new(sink),
            key,
            agent_version: None,
            owner: Code::known("policy"),
            open: Arc::default(),
            numbers: Arc::default(),
            asked: Asked { provider: Code::known("unnamed"), model: Code::known("unnamed") },
        }
    }

    /// The version of the agent, in every record.
    pub fn agent_version(mut self, version: Code<'static>) -> Self {
        self.agent_version = Some(version);
        self
    }

    /// Who is asked about failures: the provider and the model, in the `decision` records of what it answers. Default: `unnamed`.
    pub fn evaluator(mut self, provider: Code<'static>, model: Code<'static>) -> Self {
        self.asked = Asked { provider, model };
        self
    }

    /// Who decides on authorization, in the records of it. Default: `policy`.
    pub fn authorization_owner(mut self, owner: Code<'static>) -> Self {
        self.owner = owner;
        self
    }
}

impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").field("key", &self.key).field("agent_version", &self.agent_version).finish_non_exhaustive()
    }
}

/// The part of a stack that makes records, where it makes any.
#[derive(Default)]
pub(crate) struct Emitter(Option<Arc<Shared>>);

/// What all calls of a stack share.
pub(super) struct Shared {
    records: Records,
    configured: Configured,
}

impl From<Records> for Emitter {
    fn from(records: Records) -> Self {
        Self(Some(Arc::new(Shared { records, configured: Configured::new(&RecoveryConfig::default()) })))
    }
}

impl Emitter {
    pub(crate) const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// The same for a stack of this configuration.
    pub(crate) fn configured(mut self, config: &RecoveryConfig) -> Self {
        if let Some(shared) = self.0.as_mut().and_then(Arc::get_mut) {
            shared.configured = Configured::new(config);
        }
        self
    }

    /// Begins the records of a call that was made in this state of its run.
    #[cold]
    pub(crate) fn begin<R: ToolRequest>(&self, request: &R, tool: Option<&Tool>, call: &CallKey, stamp: Stamp) -> Option<Call> {
        let shared = self.0.as_ref()?;
        Some(Call::begin(shared.clone(), request, tool, call, stamp))
    }
}

impl Shared {
    pub(super) fn key(&self) -> Arc<crate::record::DigestKey> {
        self.records.key.current()
    }

    pub(super) fn owner(&self) -> Code<'static> {
        self.records.owner.clone()
    }

    pub(super) fn open(&self) -> MutexGuard<'_, OpenFailures> {
        self.records.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the session's next decision.
    pub(super) fn number(&self, session: Option<&Digest<'static>>) -> NonZeroU64 {
        self.records.numbers.next(session)
    }

    pub(super) fn decisions(&self, trace: &DecisionTrace, weight: Weight, about: &About<'_>) -> Vec<Decision<'static>> {
        decision::records(trace, weight, about, &self.configured, &self.records.asked)
    }

    /// Hands a record to the sink. A sink that panics loses it, and nothing else.
    pub(super) fn record(&self, mut head: Head<'static>, body: Body<'static>) {
        head.agent_version = self.records.agent_version.clone();
        let _ = catch_unwind(AssertUnwindSafe(|| self.records.sink.record(Record { head, body })));
    }
}
