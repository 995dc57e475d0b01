//! From a failed outcome to its report: classify, decide, count, advise. The failure path, cold and boxed.

use super::{Basis, advise, closing, own_facts};
use crate::{
    Attempt, Outcome, Rejection, RejectionKind, Report,
    admission::{Refused, ToolCatalog},
    classify::{Class, Classification, Classify, OfferedTools, Source, TextEvidence, says_answer_lost},
    clock,
    decide::{Abstained, Decide, Decision, DecisionTrace, OpenCase, RecoveryAdvice, leaves_open, wording},
    emit::{Call, Returned},
    execute::Ticket,
    facts::{Effect, Facts, FailureKind},
    ledger::{EventKind, FailureDigest, Ledger, Observation, Standing},
    stages::Stack,
    telemetry,
};
use pin_project_lite::pin_project;
use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::time::{Instant, Sleep, sleep_until};

/// A failure on its way to its report.
pub(crate) type Boxed<T, E, P> = Pin<Box<Settling<T, E, P>>>;

type DecisionOf<P> = <<P as Stack>::Decider as Decide>::Future;
type ObserveOf<P> = <<P as Stack>::Ledger as Ledger>::Observe;

pin_project! {
    /// Settles one failure. Dropping it during the decision records the failure as the text rules classify it.
    pub(crate) struct Settling<T, E, P: Stack> {
        outcome: Option<Outcome<T, E>>,
        case: Option<Case<P>>,
        trace: Option<Box<DecisionTrace>>,
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
    /// What facts and text rules say.
    known: Classification,
    /// What is followed of a decision.
    advised: Option<RecoveryAdvice>,
}

/// A failure whose standing is awaited.
struct Draft {
    facts: Facts,
    effect: Effect,
    answer_lost: bool,
    classification: Classification,
    advised: Option<RecoveryAdvice>,
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
    let mut settling =
        Settling { outcome: Some(outcome), case: None, trace: None, decision: None, timer: None, asked: None, observe: None, report: None, stages };
    match case.begin_decision() {
        Ok((decision, asked, deadline)) => {
            settling.decision = Some(decision);
            settling.trace = Some(Box::new(DecisionTrace { attempts: 1, ..DecisionTrace::default() }));
            (settling.timer, settling.asked) = (Some(Box::pin(sleep_until(deadline))), Some(asked));
        }
        Err(Abstained::NotAsked) => {}
        Err(reason) => {
            let attempts = u32::from(reason == Abstained::Panicked);
            settling.trace = Some(Box::new(DecisionTrace { attempts, fallback: Some(reason), ..DecisionTrace::default() }));
        }
    }
    settling.case = Some(case);
    Box::pin(settling)
}

/// A refused call, whose drop records the refusal.
#[cold]
pub(crate) fn refused<P: Stack>(rejection: Rejection, ticket: Ticket<P>) -> Box<Refused<P>> {
    let mut case = Case::new(ticket, own_facts::of_rejection(&rejection));
    case.remember();
    Box::new(Refused { rejection, ticket: case.ticket })
}

/// Begins to settle a refused call.
#[cold]
#[inline(never)]
#[allow(clippy::boxed_local, reason = "it arrives in its box")]
pub(crate) fn refuse<T, E, P: Stack>(refused: Box<Refused<P>>) -> Boxed<T, E, P> {
    let Refused { rejection, ticket } = *refused;
    let facts = own_facts::of_rejection(&rejection);
    settle(Outcome::Rejected(rejection), facts, ticket)
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
        let known = classify(&ticket, &facts);
        Self { ticket, facts, kind, effect, known, advised: None }
    }

    /// From now on a drop records what is known.
    fn remember(&mut self) {
        let known = self.observation();
        self.ticket.extras_mut().known = Some(known);
    }

    /// Asks for a decision where facts leave the case open. A write whose effect is open is never sent to a model, and neither is a call that did not fail by itself.
    fn begin_decision(&mut self) -> Result<(DecisionOf<P>, Instant, Instant), Abstained> {
        let stages = self.ticket.stages().clone();
        let decider = &stages.parts().decider;
        let own = self.facts.kind == FailureKind::Tool && !self.ticket.interrupted();
        // Where facts settle the class, another tool may still be sought.
        let settled = self.facts.settled.is_some() && !decider.seeks_alternates();
        if !own || settled || self.effect == Effect::UncertainWrite {
            return Err(Abstained::NotAsked);
        }
        if !decider.asks() {
            let missed = stages.parts().settings.wants_decisions && leaves_open(&self.facts, self.effect, self.known);
            return Err(if missed { Abstained::NoEvaluator } else { Abstained::NotAsked });
        }
        let asked = clock::now();
        let configured = asked + stages.parts().settings.decision_timeout;
        let deadline = self.ticket.deadline().map_or(configured, |end| configured.min(end));
        if deadline <= asked {
            return Err(Abstained::NotAsked);
        }
        let tool = self.ticket.tool().map(|tool| tool.descriptor());
        let call = self.ticket.call_key();
        let case = OpenCase {
            tool,
            arguments: self.ticket.arguments(),
            tally: stages.parts().ledger.tally(&call),
            place: self.ticket.place(),
            records: self.ticket.call(),
            only_tool: tool.is_some_and(|tool| is_alone(&stages.parts().catalog, &tool.name)),
            ..OpenCase::new(&self.facts, self.effect, self.known, call, deadline)
        };
        let decision = catch_unwind(AssertUnwindSafe(|| decider.decide(&case))).unwrap_or(Err(Abstained::Panicked))?;
        self.remember();
        Ok((decision, asked, deadline))
    }

    /// The class that a decision found, or else that of facts and text rules. The finer kind is the text rules' where both agree.
    fn classification(&self) -> Classification {
        let Some(class) = self.decided() else { return self.known };
        let agreed = self.known.class == class;
        Classification { subkind: self.known.subkind.filter(|_| agreed), ..Classification::new(class, Source::Jev, wording::VERSION) }
    }

    fn decided(&self) -> Option<Class> {
        self.advised.as_ref().and_then(|advised| advised.class)
    }

    fn observation(&self) -> Observation {
        let Self { ticket, facts, known, .. } = self;
        let classification = self.classification();
        let mut observation = ticket.observation(self.kind, facts.reach, self.effect);
        observation.class = class_in_ledger(facts.kind, classification.class);
        observation.subkind = classification.subkind;
        observation.source = classification.source;
        observation.overruled = self.decided().map(|_| (known.class, known.subkind));
        // By what is known without a decision: one that comes and goes must not make an old failure look new.
        observation.digest = digest(&ticket.stages().parts().ledger, facts, known);
        observation.deterministic = facts.settled.is_some_and(|settled| is_deterministic(settled.class));
        observation.retry_after = facts.retry_after;
        observation.adapter_attempts = facts.adapter_attempts;
        observation.answer_lost = self.answer_lost(classification.class);
        observation
    }

    /// Whether a write that counts as answered may have been made all the same, because what the tool asked in its turn timed out or broke off. A class that somebody else has
    /// to act for first, or that the write itself has to be corrected for, needs no such warning.
    fn answer_lost(&self, class: Class) -> bool {
        let Self { ticket, facts, effect, known, .. } = self;
        let open = *effect == Effect::Unknown && ticket.may_write() && !ticket.tool().is_some_and(|tool| tool.report);
        let text = || facts.text.as_ref().map_or("", |text| text.expose());
        match facts.kind {
            FailureKind::Timeout(_) => open,
            FailureKind::Tool => open && matches!(class, Class::Transient | Class::Unavailable) && says_answer_lost(known, text()),
            _ => false,
        }
    }
}

/// Whether a model may see this tool and no other.
fn is_alone<C: ToolCatalog>(catalog: &C, name: &str) -> bool {
    catalog.offers(&mut |offered| offered == name) && !catalog.offers(&mut |offered| offered != name)
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
    let offered = Offered(&ticket.stages().parts().catalog);
    evidence.offered = &offered;
    ticket.stages().parts().classifier.classify(&evidence)
}

/// The tools of a catalog, as a text classifier asks for them.
struct Offered<'a, C>(&'a C);

impl<C: ToolCatalog> OfferedTools for Offered<'_, C> {
    fn any(&self, test: &mut dyn FnMut(&str) -> bool) -> bool {
        self.0.offers(test)
    }
}

/// What policy refuses is no class of failures, but to the ledger it is a matter of permission: a permission, told as a change of the world, reopens it.
const fn class_in_ledger(kind: FailureKind, class: Class) -> Class {
    match kind {
        FailureKind::Rejected(RejectionKind::Denied | RejectionKind::ApprovalDenied) => Class::Permission,
        _ => class,
    }
}

/// Whether an unchanged repeat of a failure of this class fails as well, by the definition of the class.
const fn is_deterministic(class: Class) -> bool {
    matches!(class, Class::Authentication | Class::Permission | Class::WrongArguments | Class::WrongTool | Class::Unsupported)
}

fn digest<L: Ledger>(ledger: &L, facts: &Facts, classification: &Classification) -> FailureDigest {
    let text = facts.text.as_ref().map_or("", |text| text.expose());
    // The text rules have looked for the line already.
    let found = classification.message.and_then(|(start, end)| text.get(start as usize..end as usize));
    ledger.failure_digest(classification, facts.code.as_ref(), found.unwrap_or_else(|| crate::classify::decisive_line(text)))
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
        let Some(decision) = me.decision.as_mut().as_pin_mut() else { return Poll::Ready(Decision::abstained(Abstained::NotAsked)) };
        match catch_unwind(AssertUnwindSafe(|| decision.poll(cx))) {
            Ok(Poll::Ready(decision)) => return Poll::Ready(decision),
            Ok(Poll::Pending) => {}
            Err(_) => return Poll::Ready(Decision::abstained(Abstained::Panicked)),
        }
        if cancelled.poll(cx).is_ready() {
            return Poll::Ready(Decision::abstained(Abstained::Cancelled));
        }
        match me.timer.as_mut().map(|timer| timer.as_mut().poll(cx)) {
            Some(Poll::Pending) => Poll::Pending,
            Some(Poll::Ready(())) | None => Poll::Ready(Decision::abstained(Abstained::Deadline)),
        }
    }

    fn decided(self: Pin<&mut Self>, decision: Decision) {
        let mut me = self.project();
        // Whatever the evaluator does when it is dropped, its answer has been taken or given up already.
        let _ = catch_unwind(AssertUnwindSafe(|| me.decision.set(None)));
        *me.timer = None;
        let latency = me.asked.map(|asked| clock::now().saturating_duration_since(asked));
        let (advice, trace) = DecisionTrace::split(decision, latency);
        *me.trace = (trace.fallback != Some(Abstained::NotAsked)).then(|| Box::new(trace));
        if let Some(case) = me.case {
            case.advised = advice.ok();
        }
    }

    /// Consumes the ticket: from here on the failure is the ledger's.
    fn count(self: Pin<&mut Self>) {
        let mut me = self.project();
        let Some(mut case) = me.case.take() else { return };
        // What a refusal was counted as when it was made still holds; a decision may have changed what is known of a failure.
        let known = if me.asked.is_none() { case.ticket.take_known() } else { None };
        let (observation, classification) = (known.unwrap_or_else(|| case.observation()), case.classification());
        let Case { mut ticket, facts, effect, advised, .. } = case;
        let mut call = ticket.take_call();
        if let (Some(call), Some(outcome)) = (&mut call, me.outcome.as_ref()) {
            call.counted(&facts, Returned::of(outcome), &observation);
        }
        *me.report = Some(Draft {
            facts: *facts,
            effect,
            answer_lost: observation.answer_lost,
            classification,
            advised,
            repairs: ticket.repairs(),
            tool: ticket.tool().cloned(),
            call,
        });
        me.observe.set(Some(ticket.settle(observation)));
    }

    fn finish(self: Pin<&mut Self>, mut standing: Standing) -> Attempt<T, E> {
        let me = self.project();
        // Both are set in `settle` and taken here once; a future is not polled after it was ready.
        let mut outcome = me.outcome.take().unwrap_or(Outcome::Cancelled);
        if let Outcome::Rejected(rejection) = &outcome {
            standing.hold = rejection.hold();
        }
        let Some(Draft { facts, effect, answer_lost, classification, advised, repairs, tool, call }) = me.report.take() else {
            return Attempt { outcome, verdict: standing.verdict, report: None };
        };
        let basis = Basis { facts: &facts, effect, answer_lost, classification, advised: advised.as_ref(), standing };
        let tool = tool.as_ref().map(|tool| &*tool.name);
        let advice = advise(&basis, tool, me.stages.parts().settings.advice_bytes);
        if let Outcome::Rejected(rejection) = &mut outcome
            && let Some(text) = closing(&basis, tool, rejection.message())
        {
            rejection.replace_message(&text);
        }
        let report = Report { facts, effect, classification, standing, advice, repairs, decision: me.trace.take() };
        telemetry::failure(&report);
        if let Some(call) = call {
            call.failed(&report, Returned::of(&outcome));
        }
        Attempt { outcome, verdict: standing.verdict, report: Some(Box::new(report)) }
    }
}
