//! From a failed outcome to its report: classify, decide, count, advise. The failure path, cold and boxed.

use super::{Basis, advise};
use crate::{
    Attempt, Outcome, Rejection, RejectionKind, Report,
    admission::{Refused, ToolCatalog},
    classify::{Class, Classification, Classify, Source, TextEvidence},
    clock,
    decide::{Abstained, Decide, Decision, OpenCase},
    emit::{Call, Returned},
    execute::{Interrupt, Ticket},
    facts::{Adapter, Effect, Facts, FailureKind, Phase, Provenance, Reach, TimeoutOwner},
    ledger::{EventKind, FailureDigest, Ledger, Observation, Standing},
    stages::Stack,
    telemetry::{self, DecisionTrace},
};
use pin_project_lite::pin_project;
use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::time::{Instant, Sleep, sleep};

/// A failure on its way to its report.
pub(crate) type Boxed<T, E, P> = Pin<Box<Settling<T, E, P>>>;

type DecisionOf<P> = <<P as Stack>::Decider as Decide>::Future;
type ObserveOf<P> = <<P as Stack>::Ledger as Ledger>::Observe;

pin_project! {
    /// Settles one failure. Dropping it during the decision records the failure as the text rules classify it.
    pub(crate) struct Settling<T, E, P: Stack> {
        outcome: Option<Outcome<T, E>>,
        case: Option<Case<P>>,
        trace: DecisionTrace,
        #[pin]
        decision: Option<DecisionOf<P>>,
        timer: Option<Pin<Box<Sleep>>>,
        asked: Option<Instant>,
        #[pin]
        observe: Option<ObserveOf<P>>,
        report: Option<Draft>,
        stages: std::sync::Arc<P>,
    }
}

/// A failure that has not been counted yet.
struct Case<P: Stack> {
    ticket: Ticket<P>,
    facts: Box<Facts>,
    kind: EventKind,
    effect: Effect,
    classification: Classification,
}

/// A failure whose standing is awaited.
struct Draft {
    facts: Facts,
    effect: Effect,
    classification: Classification,
    repairs: crate::normalize::Repairs,
    tool: Option<std::sync::Arc<crate::admission::Tool>>,
    call: Option<Call>,
}

/// Begins to settle a failed outcome.
#[cold]
#[inline(never)]
pub(crate) fn settle<T, E, P: Stack>(outcome: Outcome<T, E>, facts: Box<Facts>, ticket: Ticket<P>) -> Boxed<T, E, P> {
    let stages = ticket.stages().clone();
    let mut case = Case::new(ticket, facts);
    let mut trace = DecisionTrace::default();
    let decision = case.begin_decision(&mut trace);
    let timer = decision.is_some().then(|| Box::pin(sleep(case.decision_time())));
    let asked = decision.is_some().then(clock::now);
    Box::pin(Settling { outcome: Some(outcome), case: Some(case), trace, decision, timer, asked, observe: None, report: None, stages })
}

/// A refused call, whose drop records the refusal.
#[cold]
pub(crate) fn refused<P: Stack>(rejection: Rejection, ticket: Ticket<P>) -> Box<Refused<P>> {
    let mut case = Case::new(ticket, facts_of(&rejection));
    case.remember();
    Box::new(Refused { rejection, ticket: case.ticket })
}

/// Begins to settle a refused call.
#[cold]
#[inline(never)]
#[allow(clippy::boxed_local, reason = "it arrives in its box")]
pub(crate) fn refuse<T, E, P: Stack>(refused: Box<Refused<P>>) -> Boxed<T, E, P> {
    let Refused { rejection, ticket } = *refused;
    let facts = facts_of(&rejection);
    settle(Outcome::Rejected(rejection), facts, ticket)
}

fn facts_of(rejection: &Rejection) -> Box<Facts> {
    let kind = rejection.kind();
    let facts = Facts::new(Provenance::new(Adapter::Core, "admission"))
        .kind(FailureKind::Rejected(kind))
        .reached(Phase::PreExecution, Reach::NotReached)
        .retry_after(rejection.retry_after());
    Box::new(match class_of_rejection(kind) {
        Some(class) => facts.settled(class, None, kind.as_str()),
        None => facts,
    })
}

/// Facts of a call that this layer ended.
pub(crate) fn interrupted(interrupt: Interrupt) -> Box<Facts> {
    let facts = Facts::new(Provenance::new(Adapter::Core, "interrupt")).reached(Phase::Execution, Reach::MayHaveReached);
    Box::new(match interrupt {
        Interrupt::Cancelled => facts.kind(FailureKind::Cancelled),
        Interrupt::TimedOut => facts.kind(FailureKind::Timeout(TimeoutOwner::Layer)).settled(Class::Transient, None, "timeout.layer"),
    })
}

/// Facts of a call that the host cancelled before it was dispatched.
pub(crate) fn interrupted_before() -> Box<Facts> {
    let facts = Facts::new(Provenance::new(Adapter::Core, "interrupt"));
    Box::new(facts.kind(FailureKind::Cancelled).reached(Phase::PreExecution, Reach::NotReached))
}

const fn class_of_rejection(kind: RejectionKind) -> Option<Class> {
    match kind {
        RejectionKind::TooLarge
        | RejectionKind::TooDeep
        | RejectionKind::DuplicateKey
        | RejectionKind::Truncated
        | RejectionKind::Malformed
        | RejectionKind::Schema => Some(Class::WrongArguments),
        RejectionKind::UnknownTool => Some(Class::WrongTool),
        _ => None,
    }
}

impl<P: Stack> Case<P> {
    fn new(ticket: Ticket<P>, facts: Box<Facts>) -> Self {
        let effect = match facts.applied {
            _ if ticket.effect(facts.reach) == Effect::ReadOnly => Effect::ReadOnly,
            Some(true) => Effect::Applied,
            Some(false) => Effect::NotApplied,
            None => ticket.effect(facts.reach),
        };
        let kind = match facts.kind {
            FailureKind::Rejected(RejectionKind::ApprovalDenied) => EventKind::ApprovalDenied,
            FailureKind::Rejected(kind) if kind.is_fault() => EventKind::HardRejection,
            FailureKind::Rejected(_) => EventKind::Refusal,
            FailureKind::Cancelled => EventKind::Cancelled,
            FailureKind::Terminal => EventKind::Terminal,
            FailureKind::NotDispatched => EventKind::NotDispatched,
            FailureKind::Tool | FailureKind::Timeout(_) => EventKind::Failure,
        };
        let classification = classify(&ticket, &facts);
        Self { ticket, facts, kind, effect, classification }
    }

    /// From now on a drop records what is known.
    fn remember(&mut self) {
        let known = self.observation();
        self.ticket.extras_mut().known = Some(known);
    }

    /// Asks for a decision where facts leave the case open. An uncertain write is never sent to a model, and neither is a call that did not fail by itself.
    fn begin_decision(&mut self, trace: &mut DecisionTrace) -> Option<DecisionOf<P>> {
        let own = self.facts.kind == FailureKind::Tool && !self.ticket.interrupted();
        let open = own && self.facts.settled.is_none() && self.effect != Effect::UncertainWrite;
        if !open || self.decision_time().is_zero() {
            return None;
        }
        let stages = self.ticket.stages().clone();
        let case = OpenCase {
            facts: &self.facts,
            effect: self.effect,
            tool: self.ticket.tool().map(|tool| tool.descriptor()),
            arguments: self.ticket.arguments(),
            known: self.classification,
        };
        let decision = match catch_unwind(AssertUnwindSafe(|| stages.parts().decider.decide(&case))) {
            Ok(decision) => decision?,
            Err(_) => {
                *trace = DecisionTrace { attempts: 1, latency: None, abstained: Some(Abstained::Panicked) };
                return None;
            }
        };
        trace.attempts = 1;
        self.remember();
        Some(decision)
    }

    /// The total decision deadline: the configured one, or what is left of the run.
    fn decision_time(&self) -> std::time::Duration {
        let configured = self.ticket.stages().parts().settings.decision_timeout;
        self.ticket.deadline().map_or(configured, |end| configured.min(end.saturating_duration_since(clock::now())))
    }

    fn observation(&self) -> Observation {
        let Self { ticket, facts, classification, .. } = self;
        let mut observation = ticket.observation(self.kind, facts.reach, self.effect);
        observation.class = class_in_ledger(facts.kind, classification.class);
        observation.subkind = classification.subkind;
        observation.source = classification.source;
        observation.digest = digest(&ticket.stages().parts().ledger, facts, classification);
        observation.deterministic = facts.settled.is_some_and(|settled| is_deterministic(settled.class));
        observation.retry_after = facts.retry_after;
        observation.adapter_attempts = facts.adapter_attempts;
        observation
    }
}

/// Settled facts first, then the text.
fn classify<P: Stack>(ticket: &Ticket<P>, facts: &Facts) -> Classification {
    if let Some(settled) = facts.settled {
        let mut classification = Classification::new(settled.class, Source::Trusted, settled.rule);
        classification.subkind = settled.subkind;
        return classification;
    }
    match facts.kind {
        FailureKind::Tool => {}
        FailureKind::Timeout(_) => return Classification::new(Class::Transient, Source::Trusted, "timeout"),
        _ => return Classification::unknown(Source::Trusted),
    }
    let mut evidence = TextEvidence::new(facts.text.as_ref().map_or("", |text| text.expose()), facts.provenance.adapter);
    evidence.code = facts.code.as_ref();
    evidence.phase = facts.phase;
    evidence.tool = ticket.tool().map_or("", |tool| &tool.name);
    evidence.arguments = ticket.arguments();
    let offered = ticket.stages().parts().catalog.offered();
    evidence.alternates = offered.iter().any(|name| *name != evidence.tool);
    evidence.offered = &offered;
    ticket.stages().parts().classifier.classify(&evidence)
}

/// What policy refuses is no class of failures, but to the ledger it is a matter of permission: an approval, told as a change of the world, reopens it.
const fn class_in_ledger(kind: FailureKind, class: Class) -> Class {
    match kind {
        FailureKind::Rejected(
            RejectionKind::Denied
            | RejectionKind::ApprovalAbsent
            | RejectionKind::ApprovalPending
            | RejectionKind::ApprovalDenied
            | RejectionKind::ApprovalExpired,
        ) => Class::Permission,
        _ => class,
    }
}

/// Whether an unchanged repeat of a failure of this class fails as well, by the definition of the class.
const fn is_deterministic(class: Class) -> bool {
    matches!(class, Class::Authentication | Class::Permission | Class::WrongArguments | Class::WrongTool | Class::Unsupported)
}

fn digest<L: Ledger>(ledger: &L, facts: &Facts, classification: &Classification) -> FailureDigest {
    let text = facts.text.as_ref().map_or("", |text| text.expose());
    ledger.failure_digest(classification, facts.code.as_ref(), crate::classify::decisive_line(text))
}

impl<T, E, P: Stack> Settling<T, E, P> {
    /// Polls towards the report. `cancelled` ends a decision early.
    pub(crate) fn poll_settled<C: Future<Output = ()>>(mut self: Pin<&mut Self>, cancelled: Pin<&mut C>, cx: &mut Context<'_>) -> Poll<Attempt<T, E>> {
        if self.decision.is_some() {
            let decided = ready!(self.as_mut().poll_decision(cancelled, cx));
            self.as_mut().decided(decided);
        }
        self.as_mut().count();
        let standing = match self.as_mut().project().observe.as_pin_mut() {
            Some(observe) => ready!(observe.poll(cx)),
            None => Standing::new(crate::Verdict::Continue, crate::ledger::Reason::None),
        };
        Poll::Ready(self.finish(standing))
    }

    /// The decision, or why there is none: whatever comes first ends it.
    fn poll_decision<C: Future<Output = ()>>(self: Pin<&mut Self>, cancelled: Pin<&mut C>, cx: &mut Context<'_>) -> Poll<Decision> {
        let mut me = self.project();
        let Some(decision) = me.decision.as_mut().as_pin_mut() else { return Poll::Ready(Decision::Abstained(Abstained::NotAsked)) };
        match catch_unwind(AssertUnwindSafe(|| decision.poll(cx))) {
            Ok(Poll::Ready(decision)) => return Poll::Ready(decision),
            Ok(Poll::Pending) => {}
            Err(_) => return Poll::Ready(Decision::Abstained(Abstained::Panicked)),
        }
        if cancelled.poll(cx).is_ready() {
            return Poll::Ready(Decision::Abstained(Abstained::Cancelled));
        }
        match me.timer.as_mut().map(|timer| timer.as_mut().poll(cx)) {
            Some(Poll::Pending) => Poll::Pending,
            Some(Poll::Ready(())) | None => Poll::Ready(Decision::Abstained(Abstained::Deadline)),
        }
    }

    fn decided(self: Pin<&mut Self>, decision: Decision) {
        let mut me = self.project();
        // Whatever the evaluator does when it is dropped, its answer has been taken or given up already.
        let _ = catch_unwind(AssertUnwindSafe(|| me.decision.set(None)));
        *me.timer = None;
        me.trace.latency = me.asked.map(|asked| clock::now().saturating_duration_since(asked));
        match decision {
            Decision::Abstained(reason) => me.trace.abstained = Some(reason),
            Decision::Advised(advised) => {
                if let Some(case) = me.case {
                    case.classification = Classification { source: Source::Jev, ..advised };
                }
            }
        }
    }

    /// Consumes the ticket: from here on the failure is the ledger's.
    fn count(self: Pin<&mut Self>) {
        let mut me = self.project();
        let Some(case) = me.case.take() else { return };
        let observation = case.observation();
        let Case { mut ticket, facts, effect, classification, .. } = case;
        let call = ticket.take_call();
        *me.report = Some(Draft { facts: *facts, effect, classification, repairs: ticket.repairs(), tool: ticket.tool().cloned(), call });
        me.observe.set(Some(ticket.settle(observation)));
    }

    fn finish(self: Pin<&mut Self>, standing: Standing) -> Attempt<T, E> {
        let me = self.project();
        // Both are set in `settle` and taken here once; a future is not polled after it was ready.
        let outcome = me.outcome.take().unwrap_or(Outcome::Cancelled);
        let Some(Draft { facts, effect, classification, repairs, tool, call }) = me.report.take() else {
            return Attempt { outcome, verdict: standing.verdict, report: None };
        };
        let basis = Basis { facts: &facts, effect, classification, standing };
        let advice = advise(&basis, tool.as_ref().map(|tool| &*tool.name), me.stages.parts().settings.advice_bytes);
        let report = Report { facts, effect, classification, standing, advice, repairs };
        telemetry::failure(&report, *me.trace);
        if let Some(call) = call {
            call.failed(&report, *me.trace, Returned::of(&outcome));
        }
        Attempt { outcome, verdict: standing.verdict, report: Some(Box::new(report)) }
    }
}
