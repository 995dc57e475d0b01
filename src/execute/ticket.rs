//! The one observation of a call that was dispatched.

use super::{
    Interrupt,
    subject::{Subject, join, split},
};
use crate::{
    ToolRequest,
    admission::Tool,
    classify::Class,
    clock,
    decide::Place,
    emit::Call,
    facts::{Effect, EffectDeclaration, Reach, UndeclaredEffect},
    ledger::{CallKey, EventKind, HoldId, Ledger, Observation, RunKey, ScopeKey, Stamp, Success, WorldChange},
    normalize::Repairs,
    stages::Stack,
    telemetry,
    typestate::Terms,
};
use serde_json::Value;
use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::Arc,
    thread::panicking,
};
use tokio::time::{Instant, Sleep};
use tokio_util::sync::CancellationToken;

/// Travels with a call from its dispatch to its settlement. Whoever drops it unsettled has made the one observation: that nobody waited for the answer.
///
/// It is armed before the inner service is called, because services such as a buffer begin to work inside `call`.
#[must_use]
pub struct Ticket<P: Stack> {
    stages: Arc<P>,
    subject: Subject,
    run: [u64; 2],
    scope: ScopeKey,
    stamp: Stamp,
    pub(crate) extras: Option<Box<Extras>>,
    repairs: Repairs,
    /// What a success changes.
    change: WorldChange,
    open: bool,
    armed: bool,
    dispatched: bool,
}

/// What only some calls need.
#[derive(Default)]
pub(crate) struct Extras {
    /// The end of the run.
    pub(crate) deadline: Option<Instant>,
    /// Tells the tool to stop, and tells a drop whether the host had cancelled.
    pub(crate) cancel: Option<CancellationToken>,
    /// The effective timeout, later the settle grace.
    pub(crate) timer: Option<Pin<Box<Sleep>>>,
    /// Set while an interrupted write may still settle.
    pub(crate) settling: Option<Interrupt>,
    /// The span of the execution, until it ends.
    pub(crate) span: Option<tracing::Span>,
    /// What holds an interrupted write until it settles.
    pub(crate) interim: Option<(Observation, Option<HoldId>)>,
    /// A failure that is known already: what a drop during the decision records.
    pub(crate) known: Option<Observation>,
    /// The records of the call, where it has any.
    pub(crate) call: Option<Call>,
}

impl<P: Stack> Ticket<P> {
    #[inline]
    pub(crate) fn new(stages: Arc<P>, subject: Subject, extras: Option<Box<Extras>>, terms: &Terms) -> Self {
        let Terms { run, scope, probe, repairs, .. } = *terms;
        let change = match subject.tool().and_then(|tool| tool.effect) {
            Some(EffectDeclaration::ReadOnly) => WorldChange::None,
            Some(EffectDeclaration::Write) => WorldChange::Strong,
            None => WorldChange::Weak,
        };
        Self { stages, subject, run: split(run.0), scope, stamp: probe.stamp, extras, repairs, change, open: probe.open, armed: true, dispatched: false }
    }

    /// From now on a drop means that the call ran and nobody knows how it ended.
    #[inline]
    pub(crate) fn dispatched(&mut self) {
        self.dispatched = true;
    }

    #[inline]
    pub(crate) fn stages(&self) -> &Arc<P> {
        &self.stages
    }

    #[inline]
    pub(crate) fn tool(&self) -> Option<&Arc<Tool>> {
        self.subject.tool()
    }

    pub(crate) fn arguments(&self) -> Option<&Value> {
        self.subject.arguments()
    }

    pub(crate) fn repairs(&self) -> Repairs {
        self.repairs
    }

    /// Does a part of the execution, inside its span where it has one.
    #[inline]
    pub(crate) fn within<O>(&self, part: impl FnOnce() -> O) -> O {
        match self.extras.as_ref().and_then(|extras| extras.span.as_ref()) {
            Some(span) => span.in_scope(part),
            None => part(),
        }
    }

    /// The execution has ended, and its span with it.
    #[inline]
    pub(crate) fn ended(&mut self) {
        if let Some(extras) = &mut self.extras {
            extras.span = None;
            if let Some(call) = &mut extras.call {
                call.ended();
            }
        }
    }

    /// Opens the span and begins the records of this call, as far as they are asked for. `dispatched` says that it runs now, and whether somebody approved it.
    #[cold]
    pub(crate) fn watch<R: ToolRequest>(&mut self, request: &R, dispatched: Option<bool>) {
        let parts = self.stages.parts();
        let span = (parts.settings.spans && dispatched.is_some()).then(|| telemetry::execution(self.tool().map(|tool| &*tool.name)));
        let mut call = parts.records.is_on().then(|| self.call_key());
        let mut call = call.take().and_then(|key| parts.records.begin(request, self.tool().map(|tool| &**tool), &key, self.stamp));
        if let (Some(call), Some(approved)) = (&mut call, dispatched) {
            call.dispatched(approved);
        }
        let extras = self.extras_mut();
        (extras.span, extras.call) = (span, call);
    }

    /// The records of the call, as long as nobody has taken them.
    pub(crate) fn call(&self) -> Option<&Call> {
        self.extras.as_ref()?.call.as_ref()
    }

    /// The records of the call, to be told how it ended.
    pub(crate) fn take_call(&mut self) -> Option<Call> {
        self.extras.as_mut()?.call.take()
    }

    /// A flag in the body of a success says otherwise.
    #[cold]
    pub(crate) fn contradicted(&mut self) {
        if let Some(call) = self.extras.as_mut().and_then(|extras| extras.call.as_mut()) {
            call.contradicted();
        }
    }

    /// Whether the observation is still to be made.
    #[inline]
    pub(crate) fn is_armed(&self) -> bool {
        self.armed
    }

    /// Whether the layer ended the call, for the host or by its own clock.
    pub(crate) fn interrupted(&self) -> bool {
        self.extras.as_ref().is_some_and(|extras| extras.settling.is_some())
    }

    pub(crate) fn extras_mut(&mut self) -> &mut Extras {
        self.extras.get_or_insert_default()
    }

    /// The observation that was worked out already.
    pub(crate) fn take_known(&mut self) -> Option<Observation> {
        self.extras.as_mut().and_then(|extras| extras.known.take())
    }

    /// Whether the tool may change something: declared so, or undeclared and taken for it.
    pub(crate) fn may_write(&self) -> bool {
        self.stages.parts().settings.undeclared.unless_declared(self.declared()) == UndeclaredEffect::Write
    }

    pub(crate) fn effect(&self, reach: Reach) -> Effect {
        Effect::derive(self.declared(), self.stages.parts().settings.undeclared, reach)
    }

    fn declared(&self) -> Option<EffectDeclaration> {
        self.subject.tool().and_then(|tool| tool.effect)
    }

    /// The write was told to stop: what it did is unknown until it says so, and no other call of it may run until then.
    pub(crate) fn hold_until_settled(&mut self) {
        let reach = Reach::MayHaveReached;
        let observation = self.observation(EventKind::Failure, reach, self.effect(reach));
        let hold = self.stages.parts().ledger.settling(&observation);
        self.extras_mut().interim = Some((observation, hold));
    }

    /// The call succeeded: the world may have changed, and a streak may be over.
    #[inline]
    pub(crate) fn succeed(&mut self) {
        self.armed = false;
        if self.extras.is_some() {
            self.say_success();
        }
        if self.open || self.change != WorldChange::None {
            self.record_success();
        }
    }

    /// Before the ledger learns of it: the record of a success is true whatever that does.
    #[inline(never)]
    fn say_success(&mut self) {
        if let Some(call) = self.take_call() {
            call.succeeded();
        }
    }

    #[inline(never)]
    fn record_success(&self) {
        let ledger = &self.stages.parts().ledger;
        let call = (self.open || ledger.probe(self.run_key()).open).then(|| self.call_key());
        ledger.succeeded(&Success { run: self.run_key(), call, change: self.change });
    }

    /// The call is not over: nothing is counted.
    #[inline]
    pub(crate) fn forgo(&mut self) {
        self.armed = false;
        if let Some(call) = self.take_call() {
            call.incomplete();
        }
    }

    /// Hands the one observation to the ledger.
    pub(crate) fn settle(mut self, observation: Observation) -> <P::Ledger as Ledger>::Observe {
        self.armed = false;
        self.stages.parts().ledger.observe(observation)
    }

    /// The key of this call.
    pub(crate) fn call_key(&self) -> CallKey {
        self.subject.call_key(self.run_key(), self.scope, &self.stages.parts().ledger)
    }

    /// An observation of this call, with everything but the class filled in.
    pub(crate) fn observation(&self, kind: EventKind, reach: Reach, effect: Effect) -> Observation {
        let parts = self.stages.parts();
        let call = self.call_key();
        let mut observation = Observation::new(call, self.stamp, kind);
        observation.effect = effect;
        (observation.hold, observation.idempotency) = self.subject.hold(&parts.ledger, parts.settings.undeclared);
        let open = match effect {
            Effect::UncertainWrite => true,
            // Whoever cancelled a call that nobody declared to write may make it again: such a tool stays usable.
            Effect::Unknown => kind != EventKind::Cancelled,
            _ => false,
        };
        if reach != Reach::MayHaveReached || !open {
            observation.hold = None;
        }
        observation.run_remaining = self.deadline().map(|deadline| deadline.saturating_duration_since(clock::now()));
        if let Some(tool) = self.subject.tool() {
            observation.pollable = tool.pollable;
            observation.report = tool.report;
            observation.optional_service = tool.optional_service;
        }
        observation
    }

    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.extras.as_ref().and_then(|extras| extras.deadline)
    }

    /// Where the call was made, where that was kept.
    pub(crate) fn place(&self) -> Option<Place<'_>> {
        let (run, scope) = self.subject.place()?;
        Some(Place::new(run, scope, self.stages.parts().settings.undeclared))
    }

    fn run_key(&self) -> RunKey {
        RunKey(join(self.run))
    }

    /// What a drop at this point means.
    #[cold]
    #[inline(never)]
    fn abandon(&mut self) {
        let mut extras = self.extras.take().map(|extras| *extras).unwrap_or_default();
        let (call, known) = (extras.call.take(), extras.known.is_some());
        let observation = extras.known.unwrap_or_else(|| {
            // After an interrupt the token says nothing: the layer itself cancels it to stop the tool.
            let cancelled = match extras.settling {
                Some(interrupt) => interrupt == Interrupt::Cancelled,
                None => extras.cancel.as_ref().is_some_and(CancellationToken::is_cancelled),
            };
            let (kind, reach) = match (self.dispatched, cancelled) {
                (false, false) => (EventKind::NotDispatched, Reach::NotReached),
                (false, true) => (EventKind::Cancelled, Reach::NotReached),
                (true, true) => (EventKind::Cancelled, Reach::MayHaveReached),
                (true, false) => (EventKind::Failure, Reach::MayHaveReached),
            };
            let mut observation = self.observation(kind, reach, self.effect(reach));
            observation.class = Class::Transient;
            observation
        });
        self.stages.parts().ledger.abandon(observation);
        if let Some(call) = call {
            call.abandoned(&observation, self.dispatched, known);
        }
    }
}

impl<P: Stack> Drop for Ticket<P> {
    #[inline]
    fn drop(&mut self) {
        let interim = self.extras.as_mut().and_then(|extras| extras.interim.take());
        if self.armed {
            self.armed = false;
            if panicking() {
                // A second panic would end the process, so that one of a host's ledger ends here.
                let _ = catch_unwind(AssertUnwindSafe(|| self.abandon()));
            } else {
                self.abandon();
            }
        }
        // After the observation, so that no call slips between this hold and its own.
        if let Some((interim, hold)) = interim {
            self.stages.parts().ledger.settled(&interim, hold);
        }
    }
}

impl<P: Stack> fmt::Debug for Ticket<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticket").field("armed", &self.armed).finish_non_exhaustive()
    }
}
