//! One evaluation: from an admitted call to a ruling and its account.

use super::{
    ContextSource, Criterion, DecisionObserver, EffectiveAction, EvaluationStatus, Finding, OutagePolicy, Projected, Projection, ProjectionFault,
    ProjectionSummary, ProposalCase, ProposalDecision, ProposalMode, ProposalRules, ProposalVerdict, ProposalView, Reading, ReviewItem, ReviewQueue, Role,
    Ruling, Withheld,
    check::Parts,
    criteria::{BEFORE_CALL, FIT_ARGS, FIT_ORDER, FIT_REPEAT, FIT_SCOPE, FIT_TARGET, FIT_TOOL, RISK_BLAST, RISK_INJECTED},
    project,
    reading::{combine, findings, resolve},
};
use crate::{
    admission::Consequence,
    clock,
    decide::RecoveryEvaluator,
    systemone::{Answers, Batch, EvaluationError, Usage, validate},
};
use pin_project_lite::pin_project;
use serde_json::Value;
use std::{
    fmt,
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::time::{Instant, Sleep, sleep_until};

/// A call whose evaluation may begin: owned, and bounded.
pub(super) struct Prepared {
    account: Account,
    asked: Result<Asked, EvaluationStatus>,
}

/// What is put to the evaluator.
struct Asked {
    batch: Batch,
    criteria: Vec<&'static Criterion>,
}

/// What is kept of the call until the ruling.
struct Account {
    item: ReviewItem,
    declared: bool,
    schema: Option<Arc<Value>>,
    seq: u64,
    version: u64,
    unchanged_failures: u32,
    asked: Vec<&'static Criterion>,
    projection: ProjectionSummary,
    fallback: Option<ProposalVerdict>,
    mode: ProposalMode,
    begun: Instant,
}

/// What came of asking.
#[derive(Default)]
struct Told {
    findings: Vec<Finding>,
    model: Option<Box<str>>,
    usage: Option<Usage>,
    attempts: u32,
}

impl Prepared {
    pub(super) fn new<E, S, J, Q, O, R>(parts: &Parts<E, S, J, Q, O, R>, case: &ProposalCase<'_>, mode: ProposalMode) -> Self
    where
        S: ContextSource,
        J: Projection,
        R: ProposalRules,
    {
        let mut account = Account::new(case, mode);
        let asked = account.ask(parts, case);
        Self { account, asked }
    }
}

impl Account {
    fn new(case: &ProposalCase<'_>, mode: ProposalMode) -> Self {
        let item = ReviewItem {
            run: case.run.into(),
            scope: case.scope.into(),
            call_id: case.call_id.map(Into::into),
            tool: case.tool.map_or_else(|| case.name.into(), |tool| tool.name.clone()),
            arguments: case.arguments.clone(),
            consequence: case.consequence(),
            criteria: Vec::new(),
        };
        Self {
            item,
            declared: case.tool.is_some(),
            schema: case.tool.and_then(|tool| tool.schema.clone()),
            seq: 0,
            version: 0,
            unchanged_failures: case.unchanged_failures,
            asked: Vec::new(),
            projection: ProjectionSummary::default(),
            fallback: None,
            mode,
            begun: clock::now(),
        }
    }

    fn ask<E, S, J, Q, O, R>(&mut self, parts: &Parts<E, S, J, Q, O, R>, case: &ProposalCase<'_>) -> Result<Asked, EvaluationStatus>
    where
        S: ContextSource,
        J: Projection,
        R: ProposalRules,
    {
        let context = parts.source.context(case.run, case.scope).ok_or(EvaluationStatus::Error)?;
        let view = ProposalView::of(&context, case);
        (self.seq, self.version) = (context.seq(), context.run_version());
        if parts.policy.outage.of(view.consequence()) == Some(OutagePolicy::Fallback) {
            self.fallback = parts.rules.judge(&view);
        }
        let projected = project(&view, &parts.projection).map_err(|fault| match fault {
            ProjectionFault::Oversized { .. } => EvaluationStatus::Oversized,
            ProjectionFault::Unscrubbable { .. } => EvaluationStatus::Error,
        })?;
        self.projection = ProjectionSummary::new(parts.projection.id(), parts.projection.version(), &projected);
        let criteria: Vec<&'static Criterion> = BEFORE_CALL.into_iter().filter(|criterion| applies(criterion, &view, &projected)).collect();
        if criteria.is_empty() {
            return Err(EvaluationStatus::NotCalled);
        }
        let questions = criteria.iter().map(|criterion| criterion.question()).collect();
        let state = projected.into_state();
        self.projection.keep(&state);
        self.asked.clone_from(&criteria);
        Ok(Asked { batch: Batch::new(state, questions), criteria })
    }
}

/// Whether the state holds what a criterion asks about. A question about nothing gets an answer all the same.
fn applies(criterion: &Criterion, view: &ProposalView<'_>, projected: &Projected) -> bool {
    let wanted = projected.has(Role::UserRequest) || projected.has(Role::OperatorGoal);
    let untrusted = projected.has(Role::PriorResults) || projected.has(Role::PriorFailures) || projected.has(Role::ToolText);
    match criterion.id {
        id if id == FIT_TOOL.id || id == FIT_SCOPE.id => wanted,
        id if id == FIT_ARGS.id || id == FIT_TARGET.id => wanted && projected.exposed() > 0,
        id if id == FIT_REPEAT.id => view.unchanged_failures > 0,
        id if id == FIT_ORDER.id => projected.has(Role::OperatorPolicy) || projected.has(Role::ToolContract),
        id if id == RISK_BLAST.id => projected.has(Role::ToolContract),
        id if id == RISK_INJECTED.id => untrusted,
        _ => false,
    }
}

pin_project! {
    /// Resolves to the ruling on one call.
    ///
    /// # Cancel safety
    ///
    /// A drop ends the evaluation at once. The call does not run, and nothing is recorded of it.
    pub struct Checking<E: RecoveryEvaluator, S, J, Q, O, R> {
        parts: Arc<Parts<E, S, J, Q, O, R>>,
        account: Option<Account>,
        #[pin]
        step: Step<E::Evaluation>,
    }
}

pin_project! {
    #[project = StepProjection]
    enum Step<F> {
        Known { status: EvaluationStatus },
        Asking { #[pin] evaluation: F, #[pin] timer: Sleep, criteria: Vec<&'static Criterion>, questions: Vec<crate::systemone::Question> },
    }
}

impl<E, S, J, Q, O, R> Checking<E, S, J, Q, O, R>
where
    E: RecoveryEvaluator,
{
    pub(super) fn begin(parts: Arc<Parts<E, S, J, Q, O, R>>, prepared: Prepared) -> Self {
        let Prepared { mut account, asked } = prepared;
        account.begun = clock::now();
        let step = match asked {
            Err(status) => Step::Known { status },
            Ok(_) if !parts.breaker.admits() => Step::Known { status: EvaluationStatus::CircuitOpen },
            Ok(Asked { batch, criteria }) => {
                let deadline = account.begun + Duration::from_millis(parts.policy.timeout_ms);
                let questions = batch.questions.clone();
                match catch_unwind(AssertUnwindSafe(|| parts.evaluator.evaluate(batch, deadline))) {
                    Ok(evaluation) => Step::Asking { evaluation, timer: sleep_until(deadline), criteria, questions },
                    Err(_) => Step::Known { status: EvaluationStatus::Error },
                }
            }
        };
        Self { parts, account: Some(account), step }
    }
}

impl<E, S, J, Q, O, R> Future for Checking<E, S, J, Q, O, R>
where
    E: RecoveryEvaluator,
    S: ContextSource,
    Q: ReviewQueue,
    O: DecisionObserver,
{
    type Output = Ruling;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Ruling> {
        let me = self.project();
        let mut told = Told::default();
        let (status, asked) = match me.step.project() {
            StepProjection::Known { status } => (*status, false),
            StepProjection::Asking { evaluation, mut timer, criteria, questions } => {
                let status = match catch_unwind(AssertUnwindSafe(|| evaluation.poll(cx))) {
                    Err(_) => EvaluationStatus::Error,
                    Ok(Poll::Ready(answers)) => told.take(answers, criteria, questions, &me.parts.policy),
                    Ok(Poll::Pending) if timer.as_mut().poll(cx).is_ready() => EvaluationStatus::Timeout,
                    Ok(Poll::Pending) => return Poll::Pending,
                };
                (if clock::now() >= timer.deadline() && !status.is_outage() { EvaluationStatus::Late } else { status }, true)
            }
        };
        let Some(account) = me.account.take() else { return Poll::Pending };
        if asked {
            me.parts.breaker.ended(status);
        }
        let moved = !status.is_outage() && me.parts.source.version(&account.item.run) != account.version;
        let status = if moved { EvaluationStatus::Stale } else { status };
        Poll::Ready(rule(me.parts, account, status, told))
    }
}

impl Told {
    fn take(
        &mut self,
        answers: Result<Answers, EvaluationError>,
        criteria: &[&'static Criterion],
        questions: &[crate::systemone::Question],
        policy: &super::ProposalPolicy,
    ) -> EvaluationStatus {
        let answers = match answers {
            Ok(answers) => answers,
            Err(error) => {
                self.attempts = error.attempts;
                return error.kind.into();
            }
        };
        self.attempts = answers.attempts;
        let Ok(valid) = validate(questions, answers) else { return EvaluationStatus::Malformed };
        let unread = valid.is_unread();
        (self.model, self.usage) = (Some(valid.model), valid.usage);
        self.findings = findings(criteria.iter().copied().zip(valid.answers), policy);
        // A server without a model behind it answers everything with nothing.
        if unread {
            for finding in &mut self.findings {
                finding.reading = if finding.reading == Reading::Recorded { Reading::Recorded } else { Reading::Uncertain };
            }
        }
        if unread || self.findings.iter().any(|finding| finding.answer.says_nothing()) { EvaluationStatus::Partial } else { EvaluationStatus::Ok }
    }
}

/// What follows, and its account.
fn rule<E, S, J, Q: ReviewQueue, O: DecisionObserver, R>(parts: &Parts<E, S, J, Q, O, R>, account: Account, status: EvaluationStatus, told: Told) -> Ruling {
    let Account { mut item, declared, schema, seq, version, unchanged_failures, asked, projection, fallback, mode, begun } = account;
    let consequence = item.consequence;
    let outage = parts.policy.outage(consequence, status);
    // What was told too late is recorded and recommends nothing.
    let verdict = match (outage, status) {
        (Some(_), _) | (None, EvaluationStatus::NotCalled) => ProposalVerdict::Abstain,
        (None, _) => combine(&told.findings),
    };
    let wanted = match outage {
        Some(policy) => under_outage(policy, fallback, consequence),
        None => resolve(verdict, consequence),
    };
    item.criteria = told.findings.iter().filter(|finding| finding.reading == Reading::Acts).map(|finding| finding.criterion).collect();
    let arguments = item.arguments.clone();
    let (tool, run, call_id, criteria) = (item.tool.clone(), item.run.clone(), item.call_id.clone(), item.criteria.clone());
    let enforced = mode == ProposalMode::Enforce;
    let ruling = match wanted {
        _ if !enforced => Ruling::Proceed,
        ProposalVerdict::Proceed | ProposalVerdict::Abstain => Ruling::Proceed,
        ProposalVerdict::Block => Ruling::Withhold(if criteria.is_empty() { Withheld::Unchecked } else { Withheld::Blocked(criteria) }),
        ProposalVerdict::Review => match parts.queue.submit(item) {
            Ok(place) => Ruling::Withhold(Withheld::Queued(place)),
            Err(_) if criteria.is_empty() => Ruling::Withhold(Withheld::Unchecked),
            Err(_) => Ruling::Withhold(Withheld::Blocked(criteria)),
        },
    };
    let effective = match &ruling {
        Ruling::Proceed => EffectiveAction::Proceed,
        Ruling::Withhold(Withheld::Queued(_)) => EffectiveAction::Queued,
        Ruling::Withhold(Withheld::Blocked(_) | Withheld::Unchecked) => EffectiveAction::Block,
    };
    let decision = ProposalDecision {
        run,
        call_id,
        tool,
        declared,
        schema,
        consequence,
        seq,
        run_version: version,
        unchanged_failures,
        asked,
        projection,
        findings: told.findings,
        status,
        model: told.model,
        usage: told.usage,
        attempts: told.attempts,
        latency: clock::now().saturating_duration_since(begun),
        policy: parts.versions.0.clone(),
        thresholds: parts.versions.1.clone(),
        mode,
        verdict,
        outage,
        effective,
    };
    // Whatever an observer does, the ruling stands.
    let _ = catch_unwind(AssertUnwindSafe(|| parts.observer.decided(&decision, &arguments)));
    ruling
}

/// What an outage comes to. Where the host's rules do not say, a person has to.
fn under_outage(policy: OutagePolicy, fallback: Option<ProposalVerdict>, consequence: Consequence) -> ProposalVerdict {
    policy.verdict().unwrap_or_else(|| fallback.map_or(ProposalVerdict::Review, |verdict| resolve(verdict, consequence)))
}

impl<E: RecoveryEvaluator, S, J, Q, O, R> fmt::Debug for Checking<E, S, J, Q, O, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checking").finish_non_exhaustive()
    }
}
