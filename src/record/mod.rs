//! Decision records: what was proposed, allowed, executed and achieved, one JSON object a line, append only.

#[macro_use]
mod macros;

mod answer;
mod chain;
mod decision;
pub(crate) mod emit;
mod export;
mod file;
mod hex;
mod judge;
mod keyed;
mod kinds;
pub(crate) mod line;
mod names;
mod numbers;
mod object;
#[cfg(feature = "otel")]
mod otel;
mod proposal;
mod replay;
mod sink;
mod text;
mod time;

pub use crate::{
    admission::Consequence,
    proposal::{Band, EvaluationStatus, OutagePolicy, ProposalVerdict as Recommendation, Reading, Role},
};
pub use answer::{Answer, Answers, Probability};
pub use chain::{ChainCheck, ChainFault, LineDigest};
pub use decision::{
    Criterion, DistributionSummary, EvaluationAttempt, Evaluator, Group, Outage, PolicyRef, Projection, Proposal, Redaction, RepairCount, Usage, Validation,
};
pub use emit::Records;
pub use export::{ANALYTICS_SCHEMA, analytics};
pub use file::{FileOptions, FileSink, Fsync, SinkCounts, WhenFull, record_files};
pub(crate) use judge::RECOVERY_POLICY;
pub use judge::{Derived, Kept, Mismatch, PolicyVersion, Thresholds, ThresholdsError, derive, is_realized_by, judge};
pub use keyed::{DigestKey, RotatingKey};
pub use kinds::{Authorization, Body, Decision, Execution, Gap, Kind, Label, Outcome, Override, Recovered, Recovery};
pub use line::{BadLine, Head, LabelValue, Record};
pub use names::{
    AnswerType, AuthorizationDecision, Closing, ConsequenceSource, EffectiveAction, ErrorFlag, ExecutionStatus, GapReason, KnownEffect, LabelEvidence, Missing,
    Mode, ObserverKind, OutcomeResult, ValidationResult,
};
#[cfg(feature = "otel")]
pub use otel::OtelSink;
pub use proposal::ProposalRecorder;
pub use replay::{Interval, Problem, ReplayPlan, ReplayReport, Source, Transition, replay, wilson};
pub use sink::{MemorySink, RecordSink, Tee};
pub use text::{Code, Digest, NotOfForm, SCHEMA, SchemaId};
pub use time::Timestamp;
