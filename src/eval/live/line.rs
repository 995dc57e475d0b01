//! The members of decision records that are read. Everything else is passed over.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub(super) struct Line {
    pub(super) kind: String,
    #[serde(default)]
    pub(super) id: String,
    #[serde(default)]
    pub(super) call_id: String,
    #[serde(default)]
    pub(super) session: Option<String>,
    #[serde(default)]
    pub(super) ts: String,
    #[serde(default)]
    pub(super) tool: Option<String>,
    // recovery
    #[serde(default)]
    pub(super) source: String,
    #[serde(default)]
    pub(super) class: String,
    #[serde(default)]
    pub(super) reason: Option<String>,
    #[serde(default)]
    pub(super) fallback: Option<String>,
    #[serde(default)]
    pub(super) verdict: String,
    #[serde(default)]
    pub(super) alternate_present: bool,
    #[serde(default)]
    pub(super) latency_ms: Option<f64>,
    // recovered
    #[serde(default)]
    pub(super) recovery_id: String,
    #[serde(default)]
    pub(super) after_calls: u64,
    #[serde(default)]
    pub(super) after_ms: u64,
    #[serde(default)]
    pub(super) how: String,
    // authorization
    #[serde(default)]
    pub(super) decision: String,
    // execution
    #[serde(default)]
    pub(super) status: String,
    #[serde(default)]
    pub(super) effect: String,
    // gap
    #[serde(default)]
    pub(super) dropped: u64,
    // decision
    #[serde(default)]
    pub(super) mode: String,
    #[serde(default)]
    pub(super) reasons: Vec<String>,
    #[serde(default)]
    pub(super) evaluation_status: String,
    #[serde(default)]
    pub(super) answers: BTreeMap<String, Value>,
    #[serde(default)]
    pub(super) criteria: Vec<Criterion>,
    #[serde(default)]
    pub(super) evaluator: Value,
    #[serde(default)]
    pub(super) projection: Value,
    #[serde(default)]
    pub(super) policy: Value,
    // label
    #[serde(default)]
    pub(super) decision_id: String,
    #[serde(default)]
    pub(super) criterion: String,
    #[serde(default)]
    pub(super) value: Value,
}

#[derive(Deserialize)]
pub(super) struct Criterion {
    pub(super) id: String,
    #[serde(default)]
    pub(super) version: String,
    #[serde(default)]
    pub(super) wording: String,
}
