//! What an execution record says of a failure.

use crate::{
    Report,
    emit::Returned,
    facts::{Adapter, Code as Status, Effect, Facts, FailureKind, Phase, Reach, io},
    record::{Code, ErrorFlag, Execution, ExecutionStatus, KnownEffect},
};

pub(super) const fn effect(effect: Effect) -> KnownEffect {
    match effect {
        Effect::ReadOnly | Effect::NotApplied => KnownEffect::None,
        Effect::Applied => KnownEffect::Applied,
        Effect::UncertainWrite | Effect::Unknown => KnownEffect::Unknown,
    }
}

pub(super) fn status(facts: &Facts, returned: Returned) -> ExecutionStatus {
    match (facts.kind, returned) {
        (FailureKind::Rejected(_) | FailureKind::NotDispatched, _) => ExecutionStatus::NotRun,
        (FailureKind::Cancelled, _) if facts.phase == Phase::PreExecution => ExecutionStatus::NotRun,
        (FailureKind::Cancelled, _) => ExecutionStatus::Cancelled,
        (FailureKind::Timeout(_), _) => ExecutionStatus::Timeout,
        (_, Returned::Answer) => ExecutionStatus::ToolError,
        _ if matches!(facts.code, Some(Status::JsonRpc(_))) => ExecutionStatus::ProtocolError,
        _ if matches!(facts.reach, Reach::Answered | Reach::Refused) => ExecutionStatus::ToolError,
        _ if io::local_kind(facts).is_some() => ExecutionStatus::ToolError,
        _ => ExecutionStatus::TransportError,
    }
}

/// Adds what is known of a failure.
pub(super) fn describe(execution: &mut Execution<'static>, report: &Report, returned: Returned) {
    let facts = &report.facts;
    execution.class = Some(Code::known(report.classification.class.as_str()));
    execution.error_type = error_type(report, execution.status);
    execution.http_status = match facts.code {
        Some(Status::Http(status)) => Some(status),
        _ => None,
    };
    execution.retry_after_ms = facts.retry_after.map(|wait| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
    execution.error_flag = Some(flag(report, returned));
    execution.flag_contradicted = facts.contradiction.is_some().then_some(true);
    execution.owner = Some(Code::known(report.advice.owner.as_str()));
}

/// The kind of error, of low cardinality: the status where the protocol has one, else the name of the rejection or of the way it ended. Names that came from a peer stay out.
fn error_type(report: &Report, status: ExecutionStatus) -> Option<Code<'static>> {
    let named = match report.facts.kind {
        FailureKind::Rejected(kind) => return Some(Code::known(kind.as_str())),
        FailureKind::Tool => report.facts.code.as_ref().and_then(|code| match code {
            Status::Http(n) => Some(n.to_string()),
            Status::JsonRpc(n) => Some(n.to_string()),
            Status::Grpc(n) => Some(format!("grpc.{n}")),
            Status::Exit(n) => Some(format!("exit.{n}")),
            Status::Signal(n) => Some(format!("signal.{n}")),
            Status::Errno(n) => Some(format!("errno.{n}")),
            Status::Name(_) => None,
        }),
        _ => None,
    };
    match named {
        Some(name) => Code::new(name).ok(),
        None => Some(Code::known(status.as_str())),
    }
}

fn flag(report: &Report, returned: Returned) -> ErrorFlag {
    match (&report.facts.code, returned) {
        (_, Returned::Rejected | Returned::TimedOut | Returned::Cancelled) => ErrorFlag::None,
        (Some(Status::Http(_)), _) => ErrorFlag::Http,
        (Some(Status::Exit(_) | Status::Signal(_)), _) => ErrorFlag::ExitCode,
        _ if report.facts.provenance.field == "body_rule" => ErrorFlag::Nested,
        _ if report.facts.provenance.adapter == Adapter::Core => ErrorFlag::None,
        _ => ErrorFlag::Outer,
    }
}
