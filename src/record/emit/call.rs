//! The records of one call, from its admission to its end.

use super::{decision::Weight, execution, open::Closed, options::Shared, recovery};
use crate::{
    ArgumentsRef, RejectionKind, Report, ToolRequest,
    admission::Tool,
    classify::Class,
    clock,
    decide::DecisionTrace,
    emit::Returned,
    facts::{EffectDeclaration, Facts, FailureKind},
    ledger::{CallKey, EventKind, Observation, Stamp},
    record::{Authorization, AuthorizationDecision, Body, Code, Consequence, Digest, DigestKey, Execution, ExecutionStatus, Head, KnownEffect, Recovered},
};
use serde_json::Value;
use std::{num::NonZeroU64, sync::Arc, time::Duration};
use tokio::time::Instant;

/// What is known of the call that a decision is about.
pub(super) struct About<'c> {
    pub(super) key: &'c DigestKey,
    pub(super) tool: &'c Code<'static>,
    pub(super) schema: Option<&'c Value>,
    pub(super) arguments: &'c Digest<'static>,
    pub(super) consequence: Consequence,
    pub(super) number: NonZeroU64,
    pub(super) epoch: u64,
}

/// What the records of a call name.
#[derive(Clone)]
pub(super) struct Named {
    id: Code<'static>,
    session: Option<Digest<'static>>,
    tool: Code<'static>,
    arguments: Digest<'static>,
    consequence: Consequence,
    schema: Option<Arc<Value>>,
    epoch: u64,
}

impl Named {
    fn head(&self) -> Head<'static> {
        let mut head = Head::new(self.id.clone());
        head.session = self.session.clone();
        head
    }

    fn tell(&self, shared: &Shared, body: Body<'static>) {
        shared.record(self.head(), body);
    }

    /// Records what a decision model was asked about the failure.
    pub(super) fn decisions(&self, shared: &Shared, key: &DigestKey, trace: &DecisionTrace, weight: Weight) {
        let about = About {
            key,
            tool: &self.tool,
            schema: self.schema.as_deref(),
            arguments: &self.arguments,
            consequence: self.consequence,
            number: shared.number(self.session.as_ref()),
            epoch: self.epoch,
        };
        for decision in shared.decisions(trace, weight, &about) {
            self.tell(shared, decision.into());
        }
    }
}

/// What is recorded of a call that is dropped before anybody said how it ended. A success is never among it: that has to be said.
#[derive(Clone, Copy)]
struct Unsaid {
    status: ExecutionStatus,
    effect: KnownEffect,
    class: &'static str,
}

/// Goes with a call. Whoever ends the call says how; dropped before that, the call has failed as far as is known.
pub(crate) struct Call {
    pub(super) shared: Arc<Shared>,
    pub(super) named: Named,
    key: CallKey,
    reads: bool,
    begun: Instant,
    took: Option<Duration>,
    contradicted: bool,
    unsaid: Option<Unsaid>,
}

impl Call {
    pub(super) fn begin<R: ToolRequest>(shared: Arc<Shared>, request: &R, tool: Option<&Tool>, key: &CallKey, stamp: Stamp) -> Self {
        let digests = shared.key();
        let arguments = match request.arguments() {
            ArgumentsRef::Shared(value) => digests.value(value),
            ArgumentsRef::Owned(value) => digests.value(value),
            ArgumentsRef::Text(text) => digests.text(text),
            ArgumentsRef::Absent => digests.value(&Value::Null),
        };
        let id = request.call_id().map_or_else(crate::record::line::fresh_id, |id| digests.call_id(id));
        let session = Some(request.run()).filter(|run| !run.is_empty()).map(|run| digests.text(run));
        // A name that the catalog does not declare is the model's own text.
        let name = tool.map_or_else(|| digests.hidden(request.tool()), |tool| digests.code(&tool.name));
        let reads = tool.is_some_and(|tool| tool.effect == Some(EffectDeclaration::ReadOnly));
        let (consequence, schema) = tool.map_or((Consequence::Unknown, None), |tool| (tool.consequence, tool.schema.clone()));
        shared.open().call(key);
        Self {
            shared,
            named: Named { id, session, tool: name, arguments, consequence, schema, epoch: stamp.0 },
            key: *key,
            reads,
            begun: clock::now(),
            took: None,
            contradicted: false,
            unsaid: Some(Unsaid { status: ExecutionStatus::NotRun, effect: KnownEffect::None, class: Class::Transient.as_str() }),
        }
    }

    /// Authorization let it run, and it is on its way.
    pub(crate) fn dispatched(&mut self, approved: bool) {
        let decision = if approved { AuthorizationDecision::Approved } else { AuthorizationDecision::Permit };
        self.authorization(decision, None);
        self.begun = clock::now();
        let effect = if self.reads { KnownEffect::None } else { KnownEffect::Unknown };
        self.unsaid = Some(Unsaid { status: ExecutionStatus::Timeout, effect, class: Class::Transient.as_str() });
    }

    /// The execution has ended, however.
    pub(crate) fn ended(&mut self) {
        self.took = Some(clock::now().saturating_duration_since(self.begun));
    }

    /// A flag in the body contradicts the success.
    pub(crate) fn contradicted(&mut self) {
        self.contradicted = true;
    }

    /// It is not over.
    pub(crate) fn incomplete(mut self) {
        let execution = self.execution(ExecutionStatus::InputRequired, KnownEffect::Unknown);
        self.unsaid = None;
        self.tell(execution.into());
    }

    /// It failed in this way, and what follows of it is still awaited: dropped before that, it has failed all the same.
    pub(crate) fn counted(&mut self, facts: &Facts, returned: Returned, observation: &Observation) {
        let (status, effect) = (execution::status(facts, returned), execution::effect(observation.effect));
        self.unsaid = Some(Unsaid { status, effect, class: observation.class.as_str() });
    }

    /// Nobody waited for the end. `known` says that the tool had failed already, and that only the advice was not awaited.
    pub(crate) fn abandoned(mut self, observation: &Observation, dispatched: bool, known: bool) {
        let status = match observation.kind {
            _ if !dispatched => ExecutionStatus::NotRun,
            EventKind::Cancelled => ExecutionStatus::Cancelled,
            _ if known => ExecutionStatus::ToolError,
            _ => ExecutionStatus::Timeout,
        };
        let effect = execution::effect(observation.effect);
        self.unsaid = None;
        self.given_up(Unsaid { status, effect, class: observation.class.as_str() });
    }

    fn given_up(&self, Unsaid { status, effect, class }: Unsaid) {
        let mut execution = self.execution(status, effect);
        execution.class = Some(Code::known(class));
        execution.owner = Some(Code::known(crate::advice::Owner::Application.as_str()));
        self.tell(execution.into());
    }

    /// It failed, or was refused.
    pub(crate) fn failed(mut self, report: &Report, returned: Returned) {
        self.unsaid = None;
        if let FailureKind::Rejected(kind) = report.facts.kind
            && let Some(decision) = authorization_of(kind)
        {
            let reason = (decision != AuthorizationDecision::Permit).then(|| Code::known(kind.as_str()));
            self.authorization(decision, reason);
        }
        let mut execution = self.execution(execution::status(&report.facts, returned), execution::effect(report.effect));
        execution::describe(&mut execution, report, returned);
        self.tell(execution.into());
        if let Some(trace) = report.decision.as_deref() {
            self.named.decisions(&self.shared, &self.shared.key(), trace, Weight::of(report));
        }
        let head = self.named.head();
        if recovery::opens(report.facts.kind) {
            self.shared.open().failed(&self.key, head.id.clone());
        }
        self.shared.record(head, recovery::record(report, self.named.tool.clone()).into());
    }

    /// It succeeded.
    pub(crate) fn succeeded(mut self) {
        self.unsaid = None;
        let mut execution = self.execution(ExecutionStatus::Ok, if self.reads { KnownEffect::None } else { KnownEffect::Unknown });
        execution.flag_contradicted = self.contradicted.then_some(true);
        self.tell(execution.into());
        let closed = self.shared.open().succeeded(&self.key);
        if let Some(Closed { recovery_id, after_calls, after, how }) = closed {
            let mut recovered = Recovered::new(recovery_id, after_calls, millis(after), how);
            recovered.tool = Some(self.named.tool.clone());
            self.tell(recovered.into());
        }
    }

    fn execution(&self, status: ExecutionStatus, effect: KnownEffect) -> Execution<'static> {
        let took =
            if status == ExecutionStatus::NotRun { Duration::ZERO } else { self.took.unwrap_or_else(|| clock::now().saturating_duration_since(self.begun)) };
        let mut execution = Execution::new(1, status, to_micros(took), effect);
        execution.tool = Some(self.named.tool.clone());
        execution.args_digest = Some(self.named.arguments.clone());
        execution
    }

    fn authorization(&self, decision: AuthorizationDecision, reason: Option<Code<'static>>) {
        let mut authorization = Authorization::new(self.shared.owner(), decision);
        authorization.tool = Some(self.named.tool.clone());
        authorization.reason = reason;
        authorization.bound_args_digest = Some(self.named.arguments.clone());
        self.tell(authorization.into());
    }

    fn tell(&self, body: Body<'static>) {
        self.named.tell(&self.shared, body);
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if let Some(unsaid) = self.unsaid.take() {
            self.given_up(unsaid);
        }
    }
}

/// What a rejection says of the authorization. Most say nothing of it: the call was wrong in itself, or ran into a state.
const fn authorization_of(kind: RejectionKind) -> Option<AuthorizationDecision> {
    match kind {
        RejectionKind::Denied => Some(AuthorizationDecision::Deny),
        RejectionKind::ApprovalAbsent | RejectionKind::ApprovalPending => Some(AuthorizationDecision::NeedsApproval),
        RejectionKind::ApprovalDenied => Some(AuthorizationDecision::Rejected),
        RejectionKind::ApprovalExpired => Some(AuthorizationDecision::Expired),
        // Authorization let it run, whatever was made of the proposal.
        RejectionKind::ProposalReview | RejectionKind::ProposalBlocked => Some(AuthorizationDecision::Permit),
        _ => None,
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Milliseconds to the microsecond.
#[allow(clippy::cast_precision_loss, reason = "285 years of microseconds are exact")]
pub(crate) fn to_micros(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}
