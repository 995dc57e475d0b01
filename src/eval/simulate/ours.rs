//! This crate as a guard: the real layer around a service that asks the world.

use super::{
    Evaluations, Parameters,
    episode::Setting,
    guard::{Cause, Heard, Hint},
    stack::Stack,
    texts::HOSTILE,
    world::{Act, Seen, World},
};
use crate::{
    Attempt, Outcome, RejectionKind, ToolCall, Verdict,
    admission::{Catalog, ToolDescriptor},
    advice::{Action, Advice},
    clock,
    config::{Classifier, ConfigError, RecoveryConfig},
    facts::{Adapter, FactExtractor, Facts, Judgement, Phase, Provenance, Reach, UntrustedText, http, process::Ending},
    ledger::{MemoryLedger, Reconciled, RepeatPolicy},
};
use serde_json::{Value, json};
use std::{
    convert::Infallible,
    future::{Ready, ready},
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tower_service::Service;

pub(super) struct Ours {
    stack: Stack,
    ledger: MemoryLedger,
    episode: u64,
    /// The names of the episode: one run and one scope.
    run: Arc<str>,
    undeclared: bool,
    wrong: bool,
    /// Whether anything of the episode is held.
    holds: bool,
    /// Arguments are shared, as a host would have them.
    arguments: Vec<Arc<Value>>,
    empty: Arc<Value>,
}

impl Ours {
    pub(super) fn new(parameters: &Parameters, classifier: Classifier, repeats: RepeatPolicy) -> Result<Self, ConfigError> {
        let mut config = RecoveryConfig { classifier, ..RecoveryConfig::default() };
        config.ledger.repeat_policy = repeats;
        (config.thresholds.class, config.thresholds.recoverability) = (parameters.evaluator_threshold, parameters.evaluator_threshold);
        let ledger = MemoryLedger::new(config.ledger.clone())?;
        let catalog = Catalog::builder()
            .tool(ToolDescriptor::new("read").read_only())
            .tool(ToolDescriptor::new("write").write())
            .tool(ToolDescriptor::new("plain"))
            .tool(ToolDescriptor::new("prepare").write())
            .tool(ToolDescriptor::new("note").write())
            .tool(ToolDescriptor::new("look").read_only())
            .tool(ToolDescriptor::new("login").write())
            .build()?;
        let stack = Stack::new(catalog, ledger.clone(), config)?;
        let arguments = (0..=u8::MAX).map(|number| Arc::new(json!({"value": number}))).collect();
        Ok(Self { stack, ledger, episode: 0, run: "0".into(), undeclared: false, wrong: false, holds: false, arguments, empty: Arc::new(json!({})) })
    }

    pub(super) fn begin(&mut self, parameters: &Parameters, setting: &Setting) {
        self.episode += 1;
        self.run = self.episode.to_string().into();
        self.undeclared = setting.undeclared;
        self.wrong = setting.wrongly_declared;
        self.holds = false;
        self.stack.begin(parameters, setting);
    }

    pub(super) fn evaluations(&self) -> Option<Evaluations> {
        self.stack.evaluations()
    }

    pub(super) async fn end(&mut self) {
        self.stack.end().await;
        self.ledger.finish_run(&self.run);
        // Looking for holds costs more than an episode.
        let holds = if self.holds { self.ledger.holds() } else { Vec::new() };
        for hold in holds {
            self.ledger.reconcile_hold(hold.id, Reconciled::NotApplied);
        }
    }

    /// The name under which the target is known to the host.
    fn target(&self, world: &World) -> &'static str {
        match (self.undeclared, world.reads() != self.wrong) {
            (true, _) => "plain",
            (false, true) => "read",
            (false, false) => "write",
        }
    }

    pub(super) async fn call(&mut self, parameters: &Parameters, world: &mut World, act: Act) -> Heard {
        let (before, begun) = (world.now_ms, clock::now());
        let attempt = self.attempt(parameters, world, act).await;
        // A decision that was awaited took the clock with it; the rest of the turn is still to pass.
        let decided = u64::try_from(clock::now().saturating_duration_since(begun).as_millis()).unwrap_or(u64::MAX);
        let heard = attempt.map_or(Heard::PLAIN, |attempt| self.heard(parameters, world, act, &attempt));
        tokio::time::advance(Duration::from_millis(world.now_ms - before)).await;
        world.now_ms += decided;
        heard
    }

    async fn attempt(&mut self, parameters: &Parameters, world: &mut World, act: Act) -> Option<Attempt<Seen, Infallible>> {
        let (tool, arguments) = match act {
            Act::Target(number) => (self.target(world), self.arguments.get(usize::from(number)).unwrap_or(&self.empty)),
            Act::Prepare => ("prepare", &self.empty),
            Act::Note => ("note", &self.empty),
            Act::Login => ("login", &self.empty),
            Act::Look | Act::Check | Act::Wait(_) | Act::GiveUp => ("look", &self.empty),
        };
        let call = ToolCall::new(tool, arguments.clone()).with_run(self.run.clone()).with_scope(self.run.clone());
        self.stack.call(Asking { parameters, world, act }, call).await
    }

    /// What the host and the agent make of an attempt.
    fn heard(&mut self, parameters: &Parameters, world: &mut World, act: Act, attempt: &Attempt<Seen, Infallible>) -> Heard {
        self.holds |= attempt.report.as_deref().is_some_and(|report| report.standing.held);
        if act == Act::Check && self.holds {
            self.reconcile(world);
        }
        if let Act::Login = act {
            // The host knows of new credentials.
            self.ledger.note_world_change(&self.run, &self.run);
        }
        let refused = matches!(attempt.outcome, Outcome::Rejected(_));
        if refused {
            world.refused();
            world.counts.false_refusals += u64::from(matches!(act, Act::Target(arguments) if harmless(parameters, world, arguments)));
        }
        heard(attempt)
    }

    /// The host tells the ledger what the check found.
    fn reconcile(&self, world: &World) {
        let found = if world.was_applied() { Reconciled::Applied } else { Reconciled::NotApplied };
        for hold in self.ledger.holds() {
            self.ledger.reconcile_hold(hold.id, found);
        }
    }
}

/// Whether a refused call would have succeeded, without an effect that came about twice.
fn harmless(parameters: &Parameters, world: &World, arguments: u8) -> bool {
    world.would_succeed(parameters, arguments) && !world.was_applied()
}

fn heard(attempt: &Attempt<Seen, Infallible>) -> Heard {
    let halted = cause(attempt);
    let hint = match attempt.advice().filter(|advice| is_told(attempt, advice)).map(|advice| &advice.action) {
        Some(Action::RetryAfter(wait)) => Some(Hint::Wait(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).min(3_600_000))),
        Some(Action::CorrectArguments(_)) => Some(Hint::Correct),
        Some(Action::Authenticate) => Some(Hint::Login),
        Some(Action::InstallOrStart) => Some(Hint::Prepare),
        Some(Action::Reconcile) => Some(Hint::Check),
        Some(Action::AskPermission | Action::ReportBlocked) => Some(Hint::Stop),
        Some(Action::StopRepeating) if halted.is_some() => Some(Hint::Stop),
        Some(Action::StopRepeating | Action::UseAlternate(_)) => Some(Hint::Different),
        Some(Action::None) | None => (attempt.verdict == Verdict::Nudge).then_some(Hint::Different),
    };
    Heard { halted, hint }
}

/// Whether a model hears of the advice: in a text of ours, or in the message of a rejection. An action without a text is for hosts and records.
fn is_told(attempt: &Attempt<Seen, Infallible>, advice: &Advice) -> bool {
    !advice.for_model.is_empty() || matches!(attempt.outcome, Outcome::Rejected(_))
}

/// Why the verdict is a halt, or the call was refused by one.
fn cause(attempt: &Attempt<Seen, Infallible>) -> Option<Cause> {
    let refused = match &attempt.outcome {
        Outcome::Rejected(rejection) => Some(rejection.kind()),
        _ => None,
    };
    if attempt.verdict != Verdict::Halt && refused != Some(RejectionKind::Halted) {
        return None;
    }
    let report = attempt.report.as_deref()?;
    let rule = refused.map_or_else(|| report.standing.reason.as_str(), |kind| kind.as_str());
    Some(Cause { class: report.classification.class.as_str(), rule })
}

/// The tool: it asks the world at the call.
pub(super) struct Asking<'a> {
    parameters: &'a Parameters,
    world: &'a mut World,
    act: Act,
}

impl Service<ToolCall> for Asking<'_> {
    type Response = Seen;
    type Error = Infallible;
    type Future = Ready<Result<Seen, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: ToolCall) -> Self::Future {
        ready(Ok(self.world.execute(self.parameters, self.act)))
    }
}

/// The extractor that a host would install: status and exit code are trusted, words are not.
#[derive(Clone, Copy)]
pub(super) struct SeenFacts;

impl FactExtractor<Seen, Infallible> for SeenFacts {
    fn judge(&self, _: &ToolDescriptor, outcome: Result<&Seen, &Infallible>) -> Judgement {
        let seen = match outcome {
            Ok(seen) => seen,
            Err(never) => match *never {},
        };
        let Some(wording) = seen.failed else { return Judgement::Success };
        let text = if seen.hostile { UntrustedText::new(&format!("{HOSTILE}{}", wording.text)) } else { UntrustedText::new(wording.text) };
        let facts = match (wording.status, wording.exit) {
            (Some(status), _) => http::status_facts(status, None, Some(text)),
            (None, Some(code)) => Ending { code: Some(code), signal: None }.facts(text),
            (None, None) => Facts::new(Provenance::new(Adapter::Result, "error")).text_from(text, "error"),
        };
        let facts = match seen.wait_ms {
            Some(ms) if wording.status.is_some() => facts.retry_after_from(Duration::from_millis(ms), "retry-after"),
            _ => facts,
        };
        if seen.lost { facts.reached(Phase::Execution, Reach::MayHaveReached).into() } else { facts.into() }
    }
}
