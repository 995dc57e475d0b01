//! What a recovery record says of a failure.

use super::call::to_micros;
use crate::{
    Report,
    advice::Action,
    decide::{DecisionTrace, RecoveryDecision},
    facts::FailureKind,
    record::{Code, DistributionSummary, Probability, Recovery, RepairCount},
};

/// Whether a later success of the operation makes this failure good. A refusal says that one is open already; a cancelled call did not fail.
pub(super) const fn opens(kind: FailureKind) -> bool {
    match kind {
        FailureKind::Rejected(kind) => kind.is_fault(),
        FailureKind::Tool | FailureKind::Timeout(_) | FailureKind::Terminal => true,
        FailureKind::Cancelled | FailureKind::NotDispatched => false,
    }
}

pub(super) fn record(report: &Report, tool: Code<'static>) -> Recovery<'static> {
    let Report { classification, standing, advice, repairs, decision, .. } = report;
    let decision = decision.as_deref();
    let alternate = matches!(advice.action, Action::UseAlternate(_));
    let known = |text: &'static str| Code::known(text);
    let mut recovery = Recovery::new(
        known(classification.source.as_str()),
        known(classification.class.as_str()),
        known(advice.action.as_str()),
        known(standing.verdict.as_str()),
        decision.map_or(0, |decision| decision.attempts).into(),
        alternate,
    );
    recovery.tool = Some(tool);
    recovery.subkind = classification.subkind.map(|subkind| known(subkind.as_str()));
    recovery.rule = Code::new(classification.rule).ok();
    recovery.question_version = decision.and_then(DecisionTrace::question_version).map(known);
    recovery.latency_ms = decision.and_then(|decision| decision.latency).map(to_micros);
    recovery.fallback = decision.and_then(|decision| decision.fallback).map(|reason| known(reason.as_str()));
    recovery.distribution = decision.and_then(|decision| decision.answered.as_deref()).and_then(distribution);
    recovery.thresholds = decision.and_then(|decision| decision.thresholds.as_deref()).and_then(|version| Code::new(version.to_owned()).ok());
    recovery.reason = Some(known(standing.reason.as_str()));
    recovery.owner = Some(known(advice.owner.as_str()));
    recovery.repairs = repairs.iter().map(|repair| RepairCount::new(known(repair.id()), 1)).collect();
    recovery.codes = report.codes().iter().map(|code| known(code.as_str())).collect();
    recovery
}

/// The most probable class, how probable it is, and how far the next one is behind.
fn distribution(answered: &RecoveryDecision) -> Option<DistributionSummary<'static>> {
    let (class, p) = answered.top();
    Some(DistributionSummary::new(Code::known(class.as_str()), Probability::new(p)?, Probability::new(answered.class.margin())?))
}
