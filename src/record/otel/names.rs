//! Every name that leaves, in one place. Those of the GenAI semantic conventions v0.1.0 are in development and may change; what they do not name has our own prefix.
//!
//! Never set: `gen_ai.tool.call.arguments`, `gen_ai.tool.call.result`, `gen_ai.tool.description` and `gen_ai.evaluation.explanation`.

/// The schema of the names.
pub(super) const SCHEMA_URL: &str = "https://opentelemetry.io/schemas/gen-ai/0.1.0";

pub(super) const OPERATION_NAME: &str = "gen_ai.operation.name";
pub(super) const EXECUTE_TOOL: &str = "execute_tool";
pub(super) const TOOL_NAME: &str = "gen_ai.tool.name";
pub(super) const TOOL_CALL_ID: &str = "gen_ai.tool.call.id";
pub(super) const ERROR_TYPE: &str = "error.type";

pub(super) const EVALUATION_RESULT: &str = "gen_ai.evaluation.result";
pub(super) const EVALUATION_NAME: &str = "gen_ai.evaluation.name";
pub(super) const EVALUATION_SCORE_VALUE: &str = "gen_ai.evaluation.score.value";
pub(super) const EVALUATION_SCORE_LABEL: &str = "gen_ai.evaluation.score.label";

pub(super) const RECOVERY: &str = "tool_recovery.recovery";
pub(super) const COMPARISON: &str = "tool_recovery.comparison";
pub(super) const DECISION_ID: &str = "tool_recovery.decision.id";
pub(super) const CONSEQUENCE: &str = "tool_recovery.consequence";
pub(super) const VERDICT: &str = "tool_recovery.verdict";
pub(super) const EFFECTIVE_ACTION: &str = "tool_recovery.effective_action";
pub(super) const MODE: &str = "tool_recovery.mode";
pub(super) const OUTAGE: &str = "tool_recovery.outage";
pub(super) const STATUS: &str = "tool_recovery.status";
pub(super) const EFFECT: &str = "tool_recovery.effect";
pub(super) const OWNER: &str = "tool_recovery.owner";
pub(super) const CLASS: &str = "tool_recovery.class";
pub(super) const SOURCE: &str = "tool_recovery.source";
pub(super) const ACTION: &str = "tool_recovery.action";
