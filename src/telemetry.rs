//! One event per failure, with a closed set of fields: no argument, no text, no identifier. A span around each execution, where the host asks for it.
//!
//! | field | meaning |
//! | --- | --- |
//! | `source`, `class`, `subkind` | who decided on which class |
//! | `question_version`, `decision_attempts`, `decision_latency_ms`, `distribution`, `fallback` | the decision, where one was asked for, or why there is none |
//! | `action`, `verdict` | what is advised, and what the ladder says |
//! | `repairs`, `repair_count` | the ids of the rules that repaired the arguments, with commas between, and how many there are |
//! | `alternate_present` | whether another tool is advised |
//!
//! A field without a value is left out. Effect, owner and rule stand in the [`Report`].
//!
//! A call whose future was dropped is counted by the ledger and has no event: nobody learned how it ended, and a destructor runs no subscriber.
//!
//! In the mode `compare` each comparison has an event of its own, `comparison`: `source` and `class` of what was served, `decided`, `agrees`, the fields of the decision, and `waited_ms`,
//! how long the failure waited for the worker.

use crate::{
    Report,
    classify::Classification,
    decide::{Abstained, DecisionTrace},
    normalize::Repairs,
};
use std::fmt;

/// The `tracing` target of every event of this crate.
pub const TARGET: &str = "tool_recovery";

/// The version of the questions put to a decision model, where one was asked.
pub const QUESTION_VERSION: &str = crate::decide::wording::VERSION;

/// The name of the span around one execution, and its operation: `execute_tool` of the GenAI semantic conventions of OpenTelemetry.
pub const SPAN: &str = "execute_tool";

/// Opens the span around one execution. Only a declared tool is named: any other name is the model's own text.
#[cold]
pub(crate) fn execution(tool: Option<&str>) -> tracing::Span {
    tracing::span!(target: TARGET, tracing::Level::INFO, SPAN, gen_ai.operation.name = SPAN, gen_ai.tool.name = tool)
}

/// Emits the event of one failure.
pub(crate) fn failure(report: &Report) {
    let Report { classification, standing, advice, repairs, decision, .. } = report;
    let decision = decision.as_deref();
    let Classification { class, subkind, source, .. } = classification;
    tracing::event!(
        name: "recovery",
        target: TARGET,
        tracing::Level::INFO,
        source = source.as_str(),
        class = class.as_str(),
        subkind = subkind.map(crate::classify::Subkind::as_str),
        question_version = decision.and_then(DecisionTrace::question_version),
        decision_attempts = decision.map_or(0, |decision| decision.attempts),
        distribution = decision.and_then(DecisionTrace::distribution),
        decision_latency_ms = decision.and_then(|decision| decision.latency).map(|latency| latency.as_secs_f64() * 1000.0),
        fallback = decision.and_then(|decision| decision.fallback).map(Abstained::as_str),
        action = advice.action.as_str(),
        verdict = standing.verdict.as_str(),
        repairs = %Ids(*repairs),
        repair_count = repairs.iter().count(),
        alternate_present = matches!(advice.action, crate::advice::Action::UseAlternate(_)),
    );
}

/// Emits the event of one comparison: what was served, what a model says, and whether they agree.
#[cfg(feature = "compare")]
pub(crate) fn comparison(comparison: &crate::compare::Comparison) {
    let crate::compare::Comparison { served, decision, waited, latency, .. } = comparison;
    let trace = DecisionTrace { attempts: decision.attempts, answered: decision.answered.clone(), ..DecisionTrace::default() };
    tracing::event!(
        name: "comparison",
        target: TARGET,
        tracing::Level::INFO,
        source = served.source.as_str(),
        class = served.class.as_str(),
        decided = decision.advice.as_ref().ok().and_then(|advice| advice.class).map(crate::classify::Class::as_str),
        agrees = comparison.agrees(),
        question_version = trace.question_version(),
        decision_attempts = trace.attempts,
        distribution = trace.distribution(),
        decision_latency_ms = latency.as_secs_f64() * 1000.0,
        waited_ms = waited.as_secs_f64() * 1000.0,
        fallback = decision.advice.as_ref().err().map(|reason| reason.as_str()),
    );
}

/// Emits the event of a successful result whose body says otherwise.
#[cold]
pub(crate) fn contradiction(kind: crate::facts::BodyContradiction) {
    tracing::event!(name: "contradiction", target: TARGET, tracing::Level::INFO, contradiction = kind.as_str());
}

/// Rule ids with commas between.
struct Ids(Repairs);

impl fmt::Display for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, repair) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            f.write_str(repair.id())?;
        }
        Ok(())
    }
}
