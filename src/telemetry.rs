//! One event per failure, with a closed set of fields: no argument, no text, no identifier. A span around each execution, where the host asks for it.
//!
//! A call whose future was dropped is counted by the ledger and has no event: nobody learned how it ended, and a destructor runs no subscriber.

use crate::{Report, advice::Advice, classify::Classification, decide::Abstained, ledger::Standing, normalize::Repairs};
use std::{fmt, time::Duration};

/// The `tracing` target of every event of this crate.
pub const TARGET: &str = "tool_recovery";

/// The version of the questions put to a decision model, where one was asked.
pub const QUESTION_VERSION: &str = "tool-recovery/1";

/// The name of the span around one execution, and its operation: `execute_tool` of the GenAI semantic conventions of OpenTelemetry.
pub const SPAN: &str = "execute_tool";

/// Opens the span around one execution. Only a declared tool is named: any other name is the model's own text.
#[cold]
pub(crate) fn execution(tool: Option<&str>) -> tracing::Span {
    tracing::span!(target: TARGET, tracing::Level::INFO, SPAN, gen_ai.operation.name = SPAN, gen_ai.tool.name = tool)
}

/// What is said of the decision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct DecisionTrace {
    /// How many decisions were asked for.
    pub(crate) attempts: u32,
    /// How long the decision took.
    pub(crate) latency: Option<Duration>,
    /// Why there was none.
    pub(crate) abstained: Option<Abstained>,
}

/// Emits the event of one failure.
pub(crate) fn failure(report: &Report, decision: DecisionTrace) {
    let Report { classification, standing, advice, effect, .. } = report;
    let Classification { class, subkind, source, rule, .. } = classification;
    let Standing { verdict, reason, .. } = standing;
    let Advice { action, owner, .. } = advice;
    tracing::event!(
        name: "recovery",
        target: TARGET,
        tracing::Level::INFO,
        source = source.as_str(),
        class = class.as_str(),
        subkind = subkind.map(crate::classify::Subkind::as_str),
        rule = *rule,
        effect = effect.as_str(),
        question_version = (decision.attempts > 0).then_some(QUESTION_VERSION),
        decision_attempts = decision.attempts,
        decision_latency_ms = decision.latency.map(|latency| latency.as_secs_f64() * 1000.0),
        fallback = decision.abstained.map(Abstained::as_str),
        action = action.as_str(),
        owner = owner.as_str(),
        verdict = verdict.as_str(),
        reason = reason.as_str(),
        repairs = %Ids(report.repairs),
        alternate_present = matches!(action, crate::advice::Action::UseAlternate(_)),
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
