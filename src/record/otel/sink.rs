//! The sink that makes spans of records.

use super::{
    names,
    pending::{Evaluation, Pending},
};
use crate::record::{Answer, Body, Code, Criterion, Decision, EvaluationStatus, Execution, ExecutionStatus, Head, Mode, Record, RecordSink, Recovery};
use opentelemetry::{
    Context, InstrumentationScope, KeyValue, global,
    global::BoxedTracer,
    trace::{Span as _, SpanBuilder, SpanKind, Status, TraceContextExt as _, Tracer as _},
};
use std::{
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};

/// Makes OpenTelemetry spans and events of records, through the host's global tracer provider (that of the crate `opentelemetry` 0.33).
///
/// An execution becomes a span `execute_tool NAME` with the time it took, a child of the span that is active where the record is made. Evaluations of its proposal become
/// `gen_ai.evaluation.result` events of that span, or of the active one where the call did not run. A recovery becomes a span of no length under the execution's, and so does a comparison.
/// Distributions stay in the records: give the same records to a file, too, by a [`Tee`](crate::record::Tee).
pub struct OtelSink {
    tracer: BoxedTracer,
    pending: Mutex<Pending>,
}

impl Default for OtelSink {
    fn default() -> Self {
        Self::new()
    }
}

impl OtelSink {
    /// A sink that uses the tracer provider which is global now: install yours first.
    #[must_use]
    pub fn new() -> Self {
        let scope = InstrumentationScope::builder("tool-recovery").with_version(env!("CARGO_PKG_VERSION")).with_schema_url(names::SCHEMA_URL).build();
        Self { tracer: global::tracer_with_scope(scope), pending: Mutex::default() }
    }

    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn execution(&self, head: &Head<'_>, execution: &Execution<'_>) {
        let evaluations = self.pending().take_evaluations(head.call_id.as_str());
        if execution.status == ExecutionStatus::NotRun {
            let active = Context::current();
            for evaluation in evaluations {
                active.span().add_event_with_timestamp(names::EVALUATION_RESULT, evaluation.at, evaluation.attributes);
            }
            return;
        }
        let end = head.ts.moment();
        let took = Duration::try_from_secs_f64(execution.ms / 1000.0).unwrap_or_default();
        let begun = end.checked_sub(took).unwrap_or(end);
        let name = execution.tool.as_ref().map_or(names::EXECUTE_TOOL.to_owned(), |tool| format!("{} {tool}", names::EXECUTE_TOOL));
        let builder =
            SpanBuilder::from_name(name).with_kind(SpanKind::Internal).with_start_time(begun).with_attributes(attributes_of_execution(head, execution));
        let mut span = self.tracer.build_with_context(builder, &Context::current());
        for evaluation in evaluations {
            span.add_event_with_timestamp(names::EVALUATION_RESULT, evaluation.at, evaluation.attributes);
        }
        if error_type(execution).is_some() {
            // The description is for people and would be free text.
            span.set_status(Status::error(""));
        }
        span.end_with_timestamp(end);
        self.pending().ended(head.call_id.as_str(), span.span_context().clone());
    }

    /// The span of a call's execution where that is known, else what is active.
    fn parent(&self, head: &Head<'_>) -> Context {
        match self.pending().span(head.call_id.as_str()) {
            Some(span) => Context::current().with_remote_span_context(span),
            None => Context::current(),
        }
    }

    /// A comparison comes when the spans of its call are over.
    fn comparison(&self, head: &Head<'_>, decision: &Decision<'_>) {
        let at = head.ts.moment();
        let builder = SpanBuilder::from_name(names::COMPARISON).with_kind(SpanKind::Internal).with_start_time(at);
        let mut span = self.tracer.build_with_context(builder, &self.parent(head));
        for evaluation in evaluations(head, decision) {
            span.add_event_with_timestamp(names::EVALUATION_RESULT, evaluation.at, evaluation.attributes);
        }
        span.end_with_timestamp(at);
    }

    fn recovery(&self, head: &Head<'_>, recovery: &Recovery<'_>) {
        let parent = self.parent(head);
        let at = head.ts.moment();
        let mut attributes = vec![
            text(names::SOURCE, &recovery.source),
            text(names::CLASS, &recovery.class),
            text(names::ACTION, &recovery.action),
            text(names::VERDICT, &recovery.verdict),
        ];
        attributes.extend(recovery.owner.as_ref().map(|owner| text(names::OWNER, owner)));
        let builder = SpanBuilder::from_name(names::RECOVERY).with_kind(SpanKind::Internal).with_start_time(at).with_attributes(attributes);
        let mut span = self.tracer.build_with_context(builder, &parent);
        // What was asked about a call that has ended was asked about its failure.
        for evaluation in self.pending().take_evaluations(head.call_id.as_str()) {
            span.add_event_with_timestamp(names::EVALUATION_RESULT, evaluation.at, evaluation.attributes);
        }
        span.end_with_timestamp(at);
    }
}

impl RecordSink for OtelSink {
    fn record(&self, record: Record<'static>) {
        let Record { head, body } = &record;
        match body {
            Body::Decision(decision) if decision.is_about_failure() && decision.mode == Mode::Shadow => self.comparison(head, decision),
            Body::Decision(decision) => self.pending().evaluated(head.call_id.as_str(), evaluations(head, decision)),
            Body::Execution(execution) => self.execution(head, execution),
            Body::Recovery(recovery) => self.recovery(head, recovery),
            _ => {}
        }
    }
}

fn text(name: &'static str, code: &Code<'_>) -> KeyValue {
    KeyValue::new(name, code.to_string())
}

fn attributes_of_execution(head: &Head<'_>, execution: &Execution<'_>) -> Vec<KeyValue> {
    let mut attributes = vec![
        KeyValue::new(names::OPERATION_NAME, names::EXECUTE_TOOL),
        text(names::TOOL_CALL_ID, &head.call_id),
        KeyValue::new(names::STATUS, execution.status.as_str()),
        KeyValue::new(names::EFFECT, execution.effect.as_str()),
    ];
    attributes.extend(execution.tool.as_ref().map(|tool| text(names::TOOL_NAME, tool)));
    attributes.extend(execution.owner.as_ref().map(|owner| text(names::OWNER, owner)));
    attributes.extend(execution.class.as_ref().map(|class| text(names::CLASS, class)));
    attributes.extend(error_type(execution).map(|error| KeyValue::new(names::ERROR_TYPE, error)));
    attributes
}

/// `tool_error` where the tool's own answer says that it failed, else the code of the protocol or the way it ended; `None` where nothing failed.
fn error_type(execution: &Execution<'_>) -> Option<String> {
    match execution.status {
        ExecutionStatus::Ok | ExecutionStatus::InputRequired => None,
        ExecutionStatus::ToolError if execution.http_status.is_none() => Some(ExecutionStatus::ToolError.as_str().to_owned()),
        status => Some(execution.error_type.as_ref().map_or_else(|| status.as_str().to_owned(), Code::to_string)),
    }
}

/// One event a criterion.
fn evaluations(head: &Head<'_>, decision: &Decision<'_>) -> Vec<Evaluation> {
    let at: SystemTime = head.ts.moment();
    let answered = matches!(decision.evaluation_status, EvaluationStatus::Ok | EvaluationStatus::Partial | EvaluationStatus::Late | EvaluationStatus::Stale);
    let one = |criterion: &Criterion<'_>| {
        let mut attributes = vec![
            KeyValue::new(names::EVALUATION_NAME, format!("{}@{}", criterion.id, criterion.version)),
            text(names::DECISION_ID, &head.id),
            KeyValue::new(names::CONSEQUENCE, decision.proposal.consequence.as_str()),
            KeyValue::new(names::VERDICT, decision.verdict.as_str()),
            KeyValue::new(names::EFFECTIVE_ACTION, decision.effective_action.as_str()),
            KeyValue::new(names::MODE, decision.mode.as_str()),
        ];
        if decision.outage.triggered {
            attributes.push(KeyValue::new(names::OUTAGE, decision.outage.policy.as_str()));
        }
        if !answered {
            attributes.push(KeyValue::new(names::ERROR_TYPE, decision.evaluation_status.as_str()));
        }
        attributes.extend(decision.answers.get(criterion.id.as_str()).into_iter().flat_map(score));
        Evaluation { at, attributes }
    };
    decision.criteria.iter().map(one).collect()
}

/// The number and the label of an answer: of a choice the most probable option, of a score the expected level.
fn score(answer: &Answer<'_>) -> Vec<KeyValue> {
    match answer {
        Answer::Noul { p } => vec![KeyValue::new(names::EVALUATION_SCORE_VALUE, p.get())],
        Answer::Choice { probabilities, .. } => {
            let top = probabilities.iter().max_by(|(_, a), (_, b)| a.get().total_cmp(&b.get()));
            top.map_or_else(Vec::new, |(option, p)| vec![KeyValue::new(names::EVALUATION_SCORE_VALUE, p.get()), text(names::EVALUATION_SCORE_LABEL, option)])
        }
        Answer::Score { probabilities, .. } => {
            let mut level = 0.0;
            let mut expected = 0.0;
            for p in probabilities {
                expected += level * p.get();
                level += 1.0;
            }
            vec![KeyValue::new(names::EVALUATION_SCORE_VALUE, expected)]
        }
        Answer::Missing { .. } => Vec::new(),
    }
}

impl fmt::Debug for OtelSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OtelSink").finish_non_exhaustive()
    }
}
